"""Two players who turn out to be one person: the games of one become the other's.

What stands in the games stays: seats and moves keep the names that were said at the table. What was counted
of those games is counted again (`scoring.statistics.counting`), ratings included.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied

from scoring.models import Game, Membership, Player, Seat
from scoring.players.faces import face_path
from scoring.statistics import counting
from scoring.writing import queue

#: So many games in which both sat are named; one is reason enough.
TOLD = 3


class SatTogether(Exception):
    """Both sat in one game, so they are two people."""


@dataclass(frozen=True)
class Prospect:
    """What a merger would do: the games that each has, and the newest ones `together`, which forbid it.

    Discarded games count for nothing, but forbid it too, as they may come back.
    """

    kept: int
    gone: int
    together: list[Game]


def prospect(kept: Player, gone: Player) -> Prospect:
    """What would come of it if `gone` were merged into `kept`. Three queries."""
    return Prospect(
        kept=_games_of(kept),
        gone=_games_of(gone),
        together=_together(kept, gone),
    )


def _games_of(player: Player) -> int:
    return Seat.objects.filter(player=player, game__discarded_at__isnull=True).count()


def _together(kept: Player, gone: Player) -> list[Game]:
    both = Game.objects.filter(seats__player=kept).filter(seats__player=gone)
    return list(both.newest_first().defer("snapshot", "options")[:TOLD])


def merge_players(*, actor: Membership, kept: Player, gone: Player) -> None:
    """Makes all that `gone` played `kept`'s, and takes `gone` off the list of players.

    The colour of `kept` stands, and the face; where there is none, that of `gone` takes its place. Of many
    games some are counted here, and the rest is left due. Raises PermissionDenied unless the keeper does it,
    SatTogether, and Player.DoesNotExist where one is gone.
    """
    if not actor.is_keeper:
        raise PermissionDenied("Only the keeper of the crew merges players.")
    # No game starts with either meanwhile.
    with queue(actor.crew_id):
        mine = Player.objects.filter(crew=actor.crew_id)
        stays, goes = mine.get(pk=kept.pk), mine.exclude(pk=kept.pk).get(pk=gone.pk)
        if _together(stays, goes):
            raise SatTogether
        counting.forget(goes)
        Seat.objects.filter(player=goes).update(player=stays)
        goes.delete()
        stays.avatar, lost = (stays.avatar, goes.avatar) if stays.avatar else (goes.avatar, "")
        stays.save(update_fields=["avatar"])
    counting.catch_up(actor.crew_id, most_rated=counting.MOST_RATED)
    if lost:
        face_path(goes).unlink(missing_ok=True)
