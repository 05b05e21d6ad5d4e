"""What is different on a table between two of its states, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.context import Consequence
from referee.rules.engine import AnyGame, State

#: What a phase means to the players; where it is somebody's turn, that says enough.
_PHASES = {
    "deal": "The next {unit} can be dealt.",
    "flip": "The first card has to be flipped.",
    "refill": "The field has to be filled again.",
    "out": "The last card can still be matched.",
    "count": "The cards left in hand are counted.",
    "bonus": "The bonus marks are counted.",
    "over": "The game is over.",
}


def differences(rules: AnyGame, was: State, becomes: State) -> Iterator[Consequence]:
    """Scores, hands, whose turn and what comes next, where they are not the same; states of one game."""
    before, after = rules.show(was), rules.show(becomes)
    for field, (one, many) in (("scores", rules.counts), ("hands", ("card", "cards"))):
        for name, number in after.get(field, {}).items():
            old = before[field].get(name)
            if number != old:
                instead = "" if old is None else f" instead of {old}"
                yield Consequence(text=f"{name}: {number} {one if number == 1 else many}{instead}.")
    if after.get("turn") and after["turn"] != before["turn"]:
        yield Consequence(text=f"It is {after['turn']}’s turn.")
    if after["phase"] != before["phase"] and (text := _PHASES.get(after["phase"])):
        yield Consequence(text=text.format(unit=rules.unit))
