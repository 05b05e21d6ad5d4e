"""A player's face as pages show it: the picture, or the initials on the player's colour."""

from __future__ import annotations

import unicodedata
from typing import Protocol

from django.urls import reverse

from referee.web.context import FaceView

#: What belongs to the character before it: joiners with what they join, and skin tones.
_JOINER = "\u200d"
_TONES = range(0x1F3FB, 0x1F400)


class Faced(Protocol):
    """A player of the record, as far as a face shows it."""

    public_id: str
    name: str
    colour: str
    avatar: str


def face(player: Faced) -> FaceView:
    """A player's face."""
    # The file's name is in the address, so that a new face is seen at once.
    src = f"{reverse('face', args=[player.public_id])}?{player.avatar}" if player.avatar else ""
    colour = player.colour or "none"
    return FaceView(initials=initials(player.name), colour=colour, src=src, avatar=player.avatar)


def initials(name: str) -> str:
    """The first characters of a name's first and last words: `initials("ann van dam")` is "AD"."""
    words = name.split()
    ends = words if len(words) < 2 else [words[0], words[-1]]
    return "".join(_first(word) for word in ends)


def _first(word: str) -> str:
    """The first character as people see it, with its marks."""
    end = 1
    while end < len(word) and (
        unicodedata.category(word[end]).startswith("M")
        or word[end] == _JOINER
        or word[end - 1] == _JOINER
        or ord(word[end]) in _TONES
    ):
        end += 1
    # Not longer than it was: "ß" stays one letter.
    first = word[:end]
    return first.upper() if len(first.upper()) == len(first) else first
