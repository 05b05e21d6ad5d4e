"""What the templates of a score sheet are given, beside what every table is given."""

from __future__ import annotations

from referee.games.cited import Cited
from referee.games.context import AgreedView, OverView, Sheet
from referee.web.context import Option, View


class ColumnView(View, frozen=True):
    """A player's column: the total large, `change` what the last round added. `here` is false for leavers."""

    name: str
    total: str
    change: str = ""
    leader: bool = False
    here: bool = True


class CellView(View, frozen=True):
    """A number on the sheet, and where it is corrected; both "" for one who did not play that round."""

    text: str = ""
    href: str = ""


class RowView(View, frozen=True):
    """A round: what it is called, where it is corrected, its numbers in the order of the columns."""

    label: str
    href: str
    cells: tuple[CellView, ...]


class GridView(View, frozen=True):
    """The sheet, newest round first; `earlier` is how many older rounds stand on the whole sheet only."""

    columns: tuple[ColumnView, ...]
    rows: tuple[RowView, ...]
    earlier: int = 0
    all: str = ""


class BlankView(View, frozen=True):
    """A player's place in the round to come; `value` is what was typed, if it came back, `minus` its sign."""

    place: int
    name: str
    value: str = ""
    minus: bool = False


class EntryView(View, frozen=True):
    """The round to write down: its number, and a blank for everybody at the table."""

    number: int
    blanks: tuple[BlankView, ...]
    name: str = ""


class PeopleSheet(Sheet, frozen=True):
    """Who comes and who goes; `room` says that somebody still can come."""

    kind = "people"
    template = "games/score_sheet/sheets/people.html"
    seats: tuple[str, ...]
    quitters: tuple[str, ...]
    room: bool


class RoundsSheet(Sheet, frozen=True):
    """The whole sheet."""

    kind = "rounds"
    template = "games/score_sheet/sheets/rounds.html"
    grid: GridView


class ScoreSheetOver(OverView, frozen=True, kw_only=True):
    """The end, and the sheet as it lies."""

    more = "games/score_sheet/last_sheet.html"


class ScoreSheetView(View, frozen=True):
    """The table. `title` is the round, `lead` who is ahead, `cites` what the referee said last."""

    title: str
    lead: str
    cites: tuple[Cited, ...]
    grid: GridView | None = None
    entry: EntryView | None = None
    over: ScoreSheetOver | None = None


class ScoreSheetAgreed(AgreedView, frozen=True):
    """What is agreed on before the first round."""

    template = "games/score_sheet/setup.html"
    titled = "What is played?"
    wins: tuple[Option, ...]
    score: str
    rounds: str
