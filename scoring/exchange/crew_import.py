"""Games that come from a file: replayed by the rules elsewhere, written here as if they had been tapped.

One record goes straight to its crew (`import_game`). A whole crew comes in small steps, so that taps wait for
none of them long: its games are put into a crew of its own that no phone belongs to, where nobody sees them
(`begin_import`, `add_game`), and when all are there one short transaction hands them over (`finish_import`).
Until then nothing has happened, and what is given up is cleared away (`discard_import`, and `sweep` after a
crash).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from scoring.crew.visitor import digest, must_write, new_token
from scoring.exchange.imported import ImportedGame
from scoring.models import Crew, Game, Hand, Membership, Move, Photo, Player, Refusal, Score, Seat
from scoring.models.people import fold_name, new_public_id
from scoring.pictures.erasing import clear_games, erase
from scoring.writing import one_writer, queue

#: A crew on its way in that has not moved for so long was given up.
GIVEN_UP = timedelta(hours=1)
#: Games that are cleared away in one transaction.
CLEARED = 20


class AlreadyImported(Exception):
    """The crew has this game; `game` is the one."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game = game


class CrewNotEmpty(Exception):
    """The crew has games of its own: a whole crew comes only where none are."""


# --- one game


def import_game(*, actor: Membership, imported: ImportedGame) -> Game:
    """The game, in the actor's crew, as if tapped on the actor's phone; without photos, which lie elsewhere.

    Players whom the crew does not know yet are added to it.
    Raises AlreadyImported, and PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    with queue(actor.crew_id) as crew:
        known = Game.objects.filter(crew=crew).filter(Q(key=imported.key) | Q(public_id=imported.id)).first()
        if known:
            raise AlreadyImported(known)
        players = _players_of(crew, imported.places)
        phones = dict.fromkeys(imported.phones, actor.pk)
        return write(replace(imported, photos=()), crew_id=crew.pk, players=players, phones=phones)


def _players_of(crew: Crew, names: Sequence[str]) -> dict[str, int]:
    folded = {fold_name(name): name for name in names}
    known = dict(Player.objects.filter(crew=crew, folded__in=folded).values_list("folded", "pk"))
    new = [Player(crew=crew, name=name, folded=fold) for fold, name in folded.items() if fold not in known]
    known |= {player.folded: player.pk for player in Player.objects.bulk_create(new)}
    return {name: known[fold] for fold, name in folded.items()}


def write(
    imported: ImportedGame, *, crew_id: int, players: Mapping[str, int], phones: Mapping[int, int]
) -> Game:
    """Writes the game's rows; for use in a transaction. `players` are primary keys by the name at the table,
    `phones` by the file's numbers.
    """
    table = imported.table
    game = Game.objects.create(
        crew_id=crew_id,
        public_id=free_id(Game, imported.id),
        key=imported.key,
        game=imported.game,
        options=imported.options,
        title=imported.title,
        created_at=imported.began,
        finished_at=imported.finished,
        version=len(imported.rows),
        length=len(imported.moves),
        redoable=imported.redoable,
        phase=table.phase,
        snapshot=table.snapshot,
        standing=table.standing,
        due=table.over,
    )
    hands = _write_hands(game, imported)
    seats = _write_seats(game, imported, players)
    rows = _write_rows(game, imported, phones)
    scores = []
    hand = hands[0]
    for move in imported.moves:
        hand = hands.get(move.entry.position, hand)
        scores += [
            Score(
                game=game,
                hand=hand,
                seat=seats[line.player],
                move=rows[move.row - 1],
                position=move.entry.position,
                points=line.points,
                clause=line.clause,
                reason=line.reason,
            )
            for line in move.lines
        ]
    Score.objects.bulk_create(scores)
    game.hand = hand
    game.save(update_fields=["hand"])
    _write_evidence(game, imported, rows, phones)
    return game


def _write_hands(game: Game, imported: ImportedGame) -> dict[int, Hand]:
    hands = [Hand(game=game, number=0, first=0, since=0, snapshot=imported.opening)]
    hands += [
        Hand(
            game=game,
            number=move.hand,
            first=move.entry.position,
            since=move.entry.written,
            snapshot=move.before,
        )
        for move in imported.moves
        if move.hand is not None
    ]
    return {hand.first: hand for hand in Hand.objects.bulk_create(hands)}


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
            rules=game.game,
            began_at=imported.began,
        )
        for place, name in enumerate(imported.places)
    ]
    return {seat.name: seat for seat in Seat.objects.bulk_create(seats)}


def _write_rows(game: Game, imported: ImportedGame, phones: Mapping[int, int]) -> list[Move]:
    return Move.objects.bulk_create(
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
    )


def _write_evidence(
    game: Game, imported: ImportedGame, rows: Sequence[Move], phones: Mapping[int, int]
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
            move=rows[photo.seq - 1] if photo.seq else None,
            refusal=refusals[photo.refusal - 1] if photo.refusal else None,
            public_id=photo.id,
            digest=photo.digest,
            width=photo.width,
            height=photo.height,
            actor_id=phones[photo.phone],
            created_at=photo.time,
            removed_at=photo.removed,
            removed_by_id=phones[photo.removed_by] if photo.removed else None,
        )
        for photo in imported.photos
    )


def free_id(model: type[Game | Player | Photo], wanted: str) -> str:
    """The id that the file gives, or a new one where a row of this server has it: a crew may be copied."""
    taken = model._default_manager.filter(public_id=wanted).exists()  # noqa: SLF001 - of whichever model
    return new_public_id() if taken or not wanted else wanted


# --- a whole crew


@dataclass
class PendingCrew:
    """A crew on its way in, seen by nobody; `players` and `phones` are primary keys by the file's ids."""

    crew: Crew
    players: dict[str, int] = field(default_factory=dict)
    phones: dict[int, int] = field(default_factory=dict)


def begin_import(
    *, target: int, phones: Sequence[tuple[int, str, str]], players: Sequence[tuple[str, Player]]
) -> PendingCrew:
    """Begins to take a crew in: phones (number, label, role) that are shut out, and players by their ids.

    Raises CrewNotEmpty if the crew that it is meant for has games.
    """
    sweep()
    now = timezone.now()
    with one_writer():
        if Game.objects.filter(crew=target).exists():
            raise CrewNotEmpty
        crew = Crew.objects.create(arriving_at=now)
        made = Membership.objects.bulk_create(
            Membership(crew=crew, label=label, role=role, token_digest=digest(new_token()), shut_out_at=now)
            for _, label, role in phones
        )
        for wanted, player in players:
            player.crew = crew
            player.public_id = free_id(Player, wanted)
        Player.objects.bulk_create(player for _, player in players)
    return PendingCrew(
        crew,
        {wanted: player.pk for wanted, player in players},
        {number: phone.pk for (number, _, _), phone in zip(phones, made, strict=True)},
    )


def add_game(there: PendingCrew, imported: ImportedGame, players: Mapping[str, int]) -> Game:
    """Puts one game into the crew on its way in: one short transaction."""
    with one_writer():
        Crew.objects.filter(pk=there.crew.pk).update(arriving_at=timezone.now())
        return write(imported, crew_id=there.crew.pk, players=players, phones=there.phones)


def finish_import(there: PendingCrew, *, target: int, name: str) -> None:
    """Hands everything over to the crew that it is meant for; a crew without a name gets the file's.

    A player of the same name who never played gives way. Raises CrewNotEmpty if the crew has begun a game.
    """
    with queue(target) as crew:
        if Game.objects.filter(crew=crew).exists():
            raise CrewNotEmpty
        coming = Player.objects.filter(crew=there.crew)
        Player.objects.filter(crew=crew, folded__in=list(coming.values_list("folded", flat=True))).delete()
        coming.update(crew=crew)
        Membership.objects.filter(crew=there.crew).update(crew=crew)
        Game.objects.filter(crew=there.crew).update(crew=crew)
        if not crew.name:
            crew.name = name
            crew.save(update_fields=["name"])
        there.crew.delete()


def discard_import(crew: Crew) -> None:
    """Takes away a crew whose import was given up, some games at a time, and last the files of its photos."""
    # What points to what goes first, so there is nothing to check; SQLite would read all scores of all crews
    # for each row of a log, and all logs for each phone, for neither is indexed by them.
    with connection.constraint_checks_disabled():
        for games in _parts(crew):
            clear_games(games)
        with one_writer():
            Player.objects.filter(crew=crew).delete()
            erase(Membership.objects.filter(crew=crew))
            Crew.objects.filter(pk=crew.pk, arriving_at__isnull=False).delete()


def _parts(crew: Crew) -> Iterator[list[int]]:
    games = Game.objects.filter(crew=crew).order_by("pk").values_list("pk", flat=True)
    while found := list(games[:CLEARED]):
        yield found


def sweep(*, now: datetime | None = None) -> int:
    """Clears away the crews that were given up on their way in; returns how many there were."""
    old = (now or timezone.now()) - GIVEN_UP
    lost = list(Crew.objects.filter(arriving_at__lt=old))
    for crew in lost:
        discard_import(crew)
    return len(lost)
