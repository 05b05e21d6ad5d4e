"""Which phones are at their tables: noted by every look, and a page that is seen looks every 20 seconds."""

from __future__ import annotations

import time
from typing import Literal, TypeAlias

from referee.stream.hub import HUB
from scoring.models import Game

Presence: TypeAlias = Literal["here", "away", "gone"]

#: Seconds since the last look: two that were missed are none yet, and a phone in a pocket comes back soon.
AWAY, GONE = 50, 600


def note(game: Game) -> None:
    """Notes that the phone which looks is here, if it has a seat."""
    if game.viewer_id in game.seated.values():
        HUB.record_presence(game.public_id, game.viewer_id)


def of_seats(game: Game) -> dict[str, Presence]:
    """Where the phone of each seat is that has one."""
    return {name: _where(HUB.last_seen(game.public_id, phone)) for name, phone in game.seated.items()}


def _where(last: float) -> Presence:
    since = time.time() - last
    if since >= GONE:
        return "gone"
    return "here" if since < AWAY else "away"
