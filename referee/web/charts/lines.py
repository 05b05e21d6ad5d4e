"""Running scores as lines, each with its own dash and mark, and its name and number at its end; and how a
rating ran over time, with how sure it was.

`plot` lays them out in any units: pages draw SVG, the result picture is drawn by Pillow. Names keep their
distance, joined to their lines by a thin one; the room beside the field is as wide as the longest of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
    cut,
    format_number,
    label_stride,
    points,
    separate_labels,
    text_width,
    ticks,
    tidy,
)
from referee.web.components import View
from referee.web.wording import Number, hyphenated

#: Room for a name with its number at most, and for the beginning of a name beside a long number.
NAMES, BEGINNING = 150, 32
#: Between two names: the least; between those of partners.
APART, BREAK = 17, 15
#: The height: at the least, and for each line.
TOP, BOTTOM, LEAST, EACH = 12, 22, 196, 18
#: Between two marks of a line; from a mark's middle to its edge.
STRIDE, MARK = 26, 3.6
#: More lines than these repeat their mark beside the name: leaders alone are hard to follow.
FEW = 6
#: Kept free at the right.
EDGE = 2
#: The limit is drawn once somebody has come so far of the way: before, it would press all lines flat.
NEAR = 1 / 3
#: Of a rating's chart: where the field begins and ends, and its height; what is free at the right beside the
#: last number, and between two names below.
RATING_TOP, RATING_BOTTOM, RATING_HEIGHT, SPACE, TIMES_APART = 10, 128, 150, 8, 6
#: The size of a spark, and what is kept free at its edges for its end.
SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 80, 24, 3
#: Lines differ by the seat, as colours only help: five dashes and seven marks make 35. A dash has the lengths
#: of strokes and gaps, in half widths of a line; () is a whole line.
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


@dataclass(frozen=True)
class Limit:
    """The score that ends the game, and what the line says: "ends at 50"."""

    at: Number
    text: str


@dataclass(frozen=True)
class Series:
    """A player's score: at the start, and after each step; None before the player was there.

    `colour` is the player's own ("blue"), "" for none. Whoever `won` is drawn thicker and above the others.
    `partners` are the names in that of a side, which stand below each other where they have no room.
    """

    name: str
    scores: Sequence[Number | None]
    won: bool = False
    colour: str = ""
    partners: Sequence[str] = ()

    @property
    def end(self) -> Number:
        return next((score for score in reversed(self.scores) if score is not None), 0)


@dataclass(frozen=True)
class Plot:
    """The field that lines run in: its edges, the numbers at its left, and how many steps go across."""

    left: float
    right: float
    top: float
    bottom: float
    scale: tuple[Number, ...]
    steps: int
    limit: Number | None

    @property
    def stride(self) -> float:
        """From one step to the next."""
        return (self.right - self.left) / self.steps

    def x(self, step: float) -> float:
        """Where a step is; 0 is the start."""
        return round(self.left + self.stride * step, 1)

    def y(self, score: Number) -> float:
        """How high a score is."""
        low, high = self.scale[0], self.scale[-1]
        # Each on its own: the difference of two huge numbers may be no number.
        share = (score / 2 - low / 2) / (high / 2 - low / 2)
        return round(self.bottom - (self.bottom - self.top) * share, 1)

    def line(self, series: Series) -> list[Point]:
        """A line's points, from where its player came."""
        return [
            (self.x(step), self.y(score)) for step, score in enumerate(series.scores) if score is not None
        ]

    def shown(
        self, texts: Sequence[str], wide: Callable[[str], float], *, apart: float, after: float
    ) -> list[int]:
        """The steps whose numbers have room below, the last one always, none that begins before `after`."""
        stride = label_stride(self.stride, max(map(wide, texts)) + apart)
        last = len(texts)
        return [
            step
            for step in range(last % stride or stride, last + 1, stride)
            if step == last or self.x(step) - wide(texts[step - 1]) / 2 >= after
        ]

    def names(self, series: Sequence[Series], gap: float, *, over: float) -> list[float]:
        """How high the middle of each name stands: beside its line's end, `gap` from the others.

        They may stand `over` above and below the field.
        """
        wanted = [self.y(line.end) for line in series]
        return [round(at, 1) for at in separate_labels(wanted, gap, self.top - over, self.bottom + over)]


class LineView(View, frozen=True):
    """A line as the points of a polyline. `mark` is the path of its marks, drawn at `spots`; `leader` joins
    its end to its name and number, `labels` where partners stand below each other. `tint` is the class of
    its colour.
    """

    points: str
    dash: str
    mark: str
    spots: tuple[Point, ...]
    tint: str
    leader: str
    labels: tuple[Label, ...]
    won: bool


class LineChart(Chart, frozen=True):
    """Lines over steps, in the order in which they are drawn: who won is last.

    `grid` are heights, `base` is that of 0, `goal` that of the limit, None for none.
    """

    left: float
    right: float
    base: float
    grid: tuple[float, ...]
    lines: tuple[LineView, ...]
    goal: float | None = None


def sums(points: Sequence[Number | None], *, joins: bool) -> list[Number | None]:
    """The scores of who got this in every step. Who `joins` is not there before the first number."""
    first = next((place for place, got in enumerate(points) if got is not None), len(points))
    scores: list[Number | None] = [None] * first if joins else [0] * first
    total: Number = 0
    scores.append(total)
    for got in points[first:]:
        total += got or 0
        scores.append(tidy(total))
    return scores[: len(points) + 1]


def dashes(place: int) -> tuple[int, ...]:
    """The dashes of the line at this place among the players, from 0."""
    return DASHES[place % len(DASHES)]


def mark(place: int) -> tuple[Point, ...]:
    """The mark of the line at this place among the players, from 0."""
    return MARKS[place % len(MARKS)]


def plot(
    series: Sequence[Series],
    *,
    left: float,
    right: float,
    top: float,
    bottom: float,
    width: Callable[[str], float],
    limit: Number | None = None,
) -> Plot:
    """Lays out at least one series over at least one step, with the scale's numbers at the left inside.

    `width` says how wide a number is.
    """
    drawn = [score for line in series for score in line.scores if score is not None]
    low, high = min([0, *drawn]), max([0, *drawn])
    if limit is not None and (high >= limit * NEAR if limit > 0 else low <= limit * NEAR):
        low, high = min(low, limit), max(high, limit)
    else:
        limit = None
    scale = tuple(ticks(low, high))
    return Plot(
        left=round(left + max(width(format_number(tick)) for tick in (*scale, limit or 0)), 1),
        right=round(right, 1),
        top=top,
        bottom=bottom,
        scale=scale,
        steps=max(len(line.scores) for line in series) - 1,
        limit=limit,
    )


def line_chart(
    series: Sequence[Series], steps: Sequence[str], across: str, limit: Limit | None = None
) -> LineChart:
    """The chart of at least one series over at least one step.

    `steps` are what the numbers below say, `across` what they count: "hand".
    """
    tie = 14 if len(series) <= FEW else 24
    scores = [format_number(line.end) for line in series]
    names = [f"{line.name} {score}" for line, score in zip(series, scores, strict=True)]
    most = max(NAMES, BEGINNING + max(text_width(f" {score}", NAME) for score in scores))
    ends = [
        [name] if text_width(name, NAME) <= most else _below_each_other(line, most)
        for line, name in zip(series, names, strict=True)
    ]
    high = max(map(len, ends))
    field = plot(
        series,
        left=6,
        right=WIDTH - EDGE - min(most, max(text_width(each, NAME) for end in ends for each in end) + 1) - tie,
        top=TOP,
        bottom=max(LEAST, TOP + BOTTOM + EACH * high * len(series)) - BOTTOM,
        width=text_width,
        limit=limit.at if limit else None,
    )
    at = field.names(series, APART * high, over=4 - (high - 1) * BREAK / 2)
    drawn = [
        _line(field, line, place, ends[place], at=at[place], tie=tie) for place, line in enumerate(series)
    ]
    return LineChart(
        height=field.bottom + BOTTOM,
        left=field.left,
        right=field.right,
        base=field.y(0),
        grid=tuple(field.y(tick) for tick in field.scale if tick),
        labels=(*_up(field, limit), *_along(field, steps, across)),
        lines=tuple(sorted(drawn, key=lambda line: line.won)),
        text=f"Running scores. After {across} {steps[-1]}: {', '.join(names)}.",
        table=_table(series, steps, across),
        goal=None if field.limit is None else field.y(field.limit),
    )


def _below_each_other(line: Series, most: float) -> list[str]:
    """The name at the end of a line with its number, partners' one by one; what has no room breaks."""
    *above, last = line.partners or [line.name]
    ends = [*((name, " &") for name in above), (last, f" {format_number(line.end)}")]
    return [part for name, end in ends for part in _broken(name, end, most)]


def _broken(name: str, end: str, most: float) -> list[str]:
    """A name with its end; without room for it two lines, parted as it is written, or else at a syllable."""
    whole = name + end
    if text_width(whole, NAME) <= most:
        return [whole]
    cuts = [[whole[:n].rstrip(), whole[n:]] for n, letter in enumerate(name, 1) if letter in " -"]
    syllables = hyphenated(name).split("\N{SOFT HYPHEN}")
    cuts = cuts or [
        [f"{''.join(syllables[:n])}-", "".join(syllables[n:]) + end] for n in range(1, len(syllables))
    ]
    return min(cuts, key=lambda lines: max(map(text_width, lines)), default=[whole])


def _line(field: Plot, series: Series, place: int, end: list[str], *, at: float, tie: float) -> LineView:
    """A line, told from the others by its place among them; its `end` stands `at` a height."""
    *earlier, last = field.line(series) or [(field.x(0), field.y(0))]
    # Where marks would touch, each line has its own at other steps, so that they do not hide one another.
    apart = label_stride(field.stride, STRIDE)
    marked = [spot for step, spot in enumerate(earlier) if step and step % apart == place % apart]
    beside, left = round(field.right + tie, 1), round(field.right + 5, 1)
    spots = [*marked, last]
    if tie > STRIDE / 2 + 1:
        spots.append((round(beside - 8, 1), at))
    room, score = WIDTH - EDGE - beside, f" {format_number(series.end)}"
    *above, last_name = end
    name = cut(last_name.removesuffix(score), room - text_width(score, NAME), NAME)
    texts = [*(cut(each, room, NAME) for each in above), f"{name}{score}"]
    top = at + 4.5 - len(above) * BREAK / 2
    return LineView(
        points=points([*earlier, last]),
        dash=" ".join(map(str, dashes(place))),
        mark=_outline(mark(place)),
        spots=tuple(spots),
        tint=f"in-{series.colour or 'none'}",
        leader=points([last, (left, last[1]), (round(beside - 3, 1), at)]),
        labels=tuple(
            Label(beside, round(top + line * BREAK, 1), text, kind="end") for line, text in enumerate(texts)
        ),
        won=series.won,
    )


def _outline(corners: Sequence[Point]) -> str:
    """A mark as the path of an SVG around 0,0; the round one has no corners."""
    if not corners:
        return f"M-{MARK} 0a{MARK} {MARK} 0 1 0 {2 * MARK} 0a{MARK} {MARK} 0 1 0-{2 * MARK} 0z"
    return f"M{' '.join(f'{MARK * x:.2f},{MARK * y:.2f}' for x, y in corners)}z"


def _up(field: Plot, limit: Limit | None) -> Iterator[Label]:
    """The numbers on the left; one that the limit's would cover gives way to it."""
    goal = None if limit is None or field.limit is None else field.y(limit.at)
    for tick in field.scale:
        if goal is None or abs(field.y(tick) - goal) >= SMALL + 1:
            yield _beside(field, tick)
    if limit is not None and goal is not None:
        yield _beside(field, limit.at, "strong")
        # Above its line if there is room, for most games run towards it from below.
        above = goal - 4 >= SMALL and (limit.at > 0 or goal + SMALL + 3 > field.bottom)
        if text_width(limit.text) + 8 <= field.right - field.left:
            yield Label(field.left + 4, round(goal - 4 if above else goal + SMALL, 1), limit.text)


def _beside(field: Plot, tick: Number, kind: str = "scale") -> Label:
    return Label(round(field.left - 6, 1), round(field.y(tick) + 4, 1), format_number(tick), "end", kind)


def _along(field: Plot, steps: Sequence[str], across: str) -> Iterator[Label]:
    """What the steps are called, and of their numbers as many as have room."""
    y = field.bottom + 16
    yield Label(0, y, across)
    for step in field.shown(steps, text_width, apart=8, after=text_width(across) + 6):
        yield below(field.x(step), y, steps[step - 1])


def _table(series: Sequence[Series], steps: Sequence[str], across: str) -> TableView:
    """The running scores, step by step."""
    heads = across.capitalize(), *(line.name for line in series)
    rows = tuple(
        (text, *("–" if (score := line.scores[step]) is None else format_number(score) for line in series))
        for step, text in enumerate(steps, 1)
    )
    return TableView(f"Score after each {across}", heads, rows)


# --- ratings


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

    `base` is the height of where everybody begins.
    """

    left: float
    right: float
    grid: tuple[float, ...]
    points: str
    band: str
    end: Point
    tint: str
    base: float


class SparkView(Struct, frozen=True):
    """A line as small as a word, 80 by 24, and its `end`; `text` says how it runs."""

    points: str
    end: Point
    text: str


def rating_chart(
    readings: Sequence[Reading],
    times: Sequence[tuple[float, str]],
    *,
    text: str,
    heads: tuple[str, str],
    colour: str = "",
    base: Number,
) -> RatingChart:
    """The chart of at least one reading, in the order of their times; `times` are those named below.

    Those that have no room are left out, the first and the last excepted. `base` is a value with a line of
    its own (where everybody begins), `heads` what the columns of the table are called.
    """
    known = [value for each in readings for value in (each.value - each.doubt, each.value + each.doubt)]
    scale = tuple(ticks(min([base, *known]), max([base, *known]), most=3))
    first, last = readings[0], readings[-1]
    field = Plot(
        left=round(6 + max(text_width(format_number(tick)) for tick in scale), 1),
        right=round(WIDTH - SPACE - text_width(format_number(last.value), NAME) - 2, 1),
        top=RATING_TOP,
        bottom=RATING_BOTTOM,
        scale=scale,
        steps=1,
        limit=None,
    )
    span = last.at - first.at

    def x(at: float) -> float:
        return field.x(min(max((at - first.at) / span, 0), 1) if span else 1)

    upper = [(x(each.at), field.y(each.value + each.doubt)) for each in readings]
    lower = [(x(each.at), field.y(each.value - each.doubt)) for each in readings]
    end = x(last.at), field.y(last.value)
    # The last number keeps off the names below.
    beside_end = round(min(end[1] + 4.5, RATING_BOTTOM + 3), 1)
    return RatingChart(
        height=RATING_HEIGHT,
        left=field.left,
        right=field.right,
        grid=tuple(field.y(tick) for tick in scale if tick != base),
        base=field.y(base),
        labels=(
            *(_beside(field, tick) for tick in scale),
            *_times([(x(at), name) for at, name in times]),
            Label(end[0] + SPACE, beside_end, format_number(last.value), kind="end"),
        ),
        points=points((x(each.at), field.y(each.value)) for each in readings),
        band=points([*upper, *reversed(lower)]) if any(each.doubt for each in readings) else "",
        end=end,
        tint=f"in-{colour or 'none'}",
        text=text,
        table=TableView(text, heads, tuple((each.text, str(each)) for each in readings)),
    )


def _times(wanted: Sequence[tuple[float, str]]) -> Iterator[Label]:
    """Names below, in the order of their places: the first, the last, and what has room between them."""
    labels = [(below(x, RATING_BOTTOM + SMALL + 4, name), text_width(name) / 2) for x, name in wanted]
    free = 0.0
    for label, half in labels[:-1]:
        last, half_of_last = labels[-1]
        if label.x - half >= free and label.x + half + TIMES_APART <= last.x - half_of_last:
            free = label.x + half + TIMES_APART
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
