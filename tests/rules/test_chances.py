"""Who can no longer win: nobody is called out who still could, and whoever is behind for good is told so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.engine import Refused, Ruling
from referee.rules.score_sheet import GAME, bounds, chances, closing, formulas
from referee.rules.score_sheet.bounds import ANYTHING, Bounds, Known, Several, either, known
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.reading import read
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.state import Over, Playing

# --- Bounds ------------------------------------------------------------------------------------------

#: What each name can be, and what is known of that.
_LEAVES: Mapping[str, list[object]] = {
    "a": [0, 1, 2, 3],
    "b": [-2, 0.5, 2],
    "yes": [True, False],
    "way": ["up", "down"],
    "many": [[1, 2], [3, -1]],
    "some": [[], [1], [0, 4, 4]],
}
_KNOWN: Mapping[str, Known] = {
    "a": Bounds(0, 3),
    "b": Bounds(-2, 2),
    "yes": Bounds(0, 1),
    "way": either("up", "down"),
    "many": (Bounds(1, 3), Bounds(-1, 2)),
    "some": Several(Bounds(0, 4), 0, 3),
}
_ATOMS = st.sampled_from(
    ["a", "b", "yes", "0", "1", "2", "-3", "1.5", "way == 'up'", "a in many", "len(some)"]
)
_LISTS = st.sampled_from(
    ["many", "some", "many + some", "[a, b, 2]", "first(many, a)", "first(some, 2)", "[]"]
)


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.sampled_from(["+", "-", "*", "/", "//", "%", "<", "<=", "==", "!=", ">", ">=", "and", "or"])
    one = st.sampled_from(["abs", "floor", "ceil", "round", "not ", "-"])
    of_list = st.sampled_from(["sum", "min", "max", "any", "all", "len"])
    of_both = st.sampled_from(
        ["at({l}, {x})", "count({l}, {x})", "place({x}, {l})", "{x} in {l}", "max({x}, 1)"]
    )
    return st.one_of(
        st.builds("({} {} {})".format, inner, two, inner),
        st.builds("{}({})".format, one, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("{}({})".format, of_list, _LISTS),
        st.builds(lambda form, many, one: form.format(l=many, x=one), of_both, _LISTS, inner),
    )


@settings(max_examples=300)
@given(text=st.recursive(_ATOMS, _larger, max_leaves=8), data=st.data())
def test_whatever_the_names_are_an_expression_comes_to_a_number_within_its_bounds(
    text: str, data: st.DataObject
) -> None:
    names = {key: data.draw(st.sampled_from(values), key) for key, values in _LEAVES.items()}
    try:
        found = bounds.number(f"({text})", _KNOWN)
        number = formulas.number(f"({text})", names)
    except BadFormula:
        return
    assert found.low <= number <= found.high, (text, names, found)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("20 + 10 * a if a == b else -10 * abs(a - b)", -50, 50),
        ("35 if a + b >= 6 else 0", 0, 0),
        ("sum(some)", 0, 12),
        ("7 * min(many)", -7, 14),
        ("(a or 5) if yes else 0", 0, 5),
        ("unheard_of", -float("inf"), float("inf")),
    ],
)
def test_bounds_are_as_narrow_as_can_be_said(text: str, low: float, high: float) -> None:
    assert bounds.number(text, _KNOWN) == Bounds(low, high)
    assert known([1, True, "x"]) == (Bounds(1, 1), Bounds(1, 1), "x")
    assert either("x", Bounds(1, 1)) == ANYTHING


# --- Small sheets, played out in every way -----------------------------------------------------------

_POINTS = ["scored", "-scored", "2 - scored", "scored * scored - 2 * scored", "4 if scored == 1 else 0"]
_POINTS += [
    "scored if scored == max(all_scored) else -1",
    "scored - max(other_scored)",
    "bonus",
    "total + scored",
]
_FIELD = """
wins = "{wins}"
points = "{points}"
[[field]]
key = "scored"
name = "Scored"
most = 2
[[let]]
key = "bonus"
is = "round + (3 if sum(all_scored) > 2 else 0)"
[end]
rounds = {rounds}
"""
_ROWS = """
by = "row"
wins = "{wins}"
row = [
  {{ key = "one", name = "One", values = [0, 3] }},
  {{ key = "two", name = "Two", most = 2, points = "{two}" }},
  {{ key = "more", name = "More", is = "{more}" }},
]
"""
_TWO = ["value", "2 - value", "3 if value == 1 else 0", "value + sum(later)"]
_MORE = ["4 if one + two >= 5 else 0", "-3 * (one == 0)", "5 if two == max(all_two) else 0", "value_two * 2"]


def _moves(state: Playing) -> Iterator[dict[str, Any]]:
    """Everything that can be entered next on one of these sheets."""
    sheet = state.options.sheet
    assert sheet
    if sheet.by == "row":
        given = {row.key: row.entries for row in state.rounds}
        for key, values in (("one", (0, 3)), ("two", (0, 1, 2))):
            for name in state.players:
                if name not in given.get(key, {}):
                    yield from ({"do": "entry", "row": key, "players": {name: {"value": v}}} for v in values)
                    return
        return
    names = [state.turn or ""] if sheet.by == "turn" else list(state.players)
    for n in range(3 ** len(names)):
        yield {"do": "entry", "players": {name: {"scored": n // 3**at % 3} for at, name in enumerate(names)}}


def _after(state: Playing, raw: dict[str, Any]) -> Playing | Over:
    move = GAME.read(raw)
    assert not isinstance(move, Refused), move
    answer = GAME.judge(state, move)
    assert isinstance(answer, Ruling), answer
    return answer.state


def _ever(state: Playing | Over) -> set[str]:
    """Who wins in any way that it can go on, also where the table stops."""
    found = set(closing.won(state)[0])
    if isinstance(state, Playing):
        for raw in _moves(state):
            found |= _ever(_after(state, raw))
    return found


_SHEETS = st.one_of(
    st.builds(
        _FIELD.format,
        wins=st.sampled_from(["high", "low"]),
        points=st.sampled_from(_POINTS),
        rounds=st.integers(2, 3),
    ),
    st.builds(
        'by = "turn"\n{}'.format,
        st.builds(
            _FIELD.format,
            wins=st.sampled_from(["high", "low"]),
            points=st.sampled_from([text for text in _POINTS if "other" not in text]),
            rounds=st.integers(2, 3),
        ),
    ),
    st.builds(
        _ROWS.format,
        wins=st.sampled_from(["high", "low"]),
        two=st.sampled_from(_TWO),
        more=st.sampled_from(_MORE),
    ),
)


@settings(max_examples=60)
@given(text=_SHEETS, start=st.sampled_from(["", "start = 3\n", 'rank = "-total"\n']), data=st.data())
def test_nobody_is_called_out_who_could_still_win(text: str, start: str, data: st.DataObject) -> None:
    text = f'key = "small"\nname = "Small"\n{start}{text}'
    sheet = msgspec.to_builtins(read(text))
    state: Playing | Over = GAME.start(
        {"sheet": sheet, "wins": "low" if 'wins = "low"' in text else "high"}, ["Ann", "Bob"]
    )
    for _ in range(data.draw(st.integers(1, 3))):
        if isinstance(state, Playing) and (ways := list(_moves(state))):
            state = _after(state, data.draw(st.sampled_from(ways)))
    if isinstance(state, Playing):
        beaten = chances.beaten(state)
        assert not set(beaten) & _ever(state), (text, state.scores)


# --- What is told ------------------------------------------------------------------------------------


def _played(key: str, players: list[str], *raws: dict[str, Any], **agreed: object) -> Playing:
    sheet = shelf()[key]
    wins = "low" if sheet.wins == "low" else "high"
    options = {"sheet": msgspec.to_builtins(sheet), "wins": wins, **agreed}
    state: Playing | Over = GAME.start(options, players)
    for raw in raws:
        assert isinstance(state, Playing)
        state = _after(state, raw)
    assert isinstance(state, Playing)
    return state


def _cells(name: str, **values: int) -> list[dict[str, Any]]:
    return [{"do": "entry", "row": key, "players": {name: {"value": n}}} for key, n in values.items()]


_FULL = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
_FULL |= {"three": 20, "four": 22, "house": 25, "small": 30, "large": 40, "five": 50}


def test_of_categories_the_empty_ones_count_with_all_that_they_can_give() -> None:
    ann, bob = _cells("Ann", **_FULL), _cells("Bob", **(_FULL | {"sixes": 12, "five": 0}))
    state = _played("yahtzee", ["Ann", "Bob"], *ann, *bob)
    assert state.scores == {"Ann": 285, "Bob": 194}
    assert chances.beaten(state) == ("Bob",), "chance is 30 at most, and bonuses are for those with the 50"
    twelve = _cells("Bob", **(_FULL | {"sixes": 12}))
    assert chances.beaten(_played("yahtzee", ["Ann", "Bob"], *ann, *twelve)) == (), "a bonus is 100"
    state = _played("yahtzee", ["Ann", "Bob"], *ann, *_cells("Bob", **{**_FULL, "ones": 2}, more=0))
    assert chances.beaten(state) == ("Bob",), "the 35 are gone with the one that is missing"


def test_of_rounds_that_are_counted_those_that_are_left_decide() -> None:
    won = [{"do": "entry", "players": {"Ann": {"won": True}, "Bob": {}}}] * 2
    best_of = {"agreed": {"games": 3}}
    assert chances.beaten(_played("winner", ["Ann", "Bob"], won[0], **best_of)) == ()
    assert chances.beaten(_played("winner", ["Ann", "Bob"], *won, **best_of)) == ("Bob",)


def test_bids_that_stand_narrow_what_the_last_round_can_be_worth() -> None:
    last = {"end": {"rounds": 2}}
    one = [{"do": "bids", "players": {"Ann": {"bid": 1}, "Bob": {"bid": 0}, "Cat": {"bid": 0}}}]
    one += [{"do": "result", "players": {"Ann": {"tricks": 1}, "Bob": {"tricks": 0}, "Cat": {"tricks": 0}}}]
    state = _played("wizard", ["Ann", "Bob", "Cat"], *one, **last)
    assert (state.scores, chances.beaten(state)) == ({"Ann": 30, "Bob": 20, "Cat": 20}, ())
    bids = {"do": "bids", "players": {"Ann": {"bid": 2}, "Bob": {"bid": 0}, "Cat": {"bid": 0}}}
    assert chances.beaten(_played("wizard", ["Ann", "Bob", "Cat"], *one, bids, **last)) == ()


def test_where_somebody_can_be_out_or_rounds_are_open_nothing_is_said() -> None:
    thrown = [
        {"do": "entry", "players": {"Ann": {"thrown": 180}}},
        {"do": "entry", "players": {"Bob": {"thrown": 0}}},
    ] * 2
    assert chances.beaten(_played("darts_501", ["Ann", "Bob"], *thrown)) == ()
    hearts = {"do": "entry", "players": {"Ann": {"taken": 0}, "Bob": {"taken": 0}, "Cat": {"taken": 26}}}
    assert chances.beaten(_played("hearts", ["Ann", "Bob", "Cat"], hearts)) == ()
