"""Boxes on a picture."""

from referee.crew.sharing.card import Shape
from referee.crew.sharing.card.sheet import EDGE, WIDTH, Box, Card


def meet(one: Box, other: Box) -> bool:
    """Whether one covers part of the other."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def check_room(card: Card, shape: Shape) -> None:
    """Every text lies between the edges, and none on another."""
    for text in card.texts:
        left, top, right, bottom = text.box
        assert left >= EDGE - 1, text
        assert right <= WIDTH - EDGE + 2, text
        assert top >= shape.top, text
        assert bottom <= shape.bottom, text
    for place, one in enumerate(card.texts):
        for other in card.texts[place + 1 :]:
            assert not meet(one.box, other.box), (one, other)
