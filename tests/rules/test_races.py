"""Two buzzes: who was first, by how much, and whether that is sure; and what a ruling makes of it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.rules.engine import Fold, Refused
from referee.rules.races import Press, order

PRESSES = st.builds(Press, at=st.integers(0, 2000), doubt=st.integers(0, 150))


@given(PRESSES, PRESSES)
def test_whoever_is_named_first_the_order_is_the_same(one: Press, two: Press) -> None:
    there, back = order(one, two), order(two, one)
    assert (there.gap, there.doubt, there.sure) == (back.gap, back.doubt, back.sure)
    assert not there.sure or there.first != back.first


@given(PRESSES, PRESSES, st.floats(0, 6.3))
def test_what_is_sure_is_true_unless_both_clocks_are_off_by_most_of_their_doubts(
    one: Press, two: Press, angle: float
) -> None:
    said = order(one, two)
    true_one, true_two = one.at + math.cos(angle) * one.doubt, two.at + math.sin(angle) * two.doubt
    assert not said.sure or (true_one < true_two) == (said.first == 0)


def test_a_gap_as_large_as_the_doubt_is_not_sure() -> None:
    assert order(Press(at=0, doubt=5), Press(at=84, doubt=7)) == (0, 84, 9)
    assert not order(Press(at=9, doubt=5), Press(at=0, doubt=7)).sure
    assert order(Press(at=10, doubt=5), Press(at=0, doubt=7)).sure


def ruled(call: dict[str, Any], game: str = "zar", **options: Any) -> tuple[str, list[str]] | Refused:
    """Whom a ruling favours, and its sentences; Bob owes "ZAR" and Cat is on turn."""
    rules = GAMES[game]
    fold = Fold(rules, rules.start({"end": {}, **options}, ["Ann", "Bob", "Cat"]))
    start: list[dict[str, Any]] = [{"do": "deal", "dealer": "Ann"}]
    first, second = ("blue sun", "blue moon") if game == "zar" else ("blue 2", "blue 3")
    start += [{"do": "flip", "card": first}, {"do": "recount", "player": "Bob", "cards": 2}]
    for body in (*start, {"do": "play", "player": "Bob", "cards": [second]}):
        assert not isinstance(fold.play_json(body), Refused), body
    answer = fold.play_json({"do": "close_call", **call})
    if isinstance(answer, Refused):
        return answer
    return answer.entry["favours"], [cite.text for cite in answer.cites]


def buzzes(one: int, two: int, doubt: int = 6) -> list[dict[str, int]]:
    return [{"at": one, "doubt": doubt}, {"at": two, "doubt": doubt}]


ZAR = {"events": ["zar", "gotcha"], "players": ["Bob", "Ann"]}
MATCH = {"events": ["play", "match"], "players": ["Cat", "Ann"]}


@pytest.mark.parametrize(
    ("call", "favours", "told"),
    [
        (ZAR, "Bob", "that takes precedence"),
        (ZAR | {"buzzes": buzzes(84, 0)}, "Ann", "84 ms before Bob, sure to within 9 ms"),
        (ZAR | {"buzzes": buzzes(0, 84)}, "Bob", "84 ms before Ann, sure to within 9 ms"),
        (
            ZAR | {"buzzes": buzzes(9, 0)},
            "Bob",
            "too close to call: 9 ms apart, sure to within 9",
        ),
        (
            ZAR | {"buzzes": buzzes(84, 0), "knocked_by": "Ann"},
            "Bob",
            "asked before the buzzes",
        ),
        (
            MATCH | {"buzzes": buzzes(84, 0), "underneath": "Cat"},
            "Cat",
            "asked before the buzzes",
        ),
        (MATCH | {"buzzes": buzzes(84, 0)}, "Ann", "84 ms before Cat"),
    ],
)
def test_what_was_measured_decides_where_it_is_sure_and_no_card_tells(
    call: dict[str, Any], favours: str, told: str
) -> None:
    answer = ruled(call)
    assert not isinstance(answer, Refused)
    assert answer[0] == favours
    assert any(told in text for text in answer[1]), answer[1]


def test_in_the_game_of_zar_a_sure_order_saves_the_toss() -> None:
    answer = ruled(MATCH | {"buzzes": buzzes(84, 0)}, "house_zar")
    assert not isinstance(answer, Refused)
    assert answer[0] == "Ann"
    assert "84 ms before Cat" in answer[1][0]
    unsure = ruled(MATCH | {"buzzes": buzzes(9, 0)}, "house_zar")
    assert isinstance(unsure, Refused)
    tossed = ruled(MATCH | {"buzzes": buzzes(9, 0), "toss": "Cat"}, "house_zar")
    assert not isinstance(tossed, Refused)
    assert tossed[0] == "Cat"


@pytest.mark.parametrize(
    "wrong",
    [
        [], buzzes(0, 5)[:1], [*buzzes(0, 5), {"at": 1, "doubt": 1}], buzzes(-1, 0), buzzes(0, 0, -1),
        [{"at": 0.5, "doubt": 0}, {"at": 0, "doubt": 0}], [{"at": 0}, {"at": 0}], "soon",
    ],
)  # fmt: skip
def test_what_is_no_pair_of_buzzes_is_invalid(wrong: Any) -> None:
    answer = ruled(ZAR | {"buzzes": wrong})
    assert isinstance(answer, Refused)
    assert answer.code == "invalid"
