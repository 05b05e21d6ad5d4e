"""How wide a text is drawn, about: the server has no browser to ask, so rather too much than too little."""

from __future__ import annotations

import unicodedata

#: Widths of letters in the units of a text 12 high, as in the widest font of systems (DejaVu).
_WIDE, _NARROW, _THIN = frozenset("MWmw@%&—…ÆŒ"), frozenset("tfrJ()[]"), frozenset("iljI.,:;'’!|- ")


def width(text: str, size: float = 12) -> float:
    """About how wide a bold text of this height is."""
    return size / 12 * sum(map(_letter, text))


def _letter(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 13.5
    if char in _WIDE:
        return 13
    if char in _THIN:
        return 4.9
    if char in _NARROW:
        return 6
    return 9.9 if char.isupper() else 8.4


def cut(name: str, room: float, size: float = 12) -> str:
    """The name, or as much of its beginning as has room, with an ellipsis."""
    # The edges of the field are rounded: what fits but for that fits.
    if width(name, size) <= room + 0.2:
        return name
    while name and width(f"{name}…", size) > room:
        name = name[:-1]
    return f"{name.rstrip()}…"
