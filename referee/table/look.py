"""What a presenter is given to draw a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.http import QueryDict

from referee.rules.engine import Fold
from referee.table.play import Answer
from scoring.models import Game


@dataclass(frozen=True)
class Look:
    """One look at a table. `asked` is the query that opens a sheet, `answer` what came of a tap.

    `outcome` is what the referee said of the last move in force; `hand` folds the running hand, for sheets
    that list its moves; `now` is the local time of the table. `taste` is the way of showing the game that
    this phone has chosen, "" for the usual one; what the words mean is the presenter's.
    """

    game: Game
    state: Any
    key: str
    url: str
    live: str
    now: datetime
    outcome: Mapping[str, Any]
    hand: Callable[[], Fold[Any, Any]]
    asked: QueryDict = field(default_factory=QueryDict)
    answer: Answer | None = None
    taste: str = ""

    def ends_at(self, clock: str) -> datetime:
        """When the clock next shows `HH:MM` after the game began."""
        began = self.game.created_at.astimezone(self.now.tzinfo)
        hour, minute = map(int, clock.split(":"))
        end = began.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return end if end > began else end + timedelta(days=1)
