"""What a sheet's definition can say, by sheets made for one thing each."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.rules.engine import NotARecord, Refused
from referee.rules.score_sheet import GAME, cannot_win
from referee.rules.score_sheet.reading import BadSheet, read
from referee.rules.score_sheet.state import Playing

_SIDED = """
key = "sided"
name = "Sided"
players = [2, 5]
sides = { size = 2, from = 4 }
[[field]]
key = "taken"
name = "Taken"
of = "side"
"""


def _start(text: str, players: list[str]) -> Playing:
    return GAME.start({"sheet": msgspec.to_builtins(read(text)), "wins": "high"}, players)


def _after(state: Playing, move: dict[str, Any]) -> Playing:
    read_move = GAME.read(move)
    assert not isinstance(read_move, Refused), read_move
    answer = GAME.judge(state, read_move)
    assert not isinstance(answer, Refused), answer
    assert isinstance(answer.state, Playing)
    return answer.state


def test_fewer_players_than_sides_need_play_each_for_themselves() -> None:
    move = {"do": "entry", "players": {"Ann": {"taken": 3}, "Bob": {"taken": 5}}}
    assert _after(_start(_SIDED, ["Ann", "Bob"]), move).scores == {"Ann": 3, "Bob": 5}
    four = _after(_start(_SIDED, ["Ann", "Bob", "Cat", "Dan"]), move)
    assert four.scores == {"Ann": 3, "Bob": 5, "Cat": 3, "Dan": 5}
    with pytest.raises(NotARecord):
        _start(_SIDED, ["Ann", "Bob", "Cat", "Dan", "Eve"])


_ASKED = """
key = "asked"
name = "Asked"
points = "taken + extra + bonus"
[[field]]
key = "double"
name = "Double"
kind = "tick"
of = "round"
[[field]]
key = "extra"
name = "Extra"
of = "round"
asked = "double"
[[field]]
key = "taken"
name = "Taken"
[[field]]
key = "bonus"
name = "Bonus"
asked = "double"
"""


@pytest.mark.parametrize(("double", "points"), [(True, 111), (False, 1)])
def test_what_is_not_asked_for_does_not_count_even_if_it_was_sent(*, double: bool, points: int) -> None:
    own = {"taken": 1, "bonus": 10}
    move = {"do": "entry", "players": {"Ann": own, "Bob": own}, "table": {"double": double, "extra": 100}}
    assert _after(_start(_ASKED, ["Ann", "Bob"]), move).scores == {"Ann": points, "Bob": points}


_LEFT = """
key = "left"
name = "Left"
each = [0, "at([60, 20, 30], round)"]
[[field]]
key = "taken"
name = "Taken"
[end]
rounds = 3
"""


def test_who_can_still_win_follows_from_what_rounds_are_worth() -> None:
    state = _start(_LEFT, ["Ann", "Bob", "Cat"])
    assert cannot_win.beaten(state) == ()
    entry = {"do": "entry", "players": {"Ann": {"taken": 60}, "Bob": {"taken": 10}, "Cat": {"taken": 9}}}
    state = _after(state, entry)
    assert cannot_win.beaten(state) == ("Cat",), "two rounds are worth 50 at most: Bob may still draw level"
    state = _after(state, {"do": "entry", "players": {name: {"taken": 0} for name in ("Ann", "Bob", "Cat")}})
    assert cannot_win.beaten(state) == ("Bob", "Cat")


_CELLS = """
key = "cells"
name = "Cells"
by = "row"
row = [
  { key = "one", name = "One", values = [0, 5] },
  { key = "two", name = "Two", most = 10 },
  { key = "bonus", name = "Bonus", is = "7 if one + two >= 15 else 0", each = [
    "points", "7 if one + two + 5 * ('one' not in entered) + 10 * ('two' not in entered) >= 15 else 0",
  ] },
]
"""


def test_who_can_still_win_counts_the_bonus_that_is_still_to_be_had() -> None:
    state = _start(_CELLS, ["Ann", "Bob"])
    state = _after(state, {"do": "entry", "row": "one", "players": {"Ann": {"value": 5}}})
    state = _after(state, {"do": "entry", "row": "two", "players": {"Ann": {"value": 10}}})
    assert state.scores["Ann"] == 22
    assert cannot_win.beaten(state) == (), "Bob can still have all of it"
    state = _after(state, {"do": "entry", "row": "two", "players": {"Bob": {"value": 9}}})
    assert cannot_win.beaten(state) == ("Bob",)


def test_a_definition_that_would_take_long_to_count_is_refused() -> None:
    let = '[[let]]\nkey = "l{}"\nis = "' + "+".join(["taken"] * 60) + '"\n'
    text = 'key = "slow"\nname = "Slow"\n[[field]]\nkey = "taken"\nname = "Taken"\n'
    read(text + "".join(let.format(n) for n in range(8)))
    with pytest.raises(BadSheet, match="more than 2,000 parts"):
        read(text + "".join(let.format(n) for n in range(30)))


def test_no_number_or_text_is_refused_in_the_words_of_a_library() -> None:
    far = "That number is too large: a sheet takes from −1,000,000,000 to 1,000,000,000."
    for move, said in (
        ({"do": "round", "scores": {"Ann": 10**9 + 1, "Bob": 0}}, far),
        ({"do": "round", "scores": {"Ann": -(10.0**12), "Bob": 0}}, far),
        ({"do": "round", "scores": {"Ann": float("nan"), "Bob": 0}}, far),
        ({"do": "round", "scores": {"Ann": "", "Bob": 0}}, " is no number: enter one for Ann"),
        ({"do": "entry", "players": {"Ann": {"taken": 10**9 + 1}}}, far),
        ({"do": "entry", "players": {}, "table": {"level": -(10**9) - 1}}, far),
        ({"do": "entry", "players": {"Ann": {"taken": "9" * 81}}}, "at most 80 characters"),
    ):
        answer = GAME.read(move)
        assert isinstance(answer, Refused), move
        assert said in answer.text, move
    assert not isinstance(GAME.read({"do": "round", "scores": {"Ann": 10**9, "Bob": -(10**9)}}), Refused)
