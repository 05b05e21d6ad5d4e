"""What a tap on a ZAR table means: from the fields of a form to the move of RECORD.md."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from referee.rules.zar import cards
from referee.rules.zar.play import DECLARED, stands_for
from referee.rules.zar.state import Live

#: The fields that each move takes as they are; empty ones are left out.
_TEXTS = {
    "deal": ("dealer",),
    "flip": ("card",),
    "draw": ("player",),
    "take": ("player",),
    "pass": ("player",),
    "zar": ("player",),
    "gotcha": ("caller", "target"),
    "penalty": ("player", "why"),
    "close_call": ("knocked_by", "underneath"),
    "out": ("player",),
    "join": ("player", "after"),
    "quit": ("player",),
    "count": ("player",),
    "recount": ("player",),
}
_NUMBERS = {"illegal": ("move",), "count": ("points",), "recount": ("number",)}
_LISTS = {"close_call": ("events", "players"), "count": ("cards",)}
#: What a form calls a field that the record calls otherwise.
_NAMES = {"number": "cards"}


def move_of(sent: QueryDict) -> dict[str, Any]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do") or ("deal" if "dealer" in sent else "play")
    if do in ("play", "match"):
        return _play(sent)
    raw: dict[str, Any] = {"do": do}
    raw |= {name: sent[name] for name in _TEXTS.get(do, ()) if sent.get(name)}
    for name in _NUMBERS.get(do, ()):
        if sent.get(name):
            raw[_NAMES.get(name, name)] = _number(sent[name])
    raw |= {name: sent.getlist(name) for name in _LISTS.get(do, ()) if sent.getlist(name)}
    if do == "join" and "player" in raw:
        raw["player"] = " ".join(raw["player"].split())
    return raw


def _play(sent: QueryDict) -> dict[str, Any]:
    counts = [_number(text) for text in sent.getlist("count")]
    number = max((count for count in counts if isinstance(count, int)), default=1)
    # More copies than any deck has are as impossible as a million, and cheaper to refuse.
    raw: dict[str, Any] = {"do": "play", "player": sent.get("player", "")}
    raw["cards"] = sent.getlist("cards") or [sent.get("card", "")] * min(max(number, 1), 20)
    return raw | {name: sent[name] for name in ("declare", "overruled") if sent.get(name)}


def _number(sent: object) -> int | str:
    text = str(sent)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def asks_declaration(state: object, raw: dict[str, Any]) -> tuple[str, ...]:
    """The words to choose from before a play can be made; () when it has all it needs."""
    if raw["do"] != "play" or "declare" in raw or not isinstance(state, Live):
        return ()
    known = (*cards.CARDS, cards.CHAMELEON, *cards.KINDS)
    if not all(card in known for card in raw["cards"]):
        return ()
    return DECLARED.get(cards.kind(stands_for(tuple(raw["cards"]), state.top)), ())
