"""Bars: how often there was what, and how much of a whole something is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, pi

from msgspec import Struct

from referee.web.charts import layout
from referee.web.wording import Number

TOP, BASE, HEIGHT = 18, 104, 124
#: Kept free at both sides, and between two bars at most.
SIDE, APART = 4, 4
#: A single bar is no wall.
WIDEST = 56
#: The radius of a ring's line.
RADIUS = 20.5


@dataclass(frozen=True)
class Column:
    """A bar: what it counts, and how much. `dim` is one that is not counted among the others."""

    name: str
    count: Number
    dim: bool = False


class BarView(Struct, frozen=True):
    """A standing bar. `dim` is one that is not counted among the others."""

    x: float
    y: float
    width: float
    height: float
    dim: bool = False


class BarsChart(layout.Chart, frozen=True):
    """Standing bars, each with its number above and its name below."""

    base: float
    bars: tuple[BarView, ...]


class SplitView(Struct, frozen=True):
    """A lying bar: `part` of 100 is filled; `halved` has a cut in its middle. `text` has its numbers."""

    part: float
    text: str
    halved: bool = False


class RingView(Struct, frozen=True):
    """A ring that is filled in part: `dash` is the filled length and the whole; `text` is a percentage."""

    dash: str
    text: str


def columns(shown: Sequence[Column], *, text: str, heads: tuple[str, str]) -> BarsChart:
    """The chart of at least one bar, none below 0. A name or number that has no room is left out.

    `heads` are what the columns of the table are called.
    """
    stride = min((layout.WIDTH - 2 * SIDE) / len(shown), WIDEST + APART)
    start = (layout.WIDTH - stride * len(shown)) / 2
    wide = stride - min(APART, stride / 4)
    most = max(column.count for column in shown)
    named = layout.label_stride(stride, max(layout.text_width(column.name) for column in shown) + APART)
    bars: list[BarView] = []
    labels: list[layout.Label] = []
    for place, column in enumerate(shown):
        tall = round((BASE - TOP) * column.count / most, 1) if most else 0
        x = start + stride * place
        middle = round(x + stride / 2, 1)
        if tall:
            left = round(x + (stride - wide) / 2, 1)
            bars.append(BarView(left, round(BASE - tall, 1), round(wide, 1), tall, column.dim))
        number = layout.format_number(column.count)
        if column.count and layout.text_width(number) <= stride:
            labels.append(layout.Label(middle, round(BASE - tall - 5, 1), number, "middle", "strong"))
        if place % named == 0 and layout.text_width(column.name) / 2 <= min(middle, layout.WIDTH - middle):
            labels.append(layout.below(middle, BASE + layout.SMALL + 3, column.name))
    rows = tuple((column.name, layout.format_number(column.count)) for column in shown)
    return BarsChart(
        height=HEIGHT,
        base=BASE,
        bars=tuple(bars),
        labels=tuple(labels),
        text=text,
        table=layout.TableView(text, heads, rows),
    )


def histogram(counts: Mapping[Number, int], *, text: str, heads: tuple[str, str]) -> BarsChart:
    """How often each value came: at least one, in at most nine groups of equal, round widths."""
    return columns(list(_groups(counts)), text=text, heads=heads)


def _groups(counts: Mapping[Number, int]) -> Iterator[Column]:
    low, high = min(counts), max(counts)
    edges = layout.ticks(low, high, 7)
    step = edges[1] - edges[0]
    whole = all(isinstance(value, int) or value.is_integer() for value in counts) and step == int(step)
    sums: dict[int, int] = {}
    for value, count in counts.items():
        group = floor((value - edges[0]) / step + 1e-9)
        sums[group] = sums.get(group, 0) + count
    for group in range(min(sums), max(sums) + 1):
        first = layout.tidy(edges[0] + group * step)
        yield Column(_group_name(first, step, whole=whole), sums.get(group, 0))


def _group_name(first: Number, step: Number, *, whole: bool) -> str:
    """From and to, or a single value; beside a minus a dash would be misread."""
    if whole and step == 1:
        return layout.format_number(first)
    last = layout.tidy(first + step - 1) if whole else layout.tidy(first + step)
    return f"{layout.format_number(first)}{'–' if first >= 0 else ' to '}{layout.format_number(last)}"


def split(won: int, lost: int, words: tuple[str, str] = ("won", "lost")) -> SplitView:
    """Two numbers that make a whole, with its half marked; the words say both."""
    return SplitView(_percent(won, won + lost), f"{words[0]} {won}, {words[1]} {lost}", halved=True)


def share(part: Number, whole: Number, text: str) -> SplitView:
    """How much of a whole something is, as a lying bar."""
    return SplitView(_percent(part, whole), text)


def ring(part: Number, whole: Number) -> RingView:
    """How much of a whole something is, as a ring of 48 by 48."""
    percent, around = _percent(part, whole), 2 * pi * RADIUS
    return RingView(f"{around * percent / 100:.1f} {around:.1f}", f"{percent:.0f}%")


def _percent(part: Number, whole: Number) -> float:
    return round(100 * min(max(part / whole, 0), 1), 1) if whole else 0
