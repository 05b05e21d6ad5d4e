"""A game that is or was played: its table now, its seats, its hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self, TypeAlias

import msgspec
from django.db import models
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone

from scoring.models.fields import JSONField
from scoring.models.people import (
    NAME_LENGTH,
    Crew,
    CrewQuerySet,
    Membership,
    Player,
    Role,
    Viewer,
    new_public_id,
)

KEY_LENGTH = 64
TITLE_LENGTH = 80
#: Of a key of what was played (`scoring.played`): its title may fold to more letters than it has.
PLAYED_LENGTH = 280
#: In a state, what was agreed on, and in that the definition of a score sheet (docs/record.md).
OPTIONS, SHEET = "options", "sheet"
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])

JsonObject: TypeAlias = Mapping[str, object]


def packed(options: JsonObject, state: bytes) -> bytes:
    """A state of a game as its rows keep it: a score sheet stands in the game's options, and only there.

    It is larger than all that is written on it, and a game has a row for each of its rounds.
    """
    if not options.get(SHEET):
        return state
    fields = _FIELDS.decode(state)
    agreed = _FIELDS.decode(fields[OPTIONS])
    agreed.pop(SHEET, None)
    return msgspec.json.encode({**fields, OPTIONS: agreed})


def unpacked(options: JsonObject, kept: bytes) -> bytes:
    """The state that was packed; what was kept whole stays as it is."""
    if not options.get(SHEET):
        return kept
    fields = _FIELDS.decode(kept)
    agreed: dict[str, object] = {SHEET: options[SHEET], **_FIELDS.decode(fields[OPTIONS])}
    return msgspec.json.encode({**fields, OPTIONS: agreed})


class GameQuerySet(CrewQuerySet["Game"]):
    """Games, by who may see them and how far they are."""

    def visible_to(self, visitor: Viewer) -> Self:
        """The visitor's games; each knows the phone that looks at it (`viewer_id`, `viewer_role`).

        Those that were discarded are not among them.
        """
        return self._seen_by(visitor).kept()

    def discarded_by_crew_of(self, visitor: Viewer) -> Self:
        """What `visible_to` leaves out: the visitor's games that were discarded."""
        return self._seen_by(visitor).filter(discarded_at__isnull=False)

    def kept(self) -> Self:
        """Those that nobody has discarded."""
        return self.filter(discarded_at__isnull=True)

    def _seen_by(self, visitor: Viewer) -> Self:
        return (
            super()
            .visible_to(visitor)
            .annotate(
                viewer_id=models.F("crew__memberships__id"), viewer_role=models.F("crew__memberships__role")
            )
        )

    def named(self, visitor: Viewer, public_ids: Iterable[str]) -> Self:
        """The visitor's games of these ids, in no order, found by the ids however many games the crew has.

        As a join SQLite would read all games of the crew to find a few of them.
        """
        phones = Membership.objects.filter(
            crew=models.OuterRef("crew"), token_digest=visitor.digest, shut_out_at__isnull=True
        )
        return self.kept().filter(models.Exists(phones), public_id__in=set(public_ids)).order_by()

    def with_wins(self) -> Self:
        """With which score wins where a table agrees on that (`agreed_wins`), not all that it agreed on."""
        return self.annotate(agreed_wins=KeyTextTransform("wins", "options")).defer("options")

    def newest_first(self) -> Self:
        """By when they began, as an index has them."""
        return self.order_by("-created_at", "-pk")

    def unfinished(self) -> Self:
        """Those that are not over."""
        return self.filter(finished_at__isnull=True)


class Logger(models.TextChoices):
    """Whose phones log the moves of a game, beside the keeper's."""

    ONE = "one"
    SEATS = "seats"
    ANYONE = "anyone"


class Game(models.Model):
    """One game and its table as it stands: a tap reads and writes this row, never the whole log.

    `game` are the rules; `played` is what was played by them, which a title may say (`scoring.played`):
    statistics, ratings and filters go by it.
    `version` is the number of rows in the log, `length` the number of moves in force, `redoable` how many
    undone ones can come back; `hand` is the hand of the move last in force. `snapshot` is the rules'
    state, opaque here but for a score sheet in it (`packed`); `standing` what it says of people: {"players":
    names in their order at the table, "scores": name to number, quitters included, "winners": names,
    "sides": names of each side, where some play together}. `due` says that the tallies do not know yet how
    the game stands: it ended, or was corrected or taken up again afterwards (`scoring.statistics.tallies`).
    `seated` has the phones of those who play along on their own: name to primary key (`scoring.crew.seats`).
    `logged_by` says whose phones log its moves, "" as long as nobody chose, and `scorer` which one does where
    it is one (`scoring.crew.loggers`). `raced` is the version at which two buzzes met, or one
    waits for the phone that logs; 0 for none (`scoring.log.buzzes`).
    `place` says where it was played and `notes` what was noted of it, lines of text: what came with it from
    elsewhere (`scoring.exchange`).
    `discarded_at` takes it out of everything until it is restored, or erased for good (`scoring.discarding`).
    """

    crew = models.ForeignKey(Crew, models.PROTECT, related_name="games", db_index=False)
    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    key = models.CharField(max_length=KEY_LENGTH, help_text="From its form: sent twice, it is one game.")
    game = models.CharField(max_length=32, help_text="The rules it is played by.")
    options = JSONField()
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    played = models.CharField(max_length=PLAYED_LENGTH, editable=False)
    place = models.CharField(max_length=80, blank=True, default="")
    notes = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(default=0)
    redoable = models.PositiveIntegerField(default=0)
    # Indexed, for a hand that is undone is looked for here: without, among all games of all crews.
    hand = models.ForeignKey("Hand", models.DO_NOTHING, null=True, related_name="+")
    phase = models.CharField(max_length=16)
    snapshot = models.BinaryField()
    standing = JSONField()
    seated = JSONField(default=dict, editable=False)
    logged_by = models.CharField(max_length=6, choices=Logger, blank=True, default="", editable=False)
    scorer = models.ForeignKey(
        Membership, models.SET_NULL, related_name="+", db_index=False, null=True, blank=True, editable=False
    )
    raced = models.PositiveIntegerField(default=0, editable=False)
    due = models.BooleanField(default=False)
    discarded_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Nobody of the crew where the owner of the server did it.
    discarded_by = models.ForeignKey(
        Membership,
        models.PROTECT,
        related_name="+",
        db_index=False,
        null=True,
        blank=True,
        editable=False,
    )

    objects = GameQuerySet.as_manager()

    # Only on games that `visible_to` or `find_game` found.
    viewer_id: int
    viewer_role: str
    # Only on games `with_wins`.
    agreed_wins: str | None

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="game_started_once", fields=["crew", "key"]),
            models.CheckConstraint(
                name="game_moves_are_logged",
                condition=models.Q(version__gte=models.F("length") + models.F("redoable")),
            ),
            models.CheckConstraint(
                name="game_ends_after_it_began",
                condition=models.Q(finished_at__isnull=True)
                | models.Q(finished_at__gte=models.F("created_at")),
            ),
            models.CheckConstraint(
                name="game_names_its_rules",
                condition=~(models.Q(game="") | models.Q(played="") | models.Q(key="") | models.Q(phase="")),
            ),
            models.CheckConstraint(
                name="game_kept_is_discarded_by_nobody",
                condition=models.Q(discarded_at__isnull=False) | models.Q(discarded_by__isnull=True),
            ),
            models.CheckConstraint(
                name="game_logger_known", condition=models.Q(logged_by__in=["", *Logger.values])
            ),
        ]
        indexes: ClassVar = [
            # With the title, so that words are looked for in the index alone.
            models.Index(
                name="game_newest_first",
                fields=["crew", "-created_at", "-id", "title"],
                condition=models.Q(discarded_at__isnull=True),
            ),
            models.Index(
                name="game_unfinished",
                fields=["crew", "-created_at", "-id", "title"],
                condition=models.Q(finished_at__isnull=True, discarded_at__isnull=True),
            ),
            models.Index(
                name="game_by_rules",
                fields=["crew", "game", "-created_at", "-id", "title"],
                condition=models.Q(discarded_at__isnull=True),
            ),
            models.Index(
                name="game_by_played",
                fields=["crew", "played", "-created_at", "-id", "title"],
                condition=models.Q(discarded_at__isnull=True),
            ),
            models.Index(
                name="game_by_place",
                fields=["crew", "place", "-created_at", "-id"],
                condition=models.Q(discarded_at__isnull=True) & ~models.Q(place=""),
            ),
            # Notes are looked through where there are any.
            models.Index(
                name="game_noted",
                fields=["crew", "id"],
                condition=models.Q(discarded_at__isnull=True) & ~models.Q(notes=""),
            ),
            # In the order in which they are rated.
            models.Index(name="game_by_end", fields=["crew", "played", "finished_at", "id"]),
            models.Index(name="game_due", fields=["crew", "id"], condition=models.Q(due=True)),
            models.Index(
                name="game_discarded",
                fields=["crew", "discarded_at"],
                condition=models.Q(discarded_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.title or f"{self.game} of {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def viewer_is_keeper(self) -> bool:
        """Whether the phone that looks may do everything."""
        return self.viewer_role == Role.KEEPER

    @property
    def viewer_may_write(self) -> bool:
        """Whether the phone that looks may change something."""
        return self.viewer_role != Role.WATCHER

    @property
    def partners(self) -> dict[str, tuple[str, ...]]:
        """The side of each who has one, where sides play against each other: all together are none."""
        sides = self.standing.get("sides", ())
        return {name: tuple(side) for side in sides for name in side} if len(sides) > 1 else {}

    def side_of(self, name: str) -> tuple[str, ...]:
        """Whose score is one with that of a player: their side, or they alone who have no partners."""
        return self.partners.get(name, (name,))

    @property
    def state(self) -> bytes:
        """The state of the rules, as bytes that they read."""
        return unpacked(self.options, bytes(self.snapshot))


class Seat(models.Model):
    """A player's part in one game.

    `name` is the word that the moves use; `place` the order of sitting down, from 0 (who sits where now
    is in `Game.standing`). `score` stays blank until the game is over: blank is not 0. `played` and
    `began_at` are the game's, kept here so that a player's games are found in their order. `facts` is what
    the game came to for the player (`scoring.statistics.facts`), {} while it is not tallied.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    score = models.FloatField(null=True, blank=True)
    won = models.BooleanField(default=False)
    left = models.BooleanField(default=False)
    played = models.CharField(max_length=PLAYED_LENGTH, editable=False)
    began_at = models.DateTimeField(default=timezone.now, editable=False)
    facts = JSONField(default=dict, editable=False)

    class Meta:
        ordering: ClassVar = ["game_id", "place"]
        indexes: ClassVar = [
            models.Index(name="seat_newest_first", fields=["player", "-began_at", "-game"]),
            models.Index(name="seat_by_played", fields=["player", "played", "-began_at", "-game"]),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(name="seat_place_once_a_game", fields=["game", "place"]),
            models.UniqueConstraint(name="seat_name_once_a_game", fields=["game", "name"]),
            models.UniqueConstraint(name="seat_player_once_a_game", fields=["game", "player"]),
            models.CheckConstraint(name="seat_has_a_name", condition=~models.Q(name="")),
            models.CheckConstraint(
                name="seat_name_short", condition=LessThanOrEqual(Length("name"), NAME_LENGTH)
            ),
            models.CheckConstraint(
                name="seat_wins_with_a_result", condition=models.Q(won=False) | models.Q(score__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Hand(models.Model):
    """A hand in force, and the state before it, from which undo and corrections fold again.

    `first` is the position of its first move, 0 for the opening: what comes before any hand. `since` is
    the log row that put that move there; all rows of the hand's moves follow it. `number` is what players
    call the hand: a void one gives its number back, so it may come twice. Rows are derived: undo and
    correct rebuild them.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    since = models.PositiveIntegerField()
    snapshot = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["game_id", "first"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="hand_begins_once", fields=["game", "first"]),
            models.CheckConstraint(
                name="hand_move_is_logged_no_earlier", condition=models.Q(since__gte=models.F("first"))
            ),
        ]

    def __str__(self) -> str:
        return f"Hand {self.number}"

    def state_in(self, game: Game) -> bytes:
        """The state before the hand's first move. `game` is the hand's."""
        return unpacked(game.options, bytes(self.snapshot))
