"""A game as a document: its record (docs/record.md), a move on each line, and what else a reader may keep.

What the extra fields are is said in `referee.crew.exchange.documents`, which reads them back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from referee.games.registry import GAMES
from referee.rules.record import FORMAT
from scoring.exchange.imported import SOURCES
from scoring.log import reader
from scoring.log.effective import EffectiveMoves
from scoring.log.refusals import refusals
from scoring.log.values import Entry
from scoring.models import Game, Hand, Move, Photo, Refusal, Seat
from scoring.pictures.photos import path_of, photos

#: A phone's number in the file, by its primary key.
Numbered = Callable[[int], int]
#: What a photo is of: the primary key of a row of the log, or of a refusal.
Event = tuple[int | None, int | None]
Json = dict[str, object]


@dataclass(frozen=True)
class Extras:
    """What a game's document has extras the record when it travels with its crew."""

    log: list[Json]
    refusals: list[Json]
    photos: list[Json]
    seats: list[Json]


def record(game: Game) -> Iterator[str]:
    """The text of a game's record, in parts. Two queries, made before the first part."""
    return _text(game, _rows(game), None)


def whole(game: Game, numbered: Numbered) -> tuple[Iterator[str], list[Photo]]:
    """The text of a game's record with its whole log, in parts, and the photos that go with it.

    Five queries.
    """
    rows = _rows(game)
    refused = [refusal for refusal in refusals(game) if refusal.after <= game.version]
    belongs: dict[Event, Json] = {(row.pk, None): {"seq": row.seq} for row in rows}
    belongs |= {(None, refusal.pk): {"refusal": n} for n, refusal in enumerate(refused, 1)}
    # A photo whose file is lost cannot come along.
    taken = [
        photo
        for photo in photos(game)
        if (photo.move_id, photo.refusal_id) in belongs and (photo.removed_at or path_of(photo).exists())
    ]
    seats = Seat.objects.filter(game=game).order_by("place").values_list("name", "player__public_id")
    extras = Extras(
        log=[_row(row, numbered) for row in rows],
        refusals=[_refusal(refusal, numbered) for refusal in refused],
        photos=[_photo(photo, belongs[photo.move_id, photo.refusal_id], numbered) for photo in taken],
        seats=[{"name": name, "player": player} for name, player in seats],
    )
    return _text(game, rows, extras), [photo for photo in taken if photo.removed_at is None]


def stamp(moment: datetime) -> str:
    """A moment as documents have it: ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat()


def _rows(game: Game) -> list[Move]:
    # The game's row was read first: what was tapped since belongs to the next copy.
    return [row for row in reader.whole_log(game) if row.seq <= game.version]


def _text(game: Game, rows: list[Move], extras: Extras | None) -> Iterator[str]:
    force = EffectiveMoves()
    for row in rows:
        force.add(row)
    opening = Hand.objects.get(game=game, first=0)
    head: Json = {
        "format": FORMAT,
        "game": game.game,
        "id": game.public_id,
        "title": game.title,
        "place": game.place or None,
        "notes": game.notes or None,
        "source": game.key if game.key.startswith(SOURCES) else None,
        "played_at": stamp(game.created_at),
        "finished_at": stamp(game.finished_at) if game.finished_at else None,
        "options": game.options,
        "players": GAMES[game.game].load(opening.state_in(game)).players,
    }
    fields = [f"{_json(name)}: {_json(value)}" for name, value in head.items() if value is not None]
    yield "{" + ",\n ".join(fields)
    yield from _list("moves", (_timed(entry, rows) for entry in force.moves))
    yield from _list("undone", (_timed(entry, rows) for entry in reversed(force.undone)))
    if extras:
        for name in Extras.__dataclass_fields__:
            yield from _list(name, getattr(extras, name))
    yield "}\n"


def _list(name: str, items: Iterable[Json]) -> Iterator[str]:
    """A field with each item on a line."""
    yield f",\n {_json(name)}: ["
    between = "\n  "
    for item in items:
        yield between + _json(item)
        between = ",\n  "
    yield "]"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _timed(entry: Entry, rows: list[Move]) -> Json:
    return {**entry.body, "time": stamp(rows[entry.seq - 1].created_at)}


def _row(row: Move, numbered: Numbered) -> Json:
    """A row of the log as it was tapped; what the referee said of it is worked out by whoever reads it."""
    by = {"time": stamp(row.created_at), "phone": numbered(row.actor_id)}
    match row.kind:
        case Move.Kind.MOVE:
            return {"kind": row.kind, "move": row.body, **by}
        case Move.Kind.CORRECT if "back" in row.outcome:
            return {"kind": "back", "position": row.position, **by}
        case Move.Kind.CORRECT if "restored" in row.outcome:
            return {"kind": "restore", **by}
        case Move.Kind.CORRECT:
            own = next((item["move"] for item in row.body or () if item["seq"] is None), None)
            return {"kind": row.kind, "position": row.position, "move": own, **by}
    return {"kind": row.kind, **by}


def _refusal(refusal: Refusal, numbered: Numbered) -> Json:
    noted: Json = {"after": refusal.after, "move": refusal.body}
    if instead := refusal.outcome.get("instead"):
        noted["instead"] = instead
    return noted | {"time": stamp(refusal.created_at), "phone": numbered(refusal.actor_id)}


def _photo(photo: Photo, of: Json, numbered: Numbered) -> Json:
    noted: Json = {
        "id": photo.public_id,
        **of,
        "digest": photo.digest,
        "width": photo.width,
        "height": photo.height,
        "time": stamp(photo.created_at),
        "phone": numbered(photo.actor_id),
    }
    if photo.caption:
        noted["caption"] = photo.caption
    if photo.removed_at:
        noted |= {"removed": stamp(photo.removed_at), "removed_by": numbered(photo.removed_by_id or 0)}
    return noted
