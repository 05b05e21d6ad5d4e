"""The states of a NumZumZero table, one struct for each phase, and its columns as players look at them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from msgspec import Meta, Struct

from referee.rules import engine
from referee.rules.numzumzero import cards

#: A column with this many cards is full (5).
FULL = 7
#: As many tokens end the game (8).
GOAL = 7
MOST_PLAYERS = 12
PLAYERS_A_BOX = 4


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table agrees on before the game; 1000 boxes are a limit for machines, not for players."""

    boxes: Annotated[int, Meta(ge=1, le=1000)]
    advanced: bool = False


class Table(engine.State, frozen=True, kw_only=True):
    """What every phase knows. `tokens` has no bonus; `piles` are the Collection Piles, card by card."""

    options: Options
    columns: tuple[tuple[str, ...], ...]
    tokens: dict[str, int]
    piles: dict[str, tuple[str, ...]]
    drawpile: int

    @property
    def solo(self) -> bool:
        """Whether one player plays alone (15)."""
        return len(self.players) == 1

    @property
    def each(self) -> int:
        """How many cards everybody holds between two turns (3, 15)."""
        return 1 if self.solo else 2

    @property
    def visible_cards(self) -> Iterator[str]:
        """The cards known by name: all in columns and Collection Piles."""
        return chain(*self.columns, *self.piles.values())


class Dealing(Table, frozen=True, kw_only=True, tag="deal"):
    """Before the deal."""


class Turn(Table, frozen=True, kw_only=True):
    """It is the turn of `turn`."""

    turn: str


class Playing(Turn, frozen=True, kw_only=True, tag="play"):
    """A card has to be played."""


class Refilling(Turn, frozen=True, kw_only=True, tag="refill"):
    """`turn` has emptied the field: new cards have to be turned over (9)."""


class Counting(Table, frozen=True, kw_only=True, tag="bonus"):
    """The Advanced game is played; `bonus` has the tokens of those who looked at their pile (14)."""

    bonus: dict[str, int]


class Over(Table, frozen=True, kw_only=True, tag="over"):
    """The game is over; nobody wins where every tie-break leaves a tie."""

    bonus: dict[str, int]
    winners: tuple[str, ...]


States = Dealing | Playing | Refilling | Counting | Over


def totals(state: Table) -> list[dict[str, int]]:
    """For each column what its cards of each colour add up to."""
    return [{color: cards.total(color, column) for color in cards.COLORS} for column in state.columns]


def tokens(state: Table) -> dict[str, int]:
    """Each player's tokens, those for bonus marks included."""
    bonus = state.bonus if isinstance(state, Counting | Over) else {}
    return {name: number + bonus.get(name, 0) for name, number in state.tokens.items()}


class Column(Struct, frozen=True):
    """One column. `difference` is blue less orange; `collects` is the card that would collect it (7).

    `collects` is None where no single card does: the column is empty or full, the difference too large, or
    all copies of that card lie on the table already.
    """

    number: int
    cards: tuple[str, ...]
    blue: int
    orange: int
    difference: int
    collects: str | None

    @property
    def full(self) -> bool:
        """Whether no more card may be added (5)."""
        return is_full(self.cards)

    @property
    def last(self) -> bool:
        """Whether the next card is the seventh, which costs a token unless it collects (6)."""
        return len(self.cards) == FULL - 1


def is_full(column: tuple[str, ...]) -> bool:
    """Whether a column holds its seven cards (5), or more by the table's own wish."""
    return len(column) >= FULL


def balanced(column: tuple[str, ...]) -> bool:
    """Whether the blue cards of a column add up to what the orange ones do (7)."""
    blue, orange = (cards.total(color, column) for color in cards.COLORS)
    return blue == orange


def columns(state: Table) -> tuple[Column, ...]:
    """What lies in each column, both totals, their difference, and the card that would collect it."""
    left = cards.left(state.options.boxes, state.visible_cards)
    return tuple(_column(number, column, left) for number, column in enumerate(state.columns, 1))


def _column(number: int, column: tuple[str, ...], left: dict[str, int]) -> Column:
    blue, orange = (cards.total(color, column) for color in cards.COLORS)
    card = f"{'orange' if blue > orange else 'blue'} {abs(blue - orange)}"
    would = not is_full(column) and left.get(card, 0) > 0
    return Column(number, column, blue, orange, blue - orange, card if would else None)
