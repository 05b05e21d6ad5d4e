"""A crew's own score sheets: each a name, and a row for each version of what it says."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from scoring.models.fields import JSONField
from scoring.models.moves import AppendOnly
from scoring.models.people import Crew, CrewQuerySet, Membership, new_public_id

SHEET_NAME_LENGTH = 80


class Sheet(models.Model):
    """A sheet that a crew made, called by its name: no other one of the crew's in use has it.

    `version` is the newest of its versions, the one that is offered. `removed_at` takes it from the shelf
    until it is put back. `link` is the secret of the address by which anybody may read it, null for none.
    """

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="sheets", db_index=False)
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=SHEET_NAME_LENGTH)
    folded = models.CharField(max_length=3 * SHEET_NAME_LENGTH, editable=False)
    version = models.PositiveIntegerField(default=1)
    link = models.CharField(max_length=22, unique=True, null=True, blank=True, editable=False)
    linked_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", db_index=False, null=True, blank=True, editable=False
    )
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = CrewQuerySet["Sheet"].as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="sheet_name_once_a_crew",
                fields=["crew", "folded"],
                condition=models.Q(removed_at__isnull=True),
            ),
            models.CheckConstraint(
                name="sheet_has_a_name", condition=~models.Q(name="") & ~models.Q(folded="")
            ),
            models.CheckConstraint(
                name="sheet_removed_has_no_link",
                condition=models.Q(removed_at__isnull=True) | models.Q(link__isnull=True),
            ),
        ]
        indexes: ClassVar = [models.Index(name="sheet_of_crew", fields=["crew"])]

    def __str__(self) -> str:
        return self.name


class SheetVersion(AppendOnly):
    """What a sheet says, as data (docs/sheets.md), since `made_at`; a correction adds one."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="versions", db_index=False)
    version = models.PositiveIntegerField()
    definition = JSONField()
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.ForeignKey(Membership, models.PROTECT, related_name="+", db_index=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="sheet_version_once", fields=["sheet", "version"]),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, version {self.version}"
