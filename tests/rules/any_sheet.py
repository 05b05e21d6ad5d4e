"""Sheets that nobody wrote: definitions put together by chance from everything that the language has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from referee.rules.score_sheet import reading
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.reading import BadSheet

#: What a round may be worth: of a number `a`, of a number `b` where there is one, of what goes along.
_WORTH = (
    None,
    "2 * a - 3",
    "a if a == max(all_a) else -a",
    "sum(all_a) if a == min(all_a) else 0",
    "at([5, 3, 1], place(a, all_a))",
    "a * round + seats",
    "max(total + a, 0) - total",
    "-total if total + a > 40 else a",
    "10 + a if a == b else -abs(a - b)",
    "a + 5 * flag",
    "half + went",
    "a / 3",
    "20 if me == who else a",
    "extra * a",
)
_ROW_WORTH = (None, "2 * value", "value if value > max(later) else 0", "-value")
_ENDS: tuple[Mapping[str, Any], ...] = (
    {},
    {"score": 30},
    {"score": 21, "lead": 2},
    {"rounds": 3},
    {"rounds": "seats"},
    {"when": "total > 25"},
    {"out": "total >= 20"},
    {"out": "total < -5", "left": 2, "rounds": 6},
    {"score": "15 + 5 * seats", "finish": True},
)
_CHECKS = (
    {"is": "sum(all_a) < 60", "say": "{sum(all_a)} are too many"},
    {"is": "max(all_a) != 7", "say": "Nobody has 7", "firm": True},
    {"adds": "a", "to": 26, "say": "{sum(all_a)} of 26 are given"},
    {"is": "len(all_a) == seats", "say": "Some are missing"},
)


def _number(key: str, *, bid: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    limits: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
        [{}, {"most": 13}, {"most": "10 + round"}, {"least": -20}, {"fractions": True, "blank": True}]
    )
    return limits.map(lambda found: {"key": key, "name": key.upper(), "bid": bid, **found})


@st.composite
def sheets(draw: st.DrawFn) -> Definition:
    """A definition that can be played, of any way to be filled in."""
    way = draw(st.sampled_from(["round", "round", "turn", "free", "row"]))
    sides = draw(st.booleans()) and way == "round"
    raw: dict[str, Any] = {
        "key": "chance",
        "name": "By chance",
        "players": [4, 4] if sides else draw(st.sampled_from([[1, 4], [2, 6], [3, 3]])),
        "by": way,
        "wins": draw(st.sampled_from(["high", "low", "all"])),
        "start": draw(st.sampled_from([0, 20, "5 * seats"])),
        "dealer": draw(st.sampled_from(["none", "left", "winner", "loser"])),
        "end": draw(st.sampled_from(_ENDS)),
    }
    if sides:
        raw["sides"] = {"size": 2}
    if draw(st.booleans()):
        raw["tie"] = "total"
    if way == "row":
        raw |= _categories(draw)
    else:
        raw |= _round(draw, way)
    try:
        return reading.made(raw)
    except BadSheet:
        assume(False)
        raise


def _round(draw: st.DrawFn, way: str) -> dict[str, Any]:
    worth = draw(st.sampled_from(_WORTH))
    wanted = worth or ""
    fields = [draw(_number("a"))]
    if " b" in wanted or draw(st.booleans()):
        fields.append(draw(_number("b", bid=way == "round" and draw(st.booleans()))))
    if "flag" in wanted:
        fields.append(
            {"key": "flag", "name": "Flag", "kind": "tick", "of": draw(st.sampled_from(["player", "round"]))}
        )
    if "who" in wanted:
        fields.append({"key": "who", "name": "Who", "kind": "player", "of": "round"})
    if draw(st.booleans()):
        choice = [{"value": "no", "name": "No"}, {"value": "yes", "name": "Yes", "asked": "round > 1"}]
        fields.append({"key": "pick", "name": "Pick", "kind": "choice", "choice": choice, "blank": True})
        fields[0] = {
            **fields[0],
            "asked": draw(st.sampled_from(["round > 0", "max(all_total) < 25"])),
            "blank": True,
        }
    made: dict[str, Any] = {"points": worth, "field": fields}
    if "half" in wanted:
        made |= {
            "let": [{"key": "half", "is": "a // 2"}],
            "tally": [{"key": "went", "name": "Went", "then": "went + (half > 3)"}],
        }
    if "extra" in wanted:
        made["option"] = [{"key": "extra", "name": "Extra", "usual": 2, "most": 9}]
    if way in ("turn", "free") and draw(st.booleans()):
        made["others"] = "sum(all_a)"
    if way == "round":
        made["check"] = draw(st.lists(st.sampled_from(_CHECKS), max_size=2))
    return {key: value for key, value in made.items() if value is not None}


def _categories(draw: st.DrawFn) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [
        {
            "key": f"r{n}",
            "name": f"Row {n}",
            "values": draw(st.sampled_from([[], [0, 5, 25]])),
            "blank": draw(st.booleans()),
        }
        for n in range(draw(st.integers(1, 4)))
    ]
    if draw(st.booleans()):
        rows.append({"key": "bonus", "name": "Bonus", "is": "35 if r0 > 10 else 0"})
    worth = draw(st.sampled_from(_ROW_WORTH))
    return {"row": rows} | ({"points": worth} if worth else {})
