"""A game as a small card of its own colour and corner, wherever games stand in a list."""

from __future__ import annotations

from zlib import crc32

from referee.games.registry import PRESENTERS
from referee.web.components import TileView

_LOOKS = ("t-blue", "t-red", "t-green", "t-yellow", "")


def tile(key: str, title: str) -> TileView:
    """The tile of a game by its key; a score sheet's by its title, the same for the same title.

    >>> tile("crazy_eights", "Crazy Eights").letter, tile("score_sheet", "yacht").letter
    ('8', 'Y')
    """
    word = title.strip().casefold()
    by_title = TileView(look=_LOOKS[crc32(word.encode()) % len(_LOOKS)], letter=word[:1].upper())
    return PRESENTERS[key].tile or by_title
