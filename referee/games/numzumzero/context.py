"""What the templates of a NumZumZero table are given, beside what every table is given."""

from __future__ import annotations

from typing import Literal

from referee.games.context import Key, Mark, OverView, Seat, SeatedView, Sheet, WhoseTurn
from referee.web.components import Field, Link, View


class CardView(View, frozen=True):
    """A card to look at: `card` is its name in the record, which is also what it is called aloud."""

    card: str
    color: Literal["blue", "orange"]
    value: int


class KeyView(CardView, Key, frozen=True):
    """A key of the pad. `off` means that no copy is left; `collects` lists classes, `c2` for column 2."""

    off: bool = False
    collects: str = ""

    @property
    def sent(self) -> str:
        return self.card

    @property
    def label(self) -> str:
        return self.card

    @property
    def look(self) -> str:
        return " ".join(filter(None, (self.color, self.collects, self.state)))

    @property
    def name(self) -> str:
        return str(self.value)

    @property
    def state(self) -> Mark:
        return "off" if self.off else ""


class ColumnView(View, frozen=True):
    """A column as it lies, and how far it is from being collected.

    `collects` is the card that would do it, `apart` the difference where no single card does, 0 where the
    column is empty or full. `last` says that the next card is the seventh. `label` says all of it aloud.
    """

    number: int
    cards: tuple[CardView, ...]
    blue: int
    orange: int
    collects: CardView | None
    apart: int
    full: bool
    last: bool
    label: str


class SeatView(Seat, frozen=True, kw_only=True):
    """A player at the table; `change` is what the last move did to their tokens."""

    tokens: int
    next: bool = False
    unit = "token"

    @property
    def held(self) -> int:
        return self.tokens


class NowView(WhoseTurn, frozen=True):
    """What the table has to know now; `drawpile` is None where no card is drawn any more."""

    drawpile: int | None = None


class Chosen(View, frozen=True):
    """A slot of the field while its cards are tapped in: a card with the address that takes it away again,
    or nothing yet.
    """

    number: int
    card: CardView | None = None
    href: str = ""


class Choice(Link, frozen=True):
    """A link that chooses; `on` marks what is chosen, `done` what is settled already, with its result."""

    on: bool = False
    done: str = ""


class PickView(View, frozen=True):
    """The cards turned over, tapped in one by one; the last one makes the move.

    A key sends `field`: a card more for the address, or, if `ready`, the last one of the move. `fields` go
    with it.
    """

    do: str
    leads: tuple[Choice, ...]
    slots: tuple[Chosen, ...]
    ready: bool
    field: str
    fields: tuple[Field, ...]
    keys: tuple[KeyView, ...]


class Number(View, frozen=True):
    """A number to tap."""

    number: int
    off: bool = False


class BonusView(View, frozen=True):
    """The bonus marks of everybody's pile; `player` is asked for now, and has `held` tokens so far.

    `none` says that they have no card that could bear a mark.
    """

    who: tuple[Choice, ...]
    player: str
    held: str
    numbers: tuple[Number, ...]
    none: bool


class RowView(View, frozen=True):
    """A player's line at the end; `bonus` is "" in the Basic game, `rank` 0 for somebody alone."""

    rank: int
    name: str
    tokens: int
    bonus: str
    cards: int
    total: int
    winner: bool


class NumOver(OverView, frozen=True, kw_only=True):
    """The end, and what everybody has collected; `alone` is what a player alone has, "" where none is."""

    more = "games/numzumzero/result.html"

    alone: str
    advanced: bool
    rows: tuple[RowView, ...]

    @property
    def heading(self) -> str:
        return self.alone or super().heading


class TargetView(View, frozen=True):
    """A column to choose, and what the card does there."""

    number: int
    text: str
    good: bool = False
    no: bool = False


class ColumnSheet(Sheet, frozen=True):
    """A card was tapped before its column. Sends `fields` and `column`."""

    kind = "column"
    tall = True
    template = "games/numzumzero/sheets/column.html"
    card: CardView
    fields: tuple[Field, ...]
    columns: tuple[TargetView, ...]


class NumView(SeatedView, frozen=True, kw_only=True):
    """The body of a NumZumZero table; what a phase does not have is None or empty."""

    seats: tuple[SeatView, ...] = ()
    now: NowView | None = None
    player: str = ""
    columns: tuple[ColumnView, ...] = ()
    keys: tuple[KeyView, ...] = ()
    pick: PickView | None = None
    bonus: BonusView | None = None
    over: NumOver | None = None
