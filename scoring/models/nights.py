"""Which night a moment belongs to; and when a crew means to play, its regular nights."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from scoring.models.fields import JSONField
from scoring.models.people import NAME_LENGTH, Crew, CrewQuerySet, new_public_id

#: Nobody plays on other days, and no form, file or address has one: 1970 to 2199 by UTC, by whichever clock.
FIRST_DAY, LAST_DAY = date(1969, 12, 31), date(2200, 1, 1)
#: The days of regular nights, which are counted one by one from the first on.
FIRST_REGULAR, LAST_REGULAR = date(2000, 1, 1), date(2099, 12, 31)
PLACE_LENGTH = 80
MOST_HOURS = 24
#: Dates that are kept as called off: the oldest give way.
MOST_OFF = 60
#: An evening goes on until five in the morning, by the clock of the house.
DAWN = timedelta(hours=5)


def night_of(moment: datetime) -> date:
    """The night that a moment belongs to: from five in the morning to five, called by its first day."""
    return (timezone.localtime(moment) - DAWN).date()


def night_begins(day: date) -> datetime:
    """The moment at which the night of a day begins; so does its month, or its year, if it is the first."""
    return timezone.make_aware(datetime(day.year, day.month, day.day) + DAWN)  # noqa: DTZ001 - made aware here


def tonight() -> date:
    """The night that it is now."""
    return night_of(timezone.now())


class RegularNight(models.Model):
    """A night that comes again, or a single date: `first` says the weekday and, of a month, which it is.

    `at` is by the clock of the house, `until` the last day on which it can be, `off` are the dates that were
    called off, each as 2026-11-27. `changes` and `changed_at`
    tell calendars on phones which of two versions is the newer one.
    """

    class Repeats(models.TextChoices):
        """How often it comes."""

        WEEK = "week"
        FORTNIGHT = "fortnight"
        MONTH = "month"
        ONCE = "once"

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="regular_nights", db_index=False)
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    place = models.CharField(max_length=PLACE_LENGTH, blank=True)
    repeats = models.CharField(max_length=9, choices=Repeats)
    first = models.DateField()
    at = models.TimeField()
    hours = models.PositiveSmallIntegerField(default=3)
    until = models.DateField(null=True, blank=True)
    off = JSONField(default=list, blank=True)
    changes = models.PositiveIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = CrewQuerySet["RegularNight"].as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="regular_night_repeats_as_known",
                condition=models.Q(repeats__in=["week", "fortnight", "month", "once"]),
            ),
            models.CheckConstraint(
                name="regular_night_has_hours",
                condition=models.Q(hours__gte=1, hours__lte=MOST_HOURS),
            ),
            models.CheckConstraint(
                name="regular_night_ends_after_it_began",
                condition=models.Q(until__isnull=True) | models.Q(until__gte=models.F("first")),
            ),
        ]
        indexes: ClassVar = [models.Index(name="regular_night_of_crew", fields=["crew"])]

    def __str__(self) -> str:
        return self.name or f"{self.repeats} from {self.first}"
