"""The rows of a game that comes from a file, written some at a time, so that taps pass between.

Where they are written nobody sees them yet (`exchange.crew_import`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from django.db import models

from scoring.exchange.imported import ImportedGame, ImportedMove
from scoring.models import Game, Hand, Move, Photo, Player, Refusal, RegularNight, Score, Seat, Sheet
from scoring.models.games import packed
from scoring.models.people import new_public_id
from scoring.played import what_was_played
from scoring.writing import one_writer, yield_to_writers

ModelT = TypeVar("ModelT", bound=models.Model)

#: Rows that are written in one transaction: some milliseconds.
AT_ONCE = 200


def write(
    imported: ImportedGame, *, crew_id: int, players: Mapping[str, int], phones: Mapping[int, int]
) -> Game:
    """Writes the game's rows, each part for itself; within a transaction all of them are part of that.

    `players` are primary keys by the name at the table, `phones` by the file's numbers.
    """
    game = _write_game(imported, crew_id)
    hands = _write_hands(game, imported)
    seats = _write_seats(game, imported, players)
    rows = _write_rows(game, imported, phones)
    _in_parts(Score.objects, _scores(game, imported, hands, seats, rows))
    with one_writer():
        game.hand_id = hands[max(hands)]
        game.save(update_fields=["hand"])
        _write_evidence(game, imported, rows, phones)
    return game


def _in_parts(objects: models.Manager[ModelT], rows: Iterator[ModelT]) -> list[int]:
    """Writes rows, some in each transaction, and lets those who wait for their turn pass between.

    Returns their primary keys, in their order.
    """
    keys: list[int] = []
    while part := list(islice(rows, AT_ONCE)):
        with one_writer():
            keys += [row.pk for row in objects.bulk_create(part)]
        yield_to_writers()
    return keys


def _write_game(imported: ImportedGame, crew_id: int) -> Game:
    table = imported.table
    return Game.objects.create(
        crew_id=crew_id,
        public_id=free_id(Game, imported.id),
        key=imported.key,
        game=imported.game,
        options=imported.options,
        title=imported.title,
        played=what_was_played(imported.game, imported.title),
        place=imported.place,
        notes=imported.notes,
        created_at=imported.began,
        finished_at=imported.finished,
        version=len(imported.rows),
        length=len(imported.moves),
        redoable=imported.redoable,
        phase=table.phase,
        snapshot=packed(imported.options, table.snapshot),
        standing=table.standing,
        due=table.over,
    )


def _scores(
    game: Game,
    imported: ImportedGame,
    hands: Mapping[int, int],
    seats: Mapping[str, Seat],
    rows: Sequence[int],
) -> Iterator[Score]:
    hand = hands[0]
    for move in imported.moves:
        position = move.entry.position
        hand = hands.get(position, hand)
        for line in move.lines:
            yield Score(
                game=game,
                hand_id=hand,
                seat=seats[line.player],
                move_id=rows[move.row - 1],
                position=position,
                points=line.points,
                clause=line.clause,
                reason=line.reason,
            )


def _write_hands(game: Game, imported: ImportedGame) -> dict[int, int]:
    """Primary keys by the position at which a hand begins."""
    keys = _in_parts(Hand.objects, _hands(game, imported.opening, imported.moves))
    begin = (0, *(move.entry.position for move in imported.moves if move.hand is not None))
    return dict(zip(begin, keys, strict=True))


def _hands(game: Game, opening: bytes, moves: Sequence[ImportedMove]) -> Iterator[Hand]:
    yield Hand(game=game, number=0, first=0, since=0, snapshot=packed(game.options, opening))
    for move in moves:
        if move.hand is not None:
            yield Hand(
                game=game,
                number=move.hand,
                first=move.entry.position,
                since=move.entry.written,
                snapshot=packed(game.options, move.before),
            )


def _write_seats(game: Game, imported: ImportedGame, players: Mapping[str, int]) -> dict[str, Seat]:
    table = imported.table
    seats = [
        Seat(
            game=game,
            player_id=players[name],
            place=place,
            name=name,
            score=float(table.scores[name]) if table.over else None,
            won=table.over and name in table.winners,
            left=name not in table.players,
            played=game.played,
            began_at=imported.began,
        )
        for place, name in enumerate(imported.places)
    ]
    with one_writer():
        return {seat.name: seat for seat in Seat.objects.bulk_create(seats)}


def _write_rows(game: Game, imported: ImportedGame, phones: Mapping[int, int]) -> list[int]:
    """Primary keys in the order of the log."""
    return _in_parts(
        Move.objects,
        (
            Move(
                game=game,
                seq=seq,
                key=f"{seq - 1}-from-a-file",
                kind=row.kind,
                position=row.position,
                body=row.body,
                outcome=row.outcome,
                actor_id=phones[row.phone],
                created_at=row.time,
            )
            for seq, row in enumerate(imported.rows, 1)
        ),
    )


def _write_evidence(
    game: Game, imported: ImportedGame, rows: Sequence[int], phones: Mapping[int, int]
) -> None:
    refusals = Refusal.objects.bulk_create(
        Refusal(
            game=game,
            number=number,
            after=refusal.after,
            key=f"{refusal.after}-from-a-file-{number}",
            body=refusal.body,
            outcome=refusal.outcome,
            actor_id=phones[refusal.phone],
            created_at=refusal.time,
        )
        for number, refusal in enumerate(imported.refusals, 1)
    )
    Photo.objects.bulk_create(
        Photo(
            move_id=rows[photo.seq - 1] if photo.seq else None,
            refusal=refusals[photo.refusal - 1] if photo.refusal else None,
            public_id=photo.id,
            digest=photo.digest,
            width=photo.width,
            height=photo.height,
            caption=photo.caption,
            actor_id=phones[photo.phone],
            created_at=photo.time,
            removed_at=photo.removed,
            removed_by_id=phones[photo.removed_by] if photo.removed else None,
        )
        for photo in imported.photos
    )


def free_id(model: type[Game | Player | Photo | RegularNight | Sheet], wanted: str) -> str:
    """The id that the file gives, or a new one where a row of this server has it: a crew may be copied."""
    taken = model._default_manager.filter(public_id=wanted).exists()  # noqa: SLF001 - of whichever model
    return new_public_id() if taken or not wanted else wanted
