"""A crew's seasons: each a name and dates, over one thing that is played or all of it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from scoring.models.games import PLAYED_LENGTH
from scoring.models.people import NAME_LENGTH, Crew, CrewQuerySet, new_public_id


class Season(models.Model):
    """The days from `since` to `until`, both counted in; without an end it goes on.

    `played` is what it is over (`scoring.played`), "" for everything. Who leads in it is a sum of what is
    tallied anyway (`scoring.statistics.spans`), so a season costs nothing until it is looked at.
    """

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="seasons", db_index=False)
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=3 * NAME_LENGTH, editable=False)
    since = models.DateField()
    until = models.DateField(null=True, blank=True)
    played = models.CharField(max_length=PLAYED_LENGTH, blank=True, help_text="What it is over.")

    objects = CrewQuerySet["Season"].as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="season_name_once_a_crew", fields=["crew", "folded"]),
            models.CheckConstraint(
                name="season_has_a_name", condition=~models.Q(name="") & ~models.Q(folded="")
            ),
            models.CheckConstraint(
                name="season_ends_after_it_began",
                condition=models.Q(until__isnull=True) | models.Q(until__gte=models.F("since")),
            ),
        ]

    def __str__(self) -> str:
        return self.name
