"""A crew's regular nights: kept, changed, removed, and when the next one is.

A night's dates are worked out by dateutil from the very rule that the calendar file has (RFC 5545, 3.3.10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from dateutil.rrule import rrulestr
from django.utils import timezone

from scoring.crew.visitor import Visitor, must_write
from scoring.models import Membership, RegularNight
from scoring.writing import queue

#: Regular nights and single dates of one crew.
MOST_NIGHTS = 30
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_Repeats = RegularNight.Repeats


class TooMany(Exception):
    """The crew has as many regular nights as there may be."""


@dataclass(frozen=True)
class Wanted:
    """What somebody typed of a night."""

    name: str
    place: str
    repeats: str
    first: date
    at: time
    hours: int
    until: date | None = None


@dataclass(frozen=True)
class NextNight:
    """The next date of a regular night: it begins at `begins`, and may be going on."""

    night: RegularNight
    begins: datetime


def nights(visitor: Visitor) -> list[RegularNight]:
    """The crew's regular nights and single dates, in the order in which they began. One query."""
    return list(RegularNight.objects.visible_to(visitor).order_by("first", "at", "pk"))


def find(visitor: Visitor, public_id: str) -> RegularNight | None:
    """A regular night of the visitor's crew. One query."""
    if "\0" in public_id:
        return None
    return RegularNight.objects.visible_to(visitor).filter(public_id=public_id).first()


def keep(actor: Membership, wanted: Wanted) -> RegularNight:
    """A new night; the same one again where it was sent twice.

    Raises TooMany, and PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    with queue(actor.crew_id) as crew:
        same = RegularNight.objects.filter(crew=crew, **vars(wanted)).first()
        if same:
            return same
        if RegularNight.objects.filter(crew=crew).count() >= MOST_NIGHTS:
            raise TooMany
        return RegularNight.objects.create(crew=crew, **vars(wanted))


def change(actor: Membership, night: RegularNight, wanted: Wanted) -> None:
    """Writes anew what a night is. Raises PermissionDenied for one who may only look."""
    must_write(actor.role)
    with queue(actor.crew_id):
        now = RegularNight.objects.filter(pk=night.pk).first()
        # Removed meanwhile by somebody else: it stays so.
        if now and any(getattr(now, name) != value for name, value in vars(wanted).items()):
            for name, value in vars(wanted).items():
                setattr(now, name, value)
            now.changes += 1
            now.changed_at = timezone.now()
            now.save()


def remove(actor: Membership, night: RegularNight) -> None:
    """Takes a night away. Raises PermissionDenied for one who may only look."""
    must_write(actor.role)
    with queue(actor.crew_id):
        RegularNight.objects.filter(pk=night.pk).delete()


def rule(night: RegularNight) -> str:
    """How a night comes again, as RFC 5545 has it; "" for a single date.

    Of a month it is the first to the fourth such weekday, or the last where there is no fifth every month.
    """
    if night.repeats == _Repeats.ONCE:
        return ""
    day = _DAYS[night.first.weekday()]
    if night.repeats == _Repeats.MONTH:
        return f"FREQ=MONTHLY;BYDAY={which_of_month(night.first)}{day}"
    every = ";INTERVAL=2" if night.repeats == _Repeats.FORTNIGHT else ""
    return f"FREQ=WEEKLY{every};BYDAY={day}"


def which_of_month(day: date) -> int:
    """Which such weekday of its month a day is: 1 to 4, or -1 for the last where it is a fifth one."""
    nth = (day.day - 1) // 7 + 1
    return nth if nth < 5 else -1


def next_of(night: RegularNight, now: datetime) -> datetime | None:
    """When a night begins next, or began if it is going on; None where it comes no more."""
    begins = datetime.combine(night.first, night.at)
    since = timezone.make_naive(now) - timedelta(hours=night.hours)
    found: datetime | None = begins if begins > since else None
    if night.repeats != _Repeats.ONCE:
        found = rrulestr(rule(night), dtstart=begins).after(since)
    if found is None or (night.until and found.date() > night.until):
        return None
    return timezone.make_aware(found)


def next_among(found: Iterable[RegularNight], now: datetime | None = None) -> NextNight | None:
    """Which of some nights is the next, and when; None where none comes any more."""
    now = now or timezone.now()
    dates = ((next_of(night, now), night) for night in found)
    coming = [NextNight(night, begins) for begins, night in dates if begins]
    return min(coming, key=lambda each: each.begins, default=None)


def next_night(visitor: Visitor) -> NextNight | None:
    """The crew's next night, for its home page. One query."""
    return next_among(nights(visitor))
