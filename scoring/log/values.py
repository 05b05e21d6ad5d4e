"""What passes between the log and those who judge: plain values that know no game and no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from msgspec import Struct

Number = int | float
#: A JSON value as the database gives it back: a move, or what was ruled of it. It was checked when it was
#: written, and whoever needs its parts reads it by types of their own (the rules, `statistics.results`).
Json = Any
#: A JSON object to be written.
JsonObject = Mapping[str, object]


class Standing(TypedDict):
    """What a table says of people, as `Game.standing` keeps it: `scores` of all who ever played, `sides` who
    plays together, where anybody does.
    """

    players: list[str]
    scores: dict[str, Number]
    winners: list[str]
    sides: NotRequired[list[list[str]]]


def number(points: float) -> Number:
    """Points as people write them: 7, not 7.0; a fraction stays one, without what adding up leaves behind.

    >>> number(7.0), number(0.1 + 0.2)
    (7, 0.3)
    """
    rounded = round(points, 6)
    return int(rounded) if float(rounded).is_integer() else float(rounded)


class Line(Struct, frozen=True):
    """One line of a score, as the rules gave it."""

    player: str
    points: Number
    clause: str
    reason: str


@dataclass(frozen=True)
class Table:
    """What the rules say of a table after a move: `scores` of all who ever played, `players` there now.

    `sides` are those of more than one player.
    """

    snapshot: bytes
    phase: str
    players: Sequence[str]
    scores: Mapping[str, Number]
    winners: Sequence[str] = ()
    over: bool = False
    sides: Sequence[Sequence[str]] = ()

    @property
    def standing(self) -> Standing:
        """What of it the game's row keeps (`Game.standing`)."""
        kept: Standing = {
            "players": list(self.players),
            "scores": dict(self.scores),
            "winners": list(self.winners),
        }
        if self.sides:
            kept["sides"] = [list(side) for side in self.sides]
        return kept


class Entry(Struct, frozen=True):
    """A move in force. `seq` is the log row it happened in, `written` the one that put it where it is."""

    position: int
    seq: int
    written: int
    body: Json
    outcome: Json


class Step(Struct, frozen=True):
    """A move as it was judged, in a corrected game anew. `seq` is the row it happened in, None if it is new.

    `hand` is the number of the hand that it begins, with the state `before` it.
    """

    body: JsonObject
    outcome: JsonObject
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
