"""Every sheet of the shelf, and any other, by chance: lines add up, undo is the identity, prompts hold."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import rulebook
from referee.rules.engine import Fold, Json, Refused, Ruling
from referee.rules.score_sheet import GAME, cannot_win, closing, moves
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.state import Over, Playing
from tests.rules.any_sheet import sheets
from tests.rules.everygame import NAMES, check_state

EVERY = pytest.mark.parametrize("sheet", shelf().values(), ids=shelf().keys())
NUMBERS = st.lists(st.integers(-2, 30), min_size=1, max_size=60)
TAPES = st.lists(NUMBERS, min_size=3, max_size=12)


def _begun(sheet: Definition, number: int) -> Playing:
    """The sheet with as many players as it takes."""
    fewest, most = sheet.players
    players = fewest + number % (min(most, 8) - fewest + 1)
    if sheet.sides:
        size = sheet.sides.size
        players = max(players // size * size, 2 * size)
    names = [*NAMES, "Gus", "Hana", "Ivo", "Jo"][:players]
    wins = "low" if sheet.wins == "low" else "high"
    return GAME.start({"sheet": msgspec.to_builtins(sheet), "wins": wins}, names)


def _filled(raw: Json, tape: list[int], sheet: Definition) -> Json:
    """An offered entry with other numbers, ticks and choices in it."""
    fields = {one.key: one for one in sheet.fields}

    def other(key: str, value: object, number: int) -> object:
        one = fields.get(key)
        if one and one.kind == "choice":
            return one.choices[number % len(one.choices)].value
        if isinstance(value, bool) or (one and one.kind == "tick"):
            return number % 2 == 0
        return number if isinstance(value, int | float) else value

    numbers = iter(tape)
    players = {
        name: {key: other(key, value, next(numbers, 1)) for key, value in entry.items()}
        for name, entry in raw.get("players", {}).items()
    }
    table = {key: other(key, value, next(numbers, 2)) for key, value in raw.get("table", {}).items()}
    return raw | {"players": players, "anyway": tape[0] % 2 == 0} | ({"table": table} if table else {})


def _wanted(state: Any, tape: list[int], sheet: Definition) -> Any:
    """A move that somebody may want to make now."""
    if tape[0] == 30:
        return moves.Throw(dice=(1, 6))
    offered = [
        move for move in GAME.offers(state) if isinstance(move, moves.Entry | moves.Bids | moves.Result)
    ]
    move = offered[tape[0] % len(offered)]
    if len(tape) % 3 == 0:
        return move
    return GAME.read(_filled(msgspec.to_builtins(move), tape, sheet))


@EVERY
@settings(max_examples=8)
@given(number=st.integers(0, 7), tapes=TAPES)
def test_whatever_is_entered_on_a_sheet_adds_up_and_can_be_told_again(
    sheet: Definition, number: int, tapes: list[list[int]]
) -> None:
    _adds_up(sheet, number, tapes)


@settings(max_examples=150)
@given(sheet=sheets(), number=st.integers(0, 7), tapes=TAPES)
def test_so_does_any_sheet_that_somebody_may_write(
    sheet: Definition, number: int, tapes: list[list[int]]
) -> None:
    _adds_up(sheet, number, tapes)


def _adds_up(sheet: Definition, number: int, tapes: list[list[int]]) -> None:
    state: Any = _begun(sheet, number)
    book = rulebook.load("score_sheet")
    sums: defaultdict[str, Decimal] = defaultdict(Decimal)
    beaten: set[str] = set()
    steps: list[tuple[Any, Any]] = []
    check_state(GAME, state)
    for tape in tapes:
        if isinstance(state, Over):
            break
        move = _wanted(state, tape, sheet)
        assert not isinstance(move, Refused), move
        answer = GAME.judge(state, move)
        assert GAME.judge(state, move) == answer
        for cite in answer.cites if isinstance(answer, Ruling) else (answer,):
            assert "{" not in cite.text, cite
            if cite.rule is not None:
                book.cited(cite.rule)
        if isinstance(answer, Refused):
            assert answer.code != "impossible" or "cannot be counted" not in answer.text, answer.text
            continue
        assert GAME.read(msgspec.to_builtins(move)) == move
        steps.append((state, move))
        state = answer.state
        for line in answer.lines:
            sums[line.player] += Decimal(str(line.points))
        check_state(GAME, state)
        if state.rounds:
            assert {name: float(sums[name]) for name in state.scores} == dict(state.scores)
        assert beaten.isdisjoint(closing.won(state)[0]), (
            "nobody wins who could not, also where the table stops"
        )
        beaten.update(cannot_win.beaten(state))
    _undone_and_redone(steps, state)


def _undone_and_redone(steps: list[tuple[Any, Any]], last: Any) -> None:
    """One move less comes to the state before it, and with it again to the last, also by way of JSON."""
    if not steps:
        return
    fold = Fold(GAME, GAME.load(GAME.dump(steps[0][0])))
    for before, move in steps:
        assert fold.state == before
        fold.play_json(msgspec.to_builtins(move))
    assert fold.state == last


@pytest.mark.long
@EVERY
@settings(max_examples=4)
@given(number=st.integers(0, 7), rounds=st.integers(1, 6))
def test_what_a_sheet_prompts_it_accepts(sheet: Definition, number: int, rounds: int) -> None:
    _prompts_agree(sheet, number, rounds)


@settings(max_examples=80)
@given(sheet=sheets(), number=st.integers(0, 7), rounds=st.integers(1, 4))
def test_what_any_sheet_prompts_it_accepts(sheet: Definition, number: int, rounds: int) -> None:
    _prompts_agree(sheet, number, rounds)


def _prompts_agree(sheet: Definition, number: int, rounds: int) -> None:
    state: Any = _begun(sheet, number)
    for _ in range(rounds):
        if isinstance(state, Over):
            return
        prompts = [
            answer for move, answer in GAME.prompts(state) if not isinstance(move, moves.End | moves.Quit)
        ]
        kinds = moves.Entry | moves.Bids | moves.Result
        accepted = [move for move in GAME.offers(state) if isinstance(GAME.judge(state, move), Ruling)]
        assert [move for move, _ in GAME.prompts(state)] == accepted
        entries = [answer for move, answer in GAME.prompts(state) if isinstance(move, kinds)]
        if not entries:
            return
        assert prompts
        state = entries[0].state
