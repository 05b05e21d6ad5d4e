"""What a tap on a Zarathustra table means, and what its address says of the choice so far."""

from __future__ import annotations

from django.http import QueryDict
from msgspec import Struct

from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.state import Playing

#: The fields of each move, as they are; empty ones are left out.
_TEXTS = {"place": ("player", "tile", "at", "overruled")}


class Choice(Struct, frozen=True):
    """What is chosen so far: a space, then a tile of the player on turn as it lies; "" until then."""

    at: str = ""
    tile: str = ""


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse.

    A tile comes whole, or edge by edge where one is corrected.
    """
    do = sent.get("do", "place")
    made = {name: sent[name] for name in _TEXTS.get(do, ()) if sent.get(name)}
    if do == "place" and "tile" not in sent and tiles.SIDES[0] in sent:
        made["tile"] = "".join(sent.get(side, "") for side in tiles.SIDES)
    return {"do": do, **made}


def chosen(asked: QueryDict, state: Playing) -> Choice:
    """The choice in an address, as far as it makes sense on this board."""
    at, tile = asked.get("at", ""), asked.get("tile", "")
    if at not in tiles.spaces(state.size):
        return Choice()
    held = tiles.exists(tile) and tiles.same(tile) in state.hands[state.turn]
    return Choice(at, tile if held else "")
