"""The log of a game: rows are only ever added, and what counts is derived from them (`scoring.force`).

A write, for the web layer::

    with log.locked(visitor, public_id, key=key) as open_game:   # Game.DoesNotExist, PermissionDenied, BadKey
        if not open_game.repeated:
            ...judge the move on rules.load(open_game.game.state); log.past(open_game.game) to look back...
            open_game.move(body=raw, outcome=..., table=Table(...), lines=[...], hand=3)
    # here it is saved: ring the doorbell, render

The game's row is locked meanwhile, so the taps of two phones come one after the other. Leaving the block
by an exception saves nothing. `key` comes from the page (`new_key`): it names the version that the page
showed, and the log takes it once. `repeated` is the row that a key sent again made the first time; a
write then changes nothing and returns it. `missed(game, key)` says what happened after the page was made.
The other writes::

    before = open_game.before_last()        # fold before.entries over before.state, then
    open_game.undo(outcome=..., table=...)
    entry = open_game.next_redo()           # judge entry.body on the present state, then
    open_game.redo(outcome=..., table=..., lines=..., hand=...)
    past = log.past(open_game.game, n)      # all from the hand of position n on: fold it anew, then
    open_game.correct(position=n, steps=[...], outcome=..., table=...)

Each returns the row that it added, and leaves `open_game.game` as the database has it. `hand` is the
number of the hand that the move begins: the state before it is kept as the hand's. `steps` are what
stands from position n on.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from scoring.crew import Visitor, must_write
from scoring.force import last_written
from scoring.models import Game, Hand, Move, Score, Seat
from scoring.phones import note_tap
from scoring.seats import follow
from scoring.values import Entry, Line, Past, Step, Table
from scoring.writing import one_writer

_KEY = re.compile(r"(\d{1,9})-[\w-]{8,40}", re.ASCII)
Kind = Move.Kind


class BadKey(ValueError):
    """A key that no page of ours has made."""


class NothingThere(LookupError):
    """Undo at the beginning, redo with nothing undone, a correction of no move."""


def new_key(game: Game) -> str:
    """A key for a page that shows the game as it is: it is good for one row of the log."""
    return f"{game.version}-{secrets.token_urlsafe(12)}"


def version_of(key: str) -> int:
    """The version that the page of a key showed. Raises BadKey."""
    match = _KEY.fullmatch(key)
    if match is None:
        raise BadKey(key)
    return int(match[1])


def past(game: Game, position: int | None = None) -> Past:
    """The running hand, or all from the hand of a position on: two queries, whatever the game's length."""
    hand = _hands(game, game.length if position is None else position).latest("first")
    entries = last_written(_rows(game, hand.since), range(max(hand.first, 1), game.length + 1))
    return Past(hand.state, hand.first, entries)


def next_redo(game: Game) -> Entry | None:
    """The undone move that redo would put back; None if there is none."""
    if not game.redoable:
        return None
    since = _hands(game, game.length).order_by("-first").values("since")[:1]
    return last_written(_rows(game, since), range(game.length + 1, game.length + 2))[0]


def last_outcome(game: Game) -> Any:
    """What the referee said of the last move in force; {} before the first."""
    # Later positions were written by later rows (scoring.force): the newest row up to here wrote the last.
    written = Move.objects.filter(
        game=game, kind__in=[Kind.MOVE, Kind.CORRECT], position__lte=game.length, seq__lte=game.version
    )
    row = written.order_by("-seq").first()
    return last_written([row], range(game.length, game.length + 1))[0].outcome if row else {}


def missed(game: Game, key: str) -> list[Move]:
    """What happened after the page of a key was made, oldest first, its own row aside. Raises BadKey."""
    return list(_rows(game, version_of(key) + 1).exclude(key=key))


@contextmanager
def locked(visitor: Visitor, public_id: str, *, key: str) -> Iterator[OpenGame]:
    """The game, for one write; saved when the block ends well. See the module.

    Raises Game.DoesNotExist for a game that the visitor cannot see, PermissionDenied for one who may only
    look, BadKey.
    """
    shown = version_of(key)
    with one_writer():
        # of self: the crew's row is only looked at, so its phones do not queue at different tables.
        game = Game.objects.visible_to(visitor).select_for_update(of=("self",)).get(public_id=public_id)
        must_write(game.viewer_role)
        if shown > game.version:
            raise BadKey(key)
        # A row has a higher number than the version in its key, so a page of this very version has made none.
        repeated = Move.objects.filter(game=game, key=key).first() if shown < game.version else None
        yield OpenGame(game, key, repeated)


@dataclass
class OpenGame:
    """A game under lock, for one write."""

    game: Game
    key: str
    repeated: Move | None

    @property
    def is_stale(self) -> bool:
        """Whether others have tapped since the page was made."""
        return version_of(self.key) < self.game.version

    def before_last(self) -> Past | None:
        """The running hand without its last move: what undo has to fold. None if no move is in force."""
        if not self.game.length:
            return None
        hand = self._last_hands[0]
        if hand.first == self.game.length:
            return Past(hand.state, hand.first, ())
        rows = _rows(self.game, hand.since)
        return Past(hand.state, hand.first, last_written(rows, range(max(hand.first, 1), self.game.length)))

    def next_redo(self) -> Entry | None:
        """The undone move that redo would put back; None if there is none."""
        return self._next_redo

    def move(
        self, *, body: Any, outcome: Any, table: Table, lines: Sequence[Line] = (), hand: int | None = None
    ) -> Move:
        """Adds a move at the end; what was undone before cannot come back."""
        if self.repeated:
            return self.repeated
        if not lines:
            # What scores asks enough already; whoever plays makes ordinary moves too.
            note_tap(self.game.viewer_id, self.game.viewer_tapped_at)
        position = self.game.length + 1
        row = self._add(Kind.MOVE, position, body, outcome)
        step = Step(body, outcome, lines=lines, hand=hand, before=self.game.state)
        self._save(table, length=position, redoable=0, written=_Written(row, row.seq, position, [step]))
        return row

    def undo(self, *, outcome: Any, table: Table) -> Move:
        """Takes the last move off. Raises NothingThere at the beginning."""
        if self.repeated:
            return self.repeated
        position = self.game.length
        if not position:
            raise NothingThere("No move is left to undo.")
        row = self._add(Kind.UNDO, position, None, outcome)
        self._take_back(position)
        self._save(table, length=position - 1, redoable=self.game.redoable + 1)
        return row

    def redo(
        self, *, outcome: Any, table: Table, lines: Sequence[Line] = (), hand: int | None = None
    ) -> Move:
        """Puts back the move undone last. Raises NothingThere if none is."""
        if self.repeated:
            return self.repeated
        entry = self.next_redo()
        if entry is None:
            raise NothingThere("No move is left to redo.")
        row = self._add(Kind.REDO, entry.position, None, outcome)
        step = Step(entry.body, outcome, lines=lines, hand=hand, before=self.game.state)
        written = _Written(row, entry.written, entry.position, [step])
        self._save(table, length=entry.position, redoable=self.game.redoable - 1, written=written)
        return row

    def correct(self, *, position: int, steps: Sequence[Step], outcome: Any, table: Table) -> Move:
        """Replaces all from a position on by `steps`; what no longer holds is left out of them.

        Raises NothingThere if no move is in force at the position.
        """
        if self.repeated:
            return self.repeated
        if not 1 <= position <= self.game.length:
            raise NothingThere(f"There is no move {position}.")
        body = [{"seq": step.seq, "move": step.body, "outcome": step.outcome} for step in steps]
        row = self._add(Kind.CORRECT, position, body, outcome)
        self._take_back(position)
        length = position - 1 + len(steps)
        self._save(table, length=length, redoable=0, written=_Written(row, row.seq, position, steps))
        return row

    @cached_property
    def _last_hands(self) -> list[Hand]:
        """The running hand, and the one that would be running without its first move."""
        return list(_hands(self.game, self.game.length).order_by("-first")[:2])

    @cached_property
    def _next_redo(self) -> Entry | None:
        return next_redo(self.game)

    def _add(self, kind: Kind, position: int, body: Any, outcome: Any) -> Move:
        return Move.objects.create(
            game=self.game,
            seq=self.game.version + 1,
            key=self.key,
            kind=kind,
            position=position,
            body=body,
            outcome=outcome,
            actor_id=self.game.viewer_id,
        )

    def _take_back(self, position: int) -> None:
        """Removes the lines and the hands that the moves from a position on made."""
        game = self.game
        Score.objects.filter(game=game, position__gte=position).delete()
        if self._last_hands[0].first < position:
            return
        kept = next((hand for hand in self._last_hands if hand.first < position), None)
        game.hand = kept or _hands(game, position - 1).latest("first")
        Hand.objects.filter(game=game, first__gte=position).delete()

    def _save(self, table: Table, *, length: int, redoable: int, written: _Written | None = None) -> None:
        game = self.game
        follow(game, table)
        if written:
            written.save(game)
        now = timezone.now()
        changes = {
            "version": game.version + 1,
            "length": length,
            "redoable": redoable,
            "hand_id": game.hand_id,
            "phase": table.phase,
            "snapshot": table.snapshot,
            "standing": table.standing,
            "finished_at": (game.finished_at or now) if table.over else None,
            # The tallies have to look at what ended, and at what had ended before.
            "due": game.due or table.over or game.finished_at is not None,
        }
        # Compare and set: without the lock two taps could both have read this version, and one would be lost.
        if not Game.objects.filter(pk=game.pk, version=game.version).update(**changes):
            raise RuntimeError(f"Game {game.pk} was written by another while it was open.")
        for name, value in changes.items():
            setattr(game, name, value)
        self.__dict__.pop("_last_hands", None)
        self.__dict__.pop("_next_redo", None)


@dataclass(frozen=True)
class _Written:
    """Steps put at a position by a row of the log, with the hands they begin and the lines they score."""

    row: Move
    since: int
    position: int
    steps: Sequence[Step]

    def save(self, game: Game) -> None:
        numbered = list(enumerate(self.steps, self.position))
        hands = [
            Hand(game=game, number=step.hand, first=position, since=self.since, snapshot=step.before)
            for position, step in numbered
            if step.hand is not None
        ]
        begun = {hand.first: hand.pk for hand in (Hand.objects.bulk_create(hands) if hands else ())}
        scored: list[tuple[int, int, Line]] = []
        for position, step in numbered:
            game.hand_id = begun.get(position, game.hand_id)
            scored += [(position, game.hand_id or 0, line) for line in step.lines]
        if scored:
            self._score(game, scored)

    def _score(self, game: Game, scored: Iterable[tuple[int, int, Line]]) -> None:
        seats = dict(Seat.objects.filter(game=game).values_list("name", "pk"))
        Score.objects.bulk_create(
            Score(
                game=game,
                hand_id=hand,
                seat_id=seats[line.player],
                move=self.row,
                position=position,
                points=line.points,
                clause=line.clause,
                reason=line.reason,
            )
            for position, hand, line in scored
        )


def _hands(game: Game, position: int) -> QuerySet[Hand]:
    return Hand.objects.filter(game=game, first__lte=position)


def _rows(game: Game, since: Any) -> QuerySet[Move]:
    # Up to the version that was read: a page that only looks sees one moment, though others are tapping.
    return Move.objects.filter(game=game, seq__gte=since, seq__lte=game.version).order_by("seq")
