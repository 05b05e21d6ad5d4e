"""The deck (house_zar 1), dealt from an Uno deck: names, kinds, what each card shows."""

from __future__ import annotations

from functools import lru_cache

COLORS = ("yellow", "green", "blue")
NUMBERS = ("1", "2", "3", "4", "5", "6")
COMMANDS = ("skip", "draw two", "reverse")
WILDS = ("wild 1", "wild 2")
DRAGONS = ("dragon 1", "dragon 2")

#: The 31 different cards.
CARDS = tuple(f"{color} {symbol}" for color in COLORS for symbol in NUMBERS + COMMANDS) + WILDS + DRAGONS
#: What a quick tracker may say instead of a card.
KINDS = ("plain", "reverse", "skip", "draw two", "wild", "dragon")
#: What may be declared with a kind (8).
DECLARED = {"wild": COLORS, "dragon": NUMBERS}
DECLARABLE = frozenset(COLORS + NUMBERS)


@lru_cache(512)
def color(card: str) -> str | None:
    """The colour on a card, None where it has none or, for a kind alone, where it is unknown."""
    first = card.split(maxsplit=1)[0]
    return first if first in COLORS else None


@lru_cache(512)
def symbol(card: str) -> str | None:
    """The number or command on a card, None where it has none or it is unknown.

    >>> symbol("blue 3"), symbol("green draw two"), symbol("dragon 1")
    ('3', 'draw two', None)
    """
    return card.split(maxsplit=1)[1] if color(card) else None


@lru_cache(512)
def kind(card: str) -> str:
    """One of KINDS; a kind is its own kind.

    >>> kind("blue 3"), kind("green draw two"), kind("wild 2")
    ('plain', 'draw two', 'wild')
    """
    shown = symbol(card)
    if shown:
        return "plain" if shown in NUMBERS else shown
    return card if card in KINDS else card.split(maxsplit=1)[0]


@lru_cache(512)
def copies(card: str, each: int) -> int:
    """How many of a card, or of a kind, the whole deck holds (1, 22)."""
    return each * (1 if card in CARDS else sum(kind(other) == card for other in CARDS))
