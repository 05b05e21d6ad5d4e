"""Which phones are at their tables: noted by every look, and a page that is seen looks every 20 seconds."""

from __future__ import annotations

import time
from typing import Literal, TypeAlias

from django.core.cache import caches

from scoring.models import Game

Presence: TypeAlias = Literal["here", "away", "gone"]

#: Seconds since the last look: two that were missed are none yet, and a phone in a pocket comes back soon.
AWAY, GONE = 50, 600

_SEEN = caches["presence"]


def note(game: Game) -> None:
    """Notes that the phone which looks is here, if it has a seat."""
    if game.viewer_id in game.seated.values():
        _SEEN.set(_key(game, game.viewer_id), time.time(), GONE)


def of_seats(game: Game) -> dict[str, Presence]:
    """Where the phone of each seat is that has one."""
    if not game.seated:
        return {}
    keys = {name: _key(game, phone) for name, phone in game.seated.items()}
    seen = _SEEN.get_many(keys.values())
    return {name: _since(seen.get(key)) for name, key in keys.items()}


def _key(game: Game, phone: int) -> str:
    return f"{game.public_id}.{phone}"


def _since(last: float | None) -> Presence:
    if last is None:
        return "gone"
    return "here" if time.time() - last < AWAY else "away"
