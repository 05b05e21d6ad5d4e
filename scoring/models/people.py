"""Who plays together: a crew, its phones, its invitations and its players."""

from __future__ import annotations

import secrets
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar, Protocol, Self, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import Exact, LessThanOrEqual
from django.utils import timezone

NAME_LENGTH = 40
#: So much of a name is looked at: composing letters and folding them takes longer than the text is long.
_LOOKED_AT = 4 * NAME_LENGTH
#: Folded, letters become up to three, and some ligatures eighteen: what is longer is cut.
FOLDED_LENGTH = 3 * NAME_LENGTH
DIGEST_LENGTH = 64
#: Joiners inside emoji and Indic names; every other invisible character would make two names look like one.
JOINERS = "\u200c\u200d"

ModelT = TypeVar("ModelT", bound=models.Model)


def new_public_id() -> str:
    """A name for an address that nobody guesses: 128 random bits.

    It never begins like an option of a command. Older ones may.
    """
    while (found := secrets.token_urlsafe(16)).startswith(("-", "_")):
        pass
    return found


class Role(models.TextChoices):
    """What a phone may do in its crew: all, run tables, look."""

    KEEPER = "keeper"
    SCORER = "scorer"
    WATCHER = "watcher"


class Colour(models.TextChoices):
    """What a player is told apart by, beside the name; new players get them in this order."""

    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    PURPLE = "purple"
    ORANGE = "orange"
    PINK = "pink"
    TEAL = "teal"
    RED = "red"
    GREY = "grey"


class Viewer(Protocol):
    """Who looks: a browser, known by the digest of its token (`scoring.crew.visitor`)."""

    @property
    def digest(self) -> str:
        """What the database knows the token by, 64 hexadecimal digits."""


class CrewQuerySet(models.QuerySet[ModelT]):
    """Rows that belong to a crew. Looking one up is the permission check."""

    def visible_to(self, visitor: Viewer) -> Self:
        """Only what the visitor's crew holds; nothing for a browser without one."""
        return self.filter(
            crew__memberships__token_digest=visitor.digest, crew__memberships__shut_out_at__isnull=True
        )

    def find(self, visitor: Viewer, public_id: str) -> ModelT | None:
        """The visitor's one of this address, None where their crew has none. One query."""
        # PostgreSQL is not even asked for a text with a NUL.
        return None if "\0" in public_id else self.visible_to(visitor).filter(public_id=public_id).first()


class Crew(models.Model):
    """The people who play together: the unit of privacy.

    `recovery_digest` is that of the code which brings a lost keeper back, "" until one was made.
    `arriving_at` is set while the crew is read from a file (`exchange.crew_import`): when that last went on.
    `discarded_at` is when its keeper deleted it: nobody is in it then, until it is restored or erased
    (`scoring.crew_bin`).
    """

    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    recovery_digest = models.CharField(max_length=DIGEST_LENGTH, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    arriving_at = models.DateTimeField(null=True, blank=True, editable=False)
    discarded_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="crew_recovered_by_its_own_code",
                fields=["recovery_digest"],
                condition=~models.Q(recovery_digest=""),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="crew_discarded",
                fields=["discarded_at"],
                condition=models.Q(discarded_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Crew {self.pk}"


class Membership(models.Model):
    """One phone of a crew. Its token lies in the phone's cookie; only the digest is here.

    Rows are never deleted, as moves name them: a phone is shut out instead. `user` is whoever signed in on
    it, so that the crew can be found from another phone. `tapped_at` is when it last made a row of a log, to
    within five minutes, `seen_at` when it last asked for a page, to within an hour; `visited_at` is what that
    was before the visit that it is on (`scoring.crew.visitor`).
    """

    crew = models.ForeignKey(Crew, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=7, choices=Role)
    label = models.CharField(max_length=NAME_LENGTH, blank=True)
    token_digest = models.CharField(max_length=DIGEST_LENGTH, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    tapped_at = models.DateTimeField(null=True, blank=True, editable=False)
    seen_at = models.DateTimeField(null=True, blank=True, editable=False, default=timezone.now)
    visited_at = models.DateTimeField(null=True, blank=True, editable=False)
    shut_out_at = models.DateTimeField(null=True, blank=True)

    objects = CrewQuerySet["Membership"].as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="membership_role_known", condition=models.Q(role__in=Role.values)),
            models.CheckConstraint(
                name="membership_token_digested", condition=Exact(Length("token_digest"), DIGEST_LENGTH)
            ),
        ]

    def __str__(self) -> str:
        return self.label or f"{self.role} {self.pk}"

    @property
    def is_keeper(self) -> bool:
        """Whether the phone may do everything."""
        return self.role == Role.KEEPER

    @property
    def may_write(self) -> bool:
        """Whether the phone may change something; a watcher only looks."""
        return self.role != Role.WATCHER


class FormerPlace(models.Model):
    """A phone's place in a crew that was deleted: whose it is again when the crew is restored.

    `token_digest` is what the membership had. It is free meanwhile: the phone may be in another crew.
    """

    membership = models.OneToOneField(Membership, models.CASCADE, related_name="former")
    token_digest = models.CharField(max_length=DIGEST_LENGTH, db_index=True)

    def __str__(self) -> str:
        return str(self.membership)


class Invite(models.Model):
    """A link that makes whoever opens it a member, until a date and so many times.

    One of a `game` leads to a seat at its table.
    """

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="invites")
    game = models.ForeignKey("Game", models.CASCADE, related_name="invites", null=True, blank=True)
    role = models.CharField(max_length=7, choices=Role)
    token_digest = models.CharField(max_length=DIGEST_LENGTH, unique=True)
    uses_left = models.PositiveSmallIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = CrewQuerySet["Invite"].as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="invite_role_known", condition=models.Q(role__in=Role.values)),
            models.CheckConstraint(
                name="invite_token_digested", condition=Exact(Length("token_digest"), DIGEST_LENGTH)
            ),
            models.CheckConstraint(
                name="invite_ends_after_it_began", condition=models.Q(expires_at__gt=models.F("created_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} until {self.expires_at:%Y-%m-%d}"


class Player(models.Model):
    """A person as the crew knows them. "ann" and "Ann" are one person: names are unique without their case.

    The folded name is kept in a column because SQLite's LOWER knows only ASCII: "Élodie" has to be one
    person on every database. `avatar` names the picture among the crew's files, "" for none. Who is archived
    is not offered for new games. A `guest` is nobody by name: an anonymous one of another app, who sat at a
    table and is neither listed, rated nor ranked.
    """

    crew = models.ForeignKey(Crew, models.CASCADE, related_name="players", db_index=False)
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=FOLDED_LENGTH, editable=False)
    colour = models.CharField(max_length=6, choices=Colour)
    avatar = models.CharField(max_length=40, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    archived_at = models.DateTimeField(null=True, blank=True)
    guest = models.BooleanField(default=False, editable=False)

    objects = CrewQuerySet["Player"].as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="player_name_once_a_crew", fields=["crew", "folded"]),
            models.CheckConstraint(
                name="player_has_a_name", condition=~models.Q(name="") & ~models.Q(folded="")
            ),
            models.CheckConstraint(name="player_colour_known", condition=models.Q(colour__in=Colour.values)),
            models.CheckConstraint(
                name="player_name_short", condition=LessThanOrEqual(Length("name"), NAME_LENGTH)
            ),
        ]

    def __str__(self) -> str:
        return self.name


def next_colours(taken: Iterable[str], beside: Iterable[str] = ()) -> Iterator[Colour]:
    """The colours of those who come next, without end: always the first of those that the fewest have.

    What those have who sit `beside` them comes last.

    >>> colours = next_colours(["blue", "green"], beside=["yellow"])
    >>> next(colours).value, next(colours).value
    ('purple', 'orange')
    """
    had, here = Counter(taken), Counter(beside)
    while True:
        colour = min(Colour, key=lambda colour: (here[colour], had[colour]))
        had[colour] += 1
        here[colour] += 1
        yield colour


def free_colours(crew: int, beside: Iterable[str] = ()) -> Iterator[Colour]:
    """The colours of the crew's next players. One query."""
    there = Player.objects.filter(crew=crew, guest=False, archived_at=None)
    return next_colours(there.values_list("colour", flat=True), beside)


def clean_name(text: str) -> str:
    """The name with its spaces tidied, in Unicode's composed form.

    Raises ValidationError for an empty name, one longer than 40 characters, and one with invisible
    characters.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    tidy = " ".join(text.split())
    name = " ".join(unicodedata.normalize("NFC", tidy[:_LOOKED_AT]).split())
    if not name:
        raise ValidationError("A player needs a name.", code="empty")
    if len(name) > NAME_LENGTH or len(tidy) > _LOOKED_AT:
        raise ValidationError(f"A name has at most {NAME_LENGTH} characters.", code="long")
    if any(unicodedata.category(char).startswith("C") and char not in JOINERS for char in name):
        raise ValidationError("A name cannot have invisible characters.", code="invisible")
    return name


def fold_name(name: str) -> str:
    """What makes two names the same one.

    >>> fold_name("ÉLODIE") == fold_name("Élodie")
    True
    """
    return fold(name)[:FOLDED_LENGTH]


def fold(text: str) -> str:
    """A name or a title without what does not tell two of them apart: case, and ways to write a letter."""
    return unicodedata.normalize("NFKC", text[:_LOOKED_AT]).casefold()
