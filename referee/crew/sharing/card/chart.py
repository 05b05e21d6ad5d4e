"""The line of the game: how the scores ran, one line a player, each named at its end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.crew.plotting import Point, spread, ticks
from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.result import Result, told
from referee.crew.sharing.card.sheet import EDGE, SOFT, WIDTH, Pen, Rule, Trace
from scoring.log.values import Number

SIZE = 22
#: Between the end of a line and its name.
TIE = 40


@dataclass(frozen=True)
class _Paper:
    """What turns steps and points into places on the sheet."""

    left: float
    right: float
    top: float
    floor: float
    steps: int
    low: float
    high: float

    def x(self, step: float) -> float:
        return self.left + (self.right - self.left) * step / self.steps

    def y(self, points: float) -> float:
        return self.floor - (self.floor - self.top) * ((points - self.low) / (self.high - self.low))


def chart(pen: Pen, result: Result, named: Sequence[str], top: float, bottom: float) -> None:
    """Puts the chart of the players that have names between two heights; nothing if nothing was scored."""
    players = result.players[: len(named)]
    values = [float(total) for player in players for total in player.totals if total is not None]
    low, high = min([0.0, *values]), max([0.0, *values])
    if not values or not math.isfinite(high - low):
        return
    scale = ticks(low, high)
    label = max(lettering.width(told(tick), SIZE) for tick in scale)
    beside = min(230.0, max(lettering.width(name, 26) for name in named) + 1)
    paper = _Paper(
        left=EDGE + label + 14,
        right=WIDTH - EDGE - beside - TIE,
        top=top,
        floor=bottom - 42,
        steps=result.steps,
        low=min(low, scale[0]),
        high=max(high, scale[-1]),
    )
    _rule(pen, paper, scale)
    _count(pen, paper, result.step)
    lines = [tuple(_points(paper, player.totals)) for player in players]
    tall = min(34.0, (paper.floor - top + 20) / len(lines))
    wanted = [line[-1][1] if line else paper.floor for line in lines]
    heights = spread(wanted, tall, top - 10 + tall / 2, paper.floor + 10 - tall / 2)
    size = min(26, int(tall / 1.3))
    for kind, (line, name, height) in enumerate(zip(lines, named, heights, strict=True)):
        tie = (line[-1], (paper.right + TIE - 8, height)) if line else ()
        pen.traces.append(Trace(kind, line, tie))
        pen.write(paper.right + TIE, height + size / 3, name, beside, (size, min(18, size)))


def _rule(pen: Pen, paper: _Paper, scale: Sequence[float]) -> None:
    """The lines across, with their numbers."""
    for tick in scale:
        y = paper.y(tick)
        pen.rules.append(Rule((paper.left, y), (paper.right, y), strong=tick == 0))
        pen.write(paper.left - 14, y + SIZE / 3, told(tick), 400, (SIZE, SIZE), colour=SOFT, right=True)


def _count(pen: Pen, paper: _Paper, step: str) -> None:
    """What the steps are called, and below them their numbers, so many as have room."""
    baseline = paper.floor + 38
    pen.write(EDGE, baseline, step.capitalize(), 80, (SIZE, SIZE), colour=SOFT)
    every = next(each for each in _handy() if paper.x(each) - paper.x(0) >= 64 or each >= paper.steps)
    for number in range(every, paper.steps + 1, every):
        wide = lettering.width(str(number), SIZE)
        pen.write(paper.x(number) - wide / 2, baseline, str(number), wide, (SIZE, SIZE), colour=SOFT)


def _points(paper: _Paper, totals: Sequence[Number | None]) -> Iterator[Point]:
    """From zero on, or from where somebody came later."""
    if totals and totals[0] is not None:
        yield paper.x(0), paper.y(0)
    for step, total in enumerate(totals, 1):
        if total is not None:
            yield paper.x(step), paper.y(float(total))


def _handy() -> Iterator[int]:
    """1, 2, 5, 10, 20, ..."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10
