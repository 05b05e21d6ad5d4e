"""Running scores as lines: each with its own dash and mark, and its name and number at its end.

Names keep their distance, joined to their lines by a thin one; the room beside the field is as wide as the
longest of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from referee.web.charts.letters import cut, width
from referee.web.charts.looks import dashes, mark, outline, points
from referee.web.charts.plot import Plot, Room, heights, plot
from referee.web.charts.scales import every, told
from referee.web.charts.series import Series
from referee.web.charts.views import NAME, SMALL, WIDTH, Label, LineChart, LineView, Spot, TableView
from referee.web.wording import Number

#: Room for a name with its number at most, and for the beginning of a name beside a long number.
NAMES, BEGINNING = 136, 32
#: Between two names: the least.
APART = 17
#: The height: at the least, and for each line.
TOP, BOTTOM, LEAST, EACH = 12, 22, 196, 18
#: Between two marks of a line; from a mark's middle to its edge.
STRIDE, MARK = 26, 3.6
#: More lines than these repeat their mark beside the name: leaders alone are hard to follow.
FEW = 6
#: Kept free at the right.
EDGE = 2


@dataclass(frozen=True)
class Limit:
    """The score that ends the game, and what the line says: "ends at 50"."""

    at: Number
    text: str


def line_chart(
    series: Sequence[Series], steps: Sequence[str], across: str, limit: Limit | None = None
) -> LineChart:
    """The chart of at least one series over at least one step.

    `steps` are what the numbers below say, `across` what they count: "hand".
    """
    tie = 14 if len(series) <= FEW else 24
    numbers = max(width(f" {told(line.end)}", NAME) for line in series)
    room = Room(
        left=0,
        right=WIDTH - EDGE,
        top=TOP,
        bottom=max(LEAST, TOP + BOTTOM + EACH * len(series)) - BOTTOM,
        scale=width,
        names=partial(width, size=NAME),
        tie=tie,
        most=max(NAMES, BEGINNING + numbers),
        space=6,
    )
    names = [f"{line.name} {told(line.end)}" for line in series]
    field = plot(series, names, room, limit.at if limit else None)
    at = heights(field, series, APART, over=4)
    drawn = [
        _line(field, line, place, high, tie)
        for place, (line, high) in enumerate(zip(series, at, strict=True))
    ]
    return LineChart(
        height=field.bottom + BOTTOM,
        left=field.left,
        right=field.right,
        top=field.top,
        bottom=field.bottom,
        base=field.y(0),
        grid=tuple(field.y(tick) for tick in field.scale if tick),
        labels=(*_up(field, limit), *_along(field, steps, across)),
        lines=tuple(sorted(drawn, key=lambda line: line.won)),
        text=f"Running scores. After {across} {steps[-1]}: {', '.join(names)}.",
        table=_table(series, steps, across),
        goal=None if field.limit is None else field.y(field.limit),
    )


def _line(field: Plot, series: Series, place: int, at: float, tie: float) -> LineView:
    """A line, told from the others by its place among them; its name stands `at` a height."""
    *earlier, last = field.line(series) or [(field.x(0), field.y(0))]
    # Where marks would touch, each line has its own at other steps, so that they do not hide one another.
    apart = every(field.stride, STRIDE)
    kept = [spot for step, spot in enumerate(earlier) if step and step % apart == place % apart]
    beside, left = round(field.right + tie, 1), round(field.right + 5, 1)
    spots = [*kept, last]
    if tie > STRIDE / 2 + 1:
        spots.append((round(beside - 8, 1), at))
    score = told(series.end)
    name = cut(series.name, WIDTH - EDGE - beside - width(f" {score}", NAME), NAME)
    return LineView(
        points=points([*earlier, last]),
        dash=" ".join(map(str, dashes(place))),
        mark=outline(mark(place), MARK),
        spots=tuple(Spot(x=x, y=y) for x, y in spots),
        tint=f"in-{series.colour or 'none'}",
        leader=points([last, (left, last[1]), (round(beside - 3, 1), at)]),
        label=Label(x=beside, y=round(at + 4.5, 1), text=f"{name} {score}", kind="end"),
        won=series.won,
    )


def _up(field: Plot, limit: Limit | None) -> Iterator[Label]:
    """The numbers on the left; one that the limit's would cover gives way to it."""
    goal = None if limit is None or field.limit is None else field.y(limit.at)
    for tick in field.scale:
        if goal is None or abs(field.y(tick) - goal) >= SMALL + 1:
            yield _beside(field, tick, "scale")
    if limit is not None and goal is not None:
        yield _beside(field, limit.at, "strong")
        # Above its line if there is room, for most games run towards it from below.
        above = goal - 4 >= SMALL and (limit.at > 0 or goal + SMALL + 3 > field.bottom)
        if width(limit.text) + 8 <= field.right - field.left:
            yield Label(x=field.left + 4, y=round(goal - 4 if above else goal + SMALL, 1), text=limit.text)


def _beside(field: Plot, tick: Number, kind: str) -> Label:
    return Label(
        x=round(field.left - 6, 1), y=round(field.y(tick) + 4, 1), text=told(tick), anchor="end", kind=kind
    )


def _along(field: Plot, steps: Sequence[str], across: str) -> Iterator[Label]:
    """What the steps are called, and of their numbers as many as have room."""
    y = field.bottom + 16
    yield Label(x=0, y=y, text=across)
    for step in field.shown(steps, width, apart=8, after=width(across) + 6):
        text = steps[step - 1]
        inside = round(min(field.x(step), WIDTH - width(text) / 2), 1)
        yield Label(x=inside, y=y, text=text, anchor="middle")


def _table(series: Sequence[Series], steps: Sequence[str], across: str) -> TableView:
    """The running scores, step by step."""
    rows = ((text, *(_cell(line, step) for line in series)) for step, text in enumerate(steps, 1))
    return TableView(
        caption=f"Score after each {across}",
        heads=(across.capitalize(), *(line.name for line in series)),
        rows=tuple(rows),
    )


def _cell(line: Series, step: int) -> str:
    score = line.scores[step]
    return "–" if score is None else told(score)
