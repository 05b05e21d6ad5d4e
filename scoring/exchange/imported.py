"""A game as it comes from a file: what passes between who replays it and who writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from msgspec import Struct

from scoring.log.values import Entry, Json, JsonObject, Line, Table

#: What the key of a game begins with that came from BG Stats, where the play's uuid follows, or from a table.
BGSTATS, TABLE = "bgstats-", "csv-"
SOURCES = (BGSTATS, TABLE)


class ImportedRow(Struct, frozen=True):
    """A row of a log. `phone` is the file's number of the phone, 0 for the one that brings the file."""

    kind: str
    position: int
    body: Json
    outcome: JsonObject
    phone: int
    time: datetime


class ImportedMove(Struct, frozen=True):
    """A move in force: what the log has of it, what it scored, the hand it begins with the state `before`.

    `row` is the number of the row that put it there last: a redo's, where it came back.
    """

    entry: Entry
    row: int
    lines: Sequence[Line] = ()
    hand: int | None = None
    before: bytes = b""


@dataclass(frozen=True)
class ImportedRefusal:
    """A tap that was refused on the table of version `after`."""

    after: int
    body: Json
    outcome: JsonObject
    phone: int
    time: datetime


@dataclass(frozen=True)
class ImportedPhoto:
    """A photo of a log's row, its `seq`, or of a `refusal`, its number; the other is 0. Its file is written
    before the row.
    """

    id: str
    seq: int
    refusal: int
    digest: str
    width: int
    height: int
    phone: int
    time: datetime
    caption: str = ""
    removed: datetime | None = None
    removed_by: int = 0


@dataclass(frozen=True)
class ImportedGame:
    """A game as it comes: `places` are the seats in the order of sitting down, `opening` the first state.

    `key` is what the crew knows the file's game by: brought twice, it is one game. `id` is "" where the file
    gives none.
    """

    id: str
    key: str
    game: str
    options: JsonObject
    title: str
    began: datetime
    finished: datetime | None
    opening: bytes
    table: Table
    places: Sequence[str]
    rows: Sequence[ImportedRow]
    moves: Sequence[ImportedMove]
    redoable: int
    refusals: Sequence[ImportedRefusal] = ()
    photos: Sequence[ImportedPhoto] = ()
    place: str = ""
    notes: str = ""

    @property
    def phones(self) -> set[int]:
        """The numbers of all phones that are named."""
        tapped = {each.phone for part in (self.rows, self.refusals, self.photos) for each in part}
        return tapped | {photo.removed_by for photo in self.photos if photo.removed}
