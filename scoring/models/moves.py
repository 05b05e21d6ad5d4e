"""The log of a game, and the score lines that its moves made."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, TypeVar

from django.db import models
from django.utils import timezone

from scoring.models.fields import JSONField
from scoring.models.games import KEY_LENGTH, Game, Hand, Seat
from scoring.models.people import Membership

ModelT = TypeVar("ModelT", bound=models.Model)


class AppendOnlyError(TypeError):
    """Somebody tried to change what was logged."""


def _refuse() -> NoReturn:
    raise AppendOnlyError("The log is append-only: what happened stays.")


class AppendOnlyQuerySet(models.QuerySet[ModelT]):
    """What was logged, by rows: to read and to add, nothing else."""

    def update(self, **_: object) -> NoReturn:
        _refuse()

    def bulk_update(self, *_: object, **__: object) -> NoReturn:
        _refuse()

    def delete(self) -> NoReturn:
        _refuse()


class AppendOnly(models.Model):
    """A row that is added and then stays as it is."""

    class Meta:
        abstract = True

    def save(self, **kwargs: Any) -> None:
        """Adds the row; raises AppendOnlyError if it is there already."""
        if self.pk is not None:
            _refuse()
        super().save(**kwargs)

    def delete(self, *_: object, **__: object) -> NoReturn:
        """Raises AppendOnlyError."""
        _refuse()


class Move(AppendOnly):
    """One row of a game's log; the moves in force are derived from the rows (`scoring.log.effective`).

    `position` counts the moves in force from 1: where a move was put, what an undo took off, what a redo
    put back, where a correction begins. `body` is the move as the record has it, null for undo and redo,
    for a correction the list of what stands from `position` on. `outcome` is what the referee said. A
    trigger refuses changes in the database as well (`scoring.log.triggers`); a game with moves cannot be
    deleted.
    """

    class Kind(models.TextChoices):
        MOVE = "move"
        UNDO = "undo"
        REDO = "redo"
        CORRECT = "correct"

    game = models.ForeignKey(Game, models.PROTECT, related_name="moves", db_index=False)
    seq = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    kind = models.CharField(max_length=7, choices=Kind)
    position = models.PositiveIntegerField()
    body = JSONField(null=True)
    outcome = JSONField()
    actor = models.ForeignKey(Membership, models.PROTECT, related_name="+", db_index=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet["Move"].as_manager()

    class Meta:
        ordering: ClassVar = ["game_id", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="move_seq_once_a_game", fields=["game", "seq"]),
            models.UniqueConstraint(name="move_key_once_a_game", fields=["game", "key"]),
            models.CheckConstraint(
                name="move_kind_known", condition=models.Q(kind__in=["move", "undo", "redo", "correct"])
            ),
            models.CheckConstraint(
                name="move_counts_from_one",
                condition=models.Q(position__gte=1, seq__gte=models.F("position")),
            ),
            models.CheckConstraint(name="move_has_a_key", condition=~models.Q(key="")),
            models.CheckConstraint(
                name="move_body_where_one_is_due",
                condition=models.Q(kind__in=["undo", "redo"], body__isnull=True)
                | (~models.Q(kind__in=["undo", "redo"]) & models.Q(body__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}. {self.kind} {self.position}"


class Score(models.Model):
    """A line of a score; the lines of a seat add up to its score.

    Derived from the moves in force: undo takes the lines of its move away, redo brings them back, a
    correction rebuilds them. `position` is the move that made it, `move` the log row that put it there.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="scores", db_index=False)
    hand = models.ForeignKey(Hand, models.DO_NOTHING, related_name="scores")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="scores")
    move = models.ForeignKey(Move, models.PROTECT, related_name="scores", db_index=False)
    position = models.PositiveIntegerField()
    points = models.FloatField()
    clause = models.CharField(max_length=40)
    reason = models.CharField(max_length=200)

    class Meta:
        ordering: ClassVar = ["game_id", "position", "id"]
        indexes: ClassVar = [models.Index(name="score_by_position", fields=["game", "position"])]
        constraints: ClassVar = [
            models.CheckConstraint(name="score_made_by_a_move", condition=models.Q(position__gte=1)),
            models.CheckConstraint(name="score_cites_a_clause", condition=~models.Q(clause="")),
        ]

    def __str__(self) -> str:
        return f"{self.points:+g} {self.reason}"
