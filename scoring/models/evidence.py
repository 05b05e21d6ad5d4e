"""What is told of the moves besides themselves: what the referee refused, and photos of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone

from scoring.models.fields import JSONField
from scoring.models.games import KEY_LENGTH, Game
from scoring.models.moves import AppendOnly, AppendOnlyQuerySet, Move
from scoring.models.people import DIGEST_LENGTH, NAME_LENGTH, Membership, new_public_id

#: Pixels; a larger photo is made smaller before it is kept.
PHOTO_SIDE = 1600
CAPTION_LENGTH = 120
#: Refusals kept of one game: people do not argue more often, and junk must not fill the disk.
MOST_REFUSALS = 500
#: And buzzes: more than a long evening has.
MOST_BUZZES = 5000


class Refusal(AppendOnly):
    """A tap that the referee refused. It is no row of the log: the table's version stays as it was.

    `number` counts the refusals of a game from 1, `after` is the version of the table that was judged on,
    `body` the move as the record has it, `outcome` the no: its code, rule, message, facts and text.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="refusals", db_index=False)
    number = models.PositiveSmallIntegerField()
    after = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    body = JSONField()
    outcome = JSONField()
    actor = models.ForeignKey(Membership, models.PROTECT, related_name="+", db_index=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet["Refusal"].as_manager()

    class Meta:
        ordering: ClassVar = ["game_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="refusal_number_once_a_game", fields=["game", "number"]),
            models.CheckConstraint(
                name="refusal_numbers_end", condition=models.Q(number__gte=1, number__lte=MOST_REFUSALS)
            ),
            models.CheckConstraint(name="refusal_has_a_key", condition=~models.Q(key="")),
        ]

    def __str__(self) -> str:
        return f"Refusal {self.number}, after {self.after}"


class Buzz(AppendOnly):
    """A buzzer pressed on a phone: what was called, when by the phone's clock, and when it came here.

    `number` counts the buzzes of a game from 1; `version` is the table's once it was dealt with. `pressed` is
    the phone's own time, `offset` what leads from there to the server's, `doubt` how far that may be off: all
    in milliseconds, blank where the phone sent none. `flag` says why the time is no evidence, "" where it is.
    """

    class Flag(models.TextChoices):
        UNTIMED = "untimed"
        LATE = "late", "pressed after it came"
        EARLY = "early", "pressed long before it came"
        UNSURE = "unsure"

    game = models.ForeignKey(Game, models.PROTECT, related_name="buzzes", db_index=False)
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    player = models.CharField(max_length=NAME_LENGTH)
    event = models.CharField(max_length=16)
    target = models.CharField(max_length=NAME_LENGTH, blank=True)
    came_at = models.DateTimeField()
    pressed = models.FloatField(null=True)
    offset = models.FloatField(null=True)
    doubt = models.FloatField(null=True)
    flag = models.CharField(max_length=7, choices=Flag, blank=True)
    actor = models.ForeignKey(Membership, models.PROTECT, related_name="+", db_index=False)

    objects = AppendOnlyQuerySet["Buzz"].as_manager()

    class Meta:
        verbose_name_plural = "buzzes"
        ordering: ClassVar = ["game_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="buzz_number_once_a_game", fields=["game", "number"]),
            # One page may call several things, each once.
            models.UniqueConstraint(name="buzz_key_once_a_game", fields=["game", "key", "event", "target"]),
            models.CheckConstraint(
                name="buzz_numbers_end", condition=models.Q(number__gte=1, number__lte=MOST_BUZZES)
            ),
            models.CheckConstraint(
                name="buzz_is_timed_or_flagged",
                condition=models.Q(
                    flag="untimed", pressed__isnull=True, offset__isnull=True, doubt__isnull=True
                )
                | ~models.Q(flag="untimed")
                & models.Q(pressed__isnull=False, offset__isnull=False, doubt__isnull=False),
            ),
            models.CheckConstraint(
                name="buzz_flag_known",
                condition=models.Q(flag__in=["", "untimed", "late", "early", "unsure"]),
            ),
            models.CheckConstraint(
                name="buzz_calls_something",
                condition=~(models.Q(key="") | models.Q(event="") | models.Q(player="")),
            ),
        ]

    def __str__(self) -> str:
        return f"Buzz {self.number}: {self.player}, {self.event}"


class PhotoQuerySet(models.QuerySet["Photo"]):
    """Photos, by where they are."""

    def of(self, game: Game) -> PhotoQuerySet:
        """All that were ever taken of a game, those removed too."""
        return self.of_games([game.pk])

    def of_games(self, games: Iterable[int]) -> PhotoQuerySet:
        """As `of`, of all the games with these primary keys; a query of games will do."""
        moves, refusals = Move.objects.filter(game__in=games), Refusal.objects.filter(game__in=games)
        return self.filter(models.Q(move__in=moves) | models.Q(refusal__in=refusals))

    def kept(self) -> PhotoQuerySet:
        """Those that can still be seen."""
        return self.filter(removed_at__isnull=True)


class Photo(models.Model):
    """A picture of the table, as evidence for what the referee said: a row of the log, or a refusal.

    The picture is a file of its own, called by the public id (`pictures.photos`). When the keeper removes
    it, the file goes and the row stays. `caption` says what is to be seen, "" as long as nobody has.
    """

    move = models.ForeignKey(Move, models.PROTECT, related_name="photos", null=True, blank=True)
    refusal = models.ForeignKey(Refusal, models.PROTECT, related_name="photos", null=True, blank=True)
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    digest = models.CharField(max_length=DIGEST_LENGTH, help_text="SHA-256 of the file, hexadecimal.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    caption = models.CharField(max_length=CAPTION_LENGTH, blank=True, default="")
    actor = models.ForeignKey(Membership, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", db_index=False, null=True, blank=True
    )

    objects = PhotoQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="photo_of_one_ruling",
                condition=models.Q(move__isnull=False, refusal__isnull=True)
                | models.Q(move__isnull=True, refusal__isnull=False),
            ),
            # A form sent twice brings one photo; after a removal it may be brought again.
            models.UniqueConstraint(
                name="photo_once_a_ruling",
                fields=["move", "digest"],
                condition=models.Q(removed_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="photo_once_a_refusal",
                fields=["refusal", "digest"],
                condition=models.Q(removed_at__isnull=True),
            ),
            models.CheckConstraint(
                name="photo_file_digested", condition=Exact(Length("digest"), DIGEST_LENGTH)
            ),
            models.CheckConstraint(
                name="photo_fits_its_size",
                condition=models.Q(
                    width__gte=1, height__gte=1, width__lte=PHOTO_SIDE, height__lte=PHOTO_SIDE
                ),
            ),
            models.CheckConstraint(
                name="photo_removed_by_somebody",
                condition=models.Q(removed_at__isnull=True, removed_by__isnull=True)
                | models.Q(removed_at__isnull=False, removed_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Photo {self.public_id}"

    @property
    def event(self) -> Move | Refusal:
        """What it is evidence for; one query unless it was selected with the photo."""
        # One of the two is there: photo_of_one_ruling.
        return cast("Move | Refusal", self.move or self.refusal)
