"""What the templates of the way in are given; the same manners as in `referee.web.components`."""

from __future__ import annotations

from referee.crew.cards import PlayedCard
from referee.crew.statistics.context import GuestRow
from referee.web.components import FaceView, Link, TileView, View


class Again(View, frozen=True):
    """The last game once more: what was played, and by whom."""

    href: str
    tile: TileView
    text: str
    names: str
    faces: tuple[FaceView, ...]


class Tonight(View, frozen=True):
    """How the games of this evening stand: the first of those who came, and how many `more` there are.

    `all` is the night's own page.
    """

    heading: str
    all: Link
    rows: tuple[GuestRow, ...]
    more: int = 0


class NewsRow(View, frozen=True):
    """A record or a run that is new since the last visit: who, and what, in words."""

    href: str
    face: FaceView
    title: str
    text: str


class NextNight(View, frozen=True):
    """When the crew means to play next, in words; `where` says what that night is called, and its place.

    `off` says which dates of it were called off.
    """

    href: str
    text: str
    where: str = ""
    off: str = ""


class HomePage(View, frozen=True):
    """The way in: games that are still open, how the evening stands, and what came last.

    `first` says that nothing was played yet: then the page says what this is. `open` are the newest of the
    open games, `all_open` leads to all of them where there are `more`. `discarded` counts those that can be
    restored. `https` is where a phone on http reads how to come by https, "" where it need not or cannot.
    """

    crew: str
    first: bool
    open: tuple[PlayedCard, ...]
    all_open: str = ""
    again: Again | None = None
    tonight: Tonight | None = None
    last: PlayedCard | None = None
    news: tuple[NewsRow, ...] = ()
    night: NextNight | None = None
    discarded: int = 0
    https: str = ""


class JoinPage(View, frozen=True):
    """How to join a crew; `error` says why what was pasted is no invitation."""

    url: str
    error: str = ""
