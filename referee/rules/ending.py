"""Why a game is over that is played to a score, or for so many hands or rounds."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.engine import Cite
from referee.rules.sentences import Facts


def reached(rule: str, scores: Mapping[str, int | float], limit: float | None) -> Cite | None:
    """That the score played to is reached, and by whom: those with the most; None while nobody has it."""
    most = max(scores.values(), default=0)
    if limit is None or most < limit:
        return None
    names = [name for name, score in scores.items() if score == most]
    facts: Facts = {"names": names, "n": most, "limit": limit}
    return Cite(rule, "{names} reached {n}: the game was to {limit}.", facts)


def played(rule: str, message: str, number: int, limit: int | None) -> Cite | None:
    """That as many hands or rounds are played as were agreed on; None while they are not."""
    if limit is None or number < limit:
        return None
    return Cite(rule, message, {"n": number, "limit": limit})
