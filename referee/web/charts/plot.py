"""A line chart laid out, in any units: where the axes, the lines and the names at their ends are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.web.charts.looks import Point
from referee.web.charts.scales import every, spread, ticks, told
from referee.web.charts.series import Series
from referee.web.wording import Number

#: The limit is drawn once somebody has come so far of the way: before, it would press all lines flat.
NEAR = 1 / 3


@dataclass(frozen=True)
class Room:
    """What there is to draw on: the edges of everything, and of the field from above and below.

    `scale` and `names` say how wide a text at the axis and one at a line's end is. Names stand `tie` from
    their lines and take at most `most`; texts at the left stand `space` from the field.
    """

    left: float
    right: float
    top: float
    bottom: float
    scale: Callable[[str], float]
    names: Callable[[str], float]
    tie: float
    most: float
    space: float


@dataclass(frozen=True)
class Plot:
    """The field that lines run in: its edges, the numbers at its left, and how many steps go across."""

    left: float
    right: float
    top: float
    bottom: float
    scale: tuple[Number, ...]
    steps: int
    limit: Number | None

    @property
    def stride(self) -> float:
        """From one step to the next."""
        return (self.right - self.left) / self.steps

    def x(self, step: float) -> float:
        """Where a step is; 0 is the start."""
        return round(self.left + self.stride * step, 1)

    def y(self, score: Number) -> float:
        """How high a score is."""
        low, high = self.scale[0], self.scale[-1]
        # Each on its own: the difference of two huge numbers may be no number.
        share = (score / 2 - low / 2) / (high / 2 - low / 2)
        return round(self.bottom - (self.bottom - self.top) * share, 1)

    def line(self, series: Series) -> list[Point]:
        """A line's points, from where its player came."""
        return [
            (self.x(step), self.y(score)) for step, score in enumerate(series.scores) if score is not None
        ]

    def shown(
        self, texts: Sequence[str], wide: Callable[[str], float], *, apart: float, after: float
    ) -> list[int]:
        """The steps whose numbers have room below, the last one always, none that begins before `after`."""
        stride = every(self.stride, max(map(wide, texts)) + apart)
        last = len(texts)
        return [
            step
            for step in range(last % stride or stride, last + 1, stride)
            if step == last or self.x(step) - wide(texts[step - 1]) / 2 >= after
        ]


def plot(series: Sequence[Series], names: Sequence[str], room: Room, limit: Number | None = None) -> Plot:
    """Lays out at least one series over at least one step. `names` have as much room as the longest takes."""
    drawn = [score for line in series for score in line.scores if score is not None]
    low, high = min([0, *drawn]), max([0, *drawn])
    near = limit is not None and (high >= limit * NEAR if limit > 0 else low <= limit * NEAR)
    if limit is None or not near:
        limit = None
    else:
        low, high = min(low, limit), max(high, limit)
    scale = tuple(ticks(low, high))
    beside = min(room.most, max(map(room.names, names)) + 1)
    return Plot(
        left=round(room.left + room.space + max(room.scale(told(tick)) for tick in (*scale, limit or 0)), 1),
        right=round(room.right - beside - room.tie, 1),
        top=room.top,
        bottom=room.bottom,
        scale=scale,
        steps=max(len(line.scores) for line in series) - 1,
        limit=limit,
    )


def heights(field: Plot, series: Sequence[Series], gap: float, *, over: float) -> list[float]:
    """How high the middle of each name stands: beside its line's end, `gap` from the others.

    They may stand `over` above and below the field.
    """
    wanted = [field.y(line.end) for line in series]
    return [round(at, 1) for at in spread(wanted, gap, field.top - over, field.bottom + over)]
