"""Games that a crew has played, from beginning to end, on any day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from scoring.crew.visitor import Visitor
from scoring.models import Game, Player, Seat
from scoring.statistics.counting import count_ended
from tests.crew.games import tap
from tests.table.page import new_game

Raw = dict[str, Any]


def tell(visitor: Visitor, game: Game, *moves: Raw, day: str = "") -> Game:
    """Makes the moves, all of which are accepted, as if on a day; returns the game as it is then, counted."""
    for move in moves:
        tap(visitor, game, move)
    found = Game.objects.get(pk=game.pk)
    count_ended(dated(found, day) if day else found)
    return Game.objects.get(pk=game.pk)


def dated(game: Game, day: str) -> Game:
    """The game as if it had been played on the evening of a day."""
    began = timezone.make_aware(datetime.fromisoformat(f"{day}T20:00:00"))
    ended = began + timedelta(hours=1) if game.finished_at else None
    Game.objects.filter(pk=game.pk).update(created_at=began, finished_at=ended)
    Seat.objects.filter(game=game).update(began_at=began)
    game.refresh_from_db()
    return game


def sheet(
    visitor: Visitor, *rounds: Raw, day: str = "2026-11-21", names: str = "", title: str = "", **options: Any
) -> Game:
    """A score sheet of these rounds, ended: the highest total wins, if nothing else was agreed."""
    game = new_game(visitor, names or " ".join(rounds[0]), "score_sheet", title=title, **options)
    moves: list[Raw] = [{"do": "round", "scores": scores} for scores in rounds]
    return tell(visitor, game, *moves, {"do": "end"}, day=day)


def zar(visitor: Visitor, day: str = "2026-11-21", names: str = "Ann Bob Cat", **points: int) -> Game:
    """A game of ZAR of one hand: the first player wins it, the others count these points."""
    first, *others = names.split()
    game = new_game(visitor, names, "zar", end={"hands": 1})
    moves: list[Raw] = [
        {"do": "deal", "dealer": others[-1]},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": first, "cards": 1},
        {"do": "play", "player": first, "cards": ["blue moon"]},
        {"do": "out", "player": first},
        *({"do": "count", "player": name, "points": points.get(name, 7)} for name in others),
    ]
    return tell(visitor, game, *moves, day=day)


def address(name: str, part: str = "") -> str:
    """The address of a player's page, or of a part of it."""
    return f"/players/{Player.objects.get(name=name).public_id}/{part}"
