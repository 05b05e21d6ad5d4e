"""The pack (crazy_eights 1): names of cards, what they show, and what they cost in a hand (9)."""

from __future__ import annotations

from typing import Literal, get_args

Suit = Literal["clubs", "diamonds", "hearts", "spades"]

SUITS: tuple[Suit, ...] = get_args(Suit)
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
#: The 52 cards, suit by suit.
CARDS = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)

_POINTS = {"8": 50, "ace": 1, "jack": 10, "queen": 10, "king": 10}


def rank(card: str) -> str:
    """The rank on a card.

    >>> rank("queen of hearts")
    'queen'
    """
    return card.partition(" of ")[0]


def suit(card: str) -> str:
    """The suit on a card, whatever was named with it.

    >>> suit("8 of spades")
    'spades'
    """
    return card.partition(" of ")[2]


def is_eight(card: str) -> bool:
    """Whether a card goes on anything and names the suit (5)."""
    return rank(card) == "8"


def cost(card: str) -> int:
    """The points of a card left in a hand (9).

    >>> [cost(card) for card in ("8 of clubs", "king of clubs", "ace of clubs", "10 of clubs", "2 of clubs")]
    [50, 10, 1, 10, 2]
    """
    shown = rank(card)
    return _POINTS[shown] if shown in _POINTS else int(shown)
