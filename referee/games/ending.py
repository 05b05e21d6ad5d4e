"""Why a game is over, in words: by its rules, by the clock, or by the table."""

from __future__ import annotations

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.rules.engine import Cite


def why_over(look: AnyLook, cite: Cite | None, *, rule: str, clock: str | None = None) -> Cited:
    """What the rules say ended the game; without that the agreed `clock` did, if it had come, or the table.

    `rule` is the clause of those two.
    """
    if cite:
        return Cited(text=cite.text, rule=cite.rule)
    ended = look.about.finished_at
    if clock and ended and ended >= look.ends_at(clock):
        return Cited(text=f"It was past {clock}, the agreed end.", rule=rule)
    return Cited(text="The table ended it.", rule=rule)
