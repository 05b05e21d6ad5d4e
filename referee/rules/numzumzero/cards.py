"""The cards of NumZumZero (1): two colours, seven values, four of each in a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

COLORS = ("blue", "orange")
VALUES = range(1, 8)
#: The 14 different cards.
CARDS = tuple(f"{color} {value}" for color in COLORS for value in VALUES)
#: How often each of them is in a box, and how many cards a box has in all.
COPIES = 4
BOX = COPIES * len(CARDS)


@lru_cache(512)
def value(card: str) -> int:
    return int(card.rsplit(maxsplit=1)[-1])


def total(color: str, column: Iterable[str]) -> int:
    """What the cards of one colour in a column add up to."""
    return sum(value(card) for card in column if card.startswith(color))


def left(boxes: int, seen: Iterable[str]) -> Counter[str]:
    """How many of each card the boxes still hold beside those seen; below 0 where that cannot be."""
    still = Counter(dict.fromkeys(CARDS, COPIES * boxes))
    still.subtract(seen)
    return still
