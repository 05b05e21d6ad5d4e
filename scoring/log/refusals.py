"""What the referee refused, noted beside the log."""

from __future__ import annotations

import json

from scoring.log.values import JsonObject
from scoring.log.writer import OpenGame
from scoring.models import Game, Refusal
from scoring.models.evidence import MOST_REFUSALS

#: Bytes of JSON; the longest move that a page of ours sends has some 500.
LONGEST_BODY = 2048


def refuse(table: OpenGame, *, body: JsonObject, outcome: JsonObject) -> Refusal | None:
    """Notes a refused move under the game's lock: one query to look, one to write.

    The version stays, so no other phone's page gets stale. None is returned where nothing is noted: for a
    body that no page sends, and in a game that had 500 refusals. The same tap sent twice is noted once.
    """
    if len(json.dumps(body).encode()) > LONGEST_BODY:
        return None
    game = table.game
    last = Refusal.objects.filter(game=game).order_by("-number").first()
    if last and (last.key, last.body) == (table.key, body):
        return last
    number = last.number + 1 if last else 1
    if number > MOST_REFUSALS:
        return None
    return Refusal.objects.create(
        game=game,
        number=number,
        after=game.version,
        key=table.key,
        body=body,
        outcome=outcome,
        actor_id=game.viewer_id,
    )


def refusals(game: Game) -> list[Refusal]:
    """Every refusal of a game, oldest first. One query."""
    return list(Refusal.objects.filter(game=game).order_by("number"))
