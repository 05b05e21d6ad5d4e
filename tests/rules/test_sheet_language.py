"""What a sheet's definition can say, a word at a time (docs/sheets.md)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.rules.engine import Fold, Refused
from referee.rules.score_sheet import GAME
from referee.rules.score_sheet.definition import BadSheet, Definition, read

_PLAYERS = ["Ann", "Bob", "Cat"]


def _begin(text: str, players: list[str] | None = None) -> Fold[Any, Any]:
    sheet: Definition = read(f'key = "mine"\nname = "Mine"\n{text}')
    wins = "low" if sheet.wins == "low" else "high"
    options = {"sheet": msgspec.to_builtins(sheet), "wins": wins}
    return Fold(GAME, GAME.start(options, players or _PLAYERS))


def _written(fold: Fold[Any, Any], **move: object) -> dict[str, Any]:
    answer = fold.tell({"do": "entry", **move})
    assert not isinstance(answer, Refused), answer.text
    return dict(GAME.show(fold.state))


def _refused(fold: Fold[Any, Any], **move: object) -> str:
    answer = fold.tell({"do": "entry", **move})
    assert isinstance(answer, Refused)
    return answer.text


def _round(key: str, *values: object) -> dict[str, dict[str, object]]:
    return {name: {key: value} for name, value in zip(_PLAYERS, values, strict=True)}


_LETS = """
[[field]]
key = "left"
name = "Left"

[[let]]
key = "twice"
is = "2 * left"

[[check]]
is = "max(all_twice) <= 10"
say = "{max(all_twice)} is too much"
"""


def test_a_check_knows_what_was_let() -> None:
    fold = _begin(_LETS)
    assert _refused(fold, players=_round("left", 1, 6, 2)) == "12 is too much."
    assert _written(fold, players=_round("left", 1, 5, 2))["scores"] == {"Ann": 1, "Bob": 5, "Cat": 2}


def test_a_check_of_bids_knows_no_lets_yet() -> None:
    bids = '[[field]]\nkey = "bid"\nname = "Bid"\nbid = true\n'
    with pytest.raises(BadSheet, match="there is no “all_twice” here"):
        read(f'key = "mine"\nname = "Mine"\n{bids}{_LETS}bids = true\n')
