"""What a tap did to moves that were there already, in a sentence: the table alone does not show it."""

from __future__ import annotations

from referee.games.look import Told
from referee.games.registry import PRESENTERS
from referee.rules.engine import AnyGame, State
from referee.rules.sentences import counted
from scoring.log import reader
from scoring.log.effective import written_by
from scoring.log.values import Entry, Json
from scoring.models import Game, Move


def undone(game: Game, body: Json) -> Told:
    """A move that was undone."""
    return Told(f"Undone: {_described(game, body)}")


def redone(game: Game, body: Json) -> Told:
    """A move that was put back."""
    return Told(f"Redone: {_described(game, body)}")


def corrected(game: Game, row: Move) -> Told:
    """What a correction did, and who holds how many cards now; that lasts, for hands have to be put right."""
    text = _taken_back(game, row.outcome["back"]) if "back" in row.outcome else _replaced(game, row)
    if hands := row.outcome.get("hands"):
        return Told(f"{text}. Cards now: {', '.join(f'{name} {n}' for name, n in hands.items())}", lasts=True)
    return Told(text)


def changed_hands(rules: AnyGame, was: State, becomes: State) -> dict[str, int]:
    """The number of cards of everybody who holds another one; {} in a game that counts none."""
    before, after = (rules.show(state).get("hands", {}) for state in (was, becomes))
    return {name: number for name, number in after.items() if number != before.get(name)}


def of_last_row(game: Game, gone: Entry | None) -> Told:
    """What the newest row did, for the page that a tap without scripts leads to; nothing for a move.

    `gone` is the move that it undid, if it did (`reader.just_undone`).
    """
    if gone:
        return undone(game, gone.body)
    row = reader.rows_since(game, game.version).first()
    match row and row.kind:
        case Move.Kind.REDO:
            return redone(game, reader.past(game).entries[-1].body)
        case Move.Kind.CORRECT if row:
            return corrected(game, row)
    return Told()


def _taken_back(game: Game, bodies: list[Json]) -> str:
    first, number = _described(game, bodies[0]), len(bodies)
    return f"Undone: {counted(number, 'move')}, from “{first}” on" if number > 1 else f"Undone: {first}"


def _replaced(game: Game, row: Move) -> str:
    own = next((entry.body for entry in written_by(row) if entry.seq == row.seq), None)
    return f"Corrected: {_described(game, own)}" if own else f"Move {row.position} is removed"


def _described(game: Game, body: Json) -> str:
    return PRESENTERS[game.game].described(body)
