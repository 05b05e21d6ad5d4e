"""A player without games is deleted, once it was shown what goes; the keeper alone may."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew import proof
from referee.crew.players.roster import found_to_change
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.components import face
from referee.web.requests import see_other, status_of
from referee.web.views import form_view, slow
from referee.web.wording import day
from scoring.discarding import KEPT
from scoring.models import Membership, Player
from scoring.players.deleting import HasGames, delete_player, has_games, only_discarded


@slow
@form_view
def delete(request: TableRequest, public_id: str) -> HttpResponse:
    """Asks whether a player shall be deleted; sent, they are. One who has played is not, and is told why."""
    player, actor = found_to_change(request, public_id)
    if not actor.is_keeper:
        raise PermissionDenied("Only a keeper of the crew may delete players.")
    if request.method != "POST":
        return _page(request, actor, player)
    if error := proof.missing(request, actor):
        return _page(request, actor, player, error=error)
    try:
        delete_player(actor=actor, player=player)
        note(request, "player_deleted", player=public_id)
    except HasGames:
        return _page(request, actor, player)
    except Player.DoesNotExist:
        # Deleted by the first of two taps.
        pass
    return see_other(reverse("players"))


def _page(request: TableRequest, actor: Membership, player: Player, *, error: str = "") -> HttpResponse:
    refused = _refused(player) if has_games(player) else ""
    page = {
        "player": player.name,
        "face": face(player),
        "back": reverse("edit_player", args=[player.public_id]),
        "url": request.path,
        "picture": bool(player.avatar),
        "refused": refused,
        "proof": proof.asked(actor),
        "errors": (error,) if error else (),
    }
    status = status_of((refused or error) and request.method == "POST")
    return render(request, "crew/delete_player.html", {"page": page}, status=status)


def _refused(player: Player) -> str:
    last = only_discarded(player)
    if last is None:
        return (
            f"{player.name} has played games, which keep the name. "
            "Archive this player, or merge them with another player."
        )
    return f"{player.name} is in discarded games. After {day(last + KEPT)}, when these are gone, try again."
