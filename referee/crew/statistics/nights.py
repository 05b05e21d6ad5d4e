"""The calendar of game nights."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import MONTHS, WEEKDAYS

from referee.crew.statistics.context import DayCell, MonthView, NightsPage
from referee.crew.statistics.counting import uncounted
from referee.requests import TableRequest
from referee.web.context import Link
from referee.web.numbers import whole_number
from referee.web.views import reads
from referee.web.wording import many
from scoring.models import Night
from scoring.statistics.periods import years
from scoring.statistics.tallies import nights as played_in


@reads
def nights(request: TableRequest) -> HttpResponse:
    """The nights of a year, month by month; each leads to its games."""
    known = years(request.visitor)
    year = _year(request.GET.get("year", ""), known)
    found = played_in(request.visitor, year)
    page = NightsPage(
        year=year,
        line=_counted(found) if found else "",
        months=tuple(_month(list(some)) for _, some in groupby(found, lambda night: night.day.month)),
        before=_link(max((each for each in known if each < year), default=0)),
        behind=_link(min((each for each in known if each > year), default=0)),
        uncounted=uncounted(request),
    )
    return render(request, "crew/nights.html", {"page": page})


def _year(asked: str, known: Sequence[int]) -> int:
    """The year that the address names, or else the last in which the crew played, or this one."""
    if not asked:
        return known[-1] if known else timezone.localdate().year
    year = whole_number(asked, digits=4)
    if year is None or year < 1000:
        raise Http404("There is no such year.")
    return year


def _link(year: int) -> Link | None:
    return Link(href=f"{reverse('nights')}?{urlencode({'year': year})}", text=str(year)) if year else None


def _counted(found: Sequence[Night]) -> str:
    games = sum(night.games for night in found)
    return f"{many(len(found), 'night')}, {many(games, 'game')}"


def _month(found: Sequence[Night]) -> MonthView:
    """A month that has nights."""
    year, month = found[0].day.year, found[0].day.month
    games = {night.day.day: night.games for night in found}
    history = reverse("games")
    weeks = Calendar().monthdayscalendar(year, month)
    return MonthView(
        name=f"{MONTHS[month]} {year}",
        line=_counted(found),
        weeks=tuple(tuple(_cell(year, month, day, games, history) for day in week) for week in weeks),
    )


def _cell(year: int, month: int, day: int, games: Mapping[int, int], history: str) -> DayCell:
    if day not in games:
        return DayCell(day=day)
    that = date(year, month, day)
    return DayCell(
        day=day,
        games=games[day],
        href=f"{history}?since={that}&until={that}",
        label=f"{WEEKDAYS[that.weekday()]} {day} {MONTHS[month]}, {many(games[day], 'game')}",
    )
