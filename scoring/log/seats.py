"""Who sits at a table: seats follow what the rules say of the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db.models import Case, FloatField, Value, When

from scoring.log.values import Standing, Table
from scoring.models import Game, Player, Seat
from scoring.models.limits import room_for_players
from scoring.models.people import clean_name, fold_name, free_colours


def check_names(names: Iterable[str]) -> None:
    """Raises ValidationError for a name that `clean_name` would refuse or change, and for one given twice."""
    seen: set[str] = set()
    for name in names:
        if clean_name(name) != name:
            raise ValidationError("%(name)r has spaces too many.", code="untidy", params={"name": name})
        if fold_name(name) in seen:
            raise ValidationError("%(name)s is there twice.", code="twice", params={"name": name})
        seen.add(fold_name(name))


def check_seats(game: Game, names: Iterable[str]) -> None:
    """Raises ValidationError as `check_names`, and for a new name of somebody who sits there by another.

    A player who was renamed keeps the old name in the games that were begun with it. Three queries.
    Raises TooMany as well.
    """
    names = list(names)
    check_names(names)
    _room_for(game.crew_id, [name for name in names if name not in game.standing["scores"]])
    new = {fold_name(name): name for name in names if name not in game.standing["scores"]}
    seated = Seat.objects.filter(game=game.pk, name__in=names, player__folded__in=new).order_by("place")
    for fold, name in seated.values_list("player__folded", "name"):
        raise ValidationError(
            "%(new)s sits here already, as %(name)s.", code="twice", params={"new": new[fold], "name": name}
        )


def _room_for(crew: int, names: Sequence[str]) -> None:
    """Raises TooMany where the crew has no room for those whom it does not know yet."""
    known = Player.objects.filter(crew=crew, folded__in=map(fold_name, names)).count() if names else 0
    room_for_players(crew, len(names) - known)


def seat_players(game: Game, names: Iterable[str], *, place: int) -> None:
    """Seats for the names, from a place on; players whom the crew does not know yet are added to it.

    For use in a transaction. Raises TooMany.
    """
    folded = {fold_name(name): name for name in names}
    players = Player.objects.filter(crew=game.crew_id, folded__in=folded)
    known = {player.folded: player for player in players}
    if new := {fold: name for fold, name in folded.items() if fold not in known}:
        room_for_players(game.crew_id, len(new))
        seated = game.seats.values_list("player__colour", flat=True)
        beside = [*(player.colour for player in players), *seated]
        # Somebody may sit down at two tables in one moment: whoever comes later finds the other's player.
        coming = zip(new.items(), free_colours(game.crew_id, beside), strict=False)
        Player.objects.bulk_create(
            (
                Player(crew_id=game.crew_id, name=name, folded=fold, colour=colour)
                for (fold, name), colour in coming
            ),
            ignore_conflicts=True,
        )
        known = {player.folded: player for player in players.all()}
    Seat.objects.bulk_create(
        Seat(
            game=game,
            player=known[fold],
            name=name,
            place=place,
            played=game.played,
            began_at=game.created_at,
        )
        for place, (fold, name) in enumerate(folded.items(), place)
    )


def follow(game: Game, table: Table) -> None:
    """Makes the seats those of the table, in as few queries as the change needs: none for an ordinary move.

    `game.standing` and `finished_at` are still those before the move. Who joined gets a seat; whoever has
    no score any more never sat there (an undone join). Results are written when the game ends and taken
    back when it goes on.
    """
    before: Standing = game.standing
    now = table.standing
    known = before["scores"].keys() & now["scores"].keys()
    if before["scores"].keys() != now["scores"].keys():
        _join(game, now["scores"])
    was_over = game.finished_at is not None
    # New seats are as they should be: only who got up or came back is told.
    changed = before != now if table.over else known & {*before["players"]} != known & {*now["players"]}
    if not changed and was_over == table.over:
        return
    scores = [When(name=name, then=Value(float(points))) for name, points in now["scores"].items()]
    Seat.objects.filter(game=game).update(
        left=Case(When(name__in=now["players"], then=False), default=True),
        won=Case(When(name__in=now["winners"], then=True), default=False) if table.over else False,
        score=Case(*scores, default=None, output_field=FloatField()) if table.over else None,
    )


def _join(game: Game, names: Iterable[str]) -> None:
    seats = Seat.objects.filter(game=game)
    places = dict(seats.values_list("name", "place"))
    gone = places.keys() - set(names)
    if gone:
        seats.filter(name__in=gone).delete()
    new = [name for name in names if name not in places]
    if new:
        check_names(new)
        taken = [place for name, place in places.items() if name not in gone]
        seat_players(game, new, place=max(taken, default=-1) + 1)
