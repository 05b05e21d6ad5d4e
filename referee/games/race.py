"""Two buzzes that met: who called what, when, and what can be said of the order."""

from __future__ import annotations

from typing import NamedTuple

from referee.rules.races import Order, Press, order
from referee.rules.sentences import joined


class Buzzed(NamedTuple):
    """Who called what (a word of `close_call`), and on whom, "" for nobody."""

    player: str
    event: str
    target: str = ""


class Race(NamedTuple):
    """Two buzzes, the earlier one first, as far as that is known.

    `number` is the later one's in the game. `presses` are what the phones measured; None where one of them
    has no time that can be true, or none at all: then `untimed` names whose.
    """

    number: int
    one: Buzzed
    two: Buzzed
    presses: tuple[Press, Press] | None = None
    untimed: tuple[str, ...] = ()

    @property
    def order(self) -> Order | None:
        """What was measured, if it was."""
        return order(*self.presses) if self.presses else None

    @property
    def text(self) -> str:
        """It in a sentence."""
        told = self.order
        if told is None:
            names = joined([f"{name}’s" for name in self.untimed])
            phones = "phones" if len(self.untimed) > 1 else "phone"
            return f"Pressed at once, but the clock of {names} {phones} is not known well enough."
        if told.sure:
            return (
                f"{self.one.player} {told.gap} ms before {self.two.player}, sure to within {told.doubt} ms."
            )
        return f"Too close to call: {told.gap} ms apart, sure to within {told.doubt} ms."
