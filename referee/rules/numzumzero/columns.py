"""The columns as the players look at them: how far each is from being collected, and what would do it."""

from __future__ import annotations

from msgspec import Struct

from referee.rules.numzumzero import cards
from referee.rules.numzumzero.state import FULL, Table


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
    left = cards.left(state.options.boxes, state.seen)
    return tuple(_column(number, column, left) for number, column in enumerate(state.columns, 1))


def _column(number: int, column: tuple[str, ...], left: dict[str, int]) -> Column:
    blue, orange = (cards.total(color, column) for color in cards.COLORS)
    card = f"{'orange' if blue > orange else 'blue'} {abs(blue - orange)}"
    would = not is_full(column) and left.get(card, 0) > 0
    return Column(number, column, blue, orange, blue - orange, card if would else None)
