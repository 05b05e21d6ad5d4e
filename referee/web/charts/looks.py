"""What tells one line from another, whoever draws it: five dashes and seven marks make 35 different lines.

They go by the seat, so that two players of one colour differ; the colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]

#: Lengths of strokes and gaps, in half widths of a line; () is a whole line.
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


def dashes(place: int) -> tuple[int, ...]:
    """The dashes of the line at this place among the players, from 0."""
    return DASHES[place % len(DASHES)]


def mark(place: int) -> tuple[Point, ...]:
    """The mark of the line at this place among the players, from 0."""
    return MARKS[place % len(MARKS)]


def outline(corners: Sequence[Point], size: float) -> str:
    """A mark as the path of an SVG around 0,0; the round one has no corners."""
    if not corners:
        return f"M-{size} 0a{size} {size} 0 1 0 {2 * size} 0a{size} {size} 0 1 0-{2 * size} 0z"
    return f"M{' '.join(f'{size * x:.2f},{size * y:.2f}' for x, y in corners)}z"


def points(spots: Iterable[Point]) -> str:
    """Points as an SVG has them."""
    return " ".join(f"{x:g},{y:g}" for x, y in spots)
