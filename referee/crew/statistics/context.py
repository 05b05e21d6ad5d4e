"""What the templates of the crew's statistics are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.web.components import FaceView, Link, TileView, View


class Way(Link, frozen=True):
    """A chip that leads to another page of the same kind; `here` says that it is this one."""

    here: bool = False


class BoardRow(View, frozen=True):
    """A player on a leaderboard; equal ones share a rank.

    `figure` is what they are ranked by and `line` what stands below it on a step; `cells` are those of the
    table. `provisional` says that the rating has not settled, `crowned` that they lead.
    """

    rank: int
    href: str
    name: str
    face: FaceView
    figure: str
    line: str
    cells: tuple[str, ...]
    crowned: bool = False
    provisional: bool = False


class BoardView(View, frozen=True):
    """A leaderboard: the first three, and the `rest` in a table with this `head`.

    `reason` says why ratings are provisional, "" where none is.
    """

    steps: tuple[BoardRow, ...]
    rest: tuple[BoardRow, ...]
    head: tuple[str, ...]
    reason: str = ""

    @property
    def rated(self) -> bool:
        """Whether it is ranked by rating."""
        return self.head[-1] == "Rating"


class DayCell(View, frozen=True):
    """A day of the calendar; `day` is 0 outside of the month, `games` and `href` say what was played.

    `heat` is from 0 to 4, `pips` one for each game, () for none and for more than fit.
    """

    day: int
    heat: int = 0
    pips: tuple[int, ...] = ()
    games: int = 0
    href: str = ""
    label: str = ""
    today: bool = False


class GuestRow(View, frozen=True):
    """Who came to a night: `won` in words, and as `crowns`, one a game, filled where it was won; () for a
    night with more games than fit. `first` won most.
    """

    rank: int
    href: str
    name: str
    face: FaceView
    won: str
    crowns: tuple[bool, ...] = ()
    first: bool = False


class Holder(View, frozen=True):
    """Who holds a record, and the game that it was made in."""

    href: str
    name: str
    face: FaceView
    game: Link | None = None


class RecordRow(View, frozen=True):
    """A record: what, how much of what it `counts`, who; `new` that it was made lately.

    `more` counts those who did as well and are not named.
    """

    label: str
    card: TileView
    value: str
    counts: str
    holders: tuple[Holder, ...]
    new: bool = False
    more: int = 0
