"""Games that come from a file: replayed by the rules elsewhere, written here as if they had been tapped.

They come in small steps, so that taps wait for none of them long: games are put into a crew of their own that
no phone belongs to, where nobody sees them (`begin_import`, `add_game`), and when all are there one short
transaction hands them over (`finish_import`). One record comes in the same way (`import_game`), and so do
results of another app (`begin_games`, `finish_games`). Until then nothing has happened, and what is given up
is cleared away (`erase_crew`, and `sweep` after a crash).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.crew.visitor import digest, must_write, new_token
from scoring.exchange.game_rows import free_id, write
from scoring.exchange.imported import ImportedGame
from scoring.models import Crew, Game, Membership, Player, RegularNight, Season, Seat, Sheet, SheetVersion
from scoring.models.limits import (
    MOST_GAMES,
    MOST_PHONES,
    MOST_PLAYERS,
    TooMany,
    room_for_games,
    room_for_players,
)
from scoring.models.people import fold_name, free_colours
from scoring.models.sheets import SHEET_NAME_LENGTH
from scoring.players.erasing import erase_crew
from scoring.regular import MOST_NIGHTS
from scoring.sheets import MOST_SHEETS, fold
from scoring.statistics.seasons import MOST_SEASONS
from scoring.writing import one_writer, queue, yield_to_writers

#: A crew on its way in that has not moved for so long was given up.
GIVEN_UP = timedelta(hours=1)
#: Keys that are looked for in one query.
KEYS_AT_ONCE = 500
#: Rows of a kind that a crew may have once another one was imported into it.
_MOST: Mapping[type[models.Model], int] = {
    Player: MOST_PLAYERS,
    Membership: MOST_PHONES,
    Game: MOST_GAMES,
    Sheet: MOST_SHEETS,
    Season: MOST_SEASONS,
    RegularNight: MOST_NIGHTS,
}


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

    Players whom the crew does not know yet are added to it. Until it is whole, it lies in a crew that nobody
    sees, as a whole crew's games do.
    Raises AlreadyImported, and PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    _check_new(actor.crew_id, imported)
    room_for_games(actor.crew_id)
    sweep()
    with one_writer():
        crew = Crew.objects.create(arriving_at=timezone.now())
        players = _players_of(crew, imported.places, known_in=actor.crew_id)
    try:
        phones = dict.fromkeys(imported.phones, actor.pk)
        game = write(replace(imported, photos=()), crew_id=crew.pk, players=players, phones=phones)
        with queue(actor.crew_id):
            _check_new(actor.crew_id, imported)
            _hand_over(crew, to=actor.crew_id)
            game.crew_id = actor.crew_id
    except BaseException:
        erase_crew(crew)
        raise
    return game


def _check_new(crew: int, imported: ImportedGame) -> None:
    """Raises AlreadyImported."""
    known = Game.objects.filter(crew=crew).filter(Q(key=imported.key) | Q(public_id=imported.id)).first()
    if known:
        raise AlreadyImported(known)


def _players_of(crew: Crew, names: Sequence[str], *, known_in: int) -> dict[str, int]:
    """Primary keys by name: of players of the crew `known_in`, or of new ones."""
    folded = {fold_name(name): name for name in names}
    known = dict(Player.objects.filter(crew=known_in, folded__in=folded).values_list("folded", "pk"))
    coming = zip((fold for fold in folded if fold not in known), free_colours(known_in), strict=False)
    new = [Player(crew=crew, name=folded[fold], folded=fold, colour=colour) for fold, colour in coming]
    known |= {player.folded: player.pk for player in Player.objects.bulk_create(new)}
    return {name: known[fold] for fold, name in folded.items()}


def _hand_over(crew: Crew, *, to: int) -> None:
    """Gives the games, and the players who came with them, to the crew that they are meant for."""
    coming = Player.objects.filter(crew=crew)
    names = list(coming.values_list("folded", flat=True))
    there = {player.folded: player for player in Player.objects.filter(crew=to, folded__in=names)}
    # Somebody of the same name may have sat down meanwhile.
    for player in coming:
        if player.folded in there:
            Seat.objects.filter(player=player).update(player=there[player.folded])
            player.delete()
    room_for_players(to, Player.objects.filter(crew=crew).count())
    room_for_games(to, Game.objects.filter(crew=crew).count())
    coming.update(crew=to)
    Game.objects.filter(crew=crew).update(crew=to)
    crew.delete()


# --- many games, among those that a crew has


def begin_games(*, actor: Membership, names: Sequence[str], guests: Collection[str]) -> PendingCrew:
    """Begins to take games in, as if tapped on the actor's phone, with new players of these names, some of
    whom are `guests`.

    `players` are found by their names then. Raises PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    room_for_players(actor.crew_id, len(names))
    sweep()
    with one_writer():
        crew = Crew.objects.create(arriving_at=timezone.now())
        made = Player.objects.bulk_create(
            Player(crew=crew, name=name, folded=fold_name(name), guest=name in guests, colour=colour)
            for name, colour in zip(names, free_colours(actor.crew_id), strict=False)
        )
    return PendingCrew(crew, {player.name: player.pk for player in made}, {0: actor.pk})


def finish_games(there: PendingCrew, *, target: int) -> None:
    """Hands the games and their players over. Raises AlreadyImported if one came by another way meanwhile."""
    with queue(target):
        coming = list(Game.objects.filter(crew=there.crew).values_list("key", flat=True))
        for start in range(0, len(coming), KEYS_AT_ONCE):
            known = Game.objects.filter(crew=target, key__in=coming[start : start + KEYS_AT_ONCE]).first()
            if known:
                raise AlreadyImported(known)
        _hand_over(there.crew, to=target)


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
    """Puts one game into the crew on its way in, in short transactions."""
    Crew.objects.filter(pk=there.crew.pk).update(arriving_at=timezone.now())
    return write(imported, crew_id=there.crew.pk, players=players, phones=there.phones)


def add_games(there: PendingCrew, games: Sequence[tuple[ImportedGame, Mapping[str, int]]]) -> None:
    """Puts short games, each with the players' primary keys, into the crew in one transaction."""
    with one_writer():
        for imported, players in games:
            add_game(there, imported, players)
    yield_to_writers()


def add_sheet(
    there: PendingCrew, sheet: Sheet, versions: Sequence[tuple[dict[str, object], datetime, int]]
) -> None:
    """Puts a score sheet into the crew on its way in: what its versions say, since when, from which phone.

    Of two by one name in use the second is numbered.
    """
    with one_writer():
        sheet.crew = there.crew
        sheet.public_id = free_id(Sheet, sheet.public_id)
        sheet.version = len(versions)
        _name_freely(sheet, there.crew.pk)
        sheet.save()
        SheetVersion.objects.bulk_create(
            SheetVersion(
                sheet=sheet, version=n, definition=said, made_at=made_at, actor_id=there.phones[phone]
            )
            for n, (said, made_at, phone) in enumerate(versions, 1)
        )


def add_seasons(there: PendingCrew, seasons: Sequence[Season]) -> None:
    """Puts seasons into the crew on its way in."""
    for season in seasons:
        season.crew = there.crew
        season.folded = fold_name(season.name)
    Season.objects.bulk_create(seasons)


def add_nights(there: PendingCrew, nights: Sequence[RegularNight]) -> None:
    """Puts regular nights into the crew on its way in."""
    with one_writer():
        for night in nights:
            night.crew = there.crew
            night.public_id = free_id(RegularNight, night.public_id)
        RegularNight.objects.bulk_create(nights)


def _name_freely(sheet: Sheet, crew: int) -> None:
    """Its own name, or, where the crew has a sheet in use by that, with a number."""
    taken = set(Sheet.objects.filter(crew=crew, removed_at=None).values_list("folded", flat=True))
    name, n = sheet.name, 1
    while sheet.removed_at is None and fold(sheet.name) in taken:
        n += 1
        sheet.name = f"{name[: SHEET_NAME_LENGTH - 5]} {n}"
    sheet.folded = fold(sheet.name)


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
        RegularNight.objects.filter(crew=there.crew).update(crew=crew)
        for sheet in Sheet.objects.filter(crew=there.crew):
            _name_freely(sheet, crew.pk)
            sheet.crew = crew
            sheet.save(update_fields=["crew", "name", "folded"])
        coming_seasons = Season.objects.filter(crew=there.crew)
        # Without games, one of the same name was only tried.
        named = list(coming_seasons.values_list("folded", flat=True))
        Season.objects.filter(crew=crew, folded__in=named).delete()
        coming_seasons.update(crew=crew)
        _check_room(crew)
        if not crew.name:
            crew.name = name
            crew.save(update_fields=["name"])
        there.crew.delete()


def _check_room(crew: Crew) -> None:
    """Raises TooMany where the crew has more than there may be: one without games may be imported often."""
    for kind, most in _MOST.items():
        if kind._default_manager.filter(crew=crew).count() > most:  # noqa: SLF001 - of whichever model
            names = "phones" if kind is Membership else kind._meta.verbose_name_plural  # noqa: SLF001
            raise TooMany(f"With these the crew would have more than {most:,} {names}.")


def sweep(*, now: datetime | None = None) -> int:
    """Clears away the crews that were given up on their way in; returns how many there were."""
    old = (now or timezone.now()) - GIVEN_UP
    lost = list(Crew.objects.filter(arriving_at__lt=old))
    for crew in lost:
        erase_crew(crew)
    return len(lost)
