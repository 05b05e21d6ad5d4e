"""Starting a game: its row, its seats, the players who are new, and its opening; and once more after it."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q

from scoring.crew.phones import note_tap
from scoring.crew.visitor import must_write
from scoring.log.seats import check_names, seat_players
from scoring.log.values import JsonObject, Table
from scoring.models import Game, Hand, Membership, Seat
from scoring.models.games import packed
from scoring.models.limits import room_for_games
from scoring.played import what_was_played
from scoring.writing import queue


def start_game(
    *,
    actor: Membership,
    key: str,
    game: str,
    options: JsonObject,
    table: Table,
    title: str = "",
    seated: Mapping[str, int] | None = None,
    logged_by: str = "",
    scorer: int | None = None,
) -> Game:
    """The game that the rules `game` begin with `table`; the same `key` again returns the same game.

    `table.players` are the seats; `seated` has the phones of some, and of others who do not play this time,
    `logged_by` and `scorer` say whose log it (`scoring.crew.loggers`).
    Raises ValidationError for names that cannot be (`check_names`), TooMany, and
    PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    check_names(table.players)
    # Two starts that bring the same new player make one of them.
    with queue(actor.crew_id) as crew:
        started = Game.objects.filter(crew=crew, key=key).first()
        if started:
            return started
        room_for_games(actor.crew_id)
        snapshot = packed(options, table.snapshot)
        begun = Game.objects.create(
            crew=crew,
            key=key,
            game=game,
            options=options,
            title=title,
            played=what_was_played(game, title),
            phase=table.phase,
            snapshot=snapshot,
            standing=table.standing,
            seated={name: phone for name, phone in (seated or {}).items() if name in table.players},
            logged_by=logged_by,
            scorer_id=scorer,
        )
        begun.hand = Hand.objects.create(game=begun, number=0, first=0, since=0, snapshot=snapshot)
        begun.save(update_fields=["hand"])
        seat_players(begun, table.players, place=0)
        note_tap(actor)
    return begun


def names_now(game: Game) -> dict[str, str]:
    """What those who played are called today, by the names that they had in the game. One query."""
    seats = Seat.objects.filter(game=game).select_related("player").order_by("place")
    return {seat.name: seat.player.name for seat in seats}


def rematch_key(game: Game) -> str:
    """The key of the game's rematch, the same until that one is over or discarded: so two taps start one.

    One query.
    """
    mine = f"rematch-{game.public_id}-"
    past = Q(finished_at__isnull=False) | Q(discarded_at__isnull=False)
    played = Game.objects.filter(past, crew=game.crew_id, key__startswith=mine)
    return f"{mine}{played.count() + 1}"
