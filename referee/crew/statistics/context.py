"""What the templates of the crew's statistics are given; the same manners as in `referee.games.context`."""

from __future__ import annotations

from referee.crew.faces import FaceView
from referee.crew.statistics.counting import UncountedView
from referee.web.context import Link, Option, View


class LeaderRow(View, frozen=True):
    """A line of the leaderboard; equal ones share a rank. `uncertainty` is "" for who is not rated."""

    rank: int
    href: str
    name: str
    face: FaceView
    games: int
    won: int
    rate: str
    mean: str
    rating: str
    uncertainty: str


class LeadersPage(View, frozen=True):
    """The leaderboard of a game and a period; `months` are those of the chosen year, with the year itself.

    `games` is empty where nothing was finished yet. `all_time` is the way out of a period without games,
    `retitle` where a keeper changes the title, "" for none.
    """

    url: str
    heading: str
    games: tuple[Option, ...]
    periods: tuple[Option, ...]
    months: tuple[MonthLink, ...]
    unit: str
    rows: tuple[LeaderRow, ...]
    order: str
    rated: str
    all_time: str
    retitle: str
    uncounted: UncountedView | None


class MonthLink(View, frozen=True):
    """A month that can be looked at; `here` says that it is."""

    href: str
    text: str
    here: bool = False


class DayCell(View, frozen=True):
    """A day of the calendar; `day` is 0 outside of the month, `games` and `href` say what was played."""

    day: int
    games: int = 0
    href: str = ""
    label: str = ""


class MonthView(View, frozen=True):
    """A month with nights: its weeks from Monday on, and what was played in it, in words."""

    name: str
    line: str
    weeks: tuple[tuple[DayCell, ...], ...]


class NightsPage(View, frozen=True):
    """The calendar of a year; `before` and `behind` are the years around it that have nights."""

    year: int
    line: str
    months: tuple[MonthView, ...]
    before: Link | None
    behind: Link | None
    uncounted: UncountedView | None


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


class PlayedRow(View, frozen=True):
    """A game of a night: who won it, in words and by their faces; `meta` is when it began and how long."""

    href: str
    title: str
    line: str
    meta: str
    faces: tuple[FaceView, ...]


class NightPhoto(View, frozen=True):
    """A photo of a night, and the row of the log that it belongs to."""

    href: str
    src: str
    width: int
    height: int
    alt: str


class NightPage(View, frozen=True):
    """A night: its day, a line of it, who `won` most in words ("" for nobody), who came, what was played.

    `more_photos` are counted and not shown; `before` and `after` are the nights around it.
    """

    heading: str
    line: str
    won: str
    guests: tuple[GuestRow, ...]
    games: tuple[PlayedRow, ...]
    still_open: tuple[Link, ...]
    photos: tuple[NightPhoto, ...]
    more_photos: int
    month: Link
    before: Link | None
    after: Link | None


class Holder(View, frozen=True):
    """Who holds a record, and the game that it was made in."""

    href: str
    name: str
    face: FaceView
    game: Link | None = None


class RecordRow(View, frozen=True):
    """A record: what, how much, who; `more` counts those who did as well and are not named."""

    label: str
    value: str
    holders: tuple[Holder, ...]
    more: int = 0


class RecordsPage(View, frozen=True):
    """The crew's records in a game; `games` is empty where nothing was finished yet."""

    url: str
    heading: str
    games: tuple[Option, ...]
    rows: tuple[RecordRow, ...]
    uncounted: UncountedView | None
