"""A game's document read: the record (RECORD.md), and what an export of ours carries beside it.

Beside the record's own fields there may be, and nothing of it is believed unchecked:

* `id`, `title`, `played_at`, `finished_at`, and a `time` on every move;
* `undone`: the moves that redo would put back, the next one first;
* `log`: every row as it was tapped, {"kind", "move", "position", "time", "phone"}; it has to come to the
  record's moves;
* `refusals` {"after", "move", "instead", "time", "phone"}, each after so many rows of the log;
* `photos` of rows and refusals, and `seats`, who sat by which name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from referee.crew.takeout.retelling import Mark, Retelling, Wrong
from referee.rules import record
from referee.rules.engine import NotARecord
from scoring.arriving import Arrival, Taken
from scoring.models.evidence import PHOTO_SIDE
from scoring.photos import MOST_PHOTOS

#: Rows of a log; a game of forty hands has some thousands.
MOST_ROWS = 20_000
#: Bytes of a game's document.
MOST_BYTES = 16 * 1024 * 1024
LONGEST_TITLE = 80
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)

_BYTE = re.compile(r"\s*\((?:byte|at byte) (\d+)\)")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")

Time = Annotated[datetime, Meta(tz=True)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")]
Raw = dict[str, Any]


class NotTaken(ValueError):
    """A file is not taken in; the message says where in it and why, and that nothing was kept."""


class Row(msgspec.Struct, frozen=True):
    """A row of the log. `move` is for a move and a correction (null strikes out), `position` is where a
    correction or a taking back begins.
    """

    kind: Literal["move", "undo", "redo", "correct", "back"]
    time: Time
    phone: Number = 0
    move: Raw | None = None
    position: Number = 0


class RefusedRow(msgspec.Struct, frozen=True):
    """A refusal; `instead` is the number of the move whose place it was to take, 0 for none."""

    after: Number
    move: Raw
    time: Time
    phone: Number = 0
    instead: Number = 0


class PhotoRow(msgspec.Struct, frozen=True):
    """A photo, either of a row of the log, its `seq`, or of a `refusal`, its number; both from 1.

    One that was `removed` has no file.
    """

    id: Id
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    width: Annotated[int, Meta(ge=1, le=PHOTO_SIDE)]
    height: Annotated[int, Meta(ge=1, le=PHOTO_SIDE)]
    time: Time
    phone: Number = 0
    seq: Number = 0
    refusal: Number = 0
    removed: Time | None = None
    removed_by: Number = 0


class Seat(msgspec.Struct, frozen=True):
    """By which name at the table a player of the crew sat, named by its id."""

    name: str
    player: str


class Beside(msgspec.Struct, frozen=True):
    """What a document carries beside the record."""

    id: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{22})?\Z")] = ""
    title: str = ""
    played_at: Time | None = None
    finished_at: Time | None = None
    undone: list[Raw] = []
    log: list[Row] | None = None
    refusals: list[RefusedRow] = []
    photos: list[PhotoRow] = []
    seats: list[Seat] = []


@dataclass(frozen=True)
class Document:
    """A document that was read and told again; `arrival` is all that the game's rows need."""

    arrival: Arrival
    beside: Beside


def read(data: bytes, *, called: str, now: datetime) -> Document:
    """The game in a document. `called` is the file in sentences, `now` the time of what has none.

    Raises NotTaken.
    """
    if len(data) > MOST_BYTES:
        raise NotTaken(f"{called} is larger than {MOST_BYTES // 1024 // 1024} MB, more than a game can have.")
    known, beside = _decoded(data, called)
    try:
        retold = Retelling(known.game, known.options, known.players)
    except Wrong as error:
        raise NotTaken(f"{called}, `players`: {error}") from None
    began = beside.played_at or _time(known.moves[0] if known.moves else {}, f"{called}, move 1", now)
    if not EARLIEST <= began <= LATEST:
        raise NotTaken(f"{called}, `played_at`: no game was played in {began.year}.")
    if beside.log is None:
        _tell_moves(retold, known.moves, beside, called, began)
    else:
        _tell_log(retold, known.moves, beside.log, beside.refusals, called)
    return Document(_arrival(retold, known, beside, called, began), beside)


def decoded(data: bytes, kind: type[Any], called: str) -> Any:
    """A value of the kind from its JSON. Raises NotTaken with the line or the place in it."""
    if _NUL.search(data):
        raise NotTaken(f"{called} has NUL characters in it.")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotTaken(f"{called}{_where(str(error), data)}") from None


def _where(problem: str, data: bytes) -> str:
    """What is wrong with a JSON text, with the line where the decoder names a byte."""
    byte = _BYTE.search(problem)
    if byte:
        line = data.count(b"\n", 0, int(byte[1])) + 1
        return f", line {line}: {_BYTE.sub('', problem)}."
    return f": {problem}."


def _decoded(data: bytes, called: str) -> tuple[record.Record, Beside]:
    beside: Beside = decoded(data, Beside, called)
    try:
        known = record.read(data)
    except NotARecord as error:
        raise NotTaken(f"{called}: {error}") from None
    rows = max(len(known.moves) + len(beside.undone), len(beside.log or ()), len(beside.refusals))
    if rows > MOST_ROWS:
        raise NotTaken(f"{called} has {rows:,} moves; a game that is taken in has at most {MOST_ROWS:,}.")
    title = beside.title
    if len(title) > LONGEST_TITLE or not title.isprintable() or title != " ".join(title.split()):
        why = f"a title is one line of at most {LONGEST_TITLE} characters, without spaces too many"
        raise NotTaken(f"{called}, `title`: {why}.")
    return known, beside


def _tell_moves(
    retold: Retelling, moves: Sequence[Raw], beside: Beside, called: str, began: datetime
) -> None:
    """A record without a log: its moves in their order, and then those that were undone."""
    time = began
    for n, raw in enumerate(moves, 1):
        place = f"{called}, move {n}"
        time = _time(raw, place, time)
        _told(place, retold.move, raw, Mark(0, time))
    for n, raw in enumerate(beside.undone):
        place = f"{called}, `undone[{n}]`"
        time = max(time, _time(raw, place, time))
        _told(place, retold.move, raw, Mark(0, time))
    for _ in beside.undone:
        retold.undo(Mark(0, time))
    if beside.refusals:
        raise NotTaken(f"{called}, `refusals`: there is no log that they belong to.")


def _tell_log(
    retold: Retelling, moves: Sequence[Raw], log: Sequence[Row], refusals: Sequence[RefusedRow], called: str
) -> None:
    """The log, row by row, with what was refused in between; it has to come to the moves."""
    argued = list(reversed(refusals))
    for seq in range(len(log) + 1):
        while argued and argued[-1].after == seq:
            no = argued.pop()
            place = f"{called}, refusal {len(refusals) - len(argued)}"
            _told(place, retold.refused, no.move, no.instead, _mark(no, place))
        if seq < len(log):
            _tell_row(retold, log[seq], f"{called}, row {seq + 1} of the log")
    if argued:
        place = f"{called}, refusal {len(refusals) - len(argued) + 1}"
        raise NotTaken(f"{place}: it is out of its order.")
    for n, told in enumerate(retold.told, 1):
        if n > len(moves) or told.entry.body != _without_time(moves[n - 1]):
            raise NotTaken(f"{called}, move {n}: the log comes to another move.")
    if len(moves) > len(retold.told):
        raise NotTaken(f"{called}, move {len(retold.told) + 1}: the log does not come to this move.")


def _tell_row(retold: Retelling, row: Row, place: str) -> None:
    mark = _mark(row, place)
    if row.kind == "move" and row.move is None:
        raise NotTaken(f"{place}: the move is missing.")
    match row.kind:
        case "move":
            _told(place, retold.move, row.move or {}, mark)
        case "undo":
            _told(place, retold.undo, mark)
        case "redo":
            _told(place, retold.redo, mark)
        case "correct":
            _told(place, retold.correct, row.position, row.move, mark)
        case "back":
            _told(place, retold.back, row.position, mark)


def _told(place: str, tell: Callable[..., None], *what: Any) -> None:
    try:
        tell(*what)
    except Wrong as error:
        raise NotTaken(f"{place}: {error}") from None


def _mark(row: Row | RefusedRow, place: str) -> Mark:
    return Mark(row.phone, sound(row.time, place))


def _time(raw: Raw, place: str, otherwise: datetime) -> datetime:
    """The `time` of a move. Raises NotTaken for one that is none."""
    if "time" not in raw:
        return otherwise
    try:
        return sound(msgspec.convert(raw["time"], Time), place)
    except msgspec.ValidationError:
        raise NotTaken(f"{place}: `time` has to be a time such as 2026-11-21T20:15:00+01:00.") from None


def sound(time: datetime, place: str) -> datetime:
    """A time at which somebody may have played. Raises NotTaken."""
    if not EARLIEST <= time <= LATEST:
        raise NotTaken(f"{place}: nobody played in {time.year}.")
    return time


def _without_time(raw: Raw) -> Raw:
    return {name: value for name, value in raw.items() if name != "time"}


def _arrival(
    retold: Retelling, known: record.Record, beside: Beside, called: str, began: datetime
) -> Arrival:
    table = retold.table
    if any(abs(score) > 1e12 for score in table.scores.values()):
        raise NotTaken(f"{called}: its scores are larger than anybody counts.")
    if beside.finished_at and not table.over:
        raise NotTaken(f"{called}, `finished_at`: by its moves the game is not over.")
    if beside.finished_at and beside.finished_at < began:
        raise NotTaken(f"{called}, `finished_at`: the game ended before it began.")
    finished = max(began, beside.finished_at or retold.finished or began) if table.over else None
    return Arrival(
        id=beside.id,
        key=f"import-{beside.id or _digest(known, began if beside.played_at else None)}",
        game=known.game.key,
        options=known.options,
        title=beside.title,
        began=began,
        finished=sound(finished, f"{called}, `finished_at`") if finished else None,
        opening=retold.opening,
        table=table,
        places=retold.places,
        rows=retold.rows,
        told=retold.told,
        redoable=len(retold.undone),
        argued=retold.argued,
        photos=tuple(_photos(beside.photos, len(retold.rows), len(retold.argued), called)),
    )


def _photos(photos: Sequence[PhotoRow], rows: int, refusals: int, called: str) -> list[Taken]:
    """The photos without their files, which lie beside the document."""
    if sum(photo.removed is None for photo in photos) > MOST_PHOTOS:
        raise NotTaken(f"{called}, `photos`: a game keeps {MOST_PHOTOS} photos, and these are more.")
    kept = [(photo.seq, photo.refusal, photo.digest) for photo in photos if photo.removed is None]
    if len(kept) > len(set(kept)):
        raise NotTaken(f"{called}, `photos`: one is there twice.")
    taken = []
    for n, photo in enumerate(photos):
        place = f"{called}, `photos[{n}]`"
        if bool(photo.seq) == bool(photo.refusal):
            raise NotTaken(f"{place}: it belongs to a row of the log, `seq`, or to a `refusal`.")
        if photo.seq > rows:
            raise NotTaken(f"{place}: the log has no row {photo.seq}.")
        if photo.refusal > refusals:
            raise NotTaken(f"{place}: there is no refusal {photo.refusal}.")
        taken.append(
            Taken(
                id=photo.id,
                seq=photo.seq,
                refusal=photo.refusal,
                digest=photo.digest,
                width=photo.width,
                height=photo.height,
                phone=photo.phone,
                time=sound(photo.time, place),
                removed=sound(photo.removed, place) if photo.removed else None,
                removed_by=photo.removed_by,
            )
        )
    return taken


def _digest(known: record.Record, began: datetime | None) -> str:
    """What a record without an id is known by: what is in it."""
    whole = [known.game.key, known.options, known.players, known.moves, began]
    return sha256(msgspec.json.encode(whole, order="sorted")).hexdigest()[:40]
