"""What passes between the log and those who judge: plain values that know no game and no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Number = int | float


@dataclass(frozen=True)
class Line:
    """One line of a score, as the rules gave it."""

    player: str
    points: Number
    clause: str
    reason: str


@dataclass(frozen=True)
class Table:
    """What the rules say of a table after a move: `scores` of all who ever played, `players` there now."""

    snapshot: bytes
    phase: str
    players: Sequence[str]
    scores: Mapping[str, Number]
    winners: Sequence[str] = ()
    over: bool = False

    @property
    def standing(self) -> dict[str, Any]:
        """What of it the game's row keeps (`Game.standing`)."""
        return {"players": list(self.players), "scores": dict(self.scores), "winners": list(self.winners)}


@dataclass(frozen=True)
class Entry:
    """A move in force. `seq` is the log row it happened in, `written` the one that put it where it is."""

    position: int
    seq: int
    written: int
    body: Any
    outcome: Any


@dataclass(frozen=True)
class Step:
    """A move of a corrected game, as judged anew. `seq` is the row it happened in, None if it is new.

    `hand` is the number of the hand that it begins, with the state `before` it.
    """

    body: Any
    outcome: Any
    seq: int | None = None
    lines: Sequence[Line] = ()
    hand: int | None = None
    before: bytes = b""


@dataclass(frozen=True)
class Past:
    """Moves in force from the beginning of a hand on, and the state before them."""

    state: bytes
    first: int
    entries: Sequence[Entry]
