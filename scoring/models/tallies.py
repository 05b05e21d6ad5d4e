"""What the games came to, kept beside them so that no page adds up years of play (`statistics.tallies`).

All rows here are derived: they can be thrown away and made again from the games.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from scoring.models.fields import JSONField
from scoring.models.games import PLAYED_LENGTH
from scoring.models.people import Crew, CrewQuerySet, Player


class Tally(models.Model):
    """What one player's games of one kind came to in a period: "2026-11", "2026", or "" for all time.

    `facts` is a `scoring.statistics.facts.Facts`, the sum of the games' own. The `game` "" stands for games
    of all kinds together: what of their facts adds up (`Facts.of_any_game`).
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="tallies", db_index=False)
    game = models.CharField(max_length=PLAYED_LENGTH, blank=True, help_text="What was played.")
    period = models.CharField(max_length=7, blank=True)
    facts = JSONField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="tally_once_a_period", fields=["player", "game", "period"]),
        ]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.player} at {self.game} {self.period}".rstrip()


class Rating(models.Model):
    """How strong a player is at a game, by OpenSkill: `mu` the estimate, `sigma` its uncertainty.

    `course` is how it came to that, as a list of `scoring.statistics.strength.Point`.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", db_index=False)
    game = models.CharField(max_length=PLAYED_LENGTH, help_text="What was played.")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    course = JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="rating_once_a_game", fields=["player", "game"]),
            models.CheckConstraint(name="rating_is_uncertain", condition=models.Q(sigma__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.game}: {self.mu:.1f}"


class Unrated(models.Model):
    """A game whose ratings have to be made anew in a crew, because an older one of its kind changed."""

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=PLAYED_LENGTH, help_text="What was played.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="unrated_once_a_game", fields=["crew", "game"]),
        ]
        verbose_name = "rating to be made anew"
        verbose_name_plural = "ratings to be made anew"

    def __str__(self) -> str:
        return f"{self.game} of {self.crew}"


class Night(models.Model):
    """A night on which the crew played (`models.nights.night_of`), and how many games of it are finished.

    `minutes` is how long those took together, `longest` the longest of them, of the id `longest_game`; what
    took no time, or a day, was noted down later and is left out.
    """

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="nights", db_index=False)
    day = models.DateField()
    games = models.PositiveIntegerField()
    minutes = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)
    longest_game = models.CharField(max_length=22, blank=True, default="")

    objects = CrewQuerySet["Night"].as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="night_once_a_day", fields=["crew", "day"]),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.games}"
