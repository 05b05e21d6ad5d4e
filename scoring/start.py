"""Starting a game: its row, its seats, the players who are new, and its opening."""

from __future__ import annotations

from typing import Any

from scoring.crew import must_write
from scoring.models import Game, Hand, Membership
from scoring.phones import note_tap
from scoring.seats import check_names, seat_players
from scoring.values import Table
from scoring.writing import queue


def start_game(
    *, actor: Membership, key: str, game: str, options: dict[str, Any], table: Table, title: str = ""
) -> Game:
    """The game that the rules `game` begin with `table`; the same `key` again returns the same game.

    `table.players` are the seats. Raises ValidationError for names that cannot be (`check_names`), and
    PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    check_names(table.players)
    # Two starts that bring the same new player make one of her.
    with queue(actor.crew_id) as crew:
        started = Game.objects.filter(crew=crew, key=key).first()
        if started:
            return started
        begun = Game.objects.create(
            crew=crew,
            key=key,
            game=game,
            options=options,
            title=title,
            phase=table.phase,
            snapshot=table.snapshot,
            standing=table.standing,
        )
        begun.hand = Hand.objects.create(game=begun, number=0, first=0, since=0, snapshot=table.snapshot)
        begun.save(update_fields=["hand"])
        seat_players(begun, table.players, place=0)
        note_tap(actor.pk, actor.tapped_at)
    return begun
