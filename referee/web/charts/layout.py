"""What every chart stands on: round numbers for an axis, how wide a text is, and texts that keep apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import ClassVar

from msgspec import Struct

from referee.web.components import View
from referee.web.wording import Number, written

Point = tuple[float, float]

#: Of every chart of a page, in the units of its SVG.
WIDTH = 312
#: Heights of texts: at the axes and above bars, and names at the ends of lines.
SMALL, NAME = 12, 13
#: Scores that lie nearer are drawn as one.
_LEAST_SPAN = 1e-5
#: Letters by their width, as in the widest font of systems (DejaVu).
_WIDE, _NARROW, _THIN = frozenset("MWmw@%&—…ÆŒ"), frozenset("tfrJ()[]"), frozenset("iljI.,:;'’!|- ")


class Label(Struct, frozen=True):
    """A text: where its line begins, ends or has its middle. `kind` is its class: scale, strong or end."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    kind: str = "scale"


class TableView(Struct, frozen=True):
    """A chart's numbers, by the macro of that name: every row has as many texts as there are `heads`."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Chart(View, frozen=True):
    """What every chart has: `text` says what it shows to those who do not see it, `table` has its numbers."""

    height: float
    labels: tuple[Label, ...]
    text: str
    table: TableView
    width: ClassVar[float] = WIDTH


def text_width(text: str, size: float = SMALL) -> float:
    """About how wide a bold text of this height is, rather too much: the server has no browser to ask."""
    return size / 12 * sum(map(_letter_width, text))


def _letter_width(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 13.5
    if char in _WIDE:
        return 13
    if char in _THIN:
        return 4.9
    if char in _NARROW:
        return 6
    return 9.9 if char.isupper() else 8.4


def cut(name: str, room: float, size: float = SMALL) -> str:
    """The name, or as much of its beginning as has room, with an ellipsis."""
    # The edges of the field are rounded: what fits but for that fits.
    if text_width(name, size) <= room + 0.2:
        return name
    while name and text_width(f"{name}…", size) > room:
        name = name[:-1]
    return f"{name.rstrip()}…"


def below(x: float, y: float, text: str) -> Label:
    """A text below its place, moved inwards at the edges."""
    half = text_width(text) / 2
    return Label(round(max(min(x, WIDTH - half), half), 1), y, text, "middle")


def points(spots: Iterable[Point]) -> str:
    """Points as an SVG has them."""
    return " ".join(f"{x:g},{y:g}" for x, y in spots)


def tidy(value: float) -> Number:
    """A number without what adding up leaves behind: 7, not 7.0."""
    rounded = round(value, 6)
    return int(rounded) if float(rounded).is_integer() else float(rounded)


def format_number(value: Number) -> str:
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


def separate_labels(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
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


def label_stride(stride: float, room: float) -> int:
    """Every how many steps there is so much room."""
    return max(1, ceil(room / stride - 1e-9))
