"""What a tap did to moves that were there already, in a sentence: the table alone does not show it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.registry import PRESENTERS
from scoring.log import reader
from scoring.log.effective import written_by
from scoring.log.values import Json
from scoring.models import Game, Move


def undone(game: Game, *bodies: Json) -> str:
    """Moves that were undone, oldest first."""
    first = _described(game, bodies[0])
    return f"Undone: {len(bodies)} moves, from “{first}” on" if len(bodies) > 1 else f"Undone: {first}"


def redone(game: Game, body: Json) -> str:
    """A move that was put back."""
    return f"Redone: {_described(game, body)}"


def corrected(game: Game, position: int, body: Json | None) -> str:
    """What a correction put at a position; None as the move removed it."""
    return f"Corrected: {_described(game, body)}" if body else f"Move {position} is removed"


def of_last_row(game: Game) -> str:
    """What the newest row of the log did; "" for a move. For a page that a tap without scripts is sent to."""
    row = reader.rows_since(game, game.version).first()
    if row is None:
        return ""
    match row.kind:
        case Move.Kind.UNDO:
            gone = reader.just_undone(game)
            return undone(game, gone.body) if gone else ""
        case Move.Kind.REDO:
            return redone(game, reader.past(game).entries[-1].body)
        case Move.Kind.CORRECT if "back" in row.outcome:
            return undone(game, *row.outcome["back"])
        case Move.Kind.CORRECT:
            own: Sequence[Json] = [entry.body for entry in written_by(row) if entry.seq == row.seq]
            return corrected(game, row.position, own[0] if own else None)
    return ""


def _described(game: Game, body: Json) -> str:
    return PRESENTERS[game.game].described(body)
