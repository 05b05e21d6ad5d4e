"""A table on a board: a screen that stands in the room, to be read from four metres.

It is put together from what the table's own view has: nothing is worked out for it anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from referee.games.parts import Seat
from referee.games.table_views import ActionLine, GameView, Standings, TableView, WhoseTurn
from referee.web.components import StandingView, View
from referee.web.wording import written

#: The only number of a sentence, with its place.
_NUMBER = re.compile(r"(?<!\S)\d+(?!\S)")


class Huge(View, frozen=True):
    """What hands must do, with its `number` as large as the room allows; "" where it has none.

    `under` is what they may do instead.
    """

    words: str
    number: str = ""
    under: str = ""


class BoardRow(View, frozen=True):
    """A line of the standings; `rank` is "" where the rows are in the order of the seats."""

    name: str
    points: str
    change: str = ""
    rank: str = ""
    leader: bool = False


class BoardView(View, frozen=True, kw_only=True):
    """All that a board shows of a game.

    `now` is whose turn it is; while it is nobody's, `heading` stands there, and `follow` below it. `tone` is
    that of the action line.
    """

    seats: tuple[Seat, ...]
    now: WhoseTurn | None = None
    heading: str = ""
    follow: str = ""
    huge: tuple[Huge, ...] = ()
    tone: Literal["", "do", "stop"] = ""
    rows: tuple[BoardRow, ...] = ()

    @property
    def way(self) -> str:
        """The way of play, "" where there is none."""
        return self.now.direction if self.now else ""


def board_of(view: GameView) -> BoardView:
    """The board of a game with turns, from the view of its table."""
    table = view.table
    if not isinstance(table, TableView):
        return BoardView(seats=())
    action, heading = table.action, ""
    rows: Iterable[BoardRow] = ()
    if isinstance(table.stage, Standings):
        heading, rows = table.stage.heading, ranking(table.stage.standings)
    return BoardView(
        seats=table.seats,
        now=table.now if not heading else None,
        heading=heading or ("" if table.now else view.name),
        huge=tuple(huge_of(action, [seat.name for seat in table.seats])) if action and not heading else (),
        tone=action.tone if action else "",
        rows=tuple(rows),
    )


def seats_by_score(
    players: Sequence[str], scores: dict[str, int | float], leaders: Sequence[str]
) -> tuple[Seat, ...]:
    """The seats of a table that has none of its own now: with their scores alone."""
    return tuple(
        Seat(name=name, held=written(scores.get(name, 0)), unit="point", leader=name in leaders)
        for name in players
    )


def ranking(standings: Iterable[StandingView]) -> Iterator[BoardRow]:
    for row in standings:
        yield BoardRow(
            name=row.name,
            points=row.shown,
            change=row.change,
            rank=str(row.rank) if row.rank else "",
            leader=row.leader,
        )


def huge_of(line: ActionLine, names: Sequence[str]) -> Iterator[Huge]:
    """The tiles of the action line that hands must follow, each with its number apart."""
    if not line.tone:
        return
    for tile in line.tiles:
        words, _, under = tile.partition(", ")
        plain = words
        for name in names:
            # A number in somebody's name is none.
            plain = plain.replace(name, "\0" * len(name))
        found = list(_NUMBER.finditer(plain))
        if len(found) != 1:
            yield Huge(words=words, under=under)
            continue
        start, end = found[0].span()
        # At the end it is the large one; in the middle the sentence needs it too.
        large = words if words[end:] else words[:start].rstrip()
        yield Huge(words=large, number=words[start:end], under=under)
