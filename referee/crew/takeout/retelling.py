"""A log told again: every row is judged as if it were tapped now, and leaves what the tap would leave.

Nothing that a file says of rulings, scores or winners is believed; it is worked out anew. So what comes out
fits together whatever was written into the file, or it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.core.exceptions import ValidationError

from referee.rules.engine import Fold, Game, Refused
from referee.table import correction
from referee.table.play import fold_of, noted, table_of
from referee.table.presenters import presenter_of
from scoring import models
from scoring.arriving import Argued, Row, Told
from scoring.models import Move
from scoring.refusals import LONGEST_BODY
from scoring.seats import check_names
from scoring.values import Entry, Past, Step, Table

#: Moves that are judged for one game, those of a hand again for an undo or a correction; then it is no game.
MOST_JUDGED = 300_000
#: Bytes of the states that are kept, one for each hand.
MOST_KEPT = 32 * 1024 * 1024
#: Bytes of a move as JSON; the longest that a page of ours sends has some 2,000.
LONGEST_MOVE = 8 * 1024

Kind = Move.Kind


class Wrong(ValueError):
    """What was told cannot have happened; the message says why, in a sentence."""


@dataclass(frozen=True)
class Mark:
    """Whose tap it was, by the file's number of the phone, and when."""

    phone: int
    time: datetime


class Retelling:
    """A game from its beginning, row by row. What cannot be raises Wrong."""

    def __init__(self, rules: Game[Any, Any], options: dict[str, Any], players: tuple[str, ...]) -> None:
        """Raises NotARecord for options or a number of players that the rules do not allow."""
        self.rules = rules
        start = rules.start(options, players)
        self.opening = rules.dump(start)
        self.rows: list[Row] = []
        self.told: list[Told] = []
        self.undone: list[Told] = []
        self.argued: list[Argued] = []
        self.finished: datetime | None = None
        self._fold: Fold[Any, Any] = Fold(rules, start)
        self._places = {name: place for place, name in enumerate(players)}
        self._sat = start.players
        self._judged = 0
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

    def move(self, raw: Mapping[str, Any], mark: Mark) -> None:
        """A move at the end."""
        body = _body(raw)
        made = self._made(body)
        self._row(Kind.MOVE, len(self.told) + 1, body, made.outcome, mark)
        self._put(made, seq=len(self.rows), written=len(self.rows))
        self.undone.clear()
        self._after(mark)

    def undo(self, mark: Mark) -> None:
        """Takes the last move off."""
        if not self.told:
            raise Wrong("There is nothing to undo.")
        gone = self.told.pop()
        self._row(Kind.UNDO, gone.entry.position, None, {}, mark)
        self.undone.append(gone)
        self._refold()
        self._after(mark)

    def redo(self, mark: Mark) -> None:
        """Puts back the move undone last."""
        if not self.undone:
            raise Wrong("There is nothing to redo.")
        again = self.undone.pop().entry
        made = self._made(again.body)
        self._row(Kind.REDO, again.position, None, again.outcome, mark)
        self._put(made, seq=again.seq, written=again.written, outcome=again.outcome)
        self._after(mark)

    def correct(self, position: int, raw: Mapping[str, Any] | None, mark: Mark) -> None:
        """Another move in the place of one, or None: without it."""
        plan = self._plan(position, None if raw is None else _body(raw))
        if plan.refused:
            raise Wrong(plan.refused.text)
        body = [{"seq": step.seq, "move": step.body, "outcome": step.outcome} for step in plan.steps]
        dropped = [{"move": item.entry.body, "why": item.refused.text} for item in plan.dropped]
        self._replace(position, body, {"dropped": dropped}, mark)
        for made in plan.steps:
            self._put(made, seq=made.seq or len(self.rows), written=len(self.rows))
        self._fold = plan.fold
        self._seat()
        self._after(mark)

    def back(self, position: int, mark: Mark) -> None:
        """Takes back a move and everything after it."""
        past, fold = self._before(position)
        taken = [entry.body for entry in past.entries if entry.position >= position]
        self._replace(position, [], {"back": taken}, mark)
        self._fold = fold
        self._seat()
        self._after(mark)

    def refused(self, raw: Mapping[str, Any], instead: int, mark: Mark) -> None:
        """A tap that the referee refuses: on the table as it stands, or, where `instead` is not 0, in the
        place of the move at that position.
        """
        body = _body(raw)
        if len(msgspec.json.encode(body)) > LONGEST_BODY:
            raise Wrong("This refusal is longer than one that is kept.")
        if len(self.argued) >= models.evidence.MOST_REFUSALS:
            raise Wrong(f"A game keeps {models.evidence.MOST_REFUSALS} refusals, and these are more.")
        state, answer = self._in_place(body, instead) if instead else self._now(body)
        no = self._no(body, state, answer)
        if no is None:
            raise Wrong("This is noted as refused, but the rules allow it.")
        outcome = noted(no, instead)
        self.argued.append(Argued(len(self.rows), body, outcome, mark.phone, mark.time))

    def _now(self, body: dict[str, Any]) -> tuple[Any, object]:
        """The table as it stands, and what the referee says of a move on it."""
        self._count(1)
        state = self._fold.state
        move = self.rules.read(body)
        if isinstance(move, Refused):
            return state, move
        return state, self.rules.judge(state, move, lambda: self._fold.steps)

    def _in_place(self, body: dict[str, Any], position: int) -> tuple[Any, object]:
        """The table before a position, and why another move cannot take the place there, None if it can."""
        plan = self._plan(position, body)
        return plan.fold.state, plan.refused

    def _no(self, body: dict[str, Any], state: Any, answer: object) -> Refused | None:
        """Why a tap is refused, as the page that was tapped says it; None if it is not."""
        if not isinstance(answer, Refused):
            return None
        presenter = presenter_of(self.rules.key)
        try:
            presenter.tell(body)
            lacks = presenter.asks(state, body)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # Presenters know what their own forms send; this is something else.
            return None
        no = lacks if isinstance(lacks, Refused) else answer
        return None if no.code == "invalid" or (isinstance(lacks, str) and lacks) else no

    def _made(self, body: dict[str, Any]) -> Step:
        self._count(1)
        before = self._fold.state.players
        made = correction.step(self.rules, self._fold, body, None)
        if isinstance(made, Refused):
            raise Wrong(made.text)
        if self._fold.state.players != before:
            _check_names(self.table.scores)
        return made

    def _row(self, kind: Kind, position: int, body: Any, outcome: Any, mark: Mark) -> None:
        self.rows.append(Row(kind, position, body, outcome, mark.phone, mark.time))

    def _put(self, made: Step, *, seq: int, written: int, outcome: Any = None) -> None:
        """The step as the last move in force, put there by the last row."""
        self._kept += len(made.before)
        if self._kept > MOST_KEPT:
            raise Wrong("The hands of this game are more than can be kept.")
        said = made.outcome if outcome is None else outcome
        entry = Entry(len(self.told) + 1, seq, written, made.body, said)
        self.told.append(Told(entry, len(self.rows), made.lines, made.hand, made.before))

    def _after(self, mark: Mark) -> None:
        """What a row changes beside the moves: who sits there, and whether the game is over."""
        if self._fold.state.players != self._sat:
            self._seat()
        over = self._fold.state.phase == "over"
        self.finished = (self.finished or mark.time) if over else None

    def _seat(self) -> None:
        """As seats do (`scoring.seats.follow`): who joins comes last, whose joining was undone never was."""
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
        first, state = self._hand(len(self.told))
        return Past(state, first, [told.entry for told in self.told[max(first, 1) - 1 :]])

    def _hand(self, position: int) -> tuple[int, bytes]:
        """Where the hand of a position begins, and the state before it."""
        for told in reversed(self.told[:position]):
            if told.hand is not None:
                return told.entry.position, told.before
        return 0, self.opening

    def _refold(self) -> None:
        past = self._past()
        self._count(len(past.entries))
        self._fold = fold_of(self.rules, past)

    def _plan(self, position: int, body: dict[str, Any] | None) -> correction.Plan:
        past, fold = self._before(position)
        game = models.Game(standing=self.table.standing)
        self._count(len(past.entries))
        return correction.replan(game, fold, past, position, body)

    def _before(self, position: int) -> tuple[Past, Fold[Any, Any]]:
        """Everything from the hand of a position on, and that hand folded up to it."""
        if not 1 <= position <= len(self.told):
            raise Wrong(f"There is no move {position} to change.")
        first, state = self._hand(position)
        entries = [told.entry for told in self.told[max(first, 1) - 1 :]]
        earlier = [entry for entry in entries if entry.position < position]
        self._count(len(earlier))
        return Past(state, first, entries), fold_of(self.rules, Past(state, first, earlier))

    def _replace(self, position: int, body: list[Any], outcome: Any, mark: Mark) -> None:
        self._row(Kind.CORRECT, position, body, outcome, mark)
        del self.told[position - 1 :]
        self.undone.clear()

    def _count(self, moves: int) -> None:
        self._judged += moves
        if self._judged > MOST_JUDGED:
            raise Wrong("There is more taken back and corrected in this game than anybody does.")


def _body(raw: Mapping[str, Any]) -> dict[str, Any]:
    body = {name: value for name, value in raw.items() if name != "time"}
    if len(msgspec.json.encode(body)) > LONGEST_MOVE:
        raise Wrong("This move is longer than any that is made.")
    return body


def _check_names(names: Iterable[str]) -> None:
    try:
        check_names(names)
    except ValidationError as error:
        raise Wrong(error.messages[0]) from None
