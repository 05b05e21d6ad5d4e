"""Round numbers for an axis, and places for texts that keep apart."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from referee.web.wording import Number, written

#: Scores that lie nearer are drawn as one.
_LEAST_SPAN = 1e-5


def tidy(value: float) -> Number:
    """A number without what adding up leaves behind: 7, not 7.0."""
    rounded = round(value, 6)
    return int(rounded) if float(rounded).is_integer() else float(rounded)


def told(value: Number) -> str:
    """A number as charts write it: 7, 2.5 with a true minus, and 1e+15 for what nobody writes out."""
    if abs(value) >= 1e12:
        return written(f"{value:.3g}")
    text = f"{value:.{6 if abs(value) < 1e6 else 2}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else written(text)


def ticks(low: Number, high: Number, most: int = 5) -> list[Number]:
    """Round numbers from at most the lowest to at least the highest: two to `most` + 2."""
    span = high - low if high - low > _LEAST_SPAN else 1
    step = _round_step(span / most)
    # Between whole points there is nothing to say.
    whole = low == int(low) and high == int(high)
    step = max(step, 1) if whole else step
    first = floor(low / step + 1e-9)
    last = max(ceil(high / step - 1e-9), first + 1)
    return [tidy(place * step) for place in range(first, last + 1)]


def _round_step(rough: float) -> float:
    """The round number that is at least so much: 1, 2, 5, 10, ..."""
    power = 10.0 ** floor(log10(rough))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999)


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


def every(stride: float, room: float) -> int:
    """Every how many steps there is so much room."""
    return max(1, ceil(room / stride - 1e-9))
