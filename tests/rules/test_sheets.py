"""What a sheet's definition can say, by sheets made for one thing each."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.rules.engine import NotARecord, Refused
from referee.rules.score_sheet import GAME
from referee.rules.score_sheet.definition import read
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
