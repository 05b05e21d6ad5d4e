"""What a crew writes of a game beside its moves: where it was played, and what was noted of it."""

from __future__ import annotations

import unicodedata

from scoring.models import Game
from scoring.writing import one_writer

#: Of notes: two pages.
NOTES_LENGTH = 4000
PLACE_LENGTH = 80


class TooLong(ValueError):
    """There is no room for so much; the message says how much there is."""


def set_notes(game: Game, *, place: str, notes: str) -> None:
    """Replaces both. For one whose right to write has been checked. Raises TooLong; nothing is saved then."""
    place, notes = " ".join(clean(place).split()), clean(notes).strip()
    if len(place) > PLACE_LENGTH:
        raise TooLong(f"A place has at most {PLACE_LENGTH} characters.")
    if len(notes) > NOTES_LENGTH:
        raise TooLong(f"Notes have at most {NOTES_LENGTH} characters.")
    with one_writer():
        Game.objects.filter(pk=game.pk).update(place=place, notes=notes)


def clean(text: str) -> str:
    """The text with line ends as they are here, and without what no letter is and no database takes."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(each for each in lines if each == "\n" or unicodedata.category(each) != "Cc")
