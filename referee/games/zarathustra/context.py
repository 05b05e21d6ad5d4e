"""What the templates of a Zarathustra table are given, beside what every table is given."""

from __future__ import annotations

from typing import Literal

from referee.games.cited import Cited
from referee.games.context import ActionLine, OverView, Seat, SeatedView, Sheet, WhoseTurn
from referee.web.components import Link, View


class MarkView(View, frozen=True):
    """The symbol on one edge of a tile: `art` of the sprite lies at the top, `turn` is degrees clockwise."""

    art: str
    turn: int


class TileView(View, frozen=True):
    """A tile as it lies. `owner` is its player's place from 1, which has a colour; `seal` is the shape it has
    besides, around a letter.
    """

    tile: str
    label: str
    marks: tuple[MarkView, ...]
    owner: int
    seal: str
    letter: str


class SpaceView(View, frozen=True):
    """A space of the board.

    `state` is "" (free), `no` (against the rules, can be tapped), or `on` (chosen). `tile` lies there; on the
    chosen space it is the tile in hand. `skull`: the next tile may not be put there; `last`: the last one
    was; `fell`: the last move cleared it; `falls`: the tile in hand would.
    """

    href: str
    label: str
    state: Literal["", "no", "on"] = ""
    tile: TileView | None = None
    skull: bool = False
    last: bool = False
    fell: bool = False
    falls: bool = False

    @property
    def look_of_tile(self) -> str:
        """The classes of what lies there."""
        parts = (f"o{self.tile.owner}" if self.tile else "", "last" if self.last else "")
        return " ".join(filter(None, parts))

    @property
    def look(self) -> str:
        """The classes of a space that can be tapped."""
        parts = (self.look_of_tile, self.state, "falls" if self.falls else "")
        return " ".join(filter(None, parts))


class RowView(View, frozen=True):
    number: int
    spaces: tuple[SpaceView, ...]


class BoardView(View, frozen=True):
    """The board, row by row; `in_play` says whether its spaces can be tapped."""

    size: int
    columns: str
    rows: tuple[RowView, ...]
    in_play: bool


class SeatView(Seat, frozen=True, kw_only=True):
    """A player at the table. `owner` and `letter` mark their tiles, `change` is what the last move did."""

    href: str
    owner: int
    letter: str
    left: str
    blanks: int
    next: bool = False
    unit = "blank edge"
    wins_by_held = True

    @property
    def held(self) -> int:
        return self.blanks

    @property
    def score(self) -> str:
        return self.left


class NowView(WhoseTurn, frozen=True):
    """What the table has to know now: whose turn it is, and what to tap next.

    `no` is the rule against the chosen space; `back` takes the last choice back.
    """

    no: Cited | None = None
    back: Link | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """Why the space cannot be taken comes before what may be done."""
        return self.turn, self.no.text if self.no else "", self.follow


class TileLine(ActionLine, frozen=True, kw_only=True):
    """The action line with the tile that it speaks of, as it lies."""

    drawing = "games/zarathustra/drawn.html"

    drawn: TileView


class ChoiceView(View, frozen=True):
    """A tile to choose; `href` is "" for one that was played, `on` says that it is the chosen one."""

    tile: TileView
    href: str = ""
    on: bool = False


class TurnView(View, frozen=True):
    """The tile in hand: the ways that it can lie, and the move it makes.

    `no` says that the move is against the rules.
    """

    player: str
    tile: str
    at: str
    ways: tuple[ChoiceView, ...]
    no: bool


class SeatSheet(Sheet, frozen=True):
    """The tiles of one player, those that they have played left out of use."""

    kind = "tiles"
    template = "games/zarathustra/sheets/tiles.html"
    name: str
    detail: str
    tiles: tuple[ChoiceView, ...]


class ZarathustraOver(OverView, frozen=True, kw_only=True):
    """The end, and the board as it lies."""

    more = "games/zarathustra/last_board.html"


class ZarathustraView(SeatedView, frozen=True, kw_only=True):
    """The body of a Zarathustra table; what a phase or a step of the choice has not is None or empty."""

    board: BoardView
    now: NowView | None = None
    action: ActionLine | None = None
    seats: tuple[SeatView, ...] = ()
    tray: tuple[ChoiceView, ...] = ()
    turn: TurnView | None = None
    over: ZarathustraOver | None = None
