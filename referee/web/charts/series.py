"""The numbers that a line is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.web.charts.scales import tidy
from referee.web.wording import Number


@dataclass(frozen=True)
class Series:
    """A player's score: at the start, and after each step; None before the player was there.

    `colour` is the player's own ("blue"), "" for none. Whoever `won` is drawn thicker and above the others.
    """

    name: str
    scores: Sequence[Number | None]
    won: bool = False
    colour: str = ""

    @property
    def end(self) -> Number:
        return next((score for score in reversed(self.scores) if score is not None), 0)


def sums(
    name: str, points: Sequence[Number | None], *, joins: bool, won: bool = False, colour: str = ""
) -> Series:
    """The series of what somebody got in every step. Who `joins` is not there before the first number."""
    first = next((place for place, got in enumerate(points) if got is not None), len(points))
    scores: list[Number | None] = [None] * first if joins else [0] * first
    total: Number = 0
    scores.append(total)
    for got in points[first:]:
        total += got or 0
        scores.append(tidy(total))
    return Series(name, scores[: len(points) + 1], won, colour)
