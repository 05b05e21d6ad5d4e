"""A table on a board: a screen that stands in the room, to be read from four metres.

It is put together from what the table's own view has: nothing is worked out for it anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from referee.games.parts import Seat
from referee.games.table_views import ActionLine, GameView, OverView, Standings, TableView, WhoseTurn
from referee.web.components import FaceView, StandingView, View

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
    """A line of the standings, of partners with both `names` and `faces`; `rank` is 0 for who left,
    and where the rows are in the order of the seats. `dealer` is who of them deals next.
    """

    names: tuple[str, ...]
    points: str
    change: str = ""
    rank: int = 0
    leader: bool = False
    dealer: str = ""
    faces: tuple[FaceView, ...] = ()


class BoardView(View, frozen=True, kw_only=True):
    """All that a board shows of a game: who sits around the table, how they stand while nobody plays
    (`rows`), or how it ended (`over`), with those whom the podium leaves out as `rows`.

    `now` is whose turn it is; while it is nobody's, `heading` stands there, and `follow` below it. `tone` is
    that of the action line; `played` is what the last round was, in the words of its sheet.
    """

    seats: tuple[Seat, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    over: OverView | None = None
    now: WhoseTurn | None = None
    heading: str = ""
    follow: str = ""
    played: str = ""
    huge: tuple[Huge, ...] = ()
    tone: Literal["", "do", "stop"] = ""

    @property
    def way(self) -> str:
        """The way of play, "" where there is none."""
        return self.now.direction if self.now else ""


def board_of(view: GameView) -> BoardView:
    """The board of a game with turns, from the view of its table."""
    table = view.table
    if not isinstance(table, TableView):
        return BoardView(heading=view.name)
    if isinstance(table.stage, Standings):
        return standing(table.stage)
    action = table.action
    return BoardView(
        seats=table.seats,
        now=table.now,
        heading="" if table.now else view.name,
        huge=tuple(huge_of(action, [seat.name for seat in table.seats])) if action else (),
        tone=action.tone if action else "",
    )


def standing(stage: Standings) -> BoardView:
    """The board of a table at which nobody plays."""
    over = stage if isinstance(stage, OverView) else None
    return BoardView(
        rows=tuple(map(_row, over.podium.rest if over else stage.standings)),
        over=over,
        heading=stage.heading,
        follow=" ".join(stage.said[1:]),
    )


def _row(row: StandingView) -> BoardRow:
    return BoardRow(
        names=(row.name,),
        points=row.shown,
        change=row.change,
        rank=row.rank,
        leader=row.leader,
        faces=(row.face,) if row.face else (),
    )


def huge_of(line: ActionLine, names: Sequence[str]) -> Iterator[Huge]:
    """The tiles of the action line that hands must follow, each with its number apart."""
    if not line.tone:
        return
    for tile in line.tiles:
        if tile == line.tap:
            # Nobody taps a board.
            continue
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
