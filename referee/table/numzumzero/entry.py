"""What a tap on a NumZumZero table means: from the fields of a form to the move of RECORD.md."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from referee.rules.numzumzero import cards

#: The fields that each move takes as they are, as numbers and as lists; empty ones are left out.
_TEXTS = {"deal": ("lead",), "play": ("player", "card", "overruled"), "bonus": ("player",)}
_NUMBERS = {"play": ("column",), "bonus": ("tokens",)}
_LISTS = ("deal", "refill")
#: More cards than any field has are as wrong as a thousand, and cheaper to refuse.
_MOST = 8


def move_of(sent: QueryDict) -> dict[str, Any]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do") or "play"
    raw: dict[str, Any] = {"do": do}
    raw |= {name: sent[name] for name in _TEXTS.get(do, ()) if sent.get(name)}
    raw |= {name: _number(sent[name]) for name in _NUMBERS.get(do, ()) if sent.get(name)}
    if do in _LISTS:
        raw["columns"] = sent.getlist("columns")[:_MOST]
    return raw


def _number(sent: object) -> int | str:
    text = str(sent)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def lacks_column(raw: dict[str, Any]) -> bool:
    """Whether a play says which card, but not where."""
    return raw.get("do") == "play" and raw.get("card") in cards.CARDS and "column" not in raw
