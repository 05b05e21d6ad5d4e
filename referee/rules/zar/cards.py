"""The ZAR deck (section 2): names, kinds, what each card shows, how many there are."""

from __future__ import annotations

from functools import lru_cache

COLORS = ("blue", "red", "yellow")
SYMBOLS = ("cloud", "galaxy", "lightning", "moon", "star", "sun")
COMMANDS = ("crab", "frog", "wasp")
DRAGONS = ("winged dragon", "unwinged dragon")
PEACOCKS = ("front peacock", "side peacock")
POWERS = DRAGONS + PEACOCKS
CHAMELEON = "chameleon"

#: The 31 different cards of a half deck.
CARDS = tuple(f"{color} {symbol}" for color in COLORS for symbol in SYMBOLS + COMMANDS) + POWERS
#: Everything that may be declared with a Power card.
DECLARABLE = frozenset(SYMBOLS + COLORS)
#: What a quick tracker may say instead of a card.
KINDS = ("plain", *COMMANDS, "dragon", "peacock")
#: What may be declared with a Power card (9.3).
DECLARED: dict[str, tuple[str, ...]] = {"dragon": SYMBOLS, "peacock": COLORS}


@lru_cache(512)
def kind(card: str) -> str:
    """`plain`, `crab`, `frog`, `wasp`, `dragon`, `peacock` or `chameleon`; a kind is its own kind.

    >>> kind("blue moon"), kind("red wasp"), kind("winged dragon"), kind("frog")
    ('plain', 'wasp', 'dragon', 'frog')
    """
    last = card.rsplit(maxsplit=1)[-1]
    return "plain" if last in SYMBOLS else last


@lru_cache(512)
def color(card: str) -> str | None:
    """The colour on a card, None where it has none or, for a kind alone, where it is unknown.

    >>> color("red wasp"), color("side peacock"), color("wasp")
    ('red', None, None)
    """
    first = card.split(maxsplit=1)[0]
    return first if first in COLORS else None


@lru_cache(512)
def symbol(card: str) -> str | None:
    """The symbol or command on a card, None where it has none or it is unknown.

    >>> symbol("yellow lightning"), symbol("red wasp"), symbol("chameleon")
    ('lightning', 'wasp', None)
    """
    return card.rsplit(maxsplit=1)[-1] if color(card) else None


@lru_cache(512)
def copies(card: str, half_decks: int, chameleons: int) -> int:
    """How many of a card, or of a kind, the whole deck holds (sections 2, 13, 14).

    >>> copies("blue sun", 2, 0), copies("wasp", 2, 0), copies("chameleon", 3, 1)
    (2, 6, 1)
    """
    if card == CHAMELEON:
        return chameleons
    return half_decks * (1 if card in CARDS else sum(kind(other) == card for other in CARDS))
