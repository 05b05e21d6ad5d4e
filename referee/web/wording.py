"""How days, times and numbers are written, on every page alike."""

from __future__ import annotations

from datetime import date, datetime

from django.template.defaultfilters import date as written
from django.utils import timezone

from referee.web.numbers import Number, signed


def day(when: date) -> str:
    """A day as people write it, such as 21 Nov 2026; of a moment the day where the table stands."""
    return written(timezone.localtime(when) if isinstance(when, datetime) else when, "j M Y")


def day_and_time(when: datetime) -> str:
    """A moment with its day."""
    return written(timezone.localtime(when), "j M Y, H:i")


def moment(when: datetime) -> str:
    """The same, but of today's "today"."""
    local = timezone.localtime(when)
    return f"today, {written(local, 'H:i')}" if local.date() == timezone.localdate() else day_and_time(when)


def many(number: int, what: str) -> str:
    """So many of them: "1 game", "2,000 games"."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def gained(points: Number | None) -> str:
    """What somebody got, with its sign; "0" for none, a dash for one who was not there."""
    return "–" if points is None else signed(points)
