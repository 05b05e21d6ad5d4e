"""Games as cards in a list: what was played, who won it and with what, or how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.template.defaultfilters import date as written
from django.urls import reverse
from django.utils import timezone

from referee.crew.links import discard_url
from referee.crew.outcome import standings
from referee.crew.titles import by_night, name_of, who_won
from referee.games.registry import GAMES, high_or_low, tile
from referee.rules.sentences import joined, side_name
from referee.web.components import FaceView, StandingView, TileView, View, face, ranked
from referee.web.wording import clock, day_and_time, lasted
from scoring.history import cards
from scoring.models import Game, Seat
from scoring.models.nights import night_of, tonight
from scoring.played import BY_TITLE

#: Of winners who share a game so many faces are shown.
FACES = 3


class ScoreView(View, frozen=True):
    """The score on a card of somebody, or of partners; `turn` where it is theirs."""

    names: tuple[str, ...]
    points: str
    faces: tuple[FaceView, ...] = ()
    turn: bool = False

    @property
    def name(self) -> str:
        """Whose it is."""
        return side_name(self.names)


class PlayedCard(View, frozen=True):
    """A game in a list, best first where it is over, else in the order at the table.

    `detail` says when it began, and what else is known. `more` is a title that is not what was played, `won`
    that the faces are crowned. `at` says which hand is played and `turn` whose turn it is, where a list tells
    that of an open one; `discard` is where it is discarded, "" where this phone may not.
    """

    href: str
    tile: TileView
    title: str
    detail: str
    when: datetime
    scores: tuple[ScoreView, ...]
    faces: tuple[FaceView, ...] = ()
    won: bool = False
    open: bool = False
    more: str = ""
    place: str = ""
    photos: bool = False
    at: str = ""
    turn: str = ""
    discard: str = ""

    @property
    def names(self) -> str:
        """Who sits there."""
        return joined([name for score in self.scores for name in score.names])


def cards_of(games: Sequence[Game], began: Callable[[datetime], str]) -> tuple[PlayedCard, ...]:
    """The games as cards; `began` writes the moment at which one began. Two queries, of however many games.

    The games are those that `scoring.history.search` found.
    """
    if not games:
        return ()
    seats, photographed = cards.seats_of(games), cards.photographed(games)
    return tuple(
        _card(
            game,
            {seat.name: seat for seat in seats.get(game.pk, ())},
            began=began(game.created_at),
            photos=game.pk in photographed,
        )
        for game in games
    )


def _card(game: Game, seats: dict[str, Seat], *, began: str, photos: bool) -> PlayedCard:
    open_ = game.finished_at is None
    faces = {name: face(seat.player) for name, seat in seats.items()}
    shown = game.standing["players"] if open_ else game.standing["winners"] or alone(game)
    took = _took(game.finished_at - game.created_at) if game.finished_at else ""
    return PlayedCard(
        href=reverse("table" if open_ else "game", args=[game.public_id]),
        tile=tile(game.game, name_of(game)),
        title=what_was_played(game) if open_ else won_what(game),
        detail=", ".join(filter(None, [began, took])),
        when=game.created_at,
        scores=tuple(_scores(game, faces)),
        faces=tuple(faces[name] for name in shown[:FACES] if name in faces),
        won=bool(game.standing["winners"]),
        open=open_,
        more=game.title if game.game not in BY_TITLE else "",
        place=game.place,
        photos=photos,
        discard=discard_url(game),
    )


def _scores(game: Game, faces: dict[str, FaceView]) -> Iterable[ScoreView]:
    """The scores of all, of partners once: ranked where the game is over, else as they sit; who left last."""
    rows: Sequence[StandingView] = standings(game)
    if game.finished_at:
        # What a sheet agreed on is read from its row; of all other games the rules know it.
        rows = ranked(rows, highest=high_or_low(game.game, {"wins": game.agreed_wins}))
    points = {game.side_of(row.name): row.shown for row in rows}
    for names, shown in points.items():
        found = tuple(faces[name] for name in names if name in faces)
        yield ScoreView(names=names, points=shown, faces=found)


def alone(game: Game) -> list[str]:
    """Who played a game alone, which nobody wins."""
    players = list(game.standing["players"])
    return players if len(players) == 1 else []


def what_was_played(game: Game) -> str:
    """A game by what was played: its rules, and what is kept on a score sheet by its title."""
    return name_of(game) if game.game in BY_TITLE else GAMES[game.game].name


def won_what(game: Game) -> str:
    """Who won what, of a game that is over: "Ann won ZAR"."""
    winners = game.standing["winners"]
    nameless = game.game in BY_TITLE and game.title in ("", "Winner", "Score sheet")
    what = "a game" if nameless else what_was_played(game)
    if alone(game) and not winners:
        return f"{joined(alone(game))} played {what}"
    return f"{who_won(game.standing['players'], winners)} won {what}"


def in_its_month(when: datetime) -> str:
    """When a game began, below a heading that says the month: "Fri 20, 21:14"."""
    return by_night(when, written(night_of(when), "D j"))


def ago(when: datetime) -> str:
    """How long ago a game was left, in words that get coarser: "4 min ago", "left on Thursday, 22:40"."""
    passed, local = timezone.now() - when, timezone.localtime(when)
    if passed < timedelta(minutes=1):
        return "just now"
    if passed < timedelta(hours=1):
        return f"{passed // timedelta(minutes=1)} min ago"
    if night_of(when) == tonight():
        return f"left at {clock(when)}"
    if passed < timedelta(days=6):
        return f"left on {written(local, 'l')}, {clock(when)}"
    return f"left on {day_and_time(when)}"


def _took(span: timedelta) -> str:
    """How long a game was; "" for one that was entered afterwards."""
    minutes = round(span / timedelta(minutes=1))
    return lasted(minutes) if minutes else ""
