"""How the tiles of Zarathustra look and what they are called on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee.games.zarathustra.context import MarkView, TileView
from referee.rules.sentences import joined
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.state import Board

_ART = {tiles.SWORD: "sword-edge", tiles.SHIELD: "shield-edge"}

#: All tiles in the order in which they are shown: the most blank edges first.
TRAY = tuple(sorted(tiles.TILES, key=lambda tile: (-tile.count(tiles.BLANK), tile)))


def face(state: Board, player: str, tile: str) -> TileView:
    """A player's tile as it lies."""
    return _face(tile, owner(state, player), letters(state.players)[player])


@lru_cache(2048)
def _face(tile: str, owner: int, letter: str) -> TileView:
    marks = tuple(
        MarkView(art=_ART[edge], turn=number * 90) for number, edge in enumerate(tile) if edge in _ART
    )
    return TileView(
        tile=tile, label=edges(tile), marks=marks, owner=owner, seal=f"seal-{owner}", letter=letter
    )


def owner(state: Board, player: str) -> int:
    """The player's place from 1, which has a colour and a shape."""
    return state.players.index(player) + 1


@lru_cache(2048)
def letters(players: tuple[str, ...]) -> Mapping[str, str]:
    """What stands on each player's tiles: the initials, or the alphabet's letters where two are the same."""
    initials = [name[:1].upper() for name in players]
    distinct = len(set(initials)) == len(initials)
    return dict(zip(players, initials if distinct else "ABCD", strict=False))


def edges(tile: str) -> str:
    """The edges of a tile clockwise from the top: `sword, blank, shield, blank`."""
    return ", ".join(tiles.SYMBOLS.get(edge, edge) for edge in tile)


def fall(spaces: Sequence[str]) -> str:
    """What falls: `c2 and d3 fall`, the end of a sentence."""
    return f"{joined(spaces)} {'falls' if len(spaces) == 1 else 'fall'}" if spaces else "nothing falls"
