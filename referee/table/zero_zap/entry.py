"""What a tap on a Zero Zap table means: from the fields of a form to the move of RECORD.md."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from referee.rules.engine import Move
from referee.rules.zero_zap import moves
from referee.table.zero_zap.tally import scores_of

#: The fields that each move takes as they are; empty ones are left out.
_TEXTS: dict[str, tuple[str, ...]] = {
    "deal": ("dealer",),
    "draw": ("player",),
    "take": ("player",),
    "meld": ("player", "overruled"),
    "add": ("player", "overruled"),
    "double": ("player", "color", "overruled"),
    "discard": ("player", "card", "target", "color", "overruled"),
    "zap": ("player", "target", "overruled"),
    "pass": ("player",),
    "count": ("player",),
    "recount": ("player",),
}
#: Numbers, by what a form calls them, and what the record calls them.
_NUMBERS: dict[str, dict[str, str]] = {
    "draw": {"number": "cards"},
    "add": {"meld": "meld"},
    "discard": {"meld": "meld"},
    "count": {"number": "cards"},
    "recount": {"number": "cards"},
}


def move_of(sent: QueryDict) -> dict[str, Any]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do", "")
    raw: dict[str, Any] = {"do": do}
    raw |= {name: sent[name] for name in _TEXTS.get(do, ()) if sent.get(name)}
    for name, called in _NUMBERS.get(do, {}).items():
        if sent.get(name):
            raw[called] = number(sent[name])
    match do:
        case "take":
            # A key of the lineup says where its card lies: "2 red 4".
            place, _, raw["card"] = sent.get("take", "").partition(" ")
            raw["index"] = number(place)
        case "meld" | "add":
            raw["cards"] = [card for card in sent.getlist("cards") if card]
        case "discard" if "passed" in sent:
            names = sent.getlist("names")
            raw["passed"] = dict(zip(names, map(number, sent.getlist("passed")), strict=False))
        case "count":
            raw["zero_zap"] = bool(sent.get("zero_zap"))
        case "round":
            raw["scores"] = scores_of(sent.getlist("names"), sent.getlist("e"))
    return raw


def number(sent: object) -> int | str:
    """A number as it was typed, or the text that is none."""
    text = str(sent)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def sent_again(raw: dict[str, Any]) -> dict[str, Any]:
    """A move as the fields that `move_of` reads."""
    passed = raw.get("passed")
    if not isinstance(passed, dict):
        return raw
    return {**raw, "names": list(passed), "passed": list(passed.values())}


def is_laying(raw: dict[str, Any]) -> bool:
    """Whether the table may overrule what is against the rules in it."""
    laying: tuple[type[Move], ...] = (moves.Meld, moves.Add, moves.Double, moves.Discard, moves.Zap)
    return raw.get("do") in {kind.__struct_config__.tag for kind in laying}
