"""What the pictures of nights and years share: their colours, faces and bars."""

from __future__ import annotations

from collections.abc import Mapping

from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.sheet import Block, Pen, Portrait
from referee.web.charts.layout import Point
from referee.web.components import FaceView
from scoring.players.faces import avatar_path

PANEL, TRACK, BAR = "#1f1e42", "#2c2b57", "#7c7ae6"
#: The colours of faces, and what is written on each.
_FACES: Mapping[str, tuple[str, str]] = {
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


def named(text: str) -> str:
    """Whose it is in characters that can be drawn; of a name that has none only that it is a player's."""
    drawn = lettering.legible(text)
    return (
        f"A player{drawn.removeprefix(lettering.ELLIPSIS)}"
        if drawn[:1] in ("", lettering.ELLIPSIS)
        else drawn
    )


def disc(pen: Pen, shown: FaceView, x: float, y: float, across: float) -> None:
    """A player's face as pages show it: the photo, or the initials on the player's colour."""
    ground, on = _FACES[shown.colour]
    radius = across / 2
    pen.blocks.append(Block((x - radius, y - radius, x + radius, y + radius), ground, radius))
    letters, size = lettering.fitted(lettering.legible(shown.initials), across * 0.8, int(across * 0.42), 12)
    wide = lettering.width(letters, size, bold=True)
    pen.write(x - wide / 2, y + size * 0.36, letters, wide + 1, (size, size), colour=on, bold=True)
    if shown.avatar:
        pen.portraits.append(Portrait(avatar_path(shown.avatar), x, y, across))


def bar(pen: Pen, start: Point, right: float, part: float, colour: str) -> None:
    """A lying bar of so many hundredths, on its track."""
    left, y = start
    pen.blocks.append(Block((left, y, right, y + 14), TRACK, 7))
    end = left + (right - left) * part / 100
    if end - left >= 14:
        pen.blocks.append(Block((left, y, end, y + 14), colour, 7))
