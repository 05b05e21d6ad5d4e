"""What is different on a table between two of its states, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.rules.engine import Game
from referee.table.page_context import Consequence


def differences(rules: Game[Any, Any], was: Any, becomes: Any) -> Iterator[Consequence]:
    """Scores, hands, whose turn and the phase, where they are not the same; both are states of the game."""
    before, after = rules.show(was), rules.show(becomes)
    for field, (one, many) in (("scores", rules.counts), ("hands", ("card", "cards"))):
        for name, number in after.get(field, {}).items():
            old = before[field].get(name)
            if number != old:
                instead = "" if old is None else f" instead of {old}"
                yield Consequence(text=f"{name}: {number} {one if number == 1 else many}{instead}.")
    for field, text in (("turn", "It is {}’s turn."), ("phase", "The table is in: {}.")):
        if after.get(field) and after[field] != before[field]:
            yield Consequence(text=text.format(after[field]))
