"""The deck (house_zar 1), dealt from an Uno deck: the cards, and what each shows and does."""

from __future__ import annotations

from referee.rules.shedding.definition import Card, alone, pack

COLORS = ("yellow", "green", "blue")
NUMBERS = ("1", "2", "3", "4", "5", "6")
COMMANDS = ("skip", "draw two", "reverse")
WILDS = ("wild 1", "wild 2")
DRAGONS = ("dragon 1", "dragon 2")

_KINDS = {
    "plain": Card(kind="plain"),
    "reverse": Card(kind="reverse", turns=1),
    "skip": Card(kind="skip", skips=1),
    "draw two": Card(kind="draw two", draws=2),
    "wild": Card(kind="wild", declares=COLORS, declares_color=True, starts=False),
    "dragon": Card(kind="dragon", declares=NUMBERS, starts=False),
}
_DECK = pack(COLORS, NUMBERS + COMMANDS, _KINDS, {power: power.split()[0] for power in WILDS + DRAGONS})

#: The 31 different cards.
CARDS = tuple(_DECK)
#: What a quick tracker may say instead of a card.
KINDS = tuple(_KINDS)
SHOWN = {**_DECK, **alone(_KINDS)}
