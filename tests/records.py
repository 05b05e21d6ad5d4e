"""Records, replayed with every game that there is."""

from __future__ import annotations

from functools import partial

from referee.games.registry import GAMES
from referee.rules import record

replay = partial(record.replay, games=GAMES)
