"""The line of the game: how the scores ran, one line a player, each named at its end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.result import Result, told
from referee.crew.sharing.card.sheet import EDGE, SOFT, WIDTH, Pen, Point, Rule, Trace
from scoring.values import Number

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
    ticks = _ticks(low, high)
    label = max(lettering.width(told(tick), SIZE) for tick in ticks)
    beside = min(230.0, max(lettering.width(name, 26) for name in named) + 1)
    paper = _Paper(
        left=EDGE + label + 14,
        right=WIDTH - EDGE - beside - TIE,
        top=top,
        floor=bottom - 42,
        steps=result.steps,
        low=min(low, ticks[0]),
        high=max(high, ticks[-1]),
    )
    _rule(pen, paper, ticks)
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


def _rule(pen: Pen, paper: _Paper, ticks: Sequence[float]) -> None:
    """The lines across, with their numbers."""
    for tick in ticks:
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


def _ticks(low: float, high: float) -> list[float]:
    """Some five round numbers around both; 0 is one of them."""
    span = high - low if high - low > 1e-5 else 1.0
    size = 10.0 ** math.floor(math.log10(span / 5))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor * 5 >= span * 0.99)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [tick * step for tick in range(first, max(last, first + 1) + 1)]


def _handy() -> Iterator[int]:
    """1, 2, 5, 10, 20, ..."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def spread(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Heights as near the wanted ones as may be, at least `gap` apart and between two others, in their order.

    They have to have room: `gap` times one less than their number is at most the height.
    """
    order = sorted(range(len(wanted)), key=lambda each: (wanted[each], each))
    # Without the gaps below it, each may stand where the one above stands: neighbours that cross meet midway.
    heaps: list[tuple[float, int]] = []
    for number, each in enumerate(order):
        height, size = wanted[each] - number * gap, 1
        while heaps and heaps[-1][0] > height:
            above, many = heaps.pop()
            height, size = (above * many + height * size) / (many + size), many + size
        heaps.append((height, size))
    flat = [height for height, size in heaps for _ in range(size)]
    lowest = bottom - gap * (len(order) - 1)
    heights = {
        each: min(max(height, top), lowest) + number * gap
        for number, (each, height) in enumerate(zip(order, flat, strict=True))
    }
    return [heights[each] for each in range(len(wanted))]
