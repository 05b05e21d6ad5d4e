"""What a tap on a Zero Zap table means: from the fields of a form to the move of docs/record.md."""

from __future__ import annotations

from django.http import QueryDict

from referee.games.zero_zap.tally import scores_of
from referee.web.wording import number_or_text

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


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do", "")
    raw: dict[str, object] = {"do": do}
    raw |= {name: sent[name] for name in _TEXTS.get(do, ()) if sent.get(name)}
    for name, called in _NUMBERS.get(do, {}).items():
        if sent.get(name):
            raw[called] = number_or_text(sent[name])
    match do:
        case "take":
            # A key of the lineup says where its card lies: "2 red 4".
            place, _, card = sent.get("take", "").partition(" ")
            raw |= {"card": card, "index": number_or_text(place)}
        case "meld" | "add":
            raw["cards"] = [card for card in sent.getlist("cards") if card]
        case "discard" if "passed" in sent:
            each = zip(sent.getlist("names"), sent.getlist("passed"), strict=False)
            raw["passed"] = {name: number_or_text(text) for name, text in each if text}
        case "count":
            raw["zero_zap"] = bool(sent.get("zero_zap"))
        case "round":
            raw["scores"] = scores_of(sent.getlist("names"), sent.getlist("e"))
    return raw
