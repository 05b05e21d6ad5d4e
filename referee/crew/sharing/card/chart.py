"""The line of the game: how the scores ran, one line a player, each named at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.result import Result, Side
from referee.crew.sharing.card.sheet import EDGE, SOFT, TINTS, WIDTH, Card, Rule, Trace
from referee.web.charts.layout import format_number
from referee.web.charts.lines import Plot, Series, plot

SIZE = 22
#: Names: how large at most and at least, how wide at most.
LARGE, SMALL, WIDE = 26, 18, 230.0
#: Between the end of a line and its name; between a number at the left and the field.
TIE, SPACE = 40, 14


def chart(card: Card, result: Result, named: Sequence[str], top: float, bottom: float) -> None:
    """Puts the chart of the sides that have names between two heights; nothing if nothing was scored."""
    series = [Series(name, _scores(side)) for name, side in zip(named, result.sides, strict=False)]
    values = [score for line in series for score in line.scores if score is not None]
    if len(values) < 2 or not math.isfinite(max(values) - min(values)):
        return
    beside = min(WIDE, max(lettering.width(line.name, LARGE) for line in series) + 1)
    field = plot(
        series,
        left=EDGE + SPACE,
        right=WIDTH - EDGE - beside - TIE,
        top=top,
        bottom=bottom - 42,
        width=partial(lettering.width, size=SIZE),
    )
    _rule(card, field)
    _count(card, field, result.step)
    tall = min(34.0, (field.bottom - top + 20) / len(series))
    size = min(LARGE, int(tall / 1.3))
    places = field.names(series, tall, over=10 - tall / 2)
    for kind, (line, height) in enumerate(zip(series, places, strict=True)):
        points = tuple(field.line(line))
        tie = (points[-1], (field.right + TIE - 8, height)) if points else ()
        card.traces.append(Trace(kind, TINTS[result.sides[kind].people[0].colour], points, tie))
        room_beside = WIDTH - EDGE - field.right - TIE
        card.write(field.right + TIE, height + size / 3, line.name, room_beside, (size, min(SMALL, size)))


def _scores(side: Side) -> list[int | float | None]:
    """From the start on, or from where somebody came later."""
    start = side.start if side.totals and side.totals[0] is not None else None
    return [start, *side.totals]


def _rule(card: Card, field: Plot) -> None:
    """The lines across, with their numbers."""
    for tick in field.scale:
        y = field.y(tick)
        card.rules.append(Rule((field.left, y), (field.right, y), strong=tick == 0))
        number = format_number(tick)
        card.write(field.left - SPACE, y + SIZE / 3, number, 400, (SIZE, SIZE), colour=SOFT, right=True)


def _count(card: Card, field: Plot, step: str) -> None:
    """What the steps are called, and below them their numbers, so many as have room."""
    baseline = field.bottom + 38
    after = EDGE + card.write(EDGE, baseline, step.capitalize(), 160, (SIZE, SIZE), colour=SOFT) + SPACE
    texts = [str(number) for number in range(1, field.steps + 1)]
    for number in field.shown(texts, partial(lettering.width, size=SIZE), apart=24, after=after):
        wide = lettering.width(texts[number - 1], SIZE)
        card.write(field.x(number) - wide / 2, baseline, texts[number - 1], wide, (SIZE, SIZE), colour=SOFT)
