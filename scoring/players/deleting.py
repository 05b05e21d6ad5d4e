"""A player who never played, typed in by mistake: deleted for good, with colour and picture.

Whoever sits in a game stays, as the game's record names them; also in a discarded one, which may come back.
"""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Max, OuterRef, QuerySet

from scoring.models import Membership, Player, Seat
from scoring.players.faces import face_path
from scoring.writing import queue


class HasGames(Exception):
    """The player sits in a game, though it may be a discarded one."""


def has_games(player: Player) -> bool:
    """Whether the player sits in any game, the discarded ones too. One query."""
    return Seat.objects.filter(player=player).exists()


def only_discarded(player: Player) -> datetime | None:
    """When the last of the player's games was discarded, where all of them were; else None. One query."""
    seats = Seat.objects.filter(player=player)
    if seats.filter(game__discarded_at__isnull=True).exists():
        return None
    found: datetime | None = seats.aggregate(last=Max("game__discarded_at"))["last"]
    return found


def delete_player(*, actor: Membership, player: Player) -> None:
    """Deletes a player without games, and the picture. Raises PermissionDenied unless the keeper does it,
    HasGames, and Player.DoesNotExist for one who is gone.
    """
    if not actor.is_keeper:
        raise PermissionDenied("Only the keeper of the crew deletes players.")
    _delete(actor.crew_id, player.pk)


def owner_deletes(players: QuerySet[Player]) -> int:
    """Deletes those of the players who have no games, for the owner of the server; returns how many."""
    unplayed = players.filter(~Exists(Seat.objects.filter(player=OuterRef("pk"))))
    found = list(unplayed.order_by("pk").values_list("crew", "pk"))
    for crew, pk in found:
        _delete(crew, pk)
    return len(found)


def _delete(crew_id: int, pk: int) -> None:
    # No game starts with the player meanwhile.
    with queue(crew_id):
        player = Player.objects.select_for_update(of=("self",)).get(pk=pk, crew=crew_id)
        if has_games(player):
            raise HasGames
        Player.objects.filter(pk=pk).delete()
    if player.avatar:
        face_path(player).unlink(missing_ok=True)
