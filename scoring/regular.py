"""A crew's regular nights: kept, changed, removed, and when the next one is.

A night's dates are worked out by dateutil from the very rule that the calendar file has (RFC 5545, 3.3.10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice

from dateutil.rrule import rrulestr
from django.utils import timezone

from scoring.crew.visitor import Visitor, must_write
from scoring.models import Membership, RegularNight
from scoring.models.nights import MOST_OFF
from scoring.writing import queue

#: Regular nights and single dates of one crew.
MOST_NIGHTS = 30
#: So many dates of a night are in sight, and can be called off.
AHEAD = 6
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_Repeats = RegularNight.Repeats


class NoSuchDate(LookupError):
    """The night is not on that day, or not soon."""


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
class Date:
    """A date of a night: the day, when it begins, and whether it was called off."""

    day: date
    begins: datetime
    off: bool


@dataclass(frozen=True)
class NextNight:
    """The next date of a regular night: it begins at `begins`, and may be going on."""

    night: RegularNight
    begins: datetime


def nights(visitor: Visitor) -> list[RegularNight]:
    """The crew's regular nights and single dates, in the order in which they began. One query."""
    return list(RegularNight.objects.visible_to(visitor).order_by("first", "at", "pk"))


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


def call_off(actor: Membership, night: RegularNight, day: date, *, off: bool) -> None:
    """Calls one of the next dates off, or on again. Said twice it stays so.

    Raises NoSuchDate, and PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    with queue(actor.crew_id):
        now = RegularNight.objects.filter(pk=night.pk).first()
        if now is None or day not in [each.day for each in ahead(now)]:
            raise NoSuchDate(day)
        said = day.isoformat()
        if off != (said in now.off):
            kept = [*now.off, said] if off else [each for each in now.off if each != said]
            now.off = sorted(kept)[-MOST_OFF:]
            now.changes += 1
            now.changed_at = timezone.now()
            now.save(update_fields=["off", "changes", "changed_at"])


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


def dates(night: RegularNight, now: datetime) -> Iterator[Date]:
    """When a night comes from now on, the one that is going on first; those that were called off too."""
    begins = datetime.combine(night.first, night.at)
    since = timezone.make_naive(now) - timedelta(hours=night.hours)
    coming: Iterable[datetime] = [begins] if begins > since else []
    if night.repeats != _Repeats.ONCE:
        coming = rrulestr(rule(night), dtstart=begins).xafter(since)
    for each in coming:
        if night.until and each.date() > night.until:
            return
        yield Date(each.date(), timezone.make_aware(each), off=each.date().isoformat() in night.off)


def ahead(night: RegularNight, now: datetime | None = None) -> list[Date]:
    """The next dates of a night that comes again; of a single one none, which is removed instead."""
    if night.repeats == _Repeats.ONCE:
        return []
    return list(islice(dates(night, now or timezone.now()), AHEAD))


def next_of(night: RegularNight, now: datetime) -> datetime | None:
    """When a night begins next, or began if it is going on; None where it comes no more."""
    return next((each.begins for each in dates(night, now) if not each.off), None)


def called_off(night: RegularNight, now: datetime) -> list[date]:
    """The days that were called off among the next dates."""
    return [each.day for each in ahead(night, now) if each.off]


def next_among(found: Iterable[RegularNight], now: datetime | None = None) -> NextNight | None:
    """Which of some nights is the next, and when; None where none comes any more."""
    now = now or timezone.now()
    dates = ((next_of(night, now), night) for night in found)
    coming = [NextNight(night, begins) for begins, night in dates if begins]
    return min(coming, key=lambda each: each.begins, default=None)


def next_night(visitor: Visitor) -> NextNight | None:
    """The crew's next night, for its home page. One query."""
    return next_among(nights(visitor))
