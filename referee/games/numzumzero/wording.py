"""NumZumZero's moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.context import EditField, choice
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.state import Table
from referee.rules.sentences import joined


def describe(move: moves.Move) -> str:
    """A move as a short sentence, without its full stop."""
    match move:
        case moves.Deal():
            return f"{move.lead} leads; turned over: {joined(move.columns)}"
        case moves.Play():
            # Refused at once, it may still lack its column.
            where = f" on column {move.column}" if move.column else ""
            return f"{move.player} plays {move.card}{where}"
        case moves.Refill():
            return f"The field is filled again: {joined(move.columns)}"
        case moves.Bonus():
            return f"{move.player}’s bonus marks: {move.tokens}"
    return "The game is ended"


def fields(state: Table, move: moves.Move) -> Iterator[EditField]:
    """What can be changed in a move; `state` is the one before it."""
    match move:
        case moves.Deal():
            yield choice("lead", "Leads", move.lead, state.players)
            yield from _columns(move.columns)
        case moves.Play():
            yield choice("player", "Player", move.player, state.players)
            yield choice("card", "Card", move.card, cards.CARDS)
            numbers = [str(number) for number in range(1, len(state.columns) + 1)]
            yield choice("column", "Column", move.column, numbers)
        case moves.Refill():
            yield from _columns(move.columns)
        case moves.Bonus():
            yield choice("player", "Player", move.player, state.players)
            yield EditField(name="tokens", label="Tokens", value=str(move.tokens))


def _columns(turned: tuple[str, ...]) -> Iterator[EditField]:
    for place, card in enumerate(turned, 1):
        yield choice("columns", f"Column {place}", card, cards.CARDS)
