"""What a game hands on to the next one by the same people."""

from __future__ import annotations

from scoring.models import Game, Seat


def names_now(game: Game) -> dict[str, str]:
    """What those who played are called today, by the names that they had in the game. One query."""
    seats = Seat.objects.filter(game=game).select_related("player").order_by("place")
    return {seat.name: seat.player.name for seat in seats}


def rematch_key(game: Game) -> str:
    """The key of the game's rematch, the same until that one is over: so two taps start one. One query."""
    mine = f"rematch-{game.public_id}-"
    played = Game.objects.filter(crew=game.crew_id, key__startswith=mine, finished_at__isnull=False)
    return f"{mine}{played.count() + 1}"
