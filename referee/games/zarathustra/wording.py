"""Zarathustra's moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.context import EditField, choice
from referee.rules.zarathustra import moves, tiles
from referee.rules.zarathustra.state import Board


def describe(move: moves.Move) -> str:
    """A move as a short sentence, without its full stop."""
    if not isinstance(move, moves.Place):
        return "The game is ended"
    edges = "-".join(tiles.SYMBOLS.get(edge, edge) for edge in move.tile)
    return f"{move.player} places {edges} on {move.at}"


def fields(state: Board, move: moves.Move) -> Iterator[EditField]:
    """What can be changed in a move; `state` is the one before it."""
    if not isinstance(move, moves.Place):
        return
    yield choice("player", "Player", move.player, state.players)
    yield choice("at", "Space", move.at, tiles.spaces(state.size))
    for number, side in enumerate(tiles.SIDES):
        edge = move.tile[number : number + 1]
        label = f"{side.capitalize()} edge"
        yield choice(side, label, edge, tuple(tiles.SYMBOLS), tuple(tiles.SYMBOLS.values()))
