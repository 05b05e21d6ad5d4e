"""How long a game may get, so that every tap, undo and page stays as quick as in a short one.

A hand at a table has some hundred moves. What ends a hand or a game is accepted at any length, so whoever
comes to a limit can leave the table as one should.
"""

from __future__ import annotations

from referee.rules.engine import AnyGame, Refused, State
from referee.rules.sentences import plural

#: Moves in force of one game, and of one of its hands.
MOST_MOVES = 5_000
MOST_OF_A_HAND = 500
#: Of a game. Each keeps the state before it, and that of a score sheet grows with its rounds.
MOST_HANDS = 500
#: Of the states that are kept, as if each were as large as the last.
MOST_BYTES = 32 * 1024 * 1024
#: Rows of a log from which on nothing is undone, redone or corrected: of a game, and since a hand began.
MOST_ROWS = 15_000
MOST_ROWS_OF_A_HAND = 1_000

#: Phases in which a hand is brought to its end; these and those in which it has ended.
_ENDING = frozenset({"out", "count"})
_LAST = _ENDING | {"deal", "over"}


def too_long(
    rules: AnyGame, before: State, move: object, after: State, *, moves: int, of_hand: int
) -> Refused | None:
    """Refused where a move is one too many, after so many in force of the game and of the running hand."""
    was, now = before.phase, after.phase
    if was in _ENDING or (now != was and now in _LAST):
        return None
    if moves >= MOST_MOVES:
        message = "A game has at most {n:move|moves}. End it, then start a rematch."
        return Refused("phase", None, message, {"n": f"{MOST_MOVES:,}"})
    opens = isinstance(move, rules.openers)
    if opens and rules.hand_number(after) > MOST_HANDS:
        message = f"A game has at most {{n:{rules.unit}|{plural(rules.unit)}}}. End it, then start a rematch."
        return Refused("phase", None, message, {"n": MOST_HANDS})
    if opens and rules.hand_number(after) * len(rules.dump(after)) > MOST_BYTES:
        message = f"This game has become too large for another {rules.unit}. End it, then start a rematch."
        return Refused("phase", None, message)
    if of_hand >= MOST_OF_A_HAND and not opens:
        message = "A hand has at most {n:move|moves}. Finish it or void it, then deal the next one."
        return Refused("phase", None, message, {"n": MOST_OF_A_HAND})
    return None


def turned_too_often(*, rows: int, of_hand: int) -> Refused | None:
    """Refused where a log has so many rows, of the game and of the hand, that nothing more is taken back."""
    if rows < MOST_ROWS and of_hand < MOST_ROWS_OF_A_HAND:
        return None
    message = "This log is too long to undo or correct more. Play on, or end this game and start a rematch."
    return Refused("phase", None, message)
