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
class Player:
    """Somebody's result: the score, and the running totals that led to it, None before the player came.

    `colour` is the player's own ("blue"), `photo` a file where one may be shown. `here` is
    False for one who left before the end; the `rank` of such is 0.
    """

    name: str
    colour: str
    score: Number
    won: bool
    here: bool
    totals: tuple[Number | None, ...]
    rank: int = 0
    photo: Path | None = None

    @property
    def face(self) -> FaceView:
        return FaceView(initials=initials(self.name), colour=self.colour)


@dataclass(frozen=True)
class Result:
    """A game, over or not. `players` come by their ranks; `step` is what their totals run over ("hand").

    `tile` and `symbols` are the game's art. `best` is the best moment, its title and what happened.
    """

    game: str
    title: str
    day: str
    over: bool
    players: tuple[Player, ...]
    step: str
    tile: TileView = _NO_TILE
    symbols: tuple[str, ...] = ()
    best: tuple[str, str] = ("", "")

    @property
    def steps(self) -> int:
        """How many steps the totals have; 0 where there is no line to draw."""
        return max((len(player.totals) for player in self.players), default=0)


def heading(result: Result, named: Sequence[str]) -> str:
    """Who won, by the names of the players in their order; what there is to say where nobody did."""
    winners = [name for name, player in zip(named, result.players, strict=True) if player.won]
    if len(winners) > 3:
        return f"{len(winners)} players share the win"
    if winners:
        return f"{joined(winners)} won"
    if not result.over:
        return "So far"
    # Alone nobody wins: the score is what there is to tell.
    return "The final score" if len(named) == 1 else "Nobody won"
