"""What the templates of the players' pages are given; the same manners as in `referee.table.context`."""

from __future__ import annotations

from referee.crew.faces import FaceView
from referee.table.context import View
from referee.table.page_context import Option


class PlayerCard(View, frozen=True):
    """A player in a list; `line` says how much was played."""

    href: str
    name: str
    face: FaceView
    line: str


class PlayersPage(View, frozen=True):
    """The crew's players, or those archived. `add` is where a new one is sent, "" for one who looks on.

    `older` shows those archived and `first` the beginning of the list, "" where there is nothing.
    """

    players: tuple[PlayerCard, ...]
    archived: bool
    url: str
    add: str
    name: str = ""
    error: str = ""
    first: str = ""
    next: str = ""
    archive: str = ""


class EditPage(View, frozen=True):
    """A player being edited; `errors` are of the form that was sent, `face_error` of the picture."""

    player: str
    back: str
    url: str
    name: str
    longest: int
    colours: tuple[Option, ...]
    face: FaceView
    keep: str
    remove: str
    archive: str
    archived: bool
    merge: str
    error: str = ""
    face_error: str = ""


class MergePage(View, frozen=True):
    """Two players who are one person: `others` to choose from, and then what follows for `gone`.

    `refused` says why it cannot be, with the games that tell of it.
    """

    player: str
    back: str
    url: str
    others: tuple[Option, ...]
    gone: str = ""
    gone_id: str = ""
    follows: tuple[str, ...] = ()
    refused: str = ""
    games: tuple[tuple[str, str], ...] = ()


class PlayerPage(View, frozen=True):
    """A player's page; `edit` is "" for one who looks on."""

    name: str
    face: FaceView
    archived: bool
    edit: str
