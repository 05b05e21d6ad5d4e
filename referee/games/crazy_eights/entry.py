"""What a tap on a Crazy Eights table means: from the fields of a form to the move of docs/record.md."""

from __future__ import annotations

from django.http import QueryDict

from referee.games.shedding.typed import points_or_text
from referee.web.wording import number_or_text

#: The fields that each move takes as they are, and as numbers; empty ones are left out.
_TEXTS = {
    "deal": ("dealer",),
    "flip": ("card",),
    "play": ("player", "card", "suit", "overruled"),
    "draw": ("player",),
    "pass": ("player",),
    "count": ("player",),
    "join": ("player", "after"),
    "quit": ("player",),
    "recount": ("player",),
}
#: What a form calls a number, and what the record calls it.
_NUMBERS = {"count": ("points", "points"), "recount": ("number", "cards")}


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do") or ("deal" if "dealer" in sent else "play")
    raw: dict[str, object] = {"do": do}
    raw |= {name: sent[name] for name in _TEXTS.get(do, ()) if sent.get(name)}
    field, name = _NUMBERS.get(do, ("", ""))
    if sent.get(field):
        read = points_or_text if name == "points" else number_or_text
        raw[name] = read(sent[field])
    if do == "count" and sent.getlist("cards"):
        raw["cards"] = sent.getlist("cards")
    if do == "join" and "player" in raw:
        raw["player"] = " ".join(sent.get("player", "").split())
    return raw
