"""The 108 cards of Zero Zap (1), and the sets and runs that they make (4, 5, 7). For the page too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from referee.rules.engine import Refused

Kind = Literal["number", "wild", "double", "special", "zero zap"]
Color = Literal["red", "blue", "green"]

COLORS: tuple[Color, ...] = ("red", "blue", "green")
NUMBERS = range(1, 8)
NUMBER_CARDS = tuple(f"{color} {number}" for color in COLORS for number in NUMBERS)
WILD = "wild"
#: What sets and runs are made of.
GROUPED = (*NUMBER_CARDS, WILD)
DOUBLES = tuple(f"double {color}" for color in COLORS)
SPECIALS = ("reshuffle", "steal", "give", "bonus", "pass hands", "pass color")
ZERO_ZAP = "zero zap"
CARDS = (*NUMBER_CARDS, WILD, *DOUBLES, *SPECIALS, ZERO_ZAP)

#: How many there are of each card; of the specials the rulebook tells only how many in all.
COPIES: dict[Kind, int] = {"number": 4, "wild": 6, "double": 1, "special": 14, "zero zap": 1}
NUMBERS_OF_A_COLOR = len(NUMBERS) * COPIES["number"]
DECK = 108
#: Of sets and runs: the fewest and the most cards, the points for each card, the clause.
FEWEST = 3
MOST = {"set": 4, "run": 7}
POINTS = {"set": 2, "run": 1}
RULE = {"set": "zero_zap 4", "run": "zero_zap 5"}


@lru_cache(512)
def kind(card: str) -> Kind:
    """What sort of card it is, by clause 1."""
    if card in NUMBER_CARDS:
        return "number"
    if card in SPECIALS:
        return "special"
    return "wild" if card == WILD else "double" if card in DOUBLES else "zero zap"


def color_of(card: str) -> str:
    return card.split(maxsplit=1)[0]


def number_of(card: str) -> int:
    return int(card.split()[1])


class Group(Struct, frozen=True):
    """A set or run of so many cards. `either`: its wilds could make it a run too, then it is a set."""

    kind: Literal["set", "run"]
    color: str | None
    cards: int
    either: bool = False

    @property
    def text(self) -> str:
        """What people call it: `set of 3 red`."""
        return f"{self.kind} of {self.cards} {self.color or ''}".rstrip()

    @property
    def points(self) -> int:
        """What it scores before any double: 2 a card in a set, 1 in a run."""
        return POINTS[self.kind] * self.cards

    @property
    def rule(self) -> str:
        return RULE[self.kind]


def read(cards: Sequence[str]) -> Group | Refused:
    """The set or run that cards make in any order, wilds read as they fit; or why they make none.

    >>> read(["red 3", "red 5", "wild"]).kind
    'run'
    >>> read(["red 3", "blue 3", "wild"]).text
    'A set or run has one colour, not blue and red: take one of them away.'
    """
    numbered = [card for card in cards if kind(card) == "number"]
    for card in cards:
        if card != WILD and card not in numbered:
            message = "{card:cap} goes into no set or run: choose number cards and wild cards."
            return Refused("illegal", "zero_zap 4", message, {"card": card})
    if not numbered:
        message = "Wild cards alone make no set or run: add at least one number card."
        return Refused("illegal", "zero_zap 7", message)
    if len(cards) < FEWEST:
        message = "A set or run takes at least 3 cards, not {n}."
        return Refused("illegal", "zero_zap 4", message, {"n": len(cards)})
    colors = sorted({color_of(card) for card in numbered})
    if len(colors) > 1:
        message = "A set or run has one colour, not {colors}: take one of them away."
        return Refused("illegal", "zero_zap 4", message, {"colors": colors})
    return _of_one_color(colors[0], [number_of(card) for card in numbered], len(cards))


def _of_one_color(color: str, numbers: list[int], size: int) -> Group | Refused:
    same = len(set(numbers)) == 1
    alone = len(numbers) == 1
    if same and size <= MOST["set"]:
        return Group("set", color, size, either=alone)
    if same and not alone:
        message = "A set has at most 4 cards, and here are {n}: leave some out."
        return Refused("illegal", "zero_zap 4", message, {"n": size})
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        message = "{color:cap} {n} is here more than once: a set has one number only, a run has each once."
        return Refused("illegal", "zero_zap 5", message, {"color": color, "n": twice[0]})
    if size > MOST["run"]:
        message = "A run has at most 7 cards, and here are {n}: leave some out."
        return Refused("illegal", "zero_zap 5", message, {"n": size})
    low, high = min(numbers), max(numbers)
    if high - low >= size:
        gaps = [f"{color} {number}" for number in range(low, high) if number not in numbers]
        message = "From {low} to {high} it is no run: {gaps} would have to be there, or wilds for them."
        return Refused("illegal", "zero_zap 5", message, {"low": low, "high": high, "gaps": gaps})
    return Group("run", color, size)


def as_laid(cards: Sequence[str]) -> Group:
    """What a group on the table counts as: as it reads or, where the table overruled, a run of its colour."""
    group = read(cards)
    if isinstance(group, Group):
        return group
    colors = {color_of(card) for card in cards if kind(card) == "number"}
    return Group("run", colors.pop() if len(colors) == 1 else None, len(cards))
