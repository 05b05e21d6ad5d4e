"""What the dispute sheets of every table show; the same manners as in `referee.web.context`."""

from __future__ import annotations

from referee.games.cited import Cited, ClauseView
from referee.games.context import Consequence, EditField, Sheet
from referee.games.dispute import Check
from referee.table.logbook_context import LogRow
from referee.web.context import Field, Link, View


class DisputeSheet(Sheet, frozen=True):
    """What the last move did and why, and the ways on. `n` is its number, 0 before the first move."""

    kind = "dispute"
    template = "table/sheets/dispute.html"
    tall = True
    n: int
    move: str
    cites: tuple[Cited, ...]
    checks: tuple[Check, ...]
    questions: tuple[Link, ...]
    moves: str
    log: str


class MoveRow(View, frozen=True):
    """A move of the game: its number, its ruling in one line, and where taking it back is looked at."""

    n: int
    text: str
    cite: Cited
    back: str


class MovesSheet(Sheet, frozen=True):
    """The moves in force, latest first; `older` and `newer` are addresses, "" where there is nothing."""

    kind = "moves"
    template = "table/sheets/moves.html"
    tall = True
    rows: tuple[MoveRow, ...]
    older: str = ""
    newer: str = ""


class BackSheet(Sheet, frozen=True):
    """What would be taken back: the `first` move, number `n`, to the `last`, number `length`.

    `taken` are all of them, latest first, of which `more` are not listed; `effects` say what follows.
    """

    kind = "back"
    template = "table/sheets/back.html"
    tall = True
    n: int
    first: str
    length: int
    last: str
    taken: tuple[str, ...]
    more: int
    effects: tuple[Consequence, ...]
    button: str
    moves: str


class HowSheet(Sheet, frozen=True):
    """How the screen works, for those who see it for the first time."""

    kind = "how"
    template = "table/sheets/how.html"
    tall = True


class PhotoSheet(Sheet, frozen=True):
    """A ruling, its photos, and the form that sends one more to `save`.

    `ruled` leads back to the sheet that it was asked for on: a refusal, or a ruling that has yet to be saved,
    and `then` is its word.
    """

    kind = "photo"
    template = "table/sheets/photo.html"
    tall = True
    row: LogRow
    save: str
    ruled: str = ""
    then: str = "1"


class ClauseSheet(Sheet, frozen=True):
    """A clause over the table that rests on it."""

    kind = "clause"
    template = "table/sheets/clause.html"
    tall = True
    clause: ClauseView


class MaySheet(Sheet, frozen=True):
    """A question to the referee, of which nothing is recorded. `verdict` is "" until it is asked."""

    kind = "may"
    template = "table/sheets/may.html"
    tall = True
    title: str
    others: tuple[Link, ...]
    hidden: tuple[Field, ...]
    fields: tuple[EditField, ...]
    verdict: str = ""
    yes: bool = False
    move: str = ""
    cites: tuple[Cited, ...] = ()
    effects: tuple[Consequence, ...] = ()
    checks: tuple[Check, ...] = ()
