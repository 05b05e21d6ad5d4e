"""How wide a text is drawn, about: the server has no browser to ask, so rather too much than too little."""

from __future__ import annotations

import unicodedata

#: Widths of letters in the units of a text 12 high.
_WIDE, _NARROW = frozenset("MWmw@%&—…ÆŒ"), frozenset("iljtfrI1.,:;'’!|()[]- ")


def width(text: str, size: float = 12) -> float:
    """About how wide a bold text of this height is."""
    return 1.1 * size / 12 * sum(map(_letter, text))


def _letter(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 12.5
    if char in _WIDE:
        return 11.5
    if char in _NARROW:
        return 4.6
    return 8.6 if char.isupper() else 7


def cut(name: str, room: float, size: float = 12) -> str:
    """The name, or as much of its beginning as has room, with an ellipsis."""
    # The edges of the field are rounded: what fits but for that fits.
    if width(name, size) <= room + 0.2:
        return name
    while name and width(f"{name}…", size) > room:
        name = name[:-1]
    return f"{name.rstrip()}…"
