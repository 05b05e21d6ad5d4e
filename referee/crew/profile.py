"""A player's page: what all the games came to."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from referee.crew.faces import face
from referee.crew.players import found, writes
from referee.crew.players_context import PlayerPage
from referee.table.requests import TableRequest


@require_GET
def player(request: TableRequest, public_id: str) -> HttpResponse:
    """A player's page."""
    player = found(request, public_id)
    page = PlayerPage(
        name=player.name,
        face=face(player),
        archived=player.archived_at is not None,
        edit=reverse("edit_player", args=[public_id]) if writes(request) else "",
    )
    return render(request, "crew/player.html", {"page": page})
