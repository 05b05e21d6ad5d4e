"""The calendar of game nights: a year by its months, a month by its days, and the last night of it."""

from __future__ import annotations

import re
from calendar import Calendar
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from math import ceil
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dates import MONTHS, MONTHS_3, WEEKDAYS
from django.views.decorators.http import require_safe

from referee.crew.statistics.context import DayCell
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.night import guests, line, month_url, night_url, won
from referee.table.requests import TableRequest
from referee.web.components import Link
from referee.web.wording import long_day, many, whole_number
from scoring.crew.visitor import Visitor
from scoring.models import Night
from scoring.models.nights import tonight
from scoring.statistics.nights import evening
from scoring.statistics.periods import is_year, years
from scoring.statistics.tallies import nights as played_in

#: The steps of the heat. A day's are its games; a month's are shares of the year's busiest one, or of BUSY
#: nights where that had fewer.
STEPS = 4
BUSY = 8
_MONTH = re.compile(r"([1-9]\d{3})-(0[1-9]|1[0-2])", re.ASCII)


@require_safe
def nights(request: TableRequest) -> HttpResponse:
    """A year's nights by the month, a month of it by the day, and its last night in full."""
    known, today = years(request.visitor), tonight()
    year, month = _asked(request, known, today)
    found = played_in(request.visitor, year)
    # Of a year that was asked for without its month, the last one in which the crew played.
    month = month or max((night.day.month for night in found), default=0)
    here = [night for night in found if night.day.month == month]
    page = {
        "title": f"Game nights in {MONTHS[month]} {year}" if month else f"Game nights in {year}",
        "year": year,
        "line": _counted(found) if found else "",
        "months": tuple(_heat(found, year, month)) if found else (),
        "month": _month(year, month, here, today) if month and found else None,
        "nights": tuple(map(_row, reversed(here))),
        "last": _last(request.visitor, here[-1].day) if here else None,
        "before": _link(max((each for each in known if each < year), default=0)),
        "behind": _link(min((each for each in known if each > year), default=0)),
        "uncounted": uncounted(request),
    }
    return render(request, "crew/nights.html", {"page": page})


def _asked(request: TableRequest, known: Sequence[int], today: date) -> tuple[int, int]:
    """The year and month that the address names; month 0 for a year alone, and for nothing the last year in
    which the crew played. Raises Http404.
    """
    asked = request.GET.get("month", "")
    if asked:
        found = _MONTH.fullmatch(asked)
        if not found or not is_year(int(found[1])):
            raise Http404("There is no such month.")
        return int(found[1]), int(found[2])
    asked = request.GET.get("year", "")
    if not asked:
        return (known[-1] if known else today.year), 0
    year = whole_number(asked, digits=4)
    if year is None or not is_year(year):
        raise Http404("There is no such year.")
    return year, 0


def _link(year: int) -> Link | None:
    return Link(href=f"{reverse('nights')}?{urlencode({'year': year})}", text=str(year)) if year else None


def _counted(found: Sequence[Night]) -> str:
    games = sum(night.games for night in found)
    return f"{many(len(found), 'night')}, {many(games, 'game')}"


def _heat(found: Sequence[Night], year: int, here: int) -> Iterator[dict[str, object]]:
    """The months of a year: how many nights each had, in steps of heat from 0 to 4 too."""
    numbers = Counter(night.day.month for night in found)
    busiest = max(BUSY, *numbers.values())
    for month in range(1, 13):
        number = numbers[month]
        yield {
            "name": str(MONTHS_3[month]).capitalize(),
            "nights": number,
            "label": many(number, "night"),
            "heat": ceil(STEPS * number / busiest),
            "href": month_url(date(year, month, 1)) if number else "",
            "here": month == here,
        }


def _month(year: int, month: int, found: Sequence[Night], today: date) -> dict[str, object]:
    """A month: its weeks from Monday on, and what was played in it, in words."""
    games = {night.day.day: night.games for night in found}
    weeks = Calendar().monthdayscalendar(year, month)
    return {
        "name": str(MONTHS[month]),
        "caption": f"{MONTHS[month]} {year}",
        "line": _counted(found),
        "weeks": tuple(tuple(_cell(year, month, day, games, today) for day in week) for week in weeks),
    }


def _cell(year: int, month: int, day: int, games: Mapping[int, int], today: date) -> DayCell:
    if not day:
        return DayCell(day=0)
    that = date(year, month, day)
    if day not in games:
        return DayCell(day=day, today=that == today)
    return DayCell(
        day=day,
        heat=min(games[day], STEPS),
        pips=tuple(range(games[day])) if games[day] <= STEPS else (),
        games=games[day],
        href=night_url(that),
        label=f"{WEEKDAYS[that.weekday()]} {day} {MONTHS[month]}, {many(games[day], 'game')}",
        today=that == today,
    )


def _row(night: Night) -> dict[str, object]:
    """A night in a list: its day, and how many games it had."""
    return {
        "href": night_url(night.day),
        "text": long_day(night.day, year=False),
        "games": many(night.games, "game"),
        "heat": min(night.games, STEPS),
        "number": night.games,
    }


def _last(visitor: Visitor, day: date) -> dict[str, object] | None:
    """A night in short; None where its games were taken up again and are not counted anew."""
    found = evening(visitor, day)
    if found is None:
        return None
    return {
        "href": night_url(day),
        "heading": long_day(day, year=False),
        "line": line(found),
        "won": won(found),
        "guests": tuple(guests(found)),
    }
