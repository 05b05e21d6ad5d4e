"""What a result card tells, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.rules.sentences import joined
from referee.web.components import FaceView, TileView, initials
from scoring.log.values import Number

_NO_TILE = TileView()


@dataclass(frozen=True)
class Person:
    """A player; `colour` is their own ("blue"), `photo` a file where one may be shown."""

    name: str
    colour: str
    photo: Path | None = None

    @property
    def face(self) -> FaceView:
        return FaceView(initials=initials(self.name), colour=self.colour)


@dataclass(frozen=True)
class Side:
    """The result of a player, or of partners: the score, and the running totals that led to it, None before
    the player came; they begin at `start`. `here` is False for one who left before the end; the `rank` of
    such is 0.
    """

    people: tuple[Person, ...]
    score: Number
    won: bool
    here: bool
    totals: tuple[Number | None, ...]
    rank: int = 0
    start: Number = 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


@dataclass(frozen=True)
class Result:
    """A game, over or not. `sides` come by their ranks; `step` is what their totals run over ("hand").

    `tile` and `symbols` are the game's art. `best` is the best moment, its title and what happened.
    """

    game: str
    title: str
    day: str
    over: bool
    sides: tuple[Side, ...]
    step: str
    tile: TileView = _NO_TILE
    symbols: tuple[str, ...] = ()
    best: tuple[str, str] = ("", "")

    @property
    def alone(self) -> bool:
        """Whether one player was all there was."""
        return len(self.sides) == 1

    @property
    def steps(self) -> int:
        """How many steps the totals have; 0 where there is no line to draw."""
        return max((len(side.totals) for side in self.sides), default=0)


def heading(winners: Sequence[str], *, alone: bool, over: bool = True) -> str:
    """Who won; what there is to say where nobody did."""
    if len(winners) > 3:
        return f"{len(winners)} players share the win"
    if winners:
        return f"{joined(winners)} won"
    if not over:
        return "So far"
    # Alone nobody wins: the score is what there is to tell.
    return "The final score" if alone else "Nobody won"
