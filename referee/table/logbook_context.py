"""What the templates of the log are given; the same manners as in `context`."""

from __future__ import annotations

from referee.games.cited import Cited, ClauseView
from referee.web.context import FaceView, Link, View


class PhotoView(View, frozen=True):
    """A photo beside its ruling. `src` is "" for one removed, `remove` where the keeper does that."""

    note: str
    src: str = ""
    width: int = 0
    height: int = 0
    remove: str = ""


class Note(View, frozen=True):
    """What became of a row, or what it changed: a link to the other row, and why."""

    text: str
    href: str = ""
    why: str = ""


class LogRow(View, frozen=True):
    """A row of the log, or a refusal beside it.

    `replay` shows the table after the move, `edit` corrects it, both "" where it is not in force.
    `href` is its permanent link, `anchor` its id on the page. `n` is the move's number in force, "" for what
    was undone or is no move. It is `struck` through where it was undone, or was made void by a later move.
    `face` is that of who moved, None where nobody in particular did. `was` is what the referee said first,
    where a correction changed it; `notes` say what became of it, or what it changed.
    `hand` was being played then, 0 before the first.
    """

    anchor: str
    href: str
    text: str
    who: str
    when: str
    n: str = ""
    cites: tuple[Cited, ...] = ()
    was: tuple[Cited, ...] = ()
    notes: tuple[Note, ...] = ()
    photos: tuple[PhotoView, ...] = ()
    struck: bool = False
    refused: bool = False
    edit: str = ""
    replay: str = ""
    hand: int = 0
    face: FaceView | None = None


class PartLink(Link, frozen=True):
    """A part of the log; `current` if it is the one that is shown."""

    current: bool


class LogPage(View, frozen=True):
    """The log of a game, latest first; players call a hand of it a `unit`.

    `other` is the same log with or without the rows that nobody argued about; `writes` says that this phone
    may undo.
    """

    title: str
    game: str
    table: str
    unit: str
    rows: tuple[LogRow, ...]
    disputes: bool
    other: str
    writes: bool
    pages: tuple[PartLink, ...] = ()


class RulingPage(View, frozen=True):
    """One row of the log, whole, with its clauses and photos.

    `photo` is where one can be added, "" for those who may only look and where none belongs. `inside` is the
    row's place in the log, `edit` where the move can be corrected.
    """

    title: str
    game: str
    table: str
    inside: str
    row: LogRow
    clauses: tuple[ClauseView, ...]
    photo: str = ""
    error: str = ""
