"""What the templates of sharing are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.crew.outcome import Outcome
from referee.games.board import BoardView
from referee.games.parts import Seat
from referee.web.components import FaceView, Option, View


class PictureView(View, frozen=True):
    """A picture at the size that a screen shows it (the macro `picture`): `wide` by `high` say its form.

    `whole` is the address of all its pixels, to be saved and sent.
    """

    src: str
    srcset: str
    whole: str
    wide: int
    high: int
    alt: str


class SharePage(View, frozen=True):
    """The link to a game's result, and what can be done with it.

    `link` is absolute and `qr` its picture as SVG, both "" while there is no link. `made` says when and by
    which phone. `game`, `share` and `revoke` are addresses, the last two "" for a phone that may
    not; `file` is what the picture is called where it is saved.
    """

    title: str
    heading: str
    game: str
    picture: PictureView
    shapes: tuple[Option, ...]
    file: str
    link: str = ""
    qr: str = ""
    made: str = ""
    share: str = ""
    revoke: str = ""


class NightSharePage(View, frozen=True):
    """The picture of a night; `night` is the address of its page, `file` what the picture is saved as."""

    heading: str
    night: str
    picture: PictureView
    shapes: tuple[Option, ...]
    file: str


class SharedPage(Outcome, frozen=True, kw_only=True):
    """A result as anybody sees it who has the link: nothing in it leads further into the crew.

    `url` and the `preview` have absolute addresses, for those who show what a link leads to; `about` is a
    sentence for them.
    """

    about: str
    url: str
    preview: PictureView
    picture: PictureView
    file: str


class Sitting(View, frozen=True):
    """Somebody at the table of a board."""

    seat: Seat
    face: FaceView


class Side(View, frozen=True):
    """A side of the table, `below`, `left`, `above` or `right`, and who sits there, clockwise."""

    where: str
    sitting: tuple[Sitting, ...]


class BoardPage(View, frozen=True):
    """A board. `stream` tells of news, `here` is the address that shows them, `voice` what is said of them.

    `table` is what the game's own templates are given, `faces` are everybody's by their name. `last` says
    what was moved last, `race` who was first where that was measured; `qr` is the code to join as SVG, ""
    where there is none.
    """

    title: str
    game: str
    headline: str
    style: str
    stream: str
    here: str
    version: int
    length: int
    voice: str
    phase: str
    board: BoardView
    table: View
    sides: tuple[Side, ...]
    faces: dict[str, FaceView]
    last: str = ""
    race: str = ""
    qr: str = ""


class BoardLinkPage(View, frozen=True):
    """The way to a board, and the link for screens that are no phone of the crew.

    `link` is absolute and `qr` its picture as SVG, both "" while there is no link. `table`, `board`, `make`
    and `revoke` are addresses, the last two "" for a phone that may not. `invites` says that the board shows
    the code to join while one is open.
    """

    title: str
    table: str
    board: str
    link: str = ""
    qr: str = ""
    made: str = ""
    make: str = ""
    revoke: str = ""
    invites: bool = False
