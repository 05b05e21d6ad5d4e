"""What the dispute door shows, and what each game answers at it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from referee.table.context import Cited, Field, Link, Sheet, View
from referee.table.page_context import Consequence, EditField


class Check(View, frozen=True):
    """One thing looked at closely: sentences under a heading, each with its clause."""

    heading: str
    lines: tuple[Cited, ...]


class Question(NamedTuple):
    """Something that can be asked about the table as it is now: its words, and a move to begin with."""

    text: str
    raw: dict[str, Any]


class Answers(Protocol):
    """What a game answers at the door, beside what its referee says of every move."""

    #: The clauses whose sentences only tell the move again: of a move in one line another one is shown.
    routine: Collection[str]

    def checks(self, before: Any, raw: Mapping[str, Any], after: Any) -> Iterable[Check]:
        """What was added up or compared for a move that was made."""

    def questions(self, state: Any) -> Iterable[Question]:
        """What can be asked now: "may this be played?"."""

    def beside(self, state: Any, raw: Mapping[str, Any]) -> Iterable[Check]:
        """What helps to see why, beside the answer to a question; `raw` is the move asked about."""


class DoorSheet(Sheet, frozen=True):
    """What the last move did and why, and the ways on. `n` is its number, 0 before the first move."""

    kind = "dispute"
    template = "table/sheets/door.html"
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
    rows: tuple[MoveRow, ...]
    older: str = ""
    newer: str = ""


class BackSheet(Sheet, frozen=True):
    """What would be taken back from move `n` on, latest first, and what follows; `more` are not listed."""

    kind = "back"
    template = "table/sheets/back.html"
    n: int
    move: str
    taken: tuple[str, ...]
    more: int
    effects: tuple[Consequence, ...]
    button: str
    moves: str


class MaySheet(Sheet, frozen=True):
    """A question to the referee, of which nothing is recorded. `verdict` is "" until it is asked."""

    kind = "may"
    template = "table/sheets/may.html"
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
