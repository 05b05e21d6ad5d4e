"""What the pages of a crew's games say, in words, and what its records are. Faces are pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup

from scoring.crew.visitor import Visitor
from scoring.models import Game
from tests.table.page import client_of, words


def said_of(visitor: Visitor) -> dict[str, str]:
    """The words of every page about each game, and its record, by their addresses."""
    client = client_of(visitor)
    games = Game.objects.visible_to(visitor).order_by("pk")
    return {address: _words(client.get(address)) for game in games for address in _addresses(game)}


def _addresses(game: Game) -> Iterator[str]:
    yield from (f"/t/{game.public_id}/{page}" for page in ("", "?sheet=menu", "?sheet=dispute", "log/"))
    yield from (f"/games/{game.public_id}/{page}" for page in ("", "board/", "replay/", "record.json"))
    if game.length:
        yield f"/t/{game.public_id}/correct/{game.length}/"


def _words(response: Any) -> str:
    data: str = response.getvalue().decode()
    if response["Content-Type"] == "application/json":
        return data
    page = BeautifulSoup(data, "lxml")
    for face in page.select(".face"):
        face.decompose()
    return words(page.body)
