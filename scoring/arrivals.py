"""Games that come from a file: told again by the rules elsewhere, written here as if they had been tapped.

One record goes straight to its crew (`take_in`). A whole crew comes in small steps, so that taps wait for
none of them long: its games are put into a crew of its own that no phone belongs to, where nobody sees
them (`dock`), and when all are there one short transaction hands them over (`land`). Until then nothing
has happened, and what is given up is cleared away (`clear`, and `sweep` after a crash).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.arriving import Arrival
from scoring.crew import digest, must_write, new_token
from scoring.models import Crew, Game, Hand, Membership, Move, Photo, Player, Refusal, Score, Seat
from scoring.models.people import fold_name, new_public_id
from scoring.photos import path_of
from scoring.writing import one_writer, queue

#: A crew on its way in that has not moved for so long was given up.
GIVEN_UP = timedelta(hours=1)
#: Games that are cleared away in one transaction.
CLEARED = 20


class HereAlready(Exception):
    """The crew has this game; `game` is the one."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game = game


class NotEmpty(Exception):
    """The crew has games of its own: a whole crew comes only where none are."""


# --- one game


def take_in(*, actor: Membership, arrival: Arrival) -> Game:
    """The game, in the actor's crew, as if tapped on the actor's phone; without photos, which lie elsewhere.

    Players whom the crew does not know yet are added to it.
    Raises HereAlready, and PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    with queue(actor.crew_id) as crew:
        known = Game.objects.filter(crew=crew).filter(Q(key=arrival.key) | Q(public_id=arrival.id)).first()
        if known:
            raise HereAlready(known)
        players = _players_of(crew, arrival.places)
        phones = dict.fromkeys(arrival.phones, actor.pk)
        return write(replace(arrival, photos=()), crew_id=crew.pk, players=players, phones=phones)


def _players_of(crew: Crew, names: Sequence[str]) -> dict[str, int]:
    folded = {fold_name(name): name for name in names}
    known = dict(Player.objects.filter(crew=crew, folded__in=folded).values_list("folded", "pk"))
    new = [Player(crew=crew, name=name, folded=fold) for fold, name in folded.items() if fold not in known]
    known |= {player.folded: player.pk for player in Player.objects.bulk_create(new)}
    return {name: known[fold] for fold, name in folded.items()}


def write(arrival: Arrival, *, crew_id: int, players: Mapping[str, int], phones: Mapping[int, int]) -> Game:
    """Writes the game's rows; for use in a transaction. `players` are primary keys by the name at the table,
    `phones` by the file's numbers.
    """
    table = arrival.table
    game = Game.objects.create(
        crew_id=crew_id,
        public_id=free_id(Game, arrival.id),
        key=arrival.key,
        game=arrival.game,
        options=arrival.options,
        title=arrival.title,
        created_at=arrival.began,
        finished_at=arrival.finished,
        version=len(arrival.rows),
        length=len(arrival.told),
        redoable=arrival.redoable,
        phase=table.phase,
        snapshot=table.snapshot,
        standing=table.standing,
        due=table.over,
    )
    hands = _write_hands(game, arrival)
    seats = _write_seats(game, arrival, players)
    rows = _write_rows(game, arrival, phones)
    scores = []
    hand = hands[0]
    for told in arrival.told:
        hand = hands.get(told.entry.position, hand)
        scores += [
            Score(
                game=game,
                hand=hand,
                seat=seats[line.player],
                move=rows[told.row - 1],
                position=told.entry.position,
                points=line.points,
                clause=line.clause,
                reason=line.reason,
            )
            for line in told.lines
        ]
    Score.objects.bulk_create(scores)
    game.hand = hand
    game.save(update_fields=["hand"])
    _write_evidence(game, arrival, rows, phones)
    return game


def _write_hands(game: Game, arrival: Arrival) -> dict[int, Hand]:
    hands = [Hand(game=game, number=0, first=0, since=0, snapshot=arrival.opening)]
    hands += [
        Hand(
            game=game,
            number=told.hand,
            first=told.entry.position,
            since=told.entry.written,
            snapshot=told.before,
        )
        for told in arrival.told
        if told.hand is not None
    ]
    return {hand.first: hand for hand in Hand.objects.bulk_create(hands)}


def _write_seats(game: Game, arrival: Arrival, players: Mapping[str, int]) -> dict[str, Seat]:
    table = arrival.table
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
            began_at=arrival.began,
        )
        for place, name in enumerate(arrival.places)
    ]
    return {seat.name: seat for seat in Seat.objects.bulk_create(seats)}


def _write_rows(game: Game, arrival: Arrival, phones: Mapping[int, int]) -> list[Move]:
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
        for seq, row in enumerate(arrival.rows, 1)
    )


def _write_evidence(game: Game, arrival: Arrival, rows: Sequence[Move], phones: Mapping[int, int]) -> None:
    refusals = Refusal.objects.bulk_create(
        Refusal(
            game=game,
            number=number,
            after=argued.after,
            key=f"{argued.after}-from-a-file-{number}",
            body=argued.body,
            outcome=argued.outcome,
            actor_id=phones[argued.phone],
            created_at=argued.time,
        )
        for number, argued in enumerate(arrival.argued, 1)
    )
    Photo.objects.bulk_create(
        Photo(
            move=rows[taken.seq - 1] if taken.seq else None,
            refusal=refusals[taken.refusal - 1] if taken.refusal else None,
            public_id=taken.id,
            digest=taken.digest,
            width=taken.width,
            height=taken.height,
            actor_id=phones[taken.phone],
            created_at=taken.time,
            removed_at=taken.removed,
            removed_by_id=phones[taken.removed_by] if taken.removed else None,
        )
        for taken in arrival.photos
    )


def free_id(model: type[Game | Player | Photo], wanted: str) -> str:
    """The id that the file gives, or a new one where a row of this server has it: a crew may be copied."""
    taken = model._default_manager.filter(public_id=wanted).exists()  # noqa: SLF001 - of whichever model
    return new_public_id() if taken or not wanted else wanted


# --- a whole crew


@dataclass
class Dock:
    """A crew on its way in, seen by nobody; `players` and `phones` are primary keys by the file's ids."""

    crew: Crew
    players: dict[str, int] = field(default_factory=dict)
    phones: dict[int, int] = field(default_factory=dict)


def dock(
    *, target: int, phones: Sequence[tuple[int, str, str]], players: Sequence[tuple[str, Player]]
) -> Dock:
    """Begins to take a crew in: phones (number, label, role) that are shut out, and players by their ids.

    Raises NotEmpty if the crew that it is meant for has games.
    """
    sweep()
    now = timezone.now()
    with one_writer():
        if Game.objects.filter(crew=target).exists():
            raise NotEmpty
        crew = Crew.objects.create(arriving_at=now)
        made = Membership.objects.bulk_create(
            Membership(crew=crew, label=label, role=role, token_digest=digest(new_token()), shut_out_at=now)
            for _, label, role in phones
        )
        for wanted, player in players:
            player.crew = crew
            player.public_id = free_id(Player, wanted)
        Player.objects.bulk_create(player for _, player in players)
    return Dock(
        crew,
        {wanted: player.pk for wanted, player in players},
        {number: phone.pk for (number, _, _), phone in zip(phones, made, strict=True)},
    )


def unload(there: Dock, arrival: Arrival, players: Mapping[str, int]) -> Game:
    """Puts one game into the crew on its way in: one short transaction."""
    with one_writer():
        Crew.objects.filter(pk=there.crew.pk).update(arriving_at=timezone.now())
        return write(arrival, crew_id=there.crew.pk, players=players, phones=there.phones)


def land(there: Dock, *, target: int, name: str) -> None:
    """Hands everything over to the crew that it is meant for; a crew without a name gets the file's.

    A player of the same name who never played gives way. Raises NotEmpty if the crew has begun a game.
    """
    with queue(target) as crew:
        if Game.objects.filter(crew=crew).exists():
            raise NotEmpty
        coming = Player.objects.filter(crew=there.crew)
        Player.objects.filter(crew=crew, folded__in=list(coming.values_list("folded", flat=True))).delete()
        coming.update(crew=crew)
        Membership.objects.filter(crew=there.crew).update(crew=crew)
        Game.objects.filter(crew=there.crew).update(crew=crew)
        if not crew.name:
            crew.name = name
            crew.save(update_fields=["name"])
        there.crew.delete()


def clear(crew: Crew) -> None:
    """Takes away a crew that did not arrive, some games at a time, and last the files of its photos."""
    # What points to what goes first, so there is nothing to check; SQLite would read all scores of all crews
    # for each row of a log, and all logs for each phone, for neither is indexed by them.
    with connection.constraint_checks_disabled():
        for games in _parts(crew):
            _clear_games(games)
        with one_writer():
            Player.objects.filter(crew=crew).delete()
            _erase(Membership.objects.filter(crew=crew))
            Crew.objects.filter(pk=crew.pk, arriving_at__isnull=False).delete()


def _clear_games(games: Sequence[int]) -> None:
    with one_writer():
        photos = Photo.objects.of_games(games)
        lost = list(photos)
        Score.objects.filter(game__in=games).delete()
        photos.delete()
        # Nothing was ever seen of these rows: the rule that a log stays is not about them.
        _erase(QuerySet(Refusal).filter(game__in=games))
        _erase(QuerySet(Move).filter(game__in=games))
        Seat.objects.filter(game__in=games).delete()
        Game.objects.filter(pk__in=games).update(hand=None)
        Hand.objects.filter(game__in=games).delete()
        Game.objects.filter(pk__in=games).delete()
    for photo in lost:
        path_of(photo).unlink(missing_ok=True)


def _erase(rows: QuerySet[Any]) -> None:
    """Deletes rows that nothing points to any more. Django would look for what does, without an index."""
    rows._raw_delete(rows.db)  # noqa: SLF001 - the only way to one plain DELETE


def _parts(crew: Crew) -> Iterator[list[int]]:
    games = Game.objects.filter(crew=crew).order_by("pk").values_list("pk", flat=True)
    while found := list(games[:CLEARED]):
        yield found


def sweep(*, now: datetime | None = None) -> int:
    """Clears away the crews that were given up on their way in; returns how many there were."""
    old = (now or timezone.now()) - GIVEN_UP
    lost = list(Crew.objects.filter(arriving_at__lt=old))
    for crew in lost:
        clear(crew)
    return len(lost)
