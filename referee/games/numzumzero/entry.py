"""What a tap on a NumZumZero table means: from the fields of a form to the move of docs/record.md."""

from __future__ import annotations

from django.http import QueryDict

from referee.web.wording import number_or_text

#: The fields that each move takes as they are, as numbers and as lists; empty ones are left out.
_TEXTS = {"deal": ("lead",), "play": ("player", "card", "overruled"), "bonus": ("player",)}
_NUMBERS = {"play": ("column",), "bonus": ("tokens",)}
_LISTS = ("deal", "refill")
#: More cards than any field has are as wrong as a thousand, and cheaper to refuse.
_MOST = 8


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do") or "play"
    raw: dict[str, object] = {"do": do}
    raw |= {name: sent[name] for name in _TEXTS.get(do, ()) if sent.get(name)}
    raw |= {name: number_or_text(sent[name]) for name in _NUMBERS.get(do, ()) if sent.get(name)}
    if do in _LISTS:
        raw["columns"] = sent.getlist("columns")[:_MOST]
    return raw
