"""Correcting an older move: it is replaced or struck out, and everything from its hand on is judged again.

The plan is made without saving, so that the page can show what no longer holds; saving makes the same plan
again under the lock. So it is with taking back a move and everything after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.rules.engine import Fold, Game, Refused, games
from referee.table.play import (
    Answer,
    Asks,
    Write,
    check_overruling,
    fold_of,
    lines_of,
    misnamed,
    note,
    outcome_of,
    table_of,
    unless_late,
    written,
)
from scoring import log, models
from scoring.crew import Visitor
from scoring.values import Entry, Past, Step


@dataclass(frozen=True)
class Dropped:
    """A later move that no longer holds, and why not."""

    entry: Entry
    refused: Refused


@dataclass(frozen=True)
class Plan:
    """What a correction does: the steps from its position on, and the moves that fall away.

    `refused` is why the new move itself cannot stand; then nothing else is said.
    """

    position: int
    steps: Sequence[Step]
    dropped: Sequence[Dropped]
    fold: Fold[Any, Any]
    refused: Refused | None = None


@dataclass(frozen=True)
class Back:
    """What taking back from a position on does: the moves that go, oldest first; the state before them."""

    taken: Sequence[Entry]
    state: Any


def found(game: models.Game, position: int) -> tuple[Entry, Fold[Any, Any]]:
    """The move at a position, and its hand folded up to it.

    Raises log.NothingThere if no move is in force at the position.
    """
    past, fold = _before(game, position)
    return past.entries[position - max(past.first, 1)], fold


def back(game: models.Game, position: int) -> Back:
    """What the game becomes when the move at a position and all after it are taken back.

    Raises log.NothingThere if no move is in force at the position.
    """
    past, fold = _before(game, position)
    return Back([entry for entry in past.entries if entry.position >= position], fold.state)


def _before(game: models.Game, position: int) -> tuple[Past, Fold[Any, Any]]:
    """Everything from the hand of a position on, and that hand folded up to it."""
    if not 1 <= position <= game.length:
        raise log.NothingThere(f"There is no move {position}.")
    past = log.past(game, position)
    earlier = [entry for entry in past.entries if entry.position < position]
    return past, fold_of(games()[game.game], replace(past, entries=earlier))


def plan(game: models.Game, position: int, raw: dict[str, Any] | None) -> Plan:
    """What the game becomes with another move at a position, or, for None, without the one there.

    Raises log.NothingThere if no move is in force at the position.
    """
    past, fold = _before(game, position)
    return replan(game, fold, past, position, raw)


def replan(
    game: models.Game, fold: Fold[Any, Any], past: Past, position: int, raw: dict[str, Any] | None
) -> Plan:
    """The plan from what is known already: everything from the hand of a position on, and that hand folded
    up to it. Asks the database nothing; of the game only its standing counts.
    """
    rules = fold.game
    steps: list[Step] = []
    dropped: list[Dropped] = []
    places = {number: number for number in range(1, position)}
    for entry in past.entries:
        if entry.position < position or (entry.position == position and raw is None):
            continue
        corrected = entry.position == position and raw is not None
        body = raw if corrected and raw is not None else rules.renumbered(entry.body, places)
        made = step(rules, fold, body, None if corrected else entry.seq)
        if isinstance(made, Step):
            places[entry.position] = fold.n
            steps.append(made)
        elif corrected:
            return Plan(position, (), (), fold, refused=made)
        else:
            dropped.append(Dropped(entry, made))
    return Plan(position, steps, dropped, fold, refused=misnamed(game, table_of(rules, fold.state)))


def step(
    rules: Game[Any, Any], fold: Fold[Any, Any], body: dict[str, Any], seq: int | None
) -> Step | Refused:
    """Judges one more move; a refused one leaves no number behind, for it will not be in the record."""
    state = fold.state
    before = rules.dump(state)
    answer = fold.tell(body)
    if isinstance(answer, Refused):
        fold.n -= 1
        return answer
    move = fold.steps[-1].move
    opens = isinstance(move, rules.openers)
    hand = rules.hand_number(fold.state) if opens else None
    outcome = outcome_of(rules, state, move, answer)
    return Step(body, outcome, seq, lines_of(answer), hand, before if opens else b"")


def correct(
    visitor: Visitor,
    public_id: str,
    key: str,
    *,
    position: int,
    raw: dict[str, Any] | None,
    asks: Asks = lambda *_: "",
) -> Answer:
    """Saves the correction, and with it what the plan showed. A page that is not the newest saves nothing.

    Where the move only lacks something that a sheet can ask for, that is the answer, as in `play.tap`.

    Raises log.NothingThere, and what `play.tap` raises.
    """

    def write(table: log.OpenGame, rules: Game[Any, Any], state: Any) -> Answer:
        # What was overruled already stays so, whoever corrects the rest of it.
        if raw and "overruled" in raw:
            was = found(table.game, position)[0].body.get("overruled")
            if raw["overruled"] != was:
                check_overruling(table.game, raw)
        made = plan(table.game, position, raw)
        if made.refused:
            lacks = asks(table.game.game, made.fold.state, raw) if raw else ""
            if isinstance(lacks, str) and lacks:
                outcome = log.last_outcome(table.game)
                return Answer(
                    table.game, rules, state, raw or {}, asks=f"{lacks}&instead={position}", outcome=outcome
                )
            no = lacks if isinstance(lacks, Refused) else made.refused
            kept = note(table, raw or {}, no, instead=position)
            return Answer(table.game, rules, state, raw or {}, refused=no, refusal=kept, instead=position)
        table.correct(
            position=position,
            steps=made.steps,
            outcome={
                "dropped": [{"move": item.entry.body, "why": item.refused.text} for item in made.dropped]
            },
            table=table_of(rules, made.fold.state),
        )
        return Answer(table.game, rules, made.fold.state, raw or {}, outcome=log.last_outcome(table.game))

    checked: Write = unless_late(key, write)
    return written(visitor, public_id, key, checked)


def take_back(visitor: Visitor, public_id: str, key: str, *, position: int) -> Answer:
    """Takes back the move at a position and everything after it: one row of the log, which says what went.

    A page that is not the newest takes nothing back. Raises log.NothingThere, and what `play.tap` raises.
    """

    def write(table: log.OpenGame, rules: Game[Any, Any], state: Any) -> Answer:  # noqa: ARG001
        made = back(table.game, position)
        table.correct(
            position=position,
            steps=(),
            outcome={"back": [entry.body for entry in made.taken]},
            table=table_of(rules, made.state),
        )
        return Answer(table.game, rules, made.state, outcome=log.last_outcome(table.game))

    checked: Write = unless_late(key, write)
    return written(visitor, public_id, key, checked)
