"""What the pages around the table are given; the same manners as in `referee.web.context`."""

from __future__ import annotations

from referee.games.cited import Cited
from referee.games.context import AgreedView, Consequence, EditField
from referee.games.tiles import TileView
from referee.web.context import FaceView, Field, Link, View


class GameChoice(View, frozen=True):
    """A game that can be begun."""

    href: str
    tile: TileView
    name: str
    blurb: str


class NewPage(View, frozen=True):
    """The choice of a game; `sheets` were played lately."""

    games: tuple[GameChoice, ...]
    sheets: tuple[Link, ...] = ()


class PlaceField(View, frozen=True):
    """A seat while a game is set up: its place from 0, the name typed so far, what is wrong with it.

    `next` says that it is typed next, `face` is that of a player whom the crew knows by this name.
    """

    place: int
    name: str
    error: str = ""
    first: bool = False
    last: bool = False
    next: bool = False
    face: FaceView | None = None


class SameAgain(View, frozen=True):
    """The people of last time, for one tap: the game they sat in, who they are, what a sheet was called."""

    value: str
    text: str
    title: str = ""


class Known(View, frozen=True):
    """Somebody of the crew who may sit down with one tap."""

    name: str
    face: FaceView


class SetupPage(View, frozen=True):
    """A game being set up, drawn again from what was sent until `start` is.

    Sends `name` for each place in order, `dealer` (a place) where `first` says what that one does, and what
    the game asks, and `title`; the button is `up`, `down` or `remove` (a place), `add` (a known name, ""
    for one more), `recall` (a title, "" for the one typed, whose settings of last time come back), `start`,
    or `same` (the game whose people play again). `titles` are those that the crew has played, the newest
    first, `suggested` those of them that are a tap away.
    """

    url: str
    key: str
    game: str
    rules: str
    limits: str
    places: tuple[PlaceField, ...]
    known: tuple[Known, ...]
    same: SameAgain | None
    room: bool
    most: int
    first: str
    dealer: int
    agreed: AgreedView
    title: str = ""
    titles: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    longest_title: int = 80
    errors: tuple[str, ...] = ()


class CorrectPage(View, frozen=True):
    """An older move being corrected.

    `previewed` says that `consequences` belong to what the fields hold; only then can it be saved (`save`).
    `focus` is the name of the field that was tapped, "" for none.
    """

    url: str
    key: str
    version: int
    log: str
    style: str
    n: int
    move: str
    fields: tuple[EditField, ...]
    kept: tuple[Field, ...] = ()
    focus: str = ""
    previewed: bool = False
    refused: Cited | None = None
    consequences: tuple[Consequence, ...] = ()
