"""What the templates of a score sheet are given, beside what every table is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.setup import AgreedView
from referee.games.table_views import GameTable, OverView
from referee.rules.score_sheet.definition import Check
from referee.rules.sentences import as_sentences, side_name
from referee.web.components import FaceView, Option, View, with_faces


class ColumnView(View, frozen=True):
    """The column of a player or of a side: the total large, `change` what the last round added, `beside`
    what goes along.

    Both are with what is typed `so_far`. `here` is false for leavers. `dealer` deals or starts, `turn` is
    next, `out` no longer plays, and who is `beaten` plays on, but can no longer win.
    """

    names: tuple[str, ...]
    total: str
    change: str = ""
    so_far: bool = False
    leader: bool = False
    here: bool = True
    dealer: str = ""
    turn: bool = False
    out: bool = False
    beaten: bool = False
    beside: str = ""
    faces: Mapping[str, FaceView] = {}

    @property
    def name(self) -> str:
        """What it is called."""
        return side_name(self.names)

    @property
    def face(self) -> FaceView | None:
        """The face of a player's column; partners have two."""
        return self.faces.get(self.names[0]) if len(self.names) == 1 else None

    @property
    def said(self) -> str:
        """What is told under the total."""
        if not self.here:
            return "left"
        return "out" if self.out else "turn" if self.turn else self.change


class CellView(View, frozen=True):
    """A number on the sheet, and where it is corrected; both "" for one who did not play that round.

    `note` is what it was counted from; an `empty` cell of a category is filled in at its `href`, where a
    `sheet` opens; `here` is the one that is being filled in. `drawn` is the sign that stands for a number.
    """

    text: str = ""
    href: str = ""
    note: str = ""
    empty: bool = False
    here: bool = False
    best: bool = False
    drawn: str | None = None


class RowView(View, frozen=True):
    """A round: what it is called, where it is corrected, its numbers in the order of the columns.

    `played` is what was entered for all of it.
    """

    label: str
    href: str
    cells: tuple[CellView, ...]
    counted: bool = False
    played: str = ""


#: So many digits find room side by side on a phone.
_MOST_DIGITS = 30


class GridView(View, frozen=True):
    """The sheet, newest round last; `earlier` is how many older rounds stand on the whole sheet only.

    `by` is how it is filled: a sheet of categories begins at its top; `unit` is what a row is. One that
    is `marked` has signs in place of its rounds.
    """

    columns: tuple[ColumnView, ...]
    rows: tuple[RowView, ...]
    earlier: int = 0
    all: str = ""
    by: str = "round"
    unit: str = "round"
    marked: bool = False
    dealing: str = "Dealer"

    @property
    def few(self) -> bool:
        """Whether all columns find room side by side on a phone."""
        return len(self.columns) <= (5 if self.by == "row" else 6) and self.digits <= _MOST_DIGITS

    @property
    def digits(self) -> int:
        """So many digits stand side by side, where all totals are as long as the longest."""
        return len(self.columns) * max((len(column.total) for column in self.columns), default=0)


class AskView(View, frozen=True):
    """A field to fill in: `kind` is number, tick or choice, `minus` says that it may be below 0.

    `label` says whose it is and what, `who` and `short` each alone. `signs` may be typed for a number, and
    `fractions`. One that is `needed` has to be filled in, one that is `wrong` was refused; one that is `off`
    is not asked for with what is chosen so far, and is empty, one that is `void` is filled in all the same.
    Of one that is `closed` nothing can come. A tick `fills` in others.
    """

    name: str
    id: str
    label: str
    kind: str
    value: str = ""
    who: str = ""
    short: str = ""
    minus: bool = False
    fractions: bool = False
    needed: bool = False
    least: float | None = None
    most: float | None = None
    signs: tuple[str, ...] = ()
    wrong: bool = False
    off: bool = False
    void: bool = False
    closed: str = ""
    options: tuple[Option, ...] = ()
    fills: Mapping[str, str] = {}

    @property
    def is_below(self) -> bool:
        """Whether what stands there has a minus."""
        return self.value.startswith("-")

    @property
    def bare(self) -> str:
        """What stands there, without its sign where that has a key of its own."""
        return self.value.removeprefix("-") if self.minus else self.value


class LineView(View, frozen=True):
    """The place of a player in it, or of a side: `before` is what was bid.

    A cell is None where it is not theirs. `change` is what the entry is worth so far, with which the total
    is shown; "" while there is none. Partners with a line each have no `total` there.
    """

    names: tuple[str, ...]
    total: str
    cells: tuple[AskView | None, ...]
    change: str = ""
    before: tuple[str, ...] = ()
    beside: str = ""
    leader: bool = False
    dealer: str = ""


class FillView(View, frozen=True):
    """What is filled in next. `do` is the move, `called` what it is.

    `shape` says how: in a `row` of the grid, `many` two in a line, a `table` of players and fields, one
    `cell`, or "" before it is known whose it is. `whole` are the fields of the round before
    the players', `after` those behind; `heads` the columns' names, `note` what holds in this round.
    `who` are the links to choose whose turn it is, `values` the only ones that a cell may have, sent as
    `valued`; cells that are `ordered` follow each other. `nameable` says that the round may be called
    something.
    """

    do: str
    number: int
    called: str
    shape: str
    lines: tuple[LineView, ...]
    whole: tuple[AskView, ...] = ()
    after: tuple[AskView, ...] = ()
    heads: tuple[str, ...] = ()
    note: str = ""
    who: tuple[Option, ...] = ()
    #: What has to add up, said while it is filled in, and to what.
    watched: tuple[Check, int | float] | None = None
    values: tuple[Option, ...] = ()
    valued: str = ""
    row: str = ""
    person: str = ""
    ordered: bool = False
    name: str = ""
    nameable: bool = False
    #: Who bids first.
    first: str = ""
    #: The signs that have a key, whatever may be typed now.
    signs: tuple[str, ...] = ()

    @property
    def apart(self) -> bool:
        """Whether something is filled in outside the grid."""
        if self.shape == "cell":
            return not self.values
        return bool(self.whole or self.after) or self.shape in ("many", "table")

    @property
    def place(self) -> str:
        """Where it stands: `each-line` has its total, `below` the totals, "" below the sheet."""
        long = self.shape == "row" and len(self.whole + self.after) > 2
        if (self.who and self.shape) or long or (self.shape == "table" and not (self.heads and self.sums)):
            return "below"
        return "each-line" if self.shape == "many" or (self.shape == "table" and len(self.lines) > 1) else ""

    @property
    def sums(self) -> bool:
        """Whether each line has its total."""
        return all(line.total for line in self.lines)

    @property
    def own(self) -> tuple[AskView, ...]:
        """What is filled in of players."""
        return tuple(cell for line in self.lines for cell in line.cells if cell)

    @property
    def cells(self) -> tuple[AskView, ...]:
        """All that is filled in."""
        return (*self.whole, *self.own, *self.after)

    @property
    def typed(self) -> bool:
        """Whether there is a number to type."""
        return not self.values and any(cell.kind == "number" for cell in self.cells)

    @property
    def goes_on(self) -> bool:
        """Whether there is another number to go on to, of those that have to be filled in."""
        return sum(cell.kind == "number" and cell.needed for cell in self.cells) > 1

    @property
    def below(self) -> bool:
        """Whether a number may be below 0."""
        return any(cell.minus for cell in self.cells)

    @property
    def fractions(self) -> bool:
        """Whether a number need not be whole."""
        return any(cell.fractions for cell in self.cells)

    @property
    def ticks(self) -> tuple[str, ...]:
        """The ticks that are shown: one that is not set is not sent."""
        return tuple(cell.name for cell in self.cells if cell.kind == "tick")


class ClockView(View, frozen=True):
    """The clock that runs: `until` or `since` in milliseconds since 1970, `text` says it without scripts."""

    text: str
    player: str = ""
    until: int = 0
    since: int = 0


class ScoreSheetOver(OverView, frozen=True, kw_only=True):
    """The end, and the sheet as it lies; `unfilled` says what can be entered all the same."""

    more: ClassVar[str] = "games/score_sheet/last_sheet.html"

    unfilled: str = ""


class Lead(View, frozen=True):
    """Who is ahead, if anybody, with what `total`, and what is said of them or of the round. What it `asks`
    for first is for hands at the phone.
    """

    who: str = ""
    says: str = ""
    asks: str = ""
    total: str = ""

    @property
    def text(self) -> str:
        return f"{self.who} {self.says}".strip()


class ScoreSheetView(GameTable, frozen=True):
    """The table. `title` is the round, `lead` who is ahead, `cites` what the referee said last, `remarks`
    what of it does not stand on the sheet.

    `thrown` is what dice or a coin show, while that is the last thing that happened; `played` is the round
    that was. Where the `low` wins points are bad.
    """

    body: ClassVar[str] = "games/score_sheet/body.html"
    still: ClassVar[str] = "games/score_sheet/still.html"

    title: str
    lead: Lead
    cites: tuple[Cited, ...]
    remarks: tuple[Cited, ...] = ()
    thrown: str = ""
    played: str = ""
    low: bool = False
    clock: ClockView | None = None
    grid: GridView | None = None
    fill: FillView | None = None
    #: Small numbers that have a key each.
    picks: ClassVar[range] = range(14)
    over: ScoreSheetOver | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """The round and who is ahead, and what was said last; at the end who won."""
        if self.over and not self.fill:
            return self.over.said
        last = self.thrown or (self.fill.note if self.fill else "") or " ".join(c.text for c in self.cites)
        return self.title, "" if self.over else self.lead.text or self.lead.asks, last

    @property
    def voice(self) -> str:
        """The same the other way round: what was written down, and how it stands then."""
        return " ".join(filter(None, as_sentences(self.said[::-1])))

    def with_people(self, faces: Mapping[str, FaceView], phones: Mapping[str, str], mine: str) -> Self:  # noqa: ARG002
        grid = self.grid and replace(
            self.grid, columns=tuple(replace(each, faces=faces) for each in self.grid.columns)
        )
        over = self.over and replace(self.over, standings=with_faces(self.over.standings, faces))
        return replace(self, grid=grid, over=over)


class ScoreSheetAgreed(AgreedView, frozen=True, kw_only=True):
    """What is agreed on before the first round.

    With a sheet, `sheet` is the word that the form sends for it, `how` how it is counted, and `options` are
    its own.
    """

    template: ClassVar[str] = "games/score_sheet/setup.html"

    above: str = "games/score_sheet/above.html"
    by_sheet: str = ""
    wins: tuple[Option, ...]
    score: str
    rounds: str
    sheet: str = ""
    how: str = ""
    options: tuple[AskView, ...] = ()

    @property
    def ticks(self) -> tuple[str, ...]:
        """The ticks that are shown: one that is not set is not sent."""
        return tuple(one.name for one in self.options if one.kind == "tick")
