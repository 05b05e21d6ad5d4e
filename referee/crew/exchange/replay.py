"""A log replayed: every row is judged as if it were tapped now, and leaves what the tap would leave.

Nothing that a file says of rulings, scores or winners is believed; it is worked out anew. So what comes out
fits together whatever was written into the file, or it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import wraps
from typing import Concatenate, ParamSpec

import msgspec
from django.core.exceptions import ValidationError

from referee.games.registry import PRESENTERS
from referee.rules.engine import AnyFold, AnyGame, Fold, Move, Refused, State
from referee.rules.score_sheet import formulas
from referee.table import correction
from referee.table.taps import fold_of, outcome_of_refusal, table_of, too_long
from scoring import models
from scoring.exchange.imported import ImportedMove, ImportedRefusal, ImportedRow
from scoring.log.refusals import LONGEST_BODY
from scoring.log.seats import check_names
from scoring.log.values import Entry, Past, Step, Table

#: Moves that are judged for one game, those of a hand again for an undo or a correction; then it is no game.
MOST_JUDGED = 300_000
#: Steps that a sheet's expressions take in one game, all moves and what is judged again of them together.
MOST_STEPS = 5_000_000
#: Bytes of the states that are kept, one for each hand.
MOST_KEPT = 32 * 1024 * 1024
#: Bytes of a move as JSON; the longest that a page of ours sends has some 2,000.
LONGEST_MOVE = 8 * 1024

Kind = models.Move.Kind
Json = Mapping[str, object]


class CannotReplay(ValueError):
    """What the log says cannot have happened; the message says why, in a sentence."""


What = ParamSpec("What")


def _weighed(
    step: Callable[Concatenate[Replay, What], None],
) -> Callable[Concatenate[Replay, What], None]:
    """A step of the replay, which ends where the game's sheet has taken too many steps altogether."""

    @wraps(step)
    def weighed(replay: Replay, /, *what: What.args, **more: What.kwargs) -> None:
        before = formulas.steps()
        with formulas.limited(MOST_STEPS - replay.steps):
            try:
                step(replay, *what, **more)
            finally:
                replay.steps += formulas.steps() - before
                if replay.steps >= MOST_STEPS:
                    message = (
                        "This game’s sheet takes too long to count: its expressions are too many or too long."
                    )
                    raise CannotReplay(message) from None

    return weighed


class TapStamp(msgspec.Struct, frozen=True):
    """Whose tap it was, by the file's number of the phone, and when."""

    phone: int
    time: datetime


class Replay:
    """A game from its beginning, row by row. What cannot be raises CannotReplay."""

    def __init__(self, rules: AnyGame, options: Mapping[str, object], players: tuple[str, ...]) -> None:
        """Raises NotARecord for options or a number of players that the rules do not allow."""
        self.rules = rules
        start = rules.start(options, players)
        self.opening = rules.dump(start)
        self.rows: list[ImportedRow] = []
        self.moves: list[ImportedMove] = []
        self.undone: list[ImportedMove] = []
        #: What the last row, if that is a correction, took out of force or replaced.
        self._replaced: list[ImportedMove] = []
        self.refusals: list[ImportedRefusal] = []
        self.finished: datetime | None = None
        self._fold: AnyFold = Fold(rules, start)
        self._places = {name: place for place, name in enumerate(players)}
        self._sat = start.players
        self._judged = 0
        #: How many the sheet's expressions took so far.
        self.steps = 0
        self._kept = 0
        _check_names(players)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return table_of(self.rules, self._fold.state)

    @property
    def places(self) -> list[str]:
        """Who ever sat down, in that order."""
        return sorted(self._places, key=self._places.__getitem__)

    @_weighed
    def move(self, raw: Json, stamp: TapStamp) -> None:
        """A move at the end."""
        body = _body(raw)
        made = self._made(body)
        self._row(Kind.MOVE, len(self.moves) + 1, body, made.outcome, stamp)
        self._put(made, seq=len(self.rows), written=len(self.rows))
        self.undone.clear()
        self._after(stamp)

    @_weighed
    def undo(self, stamp: TapStamp) -> None:
        """Takes the last move off."""
        if not self.moves:
            raise CannotReplay("There is nothing to undo.")
        gone = self.moves.pop()
        self._row(Kind.UNDO, gone.entry.position, None, {}, stamp)
        self.undone.append(gone)
        self._refold()
        self._after(stamp)

    @_weighed
    def redo(self, stamp: TapStamp) -> None:
        """Puts back the move undone last."""
        if not self.undone:
            raise CannotReplay("There is nothing to redo.")
        again = self.undone.pop().entry
        made = self._made(again.body)
        self._row(Kind.REDO, again.position, None, again.outcome, stamp)
        self._put(made, seq=again.seq, written=again.written, outcome=again.outcome)
        self._after(stamp)

    @_weighed
    def correct(self, position: int, raw: Json | None, stamp: TapStamp) -> None:
        """Another move in the place of one, or None: without it."""
        move = None if raw is None else self._read(raw)
        self._corrected(position, self._plan(position, move), stamp)

    @_weighed
    def restore(self, stamp: TapStamp) -> None:
        """Takes the correction back that was the last row."""
        if not self._replaced:
            raise CannotReplay("There is no correction to take back.")
        entries = [each.entry for each in self._replaced]
        position = entries[0].position
        past, fold = self._folded(position)
        self._count(len(entries))
        game = models.Game(standing=self.table.standing)
        self._corrected(position, correction.plan_restored(game, fold, past, entries), stamp)

    def _corrected(self, position: int, plan: correction.Plan | correction.Back, stamp: TapStamp) -> None:
        if isinstance(plan, correction.Plan) and plan.refused:
            raise CannotReplay(plan.refused.text)
        body = [{"seq": step.seq, "move": step.body, "outcome": step.outcome} for step in plan.steps]
        self._replace(position, body, plan.outcome(self._fold.state), stamp)
        for made in plan.steps:
            self._put(made, seq=made.seq or len(self.rows), written=len(self.rows))
        self._fold = plan.fold
        self._seat()
        self._after(stamp)

    @_weighed
    def back(self, position: int, stamp: TapStamp) -> None:
        """Takes back a move and everything after it."""
        past, fold = self._before(position)
        taken = correction.Back([entry for entry in past.entries if entry.position >= position], fold)
        self._corrected(position, taken, stamp)

    @_weighed
    def refused(self, raw: Json, instead: int, stamp: TapStamp) -> None:
        """A tap that the referee refuses: on the table as it stands, or, where `instead` is not 0, in the
        place of the move at that position.
        """
        body = _body(raw)
        if len(msgspec.json.encode(body)) > LONGEST_BODY:
            raise CannotReplay("This refusal is too long.")
        if len(self.refusals) >= models.evidence.MOST_REFUSALS:
            raise CannotReplay(f"A game has at most {models.evidence.MOST_REFUSALS} refusals.")
        plan = self._plan(instead, self._read(body)) if instead else None
        state, answer = (plan.fold.state, plan.refused) if plan else self._now(body)
        no = self._no(body, state, answer)
        if no is None:
            raise CannotReplay("The log says refused, but the rules allow it.")
        outcome = outcome_of_refusal(no, instead)
        self.refusals.append(ImportedRefusal(len(self.rows), body, outcome, stamp.phone, stamp.time))

    def _now(self, body: dict[str, object]) -> tuple[State, object]:
        """The table as it stands, and what the referee says of a move on it."""
        self._count(1)
        state = self._fold.state
        move = self.rules.read(body)
        if isinstance(move, Refused):
            return state, move
        return state, self.rules.judge(state, move, lambda: self._fold.steps)

    def _no(self, body: dict[str, object], state: State, answer: object) -> Refused | None:
        """Why a tap is refused, as the page that was tapped says it; None if it is not."""
        move = self.rules.read(body)
        if not isinstance(answer, Refused) or isinstance(move, Refused):
            return None
        lacks = PRESENTERS[self.rules.key].missing_sheet(state, move)
        no = lacks if isinstance(lacks, Refused) else answer
        return None if no.code == "invalid" or (isinstance(lacks, str) and lacks) else no

    def _made(self, body: dict[str, object]) -> Step:
        self._count(1)
        before = self._fold.state.players
        table = self._fold.state
        made = correction.step(self.rules, self._fold, body, None)
        if isinstance(made, Refused):
            raise CannotReplay(made.text)
        self._check_length(table)
        if self._fold.state.players != before:
            _check_names(self.table.scores)
        return made

    def _check_length(self, before: State) -> None:
        """Raises CannotReplay where the move just made was one too many."""
        fold = self._fold
        full = too_long(
            self.rules,
            before,
            fold.steps[-1].move,
            fold.state,
            moves=len(self.moves),
            of_hand=len(fold.steps) - 1,
        )
        if full:
            raise CannotReplay(full.text)

    def _row(self, kind: Kind, position: int, body: object, outcome: Json, stamp: TapStamp) -> None:
        self._replaced = []
        self.rows.append(ImportedRow(kind, position, body, outcome, stamp.phone, stamp.time))

    def _put(self, made: Step, *, seq: int, written: int, outcome: Json | None = None) -> None:
        """The step as the last move in force, put there by the last row."""
        self._kept += len(made.before)
        if self._kept > MOST_KEPT:
            raise CannotReplay("This game has too many hands.")
        said = made.outcome if outcome is None else outcome
        entry = Entry(len(self.moves) + 1, seq, written, made.body, said)
        self.moves.append(ImportedMove(entry, len(self.rows), made.lines, made.hand, made.before))

    def _after(self, stamp: TapStamp) -> None:
        """What a row changes beside the moves: who sits there, and whether the game is over."""
        if self._fold.state.players != self._sat:
            self._seat()
        over = self._fold.state.phase == "over"
        self.finished = (self.finished or stamp.time) if over else None

    def _seat(self) -> None:
        """As seats do (`log.seats.follow`): who joins comes last, whose joining was undone never was."""
        self._sat = self._fold.state.players
        names = self.rules.standing(self._fold.state)
        if names.keys() == self._places.keys():
            return
        self._places = {name: place for name, place in self._places.items() if name in names}
        for name in names:
            if name not in self._places:
                self._places[name] = max(self._places.values(), default=-1) + 1

    def _past(self) -> Past:
        """The running hand."""
        first, state = self._hand(len(self.moves))
        return Past(state, first, [told.entry for told in self.moves[max(first, 1) - 1 :]])

    def _hand(self, position: int) -> tuple[int, bytes]:
        """Where the hand of a position begins, and the state before it."""
        for told in reversed(self.moves[:position]):
            if told.hand is not None:
                return told.entry.position, told.before
        return 0, self.opening

    def _refold(self) -> None:
        past = self._past()
        self._count(len(past.entries))
        self._fold = fold_of(self.rules, past)

    def _read(self, raw: Json) -> Move:
        move: Move | Refused = self.rules.read(_body(raw))
        if isinstance(move, Refused):
            raise CannotReplay(move.text)
        return move

    def _plan(self, position: int, move: Move | None) -> correction.Plan:
        past, fold = self._before(position)
        game = models.Game(standing=self.table.standing)
        self._count(len(past.entries))
        return correction.replan(game, fold, past, position, move)

    def _before(self, position: int) -> tuple[Past, AnyFold]:
        """Everything from the hand of a position on, and that hand folded up to it."""
        if not 1 <= position <= len(self.moves):
            raise CannotReplay(f"There is no move {position} to change.")
        return self._folded(position)

    def _folded(self, position: int) -> tuple[Past, AnyFold]:
        first, state = self._hand(position)
        entries = [told.entry for told in self.moves[max(first, 1) - 1 :]]
        earlier = [entry for entry in entries if entry.position < position]
        self._count(len(earlier))
        return Past(state, first, entries), fold_of(self.rules, Past(state, first, earlier))

    def _replace(self, position: int, body: Sequence[Json], outcome: Json, stamp: TapStamp) -> None:
        self._row(Kind.CORRECT, position, body, outcome, stamp)
        self._replaced = [] if "restored" in outcome else self.moves[position - 1 :]
        del self.moves[position - 1 :]
        self.undone.clear()

    def _count(self, moves: int) -> None:
        self._judged += moves
        if self._judged > MOST_JUDGED:
            raise CannotReplay("This game has too many undone and corrected moves.")


def _body(raw: Json) -> dict[str, object]:
    body = {name: value for name, value in raw.items() if name != "time"}
    if len(msgspec.json.encode(body)) > LONGEST_MOVE:
        raise CannotReplay("This move is too long.")
    return body


def _check_names(names: Iterable[str]) -> None:
    try:
        check_names(names)
    except ValidationError as error:
        raise CannotReplay(error.messages[0]) from None
