"""What the templates of the history are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.games.cited import Cited
from referee.games.parts import Terms
from referee.web.components import FaceView, Link, Option, View


class Chip(Link, frozen=True):
    """A filter as a chip: `on` where it is in use, and then `href` takes it away; `face` of a player."""

    on: bool = False
    face: FaceView | None = None


class Search(View, frozen=True):
    """The form that the history is searched by, as it was sent; `errors` say what is wrong with it.

    `chips` are the filters in use and those that are a tap away; `clear` takes all away, "" where none is.
    """

    url: str
    q: str
    since: str
    until: str
    games: tuple[Option, ...]
    players: tuple[Option, ...]
    places: tuple[Option, ...]
    states: tuple[Option, ...]
    chips: tuple[Chip, ...] = ()
    clear: str = ""
    errors: tuple[str, ...] = ()


class LineRow(View, frozen=True):
    """A line of the score: the move that made it, where that is replayed, whose it is, and what for.

    `terms` are what it was added up from, line by line.
    """

    move: int
    href: str
    name: str
    points: str
    cite: Cited
    terms: Terms = ()
