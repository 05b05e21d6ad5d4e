"""The records of a crew's games, as they are downloaded."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from scoring.crew.visitor import Visitor
from scoring.models import Game
from tests.table.page import client_of


def records_of(visitor: Visitor) -> dict[str, str]:
    """The record of each game by its address."""
    client = client_of(visitor)
    games = Game.objects.visible_to(visitor).order_by("pk")
    addresses = [reverse("record", args=[game.public_id]) for game in games]
    return {address: _text(client.get(address)) for address in addresses}


def _text(response: Any) -> str:
    return str(response.getvalue().decode())
