"""The lineup on the gameboard (3, 9): where a card lies in it, and what one takes along."""

from __future__ import annotations

from referee.rules.engine import Refused
from referee.rules.zero_zap import cards


def place(lineup: tuple[str, ...], card: str, index: int | None = None) -> int | None:
    """Where a card lies, from 0: at `index`, or without one where it lies last; None if it is not there."""
    if index is not None:
        return index if index < len(lineup) and lineup[index] == card else None
    return next((at for at in reversed(range(len(lineup))) if lineup[at] == card), None)


def along(lineup: tuple[str, ...], index: int) -> tuple[str, ...]:
    """The cards that one also takes with the card at `index`: all that follow it."""
    return lineup[index + 1 :]


def choosable(card: str) -> Refused | None:
    """Refused for a card that may lie in the lineup but cannot be chosen from it."""
    if cards.kind(card) in ("number", "wild"):
        return None
    message = "{card:cap} cannot be chosen, as it goes into no set or run: choose another card, or draw."
    return Refused("illegal", "zero_zap 3", message, {"card": card})
