"""What a player's page is about: all games or one kind of them, of all time or of a spell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.http import Http404

from referee.crew.statistics.context import Way
from referee.crew.titles import kind_name
from referee.games.registry import GAMES
from referee.table.requests import TableRequest
from referee.web.requests import NotHere
from scoring.played import rules_of
from scoring.statistics.periods import is_year

LATELY, _DAYS = "90-days", 90
_YEAR = re.compile(r"[1-9]\d{3}", re.ASCII)
#: Games to choose from, the most played first; a shelf has many titles.
MOST_KINDS = 12


@dataclass(frozen=True)
class Asked:
    """The `period` as the address names it ("" for all time), and its days; the `game`, "" for every game."""

    url: str
    game: str = ""
    period: str = ""
    since: date | None = None
    until: date | None = None

    def link(self, *, game: str | None = None, period: str | None = None) -> str:
        """The same page about something else."""
        chosen = {
            "game": self.game if game is None else game,
            "period": self.period if period is None else period,
        }
        query = urlencode({name: value for name, value in chosen.items() if value})
        return f"{self.url}?{query}" if query else self.url

    def past(self, today: date) -> bool:
        """Whether the spell is over, so that nothing is added to it."""
        return self.until is not None and self.until < today


def asked_for(request: TableRequest, url: str, today: date, called: Mapping[str, str]) -> Asked:
    """What an address names. Raises Http404 for a period that is none and a game that the crew has not."""
    game, period = request.GET.get("game", ""), request.GET.get("period", "")
    if game and game not in GAMES and game not in called:
        raise NotHere("Your crew has no game of this name. Its title may have been changed.")
    if period == LATELY:
        return Asked(url, game, period, today - timedelta(days=_DAYS - 1), today)
    if period and not (_YEAR.fullmatch(period) and is_year(int(period))):
        raise Http404("There is no such period.")
    year = int(period or 0)
    return Asked(url, game, period, date(year, 1, 1), date(year, 12, 31)) if year else Asked(url, game)


def periods(asked: Asked, today: date) -> Iterator[Way]:
    """All time, this year, lately, and the year that was asked for."""
    choices = {"": "All time", str(today.year): str(today.year), LATELY: f"{_DAYS} days"}
    if asked.period not in choices:
        choices[asked.period] = asked.period
    for key, text in choices.items():
        yield Way(href=asked.link(period=key), text=text, here=key == asked.period)


def kinds(asked: Asked, played: Sequence[str], called: Mapping[str, str]) -> Iterator[Way]:
    """Every game, and what the player plays, the most played first; nothing where that is all one."""
    shown = [key for key in played if rules_of(key) in GAMES][:MOST_KINDS]
    if asked.game and asked.game not in shown:
        shown.append(asked.game)
    if len(shown) < 2 and not asked.game:
        return
    for key in ("", *shown):
        text = kind_name(key, called) if key else "Every game"
        yield Way(href=asked.link(game=key), text=text, here=key == asked.game)
