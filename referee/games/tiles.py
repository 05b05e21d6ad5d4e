"""A game as a small card of its own colour and corner, wherever games stand in a list."""

from __future__ import annotations

from zlib import crc32

from referee.web.components import View

_LOOKS = ("t-blue", "t-red", "t-green", "t-yellow", "")
#: Of each game its look and a sign of the sprite, or a letter. A score sheet has the first of its title.
_TILES = {
    "zar": ("", "winged-dragon", ""),
    "house_zar": ("t-red", "crab", ""),
    "numzumzero": ("t-blue", "", "7"),
    "zarathustra": ("t-green", "", "Z"),
    "zero_zap": ("t-yellow", "zap", ""),
    "crazy_eights": ("t-red", "", "8"),
}


class TileView(View, frozen=True):
    """The macro `tile` shows it, beside the game's name: a `sign` of the sprite, else a `letter`."""

    look: str
    sign: str = ""
    letter: str = ""


def tile(key: str, title: str) -> TileView:
    """The tile of a game by its key; a score sheet's by its title, the same for the same title.

    >>> tile("crazy_eights", "Crazy Eights").letter, tile("score_sheet", "yacht").letter
    ('8', 'Y')
    """
    if key in _TILES:
        look, sign, letter = _TILES[key]
        return TileView(look=look, sign=sign, letter=letter)
    word = title.strip().casefold()
    return TileView(look=_LOOKS[crc32(word.encode()) % len(_LOOKS)], letter=word[:1].upper())
