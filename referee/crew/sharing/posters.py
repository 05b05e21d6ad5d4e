"""What the pictures of nights and years share: their colours, names and bars."""

from __future__ import annotations

from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.faces import disc
from referee.crew.sharing.card.sheet import Block, Card
from referee.web.charts.layout import Point
from referee.web.components import FaceView
from scoring.players.faces import avatar_path

TRACK, BAR = "#2c2b57", "#7c7ae6"


def named(text: str) -> str:
    """Whose it is in characters that can be drawn; of a name that has none only that it is a player's."""
    drawn = lettering.legible(text)
    return (
        f"A player{drawn.removeprefix(lettering.ELLIPSIS)}"
        if drawn[:1] in ("", lettering.ELLIPSIS)
        else drawn
    )


def face_of(card: Card, shown: FaceView, x: float, y: float, across: float) -> None:
    """A player's face on a picture for the crew, with the photo where there is one."""
    photo = avatar_path(shown.avatar) if shown.avatar else None
    disc(card, shown, x, y, across, photo=photo)


def bar(card: Card, start: Point, right: float, part: float, colour: str) -> None:
    """A lying bar of so many hundredths, on its track."""
    left, y = start
    card.blocks.append(Block((left, y, right, y + 14), TRACK, 7))
    end = left + (right - left) * part / 100
    if end - left >= 14:
        card.blocks.append(Block((left, y, end, y + 14), colour, 7))
