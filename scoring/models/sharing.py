"""What of a game, or of a crew, may be seen by those who are not in it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from scoring.models.games import Game
from scoring.models.people import Crew, Membership, new_public_id


class _Link(models.Model):
    """A link that works for anybody who has it, until it is revoked.

    The token stands here as it is: it opens nothing that does not lie in the same database.
    """

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    actor = models.ForeignKey(Membership, models.PROTECT, related_name="+", db_index=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class Share(_Link):
    """A link by which anybody may see a game's result, or its table on a board."""

    class Kind(models.TextChoices):
        """What the link shows."""

        RESULT = "result"
        BOARD = "board"

    game = models.ForeignKey(Game, models.CASCADE, related_name="shares")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.RESULT)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="share_open_once_a_game",
                fields=["game", "kind"],
                condition=models.Q(revoked_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}{' (revoked)' if self.revoked_at else ''}"


class CrewShare(_Link):
    """A link by which a calendar or a feed reader fetches what a crew means to play, or has played."""

    class Kind(models.TextChoices):
        """What the link brings."""

        CALENDAR = "calendar"
        FEED = "feed"

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="shares")
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="crew_share_open_once_a_kind",
                fields=["crew", "kind"],
                condition=models.Q(revoked_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.crew}{' (revoked)' if self.revoked_at else ''}"
