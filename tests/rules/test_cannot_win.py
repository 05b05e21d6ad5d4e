"""Who can no longer win: nobody is called out who still could, and whoever is behind for good is told so."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.engine import Fold, Refused, Ruling
from referee.rules.score_sheet import GAME, cannot_win, closing, counting, formulas
from referee.rules.score_sheet.definition import Field
from referee.rules.score_sheet.reading import read
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.state import Over, Playing

# --- Small sheets, played out in every way -----------------------------------------------------------

#: What a round is worth, and the least and the most of it.
_POINTS = {
    "scored": "[0, 2]",
    "-scored": "[-2, 0]",
    "2 - scored": "[0, 2]",
    "scored * scored - 2 * scored": "[-1, 0]",
    "4 if scored == 1 else 0": "[0, 4]",
    "scored if scored == max(all_scored) else -1": "[-1, 2]",
    "scored - max(other_scored)": "[-2, 2]",
    "bonus": '["round", "round + 3"]',
}
_FIELD = """
wins = "{wins}"
{points}
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
  {{ key = "two", name = "Two", most = 2, {two} }},
  {{ key = "one", name = "One", values = [0, 3] }},
  {{ key = "more", name = "More", {more} }},
]
"""
_TWO = [
    "fractions = false",
    'points = "2 - value", each = [0, 2]',
    'points = "3 if value == 1 else 0", each = [0, 3]',
    'points = "value + sum(later)", each = [0, 5]',
    """points = "value + sum(later)", each = ["points", "5 if 'one' not in entered else points + 2"]""",
]
_MORE = [
    'is = "4 if one + two >= 5 else 0", each = [0, 4]',
    """is = "-3 * (one == 0)", each = [-3, "0 if 'one' not in entered or one else -3"]""",
    'is = "5 if two == max(all_two) else 0", each = [0, 5]',
    """is = "value_two * 2", each = ["points", "4 if 'two' not in entered else points"]""",
]
#: The first field alone, or points with or without what they can be.
_WORTH = st.one_of(
    st.just(""),
    st.sampled_from([f'points = "{text}"' for text in [*_POINTS, "total + scored"]]),
    st.sampled_from([f'points = "{text}"\neach = {each}' for text, each in _POINTS.items()]),
)


def _moves(state: Playing) -> Iterator[dict[str, Any]]:
    """Everything that can be entered next on one of these sheets."""
    sheet = state.options.sheet
    assert sheet
    if sheet.by == "row":
        given = {row.key: row.entries for row in state.rounds}
        for key, values in (("two", (0, 1, 2)), ("one", (0, 3))):
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
        points=_WORTH,
        rounds=st.integers(2, 3),
    ),
    st.builds(
        'by = "turn"\n{}'.format,
        st.builds(
            _FIELD.format,
            wins=st.sampled_from(["high", "low"]),
            points=_WORTH.filter(lambda text: "other" not in text),
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
        beaten = cannot_win.beaten(state)
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
    assert cannot_win.beaten(state) == ("Bob",), "chance is 30 at most, and bonuses are for those with the 50"
    twelve = _cells("Bob", **(_FULL | {"sixes": 12}))
    assert cannot_win.beaten(_played("yahtzee", ["Ann", "Bob"], *ann, *twelve)) == (), "a bonus is 100"
    state = _played("yahtzee", ["Ann", "Bob"], *ann, *_cells("Bob", **{**_FULL, "ones": 2}, more=0))
    assert cannot_win.beaten(state) == ("Bob",), "the 35 are gone with the one that is missing"


def test_of_rounds_that_are_counted_those_that_are_left_decide() -> None:
    won = [{"do": "entry", "players": {"Ann": {"won": True}, "Bob": {}}}] * 2
    best_of = {"agreed": {"games": 3}}
    assert cannot_win.beaten(_played("winner", ["Ann", "Bob"], won[0], **best_of)) == ()
    assert cannot_win.beaten(_played("winner", ["Ann", "Bob"], *won, **best_of)) == ("Bob",)


def test_bids_that_stand_narrow_what_the_last_round_can_be_worth() -> None:
    last = {"end": {"rounds": 2}}
    one = [{"do": "bids", "players": {"Ann": {"bid": 1}, "Bob": {"bid": 0}, "Cat": {"bid": 0}}}]
    one += [{"do": "result", "players": {"Ann": {"tricks": 1}, "Bob": {"tricks": 0}, "Cat": {"tricks": 0}}}]
    state = _played("wizard", ["Ann", "Bob", "Cat"], *one, **last)
    assert (state.scores, cannot_win.beaten(state)) == ({"Ann": 30, "Bob": 20, "Cat": 20}, ())
    bids = {"do": "bids", "players": {"Ann": {"bid": 2}, "Bob": {"bid": 0}, "Cat": {"bid": 0}}}
    assert cannot_win.beaten(_played("wizard", ["Ann", "Bob", "Cat"], *one, bids, **last)) == ()


def test_where_somebody_can_be_out_or_rounds_are_open_nothing_is_said() -> None:
    thrown = [
        {"do": "entry", "players": {"Ann": {"thrown": 180}}},
        {"do": "entry", "players": {"Bob": {"thrown": 0}}},
    ] * 2
    assert cannot_win.beaten(_played("darts_501", ["Ann", "Bob"], *thrown)) == ()
    hearts = {"do": "entry", "players": {"Ann": {"taken": 0}, "Bob": {"taken": 0}, "Cat": {"taken": 26}}}
    assert cannot_win.beaten(_played("hearts", ["Ann", "Bob", "Cat"], hearts)) == ()


_GAMES = Path(__file__).parent.parent / "sheets"
#: By worked game and move, who cannot win; in all other states nobody is told so.
_KNOWN: dict[str, dict[str, list[str]]] = json.loads((_GAMES / "cannot_win.json").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(_GAMES.glob("*.toml")), ids=lambda path: path.stem)
def test_in_the_worked_games_it_is_told_of_the_same_players_at_the_same_moves(path: Path) -> None:
    worked: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    sheet = shelf()[path.stem.partition("-")[0]]
    options: dict[str, Any] = {
        "sheet": msgspec.to_builtins(sheet),
        "wins": "low" if sheet.wins == "low" else "high",
        **{key: worked[key] for key in ("agreed", "first", "end") if key in worked},
    }
    fold = Fold(GAME, GAME.start(options, worked["players"]))
    found: dict[str, list[str]] = {}
    for n, told in enumerate(worked["move"], 1):
        expected = ("scores", "winners", "refused", "dealer", "turn", "out", "tallies", "says")
        fold.play_json({key: value for key, value in told.items() if key not in expected})
        if isinstance(fold.state, Playing) and (beaten := cannot_win.beaten(fold.state)):
            found[str(n)] = list(beaten)
    assert found == _KNOWN.get(path.stem, {})


def test_what_was_not_worth_what_the_sheet_declares_silences_it() -> None:
    sheet = """
key = "wrong"
name = "Wrong"
points = "10 * scored"
each = [0, 20]
[[field]]
key = "scored"
name = "Scored"
[end]
rounds = 3
"""
    raws = [{"do": "entry", "players": {"Ann": {"scored": n}, "Bob": {"scored": 0}}} for n in (2, 2)]
    options = {"sheet": msgspec.to_builtins(read(sheet))}
    state: Playing | Over = GAME.start(options, ["Ann", "Bob"])
    for raw in raws:
        assert isinstance(state, Playing)
        state = _after(state, raw)
    assert cannot_win.beaten(state) == ("Bob",)
    wrong = {"do": "entry", "players": {"Ann": {"scored": 9}, "Bob": {"scored": 0}}}
    assert cannot_win.beaten(_after(GAME.start(options, ["Ann", "Bob"]), wrong)) == ()


def test_a_look_at_a_dear_sheet_counts_few_steps() -> None:
    values = f"values = {list(range(40))}"
    rows = "".join(f'[[row]]\nkey = "r{n}"\nname = "R{n}"\n{values}\n' for n in range(20))
    checks = "".join(f'[[check]]\nis = "value < {100 + n}"\nfirm = true\nsay = "No"\n' for n in range(16))
    sheet = read(f'key = "dear"\nname = "Dear"\nby = "row"\n{rows}{checks}')
    state = _after(
        GAME.start({"sheet": msgspec.to_builtins(sheet)}, ["Ann", "Bob"]),
        {"do": "entry", "row": "r0", "players": {"Ann": {"value": 1}}},
    )
    before = formulas.steps()
    assert cannot_win.beaten(state) == ()
    assert formulas.steps() - before < 100


_DECLARED = [key for key, sheet in shelf().items() if sheet.each]


@pytest.mark.parametrize("key", _DECLARED)
def test_no_round_is_worth_anything_else_than_its_sheet_declares(key: str) -> None:
    sheet, chance = shelf()[key], Random(7)
    fewest, most = sheet.players
    accepted = 0
    for _ in range(400):
        names = ["Ann", "Bob", "Cat", "Dan", "Eve"][: chance.randint(fewest, min(most, 5))]
        agreed = {option.key: chance.random() < 0.5 for option in sheet.options if option.kind == "tick"}
        options = {"sheet": msgspec.to_builtins(sheet), "wins": "low" if sheet.wins == "low" else "high"}
        state: Playing | Over = GAME.start({**options, "agreed": agreed}, names)
        for do in ("bids", "result") if sheet.bids else ("entry",):
            assert isinstance(state, Playing)
            move = GAME.read(_extreme(state, do, chance))
            assert not isinstance(move, Refused), move
            answer = GAME.judge(state, move)
            if isinstance(answer, Refused):
                break
            state = answer.state
        else:
            accepted += 1
            about = {**counting.fixed(state), "round": 1, "bids": False}
            about |= {one.key: one.empty for one in sheet.fields if one.bid}
            least, most_points = (counting.amount(one, about) for one in sheet.each or ())
            points = state.rounds[-1].scores
            assert all(least <= one <= most_points for one in points.values()), (agreed, state.rounds)
    assert accepted > 20


def _extreme(state: Playing, do: str, chance: Random) -> dict[str, Any]:
    """An entry of what just may be entered."""
    sheet = state.options.sheet
    assert sheet

    def value(one: Field) -> object:
        match one.kind:
            case "tick":
                return chance.random() < 0.5
            case "choice":
                return chance.choice(one.choices).value
            case "player":
                return chance.choice(state.players)
        names = counting.common(state)
        least, most = (counting.amount(limit or 0, names) for limit in (one.least, one.most))
        return chance.choice([least, most, chance.randint(int(least), int(most))])

    asked = [one for one in sheet.fields if not sheet.bids or one.bid == (do == "bids")]
    firsts = [unit[0] for unit in counting.units(sheet, state.players)]
    players = {
        name: {
            one.key: value(one)
            for one in asked
            if one.of == "player" or (one.of == "side" and name in firsts)
        }
        for name in state.players
    }
    table = {one.key: value(one) for one in asked if one.of == "round"}
    return {"do": do, "players": players, "table": table, "anyway": True}
