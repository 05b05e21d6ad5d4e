"""The ZAR deck (section 2): the cards, and what each shows and does (9)."""

from __future__ import annotations

from referee.rules.shedding.definition import Card, alone, pack

COLORS = ("blue", "red", "yellow")
SYMBOLS = ("cloud", "galaxy", "lightning", "moon", "star", "sun")
COMMANDS = ("crab", "frog", "wasp")
DRAGONS = ("winged dragon", "unwinged dragon")
PEACOCKS = ("front peacock", "side peacock")
POWERS = DRAGONS + PEACOCKS
CHAMELEON = "chameleon"

_KINDS = {
    "plain": Card(kind="plain"),
    "crab": Card(kind="crab", turns=1),
    "frog": Card(kind="frog", skips=1),
    "wasp": Card(kind="wasp", draws=2),
    "dragon": Card(kind="dragon", declares=SYMBOLS, starts=False),
    "peacock": Card(kind="peacock", declares=COLORS, declares_color=True, starts=False),
}
_HALF_DECK = pack(COLORS, SYMBOLS + COMMANDS, _KINDS, {power: power.split()[1] for power in POWERS})

#: The 31 different cards of a half deck.
CARDS = tuple(_HALF_DECK)
#: What a quick tracker may say instead of a card.
KINDS = tuple(_KINDS)
SHOWN = {**_HALF_DECK, CHAMELEON: Card(kind=CHAMELEON, starts=False), **alone(_KINDS)}
