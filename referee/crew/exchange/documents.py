"""A game's document read: the record (docs/record.md), and what an export of ours carries extras it.

Extras the record's own fields there may be, and nothing of it is believed unchecked:

* `id`, `title`, `place`, `notes`, `played_at`, `finished_at`, and a `time` on every move;
* `source`: what another app knows the game by that it came from, so that it does not come twice;
* `undone`: the moves that redo would put back, the next one first;
* `log`: every row as it was tapped, {"kind", "move", "position", "time", "phone"}; it has to come to the
  record's moves;
* `refusals` {"after", "move", "instead", "time", "phone"}, each after so many rows of the log;
* `photos` of rows and refusals with their captions, and `seats`, who sat by which name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Literal, ParamSpec, TypeVar

import msgspec
from msgspec import Meta

from referee.crew.exchange.replay import CannotReplay, Replay, TapStamp
from referee.games.registry import GAMES
from referee.rules import record
from referee.rules.engine import NotARecord
from referee.rules.sentences import brief
from referee.web.wording import many
from scoring.exchange.imported import ImportedGame, ImportedPhoto
from scoring.history.notes import NOTES_LENGTH, clean
from scoring.models.evidence import CAPTION_LENGTH, PHOTO_SIDE
from scoring.pictures.photos import MOST_PHOTOS, tidied

#: Rows of a log; a game of forty hands has some thousands.
MOST_ROWS = 20_000
#: Bytes of a game's document.
MOST_BYTES = 16 * 1024 * 1024
#: Values of a document, and objects and lists among them, before any is built: a log of the most rows has
#: fewer. They take up to thirty times as much memory as text.
MOST_VALUES, MOST_OBJECTS = 600_000, 200_000
LONGEST_TITLE = 80
#: As UTC: then any clock shows one of the days from FIRST_DAY to LAST_DAY.
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)

_BYTE = re.compile(r" ?\((?:byte|at byte) (\d{1,12})\)")
#: What msgspec says of a text that ends too early.
_CUT_OFF = "Input data was truncated"

Time = Annotated[datetime, Meta(tz=True)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")]
Json = dict[str, object]

FileT = TypeVar("FileT")
What = ParamSpec("What")


class CannotImport(ValueError):
    """A file cannot be imported; the message says where in it and why."""


class LoggedTap(msgspec.Struct, frozen=True):
    """A row of the log. `move` is for a move and a correction (null removes the move), `position` is where a
    correction, or undoing back to a move, begins. `restore` takes either of them back, right after it.
    """

    kind: Literal["move", "undo", "redo", "correct", "back", "restore"]
    time: Time
    phone: Number = 0
    move: Json | None = None
    position: Number = 0


class LoggedRefusal(msgspec.Struct, frozen=True):
    """A refusal; `instead` is the number of the move whose place it was to take, 0 for none."""

    after: Number
    move: Json
    time: Time
    phone: Number = 0
    instead: Number = 0


class LoggedPhoto(msgspec.Struct, frozen=True):
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
    caption: Annotated[str, Meta(max_length=CAPTION_LENGTH)] = ""
    removed: Time | None = None
    removed_by: Number = 0


class SeatOfPlayer(msgspec.Struct, frozen=True):
    """By which name at the table a player of the crew sat, named by its id."""

    name: str
    player: str


class Extras(msgspec.Struct, frozen=True):
    """What a document carries extras the record."""

    id: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{22})?\Z")] = ""
    title: str = ""
    place: str = ""
    notes: Annotated[str, Meta(max_length=NOTES_LENGTH)] = ""
    source: Annotated[str, Meta(pattern=r"^((bgstats|csv)-[0-9A-Za-z-]{1,50})?\Z")] = ""
    played_at: Time | None = None
    finished_at: Time | None = None
    undone: list[Json] = []
    log: list[LoggedTap] | None = None
    refusals: list[LoggedRefusal] = []
    photos: list[LoggedPhoto] = []
    seats: list[SeatOfPlayer] = []


@dataclass(frozen=True)
class GameDocument:
    """A document that was read and replayed; `arrival` is all that the game's rows need."""

    arrival: ImportedGame
    extras: Extras


def read(data: bytes, *, called: str, now: datetime) -> GameDocument:
    """The game in a document. `called` is the file in sentences, `now` the time of what has none.

    Raises CannotImport.
    """
    if len(data) > MOST_BYTES:
        raise CannotImport(f"{called} is larger than {MOST_BYTES // 1024 // 1024} MB. No game needs so much.")
    known, extras = _decoded(data, called)
    try:
        replay = Replay(known.game, known.options, known.players)
    except CannotReplay as error:
        raise CannotImport(f"{called}, `players`: {error}") from None
    began = extras.played_at or _time(known.moves[0] if known.moves else {}, f"{called}, move 1", now)
    if not EARLIEST <= began <= LATEST:
        raise CannotImport(f"{called}, `played_at`: {began.year} cannot be the year of a game.")
    if extras.log is None:
        _replay_moves(replay, known.moves, extras, called, began)
    else:
        _replay_log(replay, known.moves, extras.log, extras.refusals, called)
    return GameDocument(_arrival(replay, known, extras, called, began), extras)


def decoded(data: bytes, kind: type[FileT], called: str, *, games: int = 1) -> FileT:
    """A value of the kind from its JSON. Raises CannotImport with the line or the place in it.

    `games` says how many times as much as a game may be in it.
    """
    if data.count(b",") > MOST_VALUES * games or data.count(b"{") + data.count(b"[") > MOST_OBJECTS * games:
        raise CannotImport(f"{called} has more in it than can be: over {MOST_VALUES * games:,} values.")
    # Two backslashes are one that was written down.
    if b"\\u0000" in data.replace(b"\\\\", b""):
        raise CannotImport(f"{called} contains NUL characters.")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CannotImport(f"{called}{_where(str(error), data)}") from None


def _where(problem: str, data: bytes) -> str:
    """What is wrong with a JSON text, with the line where the decoder names a byte."""
    problem = brief(problem)
    byte = _BYTE.search(problem)
    if problem == _CUT_OFF:
        line = data.count(b"\n") + 1
        return f": it ends in the middle of line {line}, and may have been cut off on its way."
    if byte:
        line = data.count(b"\n", 0, int(byte[1])) + 1
        return f", line {line}: {_BYTE.sub('', problem)}."
    return f": {problem}."


def _decoded(data: bytes, called: str) -> tuple[record.Record, Extras]:
    extras: Extras = decoded(data, Extras, called)
    try:
        known = record.read(data, GAMES)
    except NotARecord as error:
        raise CannotImport(f"{called}: {error}") from None
    rows = max(len(known.moves) + len(extras.undone), len(extras.log or ()), len(extras.refusals))
    if rows > MOST_ROWS:
        raise CannotImport(
            f"{called} has {many(rows, 'move')}. An imported game may have at most {MOST_ROWS:,}."
        )
    # What may be typed here may come: a place may be an emoji, whose joiner nobody sees.
    for name, line, typed in (
        ("title", extras.title, extras.title if extras.title.isprintable() else ""),
        ("place", extras.place, clean(extras.place)),
    ):
        if len(line) > LONGEST_TITLE or line != " ".join(typed.split()):
            why = f"a {name} is one line of at most {LONGEST_TITLE} characters, without extra spaces"
            raise CannotImport(f"{called}, `{name}`: {why}.")
    if extras.notes != clean(extras.notes):
        raise CannotImport(f"{called}, `notes`: there are characters in it that nobody can see.")
    return known, extras


def _replay_moves(
    replay: Replay, moves: Sequence[Json], extras: Extras, called: str, began: datetime
) -> None:
    """A record without a log: its moves in their order, and then those that were undone."""
    time = began
    for n, raw in enumerate(moves, 1):
        place = f"{called}, move {n}"
        time = _time(raw, place, time)
        _replayed(place, replay.move, raw, TapStamp(0, time))
    for n, raw in enumerate(extras.undone):
        place = f"{called}, `undone[{n}]`"
        time = max(time, _time(raw, place, time))
        _replayed(place, replay.move, raw, TapStamp(0, time))
    for _ in extras.undone:
        replay.undo(TapStamp(0, time))
    if extras.refusals:
        raise CannotImport(f"{called}, `refusals`: they need a log, and there is none.")


def _replay_log(
    replay: Replay,
    moves: Sequence[Json],
    log: Sequence[LoggedTap],
    refusals: Sequence[LoggedRefusal],
    called: str,
) -> None:
    """The log, row by row, with what was refused in between; it has to come to the moves."""
    argued = list(reversed(refusals))
    for seq in range(len(log) + 1):
        while argued and argued[-1].after == seq:
            no = argued.pop()
            place = f"{called}, refusal {len(refusals) - len(argued)}"
            _replayed(place, replay.refused, no.move, no.instead, _stamp(no, place))
        if seq < len(log):
            _replay_tap(replay, log[seq], f"{called}, row {seq + 1} of the log")
    if argued:
        place = f"{called}, refusal {len(refusals) - len(argued) + 1}"
        raise CannotImport(f"{place}: it is out of order.")
    for n, told in enumerate(replay.moves, 1):
        if n > len(moves) or told.entry.body != _without_time(moves[n - 1]):
            raise CannotImport(f"{called}, move {n}: the log has another move here.")
    if len(moves) > len(replay.moves):
        raise CannotImport(f"{called}, move {len(replay.moves) + 1}: the log ends before this move.")


def _replay_tap(replay: Replay, row: LoggedTap, place: str) -> None:
    stamp = _stamp(row, place)
    if row.kind == "move" and row.move is None:
        raise CannotImport(f"{place}: the move is missing.")
    match row.kind:
        case "move":
            _replayed(place, replay.move, row.move or {}, stamp)
        case "undo":
            _replayed(place, replay.undo, stamp)
        case "redo":
            _replayed(place, replay.redo, stamp)
        case "correct":
            _replayed(place, replay.correct, row.position, row.move, stamp)
        case "back":
            _replayed(place, replay.back, row.position, stamp)
        case "restore":
            _replayed(place, replay.restore, stamp)


def _replayed(place: str, step: Callable[What, None], *what: What.args, **more: What.kwargs) -> None:
    try:
        step(*what, **more)
    except CannotReplay as error:
        raise CannotImport(f"{place}: {error}") from None


def _stamp(row: LoggedTap | LoggedRefusal, place: str) -> TapStamp:
    return TapStamp(row.phone, sound(row.time, place))


def _time(raw: Json, place: str, otherwise: datetime) -> datetime:
    """The `time` of a move. Raises CannotImport for one that is none."""
    if "time" not in raw:
        return otherwise
    try:
        return sound(msgspec.convert(raw["time"], Time), place)
    except msgspec.ValidationError:
        raise CannotImport(f"{place}: `time` must be a time such as 2026-11-21T20:15:00+01:00.") from None


def sound(time: datetime, place: str) -> datetime:
    """A time at which somebody may have played. Raises CannotImport."""
    if not EARLIEST <= time <= LATEST:
        raise CannotImport(f"{place}: {time.year} cannot be the year of a game.")
    return time


def _without_time(raw: Json) -> Json:
    return {name: value for name, value in raw.items() if name != "time"}


def _arrival(
    replay: Replay, known: record.Record, extras: Extras, called: str, began: datetime
) -> ImportedGame:
    table = replay.table
    if any(abs(score) > 1e12 for score in table.scores.values()):
        raise CannotImport(f"{called}: its scores are too large.")
    if extras.finished_at and not table.over:
        raise CannotImport(f"{called}, `finished_at`: after its last move the game is still open.")
    if extras.finished_at and extras.finished_at < began:
        raise CannotImport(f"{called}, `finished_at`: the game ended before it began.")
    finished = max(began, extras.finished_at or replay.finished or began) if table.over else None
    return ImportedGame(
        id=extras.id,
        key=extras.source or f"import-{extras.id or _digest(known, began if extras.played_at else None)}",
        game=known.game.key,
        options=known.options,
        title=extras.title,
        began=began,
        finished=sound(finished, f"{called}, `finished_at`") if finished else None,
        opening=replay.opening,
        table=table,
        places=replay.places,
        rows=replay.rows,
        moves=replay.moves,
        redoable=len(replay.undone),
        refusals=replay.refusals,
        photos=tuple(_photos(extras.photos, len(replay.rows), len(replay.refusals), called)),
        place=extras.place,
        notes=extras.notes,
    )


def _photos(photos: Sequence[LoggedPhoto], rows: int, refusals: int, called: str) -> list[ImportedPhoto]:
    """The photos without their files, which lie extras the document."""
    if sum(photo.removed is None for photo in photos) > MOST_PHOTOS:
        raise CannotImport(f"{called}, `photos`: a game has at most {MOST_PHOTOS} photos.")
    kept = [(photo.seq, photo.refusal, photo.digest) for photo in photos if photo.removed is None]
    if len(kept) > len(set(kept)):
        raise CannotImport(f"{called}, `photos`: one photo is listed twice.")
    taken = []
    for n, photo in enumerate(photos):
        place = f"{called}, `photos[{n}]`"
        if bool(photo.seq) == bool(photo.refusal):
            raise CannotImport(f"{place}: it needs either `seq`, a row of the log, or `refusal`.")
        if photo.seq > rows:
            raise CannotImport(f"{place}: the log has no row {photo.seq}.")
        if photo.refusal > refusals:
            raise CannotImport(f"{place}: there is no refusal {photo.refusal}.")
        for moment in filter(None, (photo.time, photo.removed)):
            sound(moment, place)
        taken.append(ImportedPhoto(**msgspec.structs.asdict(photo) | {"caption": tidied(photo.caption)}))
    return taken


def _digest(known: record.Record, began: datetime | None) -> str:
    """What a record without an id is known by: what is in it."""
    whole = [known.game.key, known.options, known.players, known.moves, began]
    return sha256(msgspec.json.encode(whole, order="sorted")).hexdigest()[:40]
