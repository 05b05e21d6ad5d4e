"""What a tap on a Zarathustra table means, and what its address says of the choice so far."""

from __future__ import annotations

from django.http import QueryDict
from msgspec import Struct

from referee.games.forms import move_of
from referee.rules.zarathustra import moves, tiles
from referee.rules.zarathustra.state import Playing


class Choice(Struct, frozen=True):
    """What is chosen so far: a space, then a tile of the player on turn as it lies; "" until then."""

    at: str = ""
    tile: str = ""


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse.

    A tile comes whole, or edge by edge where one is corrected.
    """
    raw = move_of(moves.Move, sent)
    if raw["do"] == "place" and tiles.SIDES[0] in sent:
        return {"tile": "".join(sent.get(side, "") for side in tiles.SIDES), **raw}
    return raw


def chosen(asked: QueryDict, state: Playing) -> Choice:
    """The choice in an address, as far as it makes sense on this board."""
    at, tile = asked.get("at", ""), asked.get("tile", "")
    if at not in tiles.spaces(state.size):
        return Choice()
    held = tiles.exists(tile) and tiles.same(tile) in state.hands[state.turn]
    return Choice(at, tile if held else "")
