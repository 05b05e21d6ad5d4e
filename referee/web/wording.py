"""How days, times and numbers are written, on every page alike; times as the phone that asks does."""

from __future__ import annotations

from datetime import date, datetime, time

from django.template.defaultfilters import date as written
from django.template.defaultfilters import time as time_of_day
from django.utils import timezone

from referee.web.habits import habits
from referee.web.numbers import Number, signed

#: From so many hours on days are told.
_DAYS = 48


def day(when: date) -> str:
    """A day as people write it, such as 21 Nov 2026; of a moment the day where the table stands."""
    return written(_there(when), habits().day)


def weekday_and_day(when: date) -> str:
    """The same with its weekday."""
    return written(_there(when), habits().weekday)


def long_day(when: date, *, year: bool = True) -> str:
    """A day with its weekday, written out, such as Friday 20 November 2026; without its year where that is
    said already.
    """
    return written(_there(when), habits().long if year else habits().in_year)


def short_day(when: date) -> str:
    """A day where its year is said already and there is little room, such as 20 Nov."""
    return written(_there(when), habits().short)


def clock(when: datetime | time) -> str:
    """A time of day, such as 20:05, or 8:05 pm; of a moment the time where the table stands."""
    found = timezone.localtime(when) if isinstance(when, datetime) else when
    # Django's own "a" has dots, which no phone writes.
    return time_of_day(found, habits().clock).replace("a.m.", "am").replace("p.m.", "pm")


def day_and_time(when: datetime) -> str:
    """A moment with its day."""
    return f"{day(when)}, {clock(when)}"


def moment(when: datetime) -> str:
    """The same, but of today's "today"."""
    today = timezone.localtime(when).date() == timezone.localdate()
    return f"today, {clock(when)}" if today else day_and_time(when)


def lasted(minutes: int) -> str:
    """How long something took: "45 min", "2 h", "3 h 12 min", "3 days"."""
    hours, rest = divmod(minutes, 60)
    if hours >= _DAYS:
        return f"{hours // 24} days"
    return " ".join([f"{hours} h"] * bool(hours) + [f"{rest} min"] * bool(rest or not hours))


def _plural(what: str) -> str:
    """As `rules.sentences.plural`, which the pages' own words know nothing of; a test holds them together."""
    if what.endswith("y") and what[-2:-1] not in "aeiou":
        return f"{what[:-1]}ies"
    return f"{what}es" if what.endswith(("s", "x", "z", "ch", "sh")) else f"{what}s"


def many(number: int, what: str) -> str:
    """So many of them: "1 game", "2,000 games"."""
    return f"{number:,} {what if number == 1 else _plural(what)}"


def gained(points: Number | None) -> str:
    """What somebody got, with its sign; "0" for none, a dash for one who was not there."""
    return "–" if points is None else signed(points)


def _there(when: date) -> date:
    return timezone.localtime(when) if isinstance(when, datetime) else when
