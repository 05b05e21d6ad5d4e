"""Games that began on a day, and all that is counted of games."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone

from scoring.crew.visitor import Visitor
from scoring.models import Game, Night, Rating, Seat, Tally, Unrated
from tests.scoring.toy import Phone, new_game


def begun(visitor: Visitor, day: str, key: str = "") -> Phone:
    """A game of Ann and Bob that began at noon of a day."""
    game = new_game(visitor, key or f"0-on-{day}")
    noon = timezone.make_aware(dt.datetime.fromisoformat(f"{day}T12:00"))
    Game.objects.filter(pk=game.pk).update(created_at=noon)
    Seat.objects.filter(game=game).update(began_at=noon)
    return Phone(visitor, game.public_id)


def kept() -> list[Any]:
    """Everything that is derived from the games, without the keys that a second making would change."""
    return [
        list(Tally.objects.order_by("player", "game", "period").values("player", "game", "period", "facts")),
        list(
            Rating.objects.order_by("player", "game").values(
                "player", "game", "mu", "sigma", "games", "course"
            )
        ),
        list(Night.objects.order_by("day").values("day", "games")),
        list(Seat.objects.order_by("game", "place").values("name", "facts")),
        list(Unrated.objects.order_by("game").values("game")),
    ]
