"""What every line chart of scores has in common, whoever draws it: looks, round numbers, places for labels.

Lines are told apart by their dashes and marks alone; colour only helps. Five dashes and seven marks make 35
different lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from scoring.log.values import Number, number

Point = tuple[float, float]

#: Lengths of strokes and gaps, in units of the width of a line; () is a whole line.
DASHES: tuple[tuple[int, ...], ...] = ((), (7, 3), (2, 3), (9, 3, 2, 3), (12, 4))
#: Marks as corners around a point, about one unit away; the round one has none.
MARKS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.3), (1.2, 0.9), (-1.2, 0.9)),
    ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
    ((0, 1.3), (1.2, -0.9), (-1.2, -0.9)),
    ((-0.4, -1.4), (0.4, -1.4), (0.4, 1.4), (-0.4, 1.4)),
    (
        *((-1.4, -0.8), (-0.8, -1.4), (0, -0.6), (0.8, -1.4), (1.4, -0.8), (0.6, 0)),
        *((1.4, 0.8), (0.8, 1.4), (0, 0.6), (-0.8, 1.4), (-1.4, 0.8), (-0.6, 0)),
    ),
)
#: Scores that lie nearer are drawn as one.
_LEAST_SPAN = 1e-5


def dashes(place: int) -> tuple[int, ...]:
    """The dashes of the line at this place among the players, from 0."""
    return DASHES[place % len(DASHES)]


def mark(place: int) -> tuple[Point, ...]:
    """The mark of the line at this place among the players, from 0."""
    return MARKS[place % len(MARKS)]


def ticks(low: Number, high: Number) -> list[Number]:
    """Round numbers, at most seven, from at most the lowest to at least the highest; two at the least."""
    span = high - low if high - low > _LEAST_SPAN else 1
    rough = span / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999)
    # Between whole points there is nothing to say.
    whole = low == int(low) and high == int(high)
    step = max(step, 1) if whole else step
    first = floor(low / step + 1e-9)
    last = max(ceil(high / step - 1e-9), first + 1)
    return [number(round(place * step, 6)) for place in range(first, last + 1)]


def spread(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Heights as near the wanted ones as may be, at least `gap` apart and between two others, in their order.

    They have to have room: `gap` times one less than their number is at most the height.
    """
    order = sorted(range(len(wanted)), key=lambda each: (wanted[each], each))
    # Without the gaps below it, each may stand where the one above stands: neighbours that cross meet midway.
    heaps: list[tuple[float, int]] = []
    for place, each in enumerate(order):
        height, size = wanted[each] - place * gap, 1
        while heaps and heaps[-1][0] > height:
            above, many = heaps.pop()
            height, size = (above * many + height * size) / (many + size), many + size
        heaps.append((height, size))
    flat = [height for height, size in heaps for _ in range(size)]
    lowest = bottom - gap * (len(order) - 1)
    heights = {
        each: min(max(height, top), lowest) + place * gap
        for place, (each, height) in enumerate(zip(order, flat, strict=True))
    }
    return [heights[each] for each in range(len(wanted))]
