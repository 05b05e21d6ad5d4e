"""How a game is called in a line: its name, its day, who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils import timezone

from referee.games.registry import GAMES, high_or_low
from referee.rules.sentences import joined
from referee.web.wording import clock, day, written
from scoring.log.values import number
from scoring.models import Game
from scoring.models.nights import night_begins, night_of
from scoring.played import rules_of


def name_of(game: Game) -> str:
    """Its title, or else the name of its rules."""
    return game.title or GAMES[game.game].name


def kind_name(played: str, titles: Mapping[str, str]) -> str:
    """What was played (`scoring.played`), by its title of `titles`, or else by the name of its rules."""
    return titles.get(played) or GAMES[rules_of(played)].name


def title_of(game: Game) -> str:
    """A game by its name and its day."""
    return f"{name_of(game)}, {day_of(game)}"


def day_of(game: Game) -> str:
    """The day of its night."""
    return day(night_of(game.created_at))


def by_night(when: datetime, day: str) -> str:
    """A moment by its night, whose `day` comes in words; a time after midnight is none of that day's."""
    if night_of(when) != timezone.localtime(when).date():
        return f"Night of {day}"
    return ", ".join(filter(None, [day, time_of(when)]))


def time_of(began: datetime) -> str:
    """The time of day at which a game began; "" of a day alone: then it began with its night."""
    return "" if began == night_begins(night_of(began)) else clock(began)


def when_of(game: Game) -> str:
    """When it began, and whether it is over."""
    began = by_night(game.created_at, day_of(game))
    return began if game.finished_at else f"{began}, still open"


def result_of(game: Game) -> str:
    """Who won, or who plays."""
    players, winners = game.standing["players"], game.standing["winners"]
    if not game.finished_at:
        return joined(players)
    if len(players) == 1 and not winners:
        # Alone nobody wins: the score is what there is to tell.
        return f"{players[0]}: {written(number(game.standing['scores'][players[0]]))}"
    return f"{who_won(players, winners)} won"


#: More names than these are no heading.
_MOST_NAMED = 3


def who_won(players: Sequence[str], winners: Sequence[str]) -> str:
    """Who won, for a heading."""
    if len(winners) > _MOST_NAMED and len(winners) == len(players):
        return "Everybody"
    return joined(winners) or "Nobody"


def highest_wins(game: Game) -> bool:
    """Whether the highest score won; a score sheet agrees on it before the game."""
    return high_or_low(game.game, game.options)
