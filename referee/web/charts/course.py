"""How one number ran over time, with how sure it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.web.charts.letters import width
from referee.web.charts.looks import Point, points
from referee.web.charts.scales import ticks, told
from referee.web.charts.views import NAME, SMALL, WIDTH, CourseChart, Label, SparkView, Spot, TableView
from referee.web.wording import Number

TOP, BOTTOM, HEIGHT = 10, 128, 150
#: The last number keeps off the names below.
LOWEST = BOTTOM + 3
#: At the right beside the last number, and between two names below.
SPACE, APART = 8, 6
#: The size of a spark, and what is kept free at its edges for its end.
SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 80, 24, 3


@dataclass(frozen=True)
class Reading:
    """A value and how far it may be off. `at` says when, in any unit; `text` is when in words."""

    at: float
    value: Number
    doubt: Number = 0
    text: str = ""


def course(
    readings: Sequence[Reading],
    along: Sequence[tuple[float, str]],
    *,
    text: str,
    heads: tuple[str, str],
    colour: str = "",
    base: Number | None = None,
) -> CourseChart:
    """The chart of at least one reading, in the order of their times; `along` are the times named below.

    Those that have no room are left out, the first and the last excepted. `base` is a value with a line of
    its own (where everybody begins), `heads` what the columns of the table are called.
    """
    known = [value for each in readings for value in (each.value - each.doubt, each.value + each.doubt)]
    if base is not None:
        known.append(base)
    scale = ticks(min(known), max(known), most=3)
    last = readings[-1]
    left = round(5 + max(width(told(tick)) for tick in scale), 1)
    right = round(WIDTH - SPACE - width(told(last.value), NAME) - 2, 1)
    low, high = scale[0], scale[-1]
    begin, span = readings[0].at, last.at - readings[0].at

    def x(at: float) -> float:
        return round(left + (right - left) * (min(max((at - begin) / span, 0), 1) if span else 1), 1)

    def y(value: Number) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    above: list[Point] = [(x(each.at), y(each.value + each.doubt)) for each in readings]
    below: list[Point] = [(x(each.at), y(each.value - each.doubt)) for each in readings]
    end = Spot(x=x(last.at), y=y(last.value))
    return CourseChart(
        height=HEIGHT,
        left=left,
        right=right,
        grid=tuple(y(tick) for tick in scale if tick != base),
        base=None if base is None else y(base),
        labels=(
            *(Label(x=left - 5, y=round(y(tick) + 4, 1), text=told(tick), anchor="end") for tick in scale),
            *_times([(x(at), name) for at, name in along], left, right),
            Label(x=end.x + SPACE, y=round(min(end.y + 4.5, LOWEST), 1), text=told(last.value), kind="end"),
        ),
        points=points((x(each.at), y(each.value)) for each in readings),
        band=points([*above, *reversed(below)]) if any(each.doubt for each in readings) else "",
        end=end,
        tint=f"in-{colour or 'none'}",
        text=text,
        table=TableView(caption=text, heads=heads, rows=tuple(map(_row, readings))),
    )


def _row(each: Reading) -> tuple[str, str]:
    return each.text, f"{told(each.value)} ± {told(each.doubt)}" if each.doubt else told(each.value)


def _times(wanted: Sequence[tuple[float, str]], left: float, right: float) -> Iterator[Label]:
    """Names below, in the order of their places: the first, the last, and what has room between them."""
    y = BOTTOM + SMALL + 4
    if not wanted:
        return
    last = _inside(*wanted[-1], y, left, right)
    taken = 0.0
    for at, name in wanted[:-1]:
        label = _inside(at, name, y, left, right)
        if label.box[0] >= taken and label.box[2] + APART <= last.box[0]:
            taken = label.box[2] + APART
            yield label
    yield last


def _inside(at: float, name: str, y: float, left: float, right: float) -> Label:
    """A name below its place, moved inwards at the ends."""
    half = width(name) / 2
    at = min(max(at, left), right)
    return Label(x=round(max(min(at, WIDTH - half), half), 1), y=y, text=name, anchor="middle")


def spark(values: Sequence[Number], text: str) -> SparkView:
    """A line of at least one value, as small as a word."""
    low, high = min(values), max(values)
    wide, tall = SPARK_WIDTH - 2 * SPARK_EDGE, SPARK_HEIGHT - 2 * SPARK_EDGE

    def spot(place: int, value: Number) -> Point:
        share = (value - low) / (high - low) if high > low else 0.5
        across = place / (len(values) - 1) if len(values) > 1 else 1
        return round(SPARK_EDGE + wide * across, 1), round(SPARK_HEIGHT - SPARK_EDGE - tall * share, 1)

    spots = [spot(place, value) for place, value in enumerate(values)]
    x, y = spots[-1]
    return SparkView(points=points(spots), end=Spot(x=x, y=y), text=text)
