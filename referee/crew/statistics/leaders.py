"""The leaderboard, by game and period."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import MONTHS

from referee.crew.faces import face
from referee.crew.links import kinds_to_choose, player_url
from referee.crew.statistics.context import LeaderRow, LeadersPage, MonthLink
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import RATING_IN_WORDS, figure, is_provisional, rating, share
from referee.games.registry import GAMES
from referee.requests import TableRequest
from referee.web.context import Option
from referee.web.requests import NotHere
from referee.web.views import reads
from scoring.crew.visitor import Visitor
from scoring.history.titles import titles
from scoring.played import BY_TITLE, rules_of
from scoring.statistics import tallies
from scoring.statistics.periods import kinds_counted, years
from scoring.statistics.tallies import Leader

PROVISIONAL = "provisional"
_PERIOD = re.compile(r"([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?", re.ASCII)


@reads
def leaders(request: TableRequest) -> HttpResponse:
    """Who leads in a game, of all time, of a year or of a month."""
    game, name, options = game_asked(request)
    period = request.GET.get("period", "")
    asked = _PERIOD.fullmatch(period)
    if period and not asked:
        raise Http404("There is no such period.")
    year = int(asked[1]) if asked else 0
    found = tallies.leaders(request.visitor, game, period) if game else []
    url = reverse("leaders")
    page = LeadersPage(
        url=url,
        heading=f"{name}, {_words(period)}" if game else "Leaders",
        games=options,
        periods=tuple(_periods(request.visitor, year)),
        months=tuple(_months(request.visitor, url, game, year, period)) if year else (),
        unit=GAMES[rules_of(game)].unit if game else "",
        rows=tuple(_rows(found, period)),
        order="Sorted by games won." if period else "Sorted by rating. Provisional ratings come last.",
        rated=RATING_IN_WORDS if any(leader.rating for leader in found) else "",
        all_time=f"{url}?{urlencode({'game': game})}" if period else "",
        retitle=f"{reverse('titles')}?{urlencode({'title': game})}"
        if request.visitor.is_keeper and found and rules_of(game) in BY_TITLE
        else "",
        uncounted=uncounted(request),
    )
    return render(request, "crew/leaders.html", {"page": page})


def game_asked(request: TableRequest) -> tuple[str, str, tuple[Option, ...]]:
    """What the address names (`scoring.played`), or else the first there is; its name; all to choose from.

    "" where it has finished no game. Raises Http404 for what the crew does not know. Two queries.
    """
    counted, called = kinds_counted(request.visitor), titles(request.visitor)
    asked = request.GET.get("game", "")
    if asked and asked not in GAMES and asked not in called:
        raise NotHere("Your crew has no game of this name. Its title may have been changed.")
    names = kinds_to_choose(counted | {asked} if asked else counted, called)
    game = asked or next(iter(names), "")
    options = (Option(value=key, text=name, chosen=key == game) for key, name in names.items() if counted)
    return game, names.get(game, ""), tuple(options)


def _words(period: str) -> str:
    """A period as people say it: "all time", "2026", "November 2026"."""
    year, _, month = period.partition("-")
    return f"{MONTHS[int(month)]} {year}" if month else year or "all time"


def _periods(visitor: Visitor, year: int) -> Iterator[Option]:
    """All time, this year, and each year there is, the newest first."""
    yield Option(value="", text="All time", chosen=not year)
    now = timezone.localdate().year
    for each in sorted({*years(visitor), now} | ({year} if year else set()), reverse=True):
        text = "This year" if each == now else str(each)
        yield Option(value=str(each), text=text, chosen=each == year)


def _months(visitor: Visitor, url: str, game: str, year: int, period: str) -> Iterator[MonthLink]:
    """The year, and the months of it in which the crew played."""
    found = sorted({night.day.month for night in tallies.nights(visitor, year)})
    names = [(str(year), f"All of {year}"), *((f"{year}-{month:02}", MONTHS[month]) for month in found)]
    for value, text in names:
        query = urlencode({"game": game, "period": value})
        yield MonthLink(href=f"{url}?{query}", text=str(text), here=value == period)


def _rows(found: Sequence[Leader], period: str) -> Iterator[LeaderRow]:
    rank, last = 0, None
    for place, leader in enumerate(found, 1):
        facts = leader.facts
        value, uncertainty = rating(leader.rating) if leader.rating else ("–", "")
        worth = (facts.wins, facts.win_rate) if period or not leader.rating else (value, uncertainty)
        rank, last = (rank if worth == last else place), worth
        yield LeaderRow(
            rank=rank,
            href=player_url(leader.player),
            name=leader.player.name,
            face=face(leader.player),
            games=facts.games,
            won=facts.wins,
            rate=share(facts.win_rate) if facts.games > facts.alone else "–",
            mean=figure(facts.mean),
            rating=value,
            uncertainty=PROVISIONAL if leader.rating and is_provisional(leader.rating) else uncertainty,
        )
