"""The 108 cards of Zero Zap (1): their names, what they are, how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

Kind = Literal["number", "wild", "double", "special", "zero zap"]
Color = Literal["red", "blue", "green"]

COLORS: tuple[Color, ...] = ("red", "blue", "green")
NUMBERS = range(1, 8)
NUMBER_CARDS = tuple(f"{color} {number}" for color in COLORS for number in NUMBERS)
WILD = "wild"
DOUBLES = tuple(f"double {color}" for color in COLORS)
SPECIALS = ("reshuffle", "steal", "give", "bonus", "pass hands", "pass color")
ZERO_ZAP = "zero zap"
CARDS = (*NUMBER_CARDS, WILD, *DOUBLES, *SPECIALS, ZERO_ZAP)

#: How many there are of each card; of the specials the rulebook tells only how many in all.
COPIES: dict[Kind, int] = {"number": 4, "wild": 6, "double": 1, "special": 14, "zero zap": 1}
NUMBERS_OF_A_COLOR = len(NUMBERS) * COPIES["number"]
DECK = 108


@lru_cache(512)
def kind(card: str) -> Kind:
    """What sort of card it is, by clause 1."""
    if card in NUMBER_CARDS:
        return "number"
    if card in SPECIALS:
        return "special"
    return "wild" if card == WILD else "double" if card in DOUBLES else "zero zap"


def color_of(card: str) -> str:
    """The colour of a Number card."""
    return card.split(maxsplit=1)[0]


def number_of(card: str) -> int:
    """The number on a Number card."""
    return int(card.split()[1])


def one_too_many(cards: Iterable[str]) -> str | None:
    """A card that lies among these more often than the deck has it (specials are counted together)."""
    counted = Counter("special" if card in SPECIALS else card for card in cards)
    for card, number in sorted(counted.items()):
        if number > COPIES["special" if card == "special" else kind(card)]:
            return card
    return None
