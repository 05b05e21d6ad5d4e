"""A game as a line chart: where every line, mark, number and name is drawn, in the units of its SVG.

A line is told from the others by its dashes, its marks and the name at its end; colour only helps. Names keep
their distance, joined to their lines by a thin one. At 360 px one unit is about one pixel.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from referee.crew.plotting import Point, dashes, mark, spread, ticks
from referee.web.context import View
from referee.web.numbers import written
from scoring.log.values import Number, number

WIDTH = 340
#: Room on the right for names with their scores at most, for the beginning of a name beside a long score,
#: between two of them, and between a line's end and its name.
NAMES, BEGINNING, APART, LEADER = 124, 36, 15, 24
#: The height: at the least, and for each line.
TOP, BOTTOM, LEAST, EACH = 12, 24, 200, 22
#: Where what the numbers below count is written.
EDGE = 5
#: Between two marks of a line, and between two numbers below the chart.
STRIDE, GAP = 26, 22
#: The size of a mark, from its middle.
MARK = 3.4
COLOURS = 6
#: Widths of letters in the units of a text 12 high.
_WIDE, _NARROW = frozenset("MWmw@%&—…ÆŒ"), frozenset("iljtfrI1.,:;'’!|()[]- ")


class Tick(View, frozen=True):
    """A number at an axis, and where."""

    at: float
    text: str


class Spot(View, frozen=True):
    """A point of the chart."""

    x: float
    y: float


class LineView(View, frozen=True):
    """A player's line, as the points of a polyline. `mark` is the path of its marks, drawn at `spots`, the
    last of them beside the name: `name` and `score` stand at `label`, joined to the line by `leader`.
    `colour` counts from 0.
    """

    points: str
    dash: str
    mark: str
    spots: tuple[Spot, ...]
    colour: int
    leader: str
    label: Spot
    name: str
    score: str
    won: bool


class Chart(View, frozen=True):
    """The chart. `along` are the numbers below it, `up` those on the left; `across` says what `along` counts.
    `text` says what the chart shows to those who do not see it.
    """

    height: float
    left: float
    right: float
    top: float
    bottom: float
    zero: float
    along: tuple[Tick, ...]
    up: tuple[Tick, ...]
    across: str
    lines: tuple[LineView, ...]
    text: str


@dataclass(frozen=True)
class Series:
    """A player's score: at the start, and after each step; None before the player was there."""

    name: str
    scores: Sequence[Number | None]
    won: bool = False

    @property
    def end(self) -> Number:
        return next(score for score in reversed(self.scores) if score is not None)


def sums(name: str, points: Sequence[Number | None], *, joins: bool, won: bool = False) -> Series:
    """The series of what somebody got in every step. Who `joins` is not there before the first number."""
    first = next((place for place, got in enumerate(points) if got is not None), len(points))
    scores: list[Number | None] = [None] * first if joins else [0] * first
    total: Number = 0
    scores.append(total)
    for got in points[first:]:
        total += got or 0
        scores.append(number(round(total, 6)))
    return Series(name, scores[: len(points) + 1], won)


@dataclass(frozen=True)
class _Frame:
    """The field that the lines run in: its edges, the scores at its bottom and top, the steps across it."""

    left: float
    right: float
    bottom: float
    low: Number
    high: Number
    steps: int

    @property
    def stride(self) -> float:
        return (self.right - self.left) / self.steps

    def x(self, step: int) -> float:
        return round(self.left + self.stride * step, 1)

    def y(self, score: Number) -> float:
        return round(self.bottom - (self.bottom - TOP) * (score - self.low) / (self.high - self.low), 1)


def chart(series: Sequence[Series], steps: Sequence[str], across: str) -> Chart:
    """The chart of at least one series over at least one step; `steps` are what the numbers below say."""
    drawn = [score for line in series for score in line.scores if score is not None]
    scale = ticks(min(0, *drawn), max(0, *drawn))
    texts = list(map(_written, scale))
    widest = max(width(f"{line.name} {_written(line.end)}") for line in series)
    least = max(min(width(line.name), BEGINNING) + width(f" {_written(line.end)}") for line in series)
    height = max(LEAST, TOP + BOTTOM + EACH * len(series))
    frame = _Frame(
        left=round(8 + max(map(width, texts)), 1),
        right=round(WIDTH - min(max(NAMES, LEADER + least + EDGE), LEADER + widest + EDGE), 1),
        bottom=height - BOTTOM,
        low=scale[0],
        high=scale[-1],
        steps=len(steps),
    )
    wanted = [frame.y(line.end) for line in series]
    labels = [round(at, 1) for at in spread(wanted, APART, TOP - 4, frame.bottom + 4)]
    ends = ", ".join(f"{line.name} {_written(line.end)}" for line in series)
    return Chart(
        height=height,
        left=frame.left,
        right=frame.right,
        top=TOP,
        bottom=frame.bottom,
        zero=frame.y(0),
        along=tuple(_along(steps, frame, across)),
        up=tuple(Tick(at=frame.y(tick), text=text) for tick, text in zip(scale, texts, strict=True)),
        across=across,
        lines=tuple(
            _line(line, place, at, frame) for place, (line, at) in enumerate(zip(series, labels, strict=True))
        ),
        text=f"A line for each player. After {across} {steps[-1]}: {ends}. "
        "Every number stands in the table below.",
    )


def _line(line: Series, place: int, at: float, frame: _Frame) -> LineView:
    """A line, told from the others by its place among them; its name stands `at` a height."""
    spots = [
        Spot(x=frame.x(step), y=frame.y(score)) for step, score in enumerate(line.scores) if score is not None
    ]
    *earlier, last = spots
    # Where marks would touch, each line has its own at other steps, so that they do not hide one another.
    every = max(1, ceil(STRIDE / frame.stride))
    label, score = round(frame.right + LEADER, 1), _written(line.end)
    return LineView(
        points=_points(spots),
        dash=" ".join(map(str, dashes(place))),
        mark=_outline(mark(place)),
        spots=(
            *(spot for step, spot in enumerate(earlier) if step % every == place % every),
            last,
            Spot(x=label - 8, y=at),
        ),
        colour=place % COLOURS,
        leader=_points([last, Spot(x=label - 15, y=at), Spot(x=label - 8, y=at)]),
        label=Spot(x=label, y=at),
        name=cut(line.name, WIDTH - label - EDGE - width(f" {score}")),
        score=score,
        won=line.won,
    )


def _outline(corners: Sequence[Point]) -> str:
    """A mark as the path of an SVG; the round one has no corners."""
    if not corners:
        return f"M-{MARK} 0a{MARK} {MARK} 0 1 0 {2 * MARK} 0a{MARK} {MARK} 0 1 0-{2 * MARK} 0z"
    return f"M{' '.join(f'{MARK * x:.2f},{MARK * y:.2f}' for x, y in corners)}z"


def _points(spots: Sequence[Spot]) -> str:
    return " ".join(f"{spot.x:g},{spot.y:g}" for spot in spots)


def _written(score: Number) -> str:
    return written(number(score))


def _along(steps: Sequence[str], frame: _Frame, across: str) -> Iterator[Tick]:
    """The numbers below: as many as have room beside the word for them, the last one always."""
    room = max(GAP, max(map(width, steps)) + 8)
    every = max(1, ceil(room / frame.stride))
    for step in range(len(steps) % every or every, len(steps) + 1, every):
        tick = Tick(at=frame.x(step), text=steps[step - 1])
        if step == len(steps) or tick.at - width(tick.text) / 2 > 2 * EDGE + width(across):
            yield tick


def width(text: str) -> float:
    """About how wide a bold text 12 high is, rather too much than too little."""
    return 1.1 * sum(map(_letter, text))


def _letter(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 12.5
    if char in _WIDE:
        return 11.5
    if char in _NARROW:
        return 4.6
    return 8.6 if char.isupper() else 7


def cut(name: str, room: float) -> str:
    """The name, or as much of its beginning as has room, with an ellipsis."""
    # The edges of the field are rounded: what fits but for that fits.
    if width(name) <= room + 0.2:
        return name
    while name and width(f"{name}…") > room:
        name = name[:-1]
    return f"{name.rstrip()}…"
