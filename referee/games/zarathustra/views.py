"""What the templates of a Zarathustra table are given, beside what every table is given."""

from __future__ import annotations

from typing import ClassVar, Literal

from referee.games.table_views import OverView, Stage
from referee.web.components import Link, View


class TileView(View, frozen=True):
    """A tile as it lies. `owner` is its player's place from 1, which has a colour, and a seal around the
    `letter`; `marks` are the symbols of the sprite on its edges, and how many degrees clockwise each is.
    """

    label: str
    marks: tuple[tuple[str, int], ...]
    owner: int
    letter: str


class SpaceView(View, frozen=True):
    """A space of the board, or one in the hand of a player, where each of their tiles lies.

    `state` is "" (free), `no` (against the rules, can be tapped), or `on` (chosen). `tile` lies there; on the
    chosen space it is the tile in hand. `skull`: the next tile may not be put there; `last`: the last one
    was; `fell`: the last move cleared it; `falls`: the tile in hand would.
    """

    label: str
    href: str = ""
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


#: Row by row.
Board = tuple[tuple[SpaceView, ...], ...]


class PlaceStage(Stage, frozen=True):
    """The board, and what is chosen so far by `player`: a space `at`, then a `tile` for it as it lies.

    The `tray` has all their tiles, once a space is chosen, `ways` those that the tile can lie in. `no` says
    that it is against the rules, `back` takes the last choice back.
    """

    template: ClassVar[str] = "games/zarathustra/play.html"
    bar: ClassVar[str] = "games/zarathustra/bar.html"
    middle: ClassVar[str] = "games/zarathustra/lying.html"
    whole: ClassVar[bool] = True

    board: Board
    player: str
    at: str = ""
    tile: str = ""
    tray: tuple[SpaceView, ...] = ()
    ways: tuple[SpaceView, ...] = ()
    no: bool = False
    back: Link | None = None

    @property
    def keeps_query(self) -> bool:
        """What is chosen stands there."""
        return bool(self.at)


class ZarathustraOver(OverView, frozen=True, kw_only=True):
    """The end, and the board as it lies."""

    more: ClassVar[str] = "games/zarathustra/lying.html"
    middle: ClassVar[str] = more
    still: ClassVar[str] = ""
    whole: ClassVar[bool] = True

    board: Board
