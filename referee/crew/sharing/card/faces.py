"""Faces on a picture: the photo, or initials on the player's colour."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.sheet import Block, Card, Portrait
from referee.web.components import FaceView

#: The colours of faces, and what is written on each.
FACES: Mapping[str, tuple[str, str]] = {
    "red": ("#c92c3c", "#ffffff"),
    "orange": ("#f08a24", "#231200"),
    "yellow": ("#ffc91f", "#241a00"),
    "green": ("#1b7a3a", "#ffffff"),
    "teal": ("#0b6e75", "#ffffff"),
    "blue": ("#2b63e0", "#ffffff"),
    "purple": ("#6a45c2", "#ffffff"),
    "pink": ("#f2a0c6", "#3a0a22"),
    "grey": ("#5c5a72", "#ffffff"),
}


def disc(
    card: Card, shown: FaceView, x: float, y: float, across: float, *, photo: Path | None = None
) -> None:
    """A player's face as pages show it: the photo, or the initials on the player's colour."""
    ground, on = FACES[shown.colour]
    radius = across / 2
    card.blocks.append(Block((x - radius, y - radius, x + radius, y + radius), ground, radius))
    letters, size = lettering.fitted(lettering.legible(shown.initials), across * 0.8, int(across * 0.42), 12)
    wide = lettering.width(letters, size, bold=True)
    card.write(x - wide / 2, y + size * 0.36, letters, wide + 1, (size, size), colour=on, bold=True)
    if photo:
        card.portraits.append(Portrait(photo, x, y, across))
