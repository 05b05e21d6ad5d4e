"""The log of a game, written: rows are only added, and what counts is derived from them (`log.effective`).

A write, for the web layer::

    with writer.open_game(visitor, public_id, key=key) as table:
        if not table.repeated:
            ...judge the move on rules.load(table.game.state); reader.past(table.game) to look back...
            table.move(Step(raw, outcome, lines=[...], hand=3), Table(...))
    # here it is saved: ring the doorbell, render

The game's row is locked meanwhile, so the taps of two phones come one after the other. Leaving the block
by an exception saves nothing. `key` comes from the page (`tap_keys.new_key`): it names the version that the
page showed, and the log takes it once: what follows its first hyphen, however many taps it says go ahead of
it. `repeated` is the row that a key sent again made the first time; a write then changes nothing and returns
it. `reader.missed(game, key)` says what happened after the page was made.
The other writes::

    before, last = table.before_last()  # fold before.entries over before.state, then
    table.undo(outcome=..., table=...)
    entry = table.next_redo()           # judge entry.body on the present state, then
    table.redo(Step(...), Table(...))
    past = reader.past(table.game, n)      # all from the hand of position n on: fold it anew, then
    table.correct(position=n, steps=[...], outcome=..., table=...)

Each returns the row that it added, and leaves `table.game` as the database has it. `hand` is the
number of the hand that the move begins: the state before it is kept as the hand's. `steps` are what
stands from position n on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone
from msgspec.structs import replace

from scoring.crew.phones import note_tap
from scoring.crew.visitor import Visitor, find_game, must_write
from scoring.log.effective import last_written
from scoring.log.reader import hands_up_to, next_redo, rows_since
from scoring.log.seats import follow
from scoring.log.tap_keys import BadKey, ahead_of, id_of, version_of
from scoring.log.values import Entry, JsonObject, Line, Past, Step, Table
from scoring.models import Game, Hand, Membership, Move, Score, Seat
from scoring.models.games import packed
from scoring.writing import one_writer

Kind = Move.Kind


class NothingThere(LookupError):
    """Undo at the beginning, redo with nothing undone, a correction of no move."""


@contextmanager
def open_game(visitor: Visitor, public_id: str, *, key: str) -> Iterator[OpenGame]:
    """The game, for one write; saved when the block ends well. See the module.

    Raises Game.DoesNotExist for a game that the visitor cannot see, PermissionDenied for one who may only
    look, BadKey.
    """
    shown = version_of(key)
    with one_writer():
        game, phone = find_game(visitor, public_id, lock=True)
        if game.discarded_at:
            raise Game.DoesNotExist(public_id)
        must_write(game.viewer_role)
        if shown > game.version:
            raise BadKey(key)
        # A row has a higher number than the version in its key, so a page of this very version has made none.
        later = Move.objects.filter(game=game, seq__gt=shown)
        repeated = later.filter(key__endswith=f"-{id_of(key)}").first() if shown < game.version else None
        yield OpenGame(game, phone, key, repeated)


@dataclass
class OpenGame:
    """A game under lock, for one write."""

    game: Game
    phone: Membership
    key: str
    repeated: Move | None

    @property
    def length_of_hand(self) -> int:
        """How many moves are in force of the running hand."""
        return self.game.length - max(self._last_hands[0].first, 1) + 1

    @property
    def rows_of_hand(self) -> int:
        """How many rows the log has since the running hand began."""
        return self.game.version - self._last_hands[0].since

    @property
    def is_stale(self) -> bool:
        """Whether the table is another than the one that the tap is meant for: others have tapped in between,
        or what was to go ahead of it has not come.
        """
        return version_of(self.key) + ahead_of(self.key) != self.game.version

    @property
    def is_blind(self) -> bool:
        """Whether the table that it is meant for had still to be made when it was tapped."""
        return ahead_of(self.key) > 0

    def before_last(self) -> tuple[Past, Entry] | None:
        """The running hand without its last move, which is what undo has to fold, and that move.

        None if no move is in force.
        """
        if not self.game.length:
            return None
        hand = self._last_hands[0]
        *before, last = last_written(self._rows, range(max(hand.first, 1), self.game.length + 1))
        return Past(hand.state_in(self.game), hand.first, before), last

    def last_correction(self) -> Move | None:
        """The newest row of the log, where that is a correction which has not put back another one."""
        row = self._rows[-1] if self._rows else None
        return row if row and row.kind == Kind.CORRECT and "restored" not in row.outcome else None

    def next_redo(self) -> Entry | None:
        """The undone move that redo would put back; None if there is none."""
        return self._next_redo

    def move(self, step: Step, table: Table) -> Move:
        """Adds a move at the end; what was undone before cannot come back."""
        if self.repeated:
            return self.repeated
        if not step.lines:
            # What scores asks enough already; whoever plays makes ordinary moves too.
            note_tap(self.phone)
        position = self.game.length + 1
        row = self._add(Kind.MOVE, position, step.body, step.outcome)
        step = replace(step, before=self.game.state)
        self._save(table, length=position, redoable=0, written=_Written(row, row.seq, position, [step]))
        return row

    def undo(self, *, outcome: JsonObject, table: Table) -> Move:
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

    def redo(self, step: Step, table: Table) -> Move:
        """Puts back the move undone last. Raises NothingThere if none is."""
        if self.repeated:
            return self.repeated
        entry = self.next_redo()
        if entry is None:
            raise NothingThere("No move is left to redo.")
        row = self._add(Kind.REDO, entry.position, None, step.outcome)
        step = replace(step, body=entry.body, before=self.game.state)
        written = _Written(row, entry.written, entry.position, [step])
        self._save(table, length=entry.position, redoable=self.game.redoable - 1, written=written)
        return row

    def correct(self, *, position: int, steps: Sequence[Step], outcome: JsonObject, table: Table) -> Move:
        """Replaces all from a position on by `steps`; what no longer holds is left out of them.

        Raises NothingThere for a position that is neither of a move in force nor the next.
        """
        if self.repeated:
            return self.repeated
        if not 1 <= position <= self.game.length + 1:
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
        return list(hands_up_to(self.game, self.game.length).order_by("-first")[:2])

    @cached_property
    def _rows(self) -> list[Move]:
        """The rows since the running hand began."""
        return list(rows_since(self.game, self._last_hands[0].since))

    @cached_property
    def _next_redo(self) -> Entry | None:
        return next_redo(self.game)

    def _add(self, kind: Kind, position: int, body: object, outcome: JsonObject) -> Move:
        return Move.objects.create(
            game=self.game,
            seq=self.game.version + 1,
            key=self.key,
            kind=kind,
            position=position,
            body=body,
            outcome=outcome,
            actor=self.phone,
        )

    def _take_back(self, position: int) -> None:
        """Removes the lines and the hands that the moves from a position on made."""
        game = self.game
        Score.objects.filter(game=game, position__gte=position).delete()
        if self._last_hands[0].first < position:
            return
        kept = next((hand for hand in self._last_hands if hand.first < position), None)
        game.hand = kept or hands_up_to(game, position - 1).latest("first")
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
            "snapshot": packed(game.options, table.snapshot),
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
        for name in ("_last_hands", "_rows", "_next_redo"):
            self.__dict__.pop(name, None)


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
            Hand(
                game=game,
                number=step.hand,
                first=position,
                since=self.since,
                snapshot=packed(game.options, step.before),
            )
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
