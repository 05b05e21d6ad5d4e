"""What a result card is made of: texts, crowns and lines, each with its place on the sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from referee.crew.sharing.card import lettering
from referee.web.charts.layout import Point

WIDTH = 1080
EDGE = 64


class Shape(StrEnum):
    """The forms that a picture can have, by the names that addresses have for them.

    Apps lay their own things over the top and the foot of a story, so nothing stands there.
    """

    POST = "post"
    SQUARE = "square"
    STORY = "story"
    WIDE = "wide"

    @property
    def height(self) -> int:
        """Its height in pixels; all are equally wide."""
        return {Shape.POST: 1350, Shape.SQUARE: 1080, Shape.STORY: 1920, Shape.WIDE: 566}[self]

    @property
    def top(self) -> int:
        """Where what is on it begins."""
        return 210 if self is Shape.STORY else 0

    @property
    def bottom(self) -> int:
        """Where it ends."""
        return self.height - self.top


INK, SOFT, GOLD, PANEL = "#f5f3ff", "#b9b7dd", "#ffd766", "#1f1e42"
#: The players' colours as lines, as dark.css has them.
TINTS = {
    "blue": "#94b8ff",
    "yellow": "#ffd44d",
    "green": "#7fe0a0",
    "purple": "#d9c7ff",
    "orange": "#ffb067",
    "pink": "#ff9fd0",
    "teal": "#6fd6dd",
    "red": "#ff9ca3",
    "grey": SOFT,
}

#: Left, top, right, bottom.
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Text:
    """A text on the sheet: its left end, and the line that it stands on."""

    x: float
    baseline: float
    text: str
    size: int
    colour: str = INK
    bold: bool = False

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        right = self.x + lettering.width(self.text, self.size, bold=self.bold)
        above, below = lettering.ASCENT * self.size, lettering.DESCENT * self.size
        return self.x, self.baseline - above, right, self.baseline + below


@dataclass(frozen=True)
class Crown:
    """A crown of this width; its left end, and the line that it stands on."""

    x: float
    baseline: float
    width: float
    colour: str = GOLD

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        return self.x, self.baseline - 0.75 * self.width, self.x + self.width, self.baseline


@dataclass(frozen=True)
class Block:
    """A filled box with round corners; with half its width as radius a disc."""

    box: Box
    colour: str
    radius: float = 24


@dataclass(frozen=True)
class Sign:
    """A sign of the app's art by its name, or a single character, around its middle; it lies on all else."""

    name: str
    x: float
    y: float
    across: float
    colour: str

    @property
    def box(self) -> Box:
        """Left, top, right, bottom of what is drawn: its square has an edge."""
        half = self.across * 0.42
        return self.x - half, self.y - half, self.x + half, self.y + half


@dataclass(frozen=True)
class Portrait:
    """A square photo, shown as a disc; of a file that is gone only what lies under it is seen."""

    file: Path
    x: float
    y: float
    across: float


@dataclass(frozen=True)
class Trace:
    """A player's line: its points on the sheet, its colour, and the number that tells it apart without one.

    `tie` leads from its end to the name beside the chart; a sample has none.
    """

    kind: int
    colour: str
    points: tuple[Point, ...]
    tie: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A line of the chart's paper; a strong one is the zero."""

    start: Point
    end: Point
    strong: bool = False


@dataclass
class Card:
    """A sheet, and everything that was put on it."""

    height: int
    texts: list[Text] = field(default_factory=list)
    crowns: list[Crown] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    portraits: list[Portrait] = field(default_factory=list)

    def write(
        self,
        x: float,
        baseline: float,
        text: str,
        room: float,
        sizes: tuple[int, int],
        *,
        colour: str = INK,
        bold: bool = False,
        right: bool = False,
    ) -> float:
        """Writes a text that takes at most `room`, in the larger of two sizes or shrunk down to the smaller.

        Its left end is at `x`, or its right end. Returns how wide it is.
        """
        text, size = lettering.fitted(text, room, *sizes, bold=bold)
        wide = lettering.width(text, size, bold=bold)
        if text:
            self.texts.append(Text(x - wide if right else x, baseline, text, size, colour, bold))
        return wide

    def write_lines(
        self,
        x: float,
        middle: float,
        text: str,
        room: float,
        sizes: tuple[int, int],
        *,
        colour: str = INK,
        bold: bool = False,
        right: bool = False,
    ) -> None:
        """Writes a text in one line or two around a height, as large as that allows."""
        lines, size = lettering.wrapped(text, room, *sizes, bold=bold)
        first = middle + 0.35 * size - 0.63 * size * (len(lines) - 1)
        for place, line in enumerate(lines):
            down = first + 1.26 * size * place
            self.write(x, down, line, room, (size, size), colour=colour, bold=bold, right=right)
