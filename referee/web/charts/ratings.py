"""How a rating ran over time, with how sure it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct

from referee.web.charts.layout import (
    NAME,
    SMALL,
    WIDTH,
    Chart,
    Label,
    Point,
    TableView,
    below,
    format_number,
    points,
    text_width,
    ticks,
)
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

    def __str__(self) -> str:
        return format_number(self.value) + (f" ± {format_number(self.doubt)}" if self.doubt else "")


class RatingChart(Chart, frozen=True):
    """One line from `left` to `right`, and the `band` that it may lie in, as the points of a polygon.

    `base` is the height of where everybody begins, None for nowhere.
    """

    left: float
    right: float
    grid: tuple[float, ...]
    points: str
    band: str
    end: Point
    tint: str
    base: float | None


class SparkView(Struct, frozen=True):
    """A line as small as a word, 80 by 24, and its `end`; `text` says how it runs."""

    points: str
    end: Point
    text: str


def rating_chart(
    readings: Sequence[Reading],
    along: Sequence[tuple[float, str]],
    *,
    text: str,
    heads: tuple[str, str],
    colour: str = "",
    base: Number | None = None,
) -> RatingChart:
    """The chart of at least one reading, in the order of their times; `along` are the times named below.

    Those that have no room are left out, the first and the last excepted. `base` is a value with a line of
    its own (where everybody begins), `heads` what the columns of the table are called.
    """
    known = [value for each in readings for value in (each.value - each.doubt, each.value + each.doubt)]
    if base is not None:
        known.append(base)
    scale = ticks(min(known), max(known), most=3)
    last = readings[-1]
    left = round(5 + max(text_width(format_number(tick)) for tick in scale), 1)
    right = round(WIDTH - SPACE - text_width(format_number(last.value), NAME) - 2, 1)
    low, high = scale[0], scale[-1]
    begin, span = readings[0].at, last.at - readings[0].at

    def x(at: float) -> float:
        return round(left + (right - left) * (min(max((at - begin) / span, 0), 1) if span else 1), 1)

    def y(value: Number) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    upper = [(x(each.at), y(each.value + each.doubt)) for each in readings]
    lower = [(x(each.at), y(each.value - each.doubt)) for each in readings]
    end = x(last.at), y(last.value)
    at_end = Label(end[0] + SPACE, round(min(end[1] + 4.5, LOWEST), 1), format_number(last.value), kind="end")
    return RatingChart(
        height=HEIGHT,
        left=left,
        right=right,
        grid=tuple(y(tick) for tick in scale if tick != base),
        base=None if base is None else y(base),
        labels=(
            *(Label(left - 5, round(y(tick) + 4, 1), format_number(tick), "end") for tick in scale),
            *_times([(x(at), name) for at, name in along]),
            at_end,
        ),
        points=points((x(each.at), y(each.value)) for each in readings),
        band=points([*upper, *reversed(lower)]) if any(each.doubt for each in readings) else "",
        end=end,
        tint=f"in-{colour or 'none'}",
        text=text,
        table=TableView(text, heads, tuple((each.text, str(each)) for each in readings)),
    )


def _times(wanted: Sequence[tuple[float, str]]) -> Iterator[Label]:
    """Names below, in the order of their places: the first, the last, and what has room between them."""
    labels = [(below(x, BOTTOM + SMALL + 4, name), text_width(name) / 2) for x, name in wanted]
    free = 0.0
    for label, half in labels[:-1]:
        last, half_of_last = labels[-1]
        if label.x - half >= free and label.x + half + APART <= last.x - half_of_last:
            free = label.x + half + APART
            yield label
    yield from (label for label, _ in labels[-1:])


def spark(values: Sequence[Number], text: str) -> SparkView:
    """A line of at least one value, as small as a word."""
    low, high = min(values), max(values)
    wide, tall = SPARK_WIDTH - 2 * SPARK_EDGE, SPARK_HEIGHT - 2 * SPARK_EDGE

    def spot(place: int, value: Number) -> Point:
        share = (value - low) / (high - low) if high > low else 0.5
        across = place / (len(values) - 1) if len(values) > 1 else 1
        return round(SPARK_EDGE + wide * across, 1), round(SPARK_HEIGHT - SPARK_EDGE - tall * share, 1)

    spots = [spot(place, value) for place, value in enumerate(values)]
    return SparkView(points(spots), spots[-1], text)
