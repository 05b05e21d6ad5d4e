"""The plan of a result card: which text goes where, how large. Long ones shrink, then end in an ellipsis."""

from __future__ import annotations

from collections.abc import Sequence

from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.chart import chart
from referee.crew.sharing.card.result import Player, Result, heading
from referee.crew.sharing.card.sheet import (
    EDGE,
    GOLD,
    INK,
    SOFT,
    TINTS,
    WIDTH,
    Card,
    Crown,
    Pen,
    Shape,
    Trace,
)
from referee.rules.sentences import counted
from referee.web.charts.layout import Point, format_number

#: Of more players the rest is only counted.
MOST_ROWS = 24
ROOM = WIDTH - 2 * EDGE
#: Between two columns of the standings.
GAP = 36


def plan(result: Result, shape: Shape = Shape.TALL) -> Card:
    """The card of a result."""
    pen = Pen()
    named = lettering.names([player.name for player in result.players])
    _head(pen, result, named, shape.top)
    shown = MOST_ROWS if len(named) <= MOST_ROWS else MOST_ROWS - 1
    bottom = _standings(pen, result, named, shown, shape)
    foot = shape.bottom - EDGE
    pen.write(EDGE, foot, _length(result), 600, (26, 20), colour=SOFT)
    pen.write(WIDTH - EDGE, foot, "Referee", 300, (26, 26), colour=SOFT, right=True)
    chart(pen, result, named[:shown], bottom + 44, foot - 64)
    return pen.card(shape)


def _head(pen: Pen, result: Result, named: Sequence[str], top: int) -> None:
    """What was played and when, and who won."""
    game, title = lettering.legible(result.game), lettering.legible(result.title)
    pen.write(EDGE, top + 96, f"{game} · {result.day}" if title else result.day, ROOM, (34, 24), colour=SOFT)
    pen.write(EDGE, top + 172, title or game, ROOM, (64, 40), bold=True)
    said = heading(result, named)
    if any(player.won for player in result.players):
        pen.crowns.append(Crown(EDGE, top + 252, 60))
        pen.write(EDGE + 80, top + 250, said, ROOM - 80, (52, 30), colour=GOLD, bold=True)
    else:
        pen.write(EDGE, top + 250, said, ROOM, (44, 32), colour=SOFT)


def _length(result: Result) -> str:
    if not result.steps:
        return ""
    return f"{counted(result.steps, result.step)}{'' if result.over else ' so far'}"


def _standings(pen: Pen, result: Result, named: Sequence[str], shown: int, shape: Shape) -> float:
    """Who has what, by rank, in as many columns as it takes. Returns where it ends."""
    top = shape.top + 288
    # Of what lies between the head and the foot.
    space = shape.bottom - top - 166
    rest = max(len(named) - shown, 0)
    cells = min(len(named), shown) + bool(rest)
    columns = 1 if cells <= 6 else 2 if cells <= 14 else 3
    rows = max(-(-cells // columns), 1)
    # Without a chart below there is room for twice as much.
    tall = min(72, space // 2 // rows) if result.steps else min(120, space // rows)
    wide = (ROOM - GAP * (columns - 1)) / columns
    size = min(
        (42, 36, 28)[columns - 1] if result.steps else (60, 40, 30)[columns - 1], tall * 5 // 8 // 2 * 2
    )
    for place in range(cells):
        column, row = divmod(place, rows)
        at = EDGE + column * (wide + GAP), top + (row + 0.7) * tall
        if place < shown:
            room = wide
            if result.steps:
                room -= _sample(pen, place, result.players[place].colour, at, size)
            end = at[0] + wide
            _row(pen, result.players[place], named[place], right=end, baseline=at[1], room=room, size=size)
        else:
            pen.write(*at, f"and {rest} more", wide, (size, 18), colour=SOFT)
    return top + rows * tall


def _sample(pen: Pen, place: int, colour: str, at: Point, size: int) -> float:
    """How the player's line in the chart looks. Returns how much room it takes."""
    left, middle = at[0], at[1] - size / 3
    points = tuple((left + step * size, middle) for step in (0, 0.9, 1.8))
    pen.traces.append(Trace(place, TINTS[colour], points))
    return 2.3 * size


def _row(
    pen: Pen, player: Player, name: str, *, right: float, baseline: float, room: float, size: int
) -> None:
    """A player in so much room before `right`: the crown, the name and the score."""
    colour = GOLD if player.won else INK if player.here else SOFT
    score = format_number(player.score)
    taken = pen.write(right, baseline, score, 0.5 * room, (size, 16), colour=colour, bold=True, right=True)
    left = right - room
    if player.won:
        pen.crowns.append(Crown(left, baseline, 0.9 * size))
        left += 1.15 * size
    label = f"{player.rank}. {name}" if player.rank else name
    label = label if player.here else f"{name} (left)"
    room = right - taken - size / 2 - left
    pen.write(left, baseline, label, room, (size, 18), colour=colour, bold=player.won)
