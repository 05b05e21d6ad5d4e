"""When a regular night is, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django.utils import timezone
from django.utils.dates import WEEKDAYS

from referee.web.wording import clock, day, weekday_and_day
from scoring import regular
from scoring.models import RegularNight

Repeats = RegularNight.Repeats
CHOICES: Mapping[str, str] = {
    Repeats.WEEK: "Every week",
    Repeats.FORTNIGHT: "Every two weeks",
    Repeats.MONTH: "Every month",
    Repeats.ONCE: "Only once",
}
_NTH = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}


def called(night: RegularNight) -> str:
    """What a night is called where it has no name: by its weekday."""
    return night.name or f"{WEEKDAYS[night.first.weekday()]} night"


def when(night: RegularNight) -> str:
    """How a night comes again: "every two weeks on Friday, 19:30"."""
    weekday, at = WEEKDAYS[night.first.weekday()], clock(night.at)
    how = {
        Repeats.WEEK: f"every {weekday}",
        Repeats.FORTNIGHT: f"every two weeks on {weekday}",
        Repeats.MONTH: f"every month on the {_NTH[regular.which_of_month(night.first)]} {weekday}",
        Repeats.ONCE: f"on {weekday_and_day(night.first)}",
    }[Repeats(night.repeats)]
    until = f", until {day(night.until)}" if night.until and night.repeats != Repeats.ONCE else ""
    return f"{how}, {at}{until}"


def off_line(days: Sequence[date]) -> str:
    """Which dates were called off: "Called off: Friday 27 Nov 2026"; "" for none."""
    return f"Called off: {', '.join(map(weekday_and_day, days))}" if days else ""


def next_date(begins: datetime) -> str:
    """When the next one is: "today, 19:30", "tomorrow, 19:30", "Friday 27 Nov 2026, 19:30"."""
    local = timezone.localtime(begins)
    days = (local.date() - timezone.localdate()).days
    that = {0: "today", 1: "tomorrow"}.get(days) or weekday_and_day(local.date())
    return f"{that}, {clock(local)}"
