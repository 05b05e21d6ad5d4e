"""The crew's calendar as a file (RFC 5545), by the library icalendar: what comes, and what was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac
from icalendar import Calendar, Event, vRecur

from referee.crew.plans import called
from referee.web.wording import many
from scoring import regular
from scoring.models import Crew, Night, RegularNight

#: Days of nights that were played; a phone that subscribed keeps no more.
PLAYED = timedelta(days=400)
_PRODUCT = "-//Referee//Game nights//EN"
_END = b"END:VCALENDAR\r\n"
#: A whole day. Nothing in it was typed, no line is long: the library takes a hundred times as long for it.
_PLAYED_EVENT = """BEGIN:VEVENT
SUMMARY:{games} played
DTSTART;VALUE=DATE:{day:%Y%m%d}
DTEND;VALUE=DATE:{next:%Y%m%d}
DTSTAMP:{day:%Y%m%d}T000000Z
UID:{uid}
SEQUENCE:{sequence}
TRANSP:TRANSPARENT
END:VEVENT
""".replace("\n", "\r\n")


def calendar_file(crew: Crew, nights: Iterable[RegularNight], played: Iterable[Night]) -> bytes:
    """The file: an event for each regular night with its rule, and a whole day for each night played."""
    calendar = Calendar.new(
        name=crew.name or "Game nights",
        prodid=_PRODUCT,
        method="PUBLISH",
        refresh_interval=timedelta(hours=12),
        uid=_uid(crew, "calendar"),
    )
    for night in nights:
        calendar.add_component(_regular(night))
    # Phones know the zones by their names; the rules stand in the file for those that do not.
    calendar.add_missing_timezones(first_date=date(2020, 1, 1))
    file: bytes = calendar.to_ical()
    return file.removesuffix(_END) + "".join(_played(crew, played)).encode() + _END


def _regular(night: RegularNight) -> Event:
    zone = timezone.get_default_timezone()
    begins = datetime.combine(night.first, night.at, zone)
    event = Event.new(
        summary=called(night),
        start=begins,
        end=begins + timedelta(hours=night.hours),
        uid=f"{night.public_id}@referee",
        stamp=night.changed_at.astimezone(UTC),
        last_modified=night.changed_at.astimezone(UTC),
        sequence=night.changes,
        location=night.place or None,
    )
    if rule := regular.rule(night):
        recur = vRecur.from_ical(rule)
        if night.until:
            last = datetime.combine(night.until, time.max, zone).replace(microsecond=0)
            recur["UNTIL"] = [last.astimezone(UTC)]
        event.add("rrule", recur)
        off = [datetime.combine(date.fromisoformat(day), night.at, zone) for day in night.off]
        if off:
            event.add("exdate", off)
    return event


def _played(crew: Crew, nights: Iterable[Night]) -> Iterator[str]:
    for night in nights:
        yield _PLAYED_EVENT.format(
            games=many(night.games, "game"),
            day=night.day,
            next=night.day + timedelta(days=1),
            uid=_uid(crew, night.day.isoformat()),
            # More games, later: a newer version of the same event.
            sequence=night.games,
        )


def _uid(crew: Crew, what: str) -> str:
    """The same at every look, and nobody's else."""
    return f"{salted_hmac(__name__, f'{crew.pk} {what}', algorithm='sha256').hexdigest()[:32]}@referee"
