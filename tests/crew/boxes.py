"""Boxes on a picture."""

from referee.crew.sharing.card.sheet import Box


def meet(one: Box, other: Box) -> bool:
    """Whether one covers part of the other."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
