"""The periods of a leaderboard: all time, the last 90 days, a year, a month, a season."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.http import Http404
from django.utils.dates import MONTHS

from referee.crew.statistics.context import Way
from scoring.models import Season
from scoring.statistics.periods import is_year
from scoring.statistics.seasons import is_over
from scoring.statistics.spans import Span

LATELY = "90-days"
_DAYS = 90
_PERIOD = re.compile(r"([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?", re.ASCII)
#: So many seasons have a chip; all of them have a page.
MOST_SEASONS = 4


@dataclass(frozen=True)
class Period:
    """What was asked for: its `key` in an address, its name, and its days. `year` is 0 but for a year or one
    of its months.
    """

    key: str
    name: str
    since: date | None = None
    until: date | None = None
    year: int = 0
    season: Season | None = None

    def span(self, played: str) -> Span:
        return Span(played, self.since, self.until)


def period_asked(asked: str, seasons: Sequence[Season], today: date) -> Period:
    """The period that an address names, all time for "". Raises Http404 for one that is none."""
    if not asked:
        return Period("", "all time")
    if asked == LATELY:
        return Period(asked, f"the last {_DAYS} days", today - timedelta(days=_DAYS - 1))
    found = _PERIOD.fullmatch(asked)
    if found and is_year(int(found[1])):
        year, month = int(found[1]), int(found[2] or 0)
        if not month:
            return Period(asked, asked, date(year, 1, 1), date(year, 12, 31), year)
        after = date(year + month // 12, month % 12 + 1, 1)
        return Period(asked, f"{MONTHS[month]} {year}", date(year, month, 1), after - timedelta(days=1), year)
    season = next((season for season in seasons if season.public_id == asked), None)
    if season is None:
        raise Http404("There is no such period.")
    return Period(asked, season.name, season.since, season.until, season=season)


def period_ways(
    url: str, game: str, here: Period, *, years: Sequence[int], seasons: Sequence[Season], today: date
) -> Iterator[Way]:
    """The chips: all time, lately, this year, seasons, those that go on first, and the other years."""
    yield _way(url, game, "", "All time", here)
    yield _way(url, game, LATELY, f"{_DAYS} days", here)
    yield _year_way(url, game, today.year, here)
    found = sorted(seasons, key=lambda season: is_over(season, today))[:MOST_SEASONS]
    if here.season and here.season not in found:
        found.append(here.season)
    for season in found:
        yield _way(url, season.played or game, season.public_id, season.name, here)
    for year in sorted({*years, here.year} - {today.year, 0}, reverse=True):
        yield _year_way(url, game, year, here)


def month_ways(url: str, game: str, here: Period, months: Sequence[int]) -> Iterator[Way]:
    """The chips of a year's months in which the crew played, behind one for the whole year."""
    yield _way(url, game, str(here.year), f"All of {here.year}", here)
    for month in months:
        yield _way(url, game, f"{here.year}-{month:02}", str(MONTHS[month]), here)


def _year_way(url: str, game: str, year: int, here: Period) -> Way:
    """The chip of a year; it is on for the year's months too."""
    return Way(href=_way(url, game, str(year), "", here).href, text=str(year), here=here.year == year)


def _way(url: str, game: str, key: str, text: str, here: Period) -> Way:
    query = urlencode({"game": game} | ({"period": key} if key else {}))
    return Way(href=f"{url}?{query}", text=text, here=key == here.key)
