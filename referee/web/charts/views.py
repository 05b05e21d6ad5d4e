"""What the templates of the charts are given."""

from __future__ import annotations

from referee.web.charts.letters import width
from referee.web.context import View

#: Of every chart of a page, in the units of its SVG.
WIDTH = 312
#: Heights of texts: at the axes and above bars, and names at the ends of lines.
SMALL, NAME = 12, 13


class Spot(View, frozen=True):
    """A point of the chart."""

    x: float
    y: float


class Label(View, frozen=True):
    """A text: where its line begins, ends or has its middle. `kind` is its class: scale, strong or end."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    kind: str = "scale"

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, rather too large than too small."""
        size = NAME if self.kind == "end" else SMALL
        wide = width(self.text, size)
        left = self.x - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.y - 0.75 * size, left + wide, self.y + 0.25 * size


class TableView(View, frozen=True):
    """A chart's numbers (charts/table.html): every row has as many texts as there are `heads`."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class LineView(View, frozen=True):
    """A line as the points of a polyline. `mark` is the path of its marks, drawn at `spots`; `leader` joins
    its end to its `label`. `tint` is the class of its colour.
    """

    points: str
    dash: str
    mark: str
    spots: tuple[Spot, ...]
    tint: str
    leader: str
    label: Label
    won: bool


class LineChart(View, frozen=True):
    """Lines over steps. `grid` are heights, `base` is that of 0, `goal` that of the limit, None for none.

    `text` says what is to be seen to those who do not see it; `table` has every number. `width` is the view
    box's. Lines come in the order in which they are drawn: who won is last.
    """

    height: float
    left: float
    right: float
    top: float
    bottom: float
    base: float
    grid: tuple[float, ...]
    labels: tuple[Label, ...]
    lines: tuple[LineView, ...]
    text: str
    table: TableView
    goal: float | None = None
    width: float = WIDTH


class CourseChart(View, frozen=True):
    """One line with the `band` that it may lie in, as the points of a polygon; the rest as in a LineChart."""

    height: float
    left: float
    right: float
    grid: tuple[float, ...]
    labels: tuple[Label, ...]
    points: str
    band: str
    end: Spot
    tint: str
    text: str
    table: TableView
    base: float | None = None
    width: float = WIDTH


class BarView(View, frozen=True):
    """A standing bar. `dim` is one that is not counted among the others."""

    x: float
    y: float
    width: float
    height: float
    dim: bool = False


class BarsChart(View, frozen=True):
    """Standing bars, each with its number above and its name below."""

    height: float
    base: float
    bars: tuple[BarView, ...]
    labels: tuple[Label, ...]
    text: str
    table: TableView
    width: float = WIDTH


class SplitView(View, frozen=True):
    """A lying bar: `part` of 100 is filled; `halved` has a cut in its middle. `text` has its numbers."""

    part: float
    text: str
    halved: bool = False


class RingView(View, frozen=True):
    """A ring that is filled in part: `dash` is the filled length and the whole; `text` is a percentage."""

    dash: str
    text: str


class SparkView(View, frozen=True):
    """A line as small as a word, 80 by 24, and its `end`; `text` says how it runs."""

    points: str
    end: Spot
    text: str
