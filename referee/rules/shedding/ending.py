"""Why a game is over: what was agreed on, and what was reached."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.rules.shedding.state import Agreed, Over


class Ended(Struct, frozen=True):
    """What ended a game: a score that `who` reached with so many `points`, the last hand, or the table.

    `limit` is the score or the number of hands that was agreed on.
    """

    by: Literal["score", "hands", "table"]
    limit: int = 0
    who: tuple[str, ...] = ()
    points: int = 0


def why_over(state: Over[Agreed]) -> Ended:
    """What ended this game; a score comes before the number of hands, as in the rules."""
    end = state.options.end
    most = max((state.scores[name] for name in state.players), default=0)
    if end.score is not None and most >= end.score:
        who = tuple(name for name in state.players if state.scores[name] == most)
        return Ended("score", end.score, who, most)
    if end.hands is not None and state.hand >= end.hands:
        return Ended("hands", end.hands)
    return Ended("table")
