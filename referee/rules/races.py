"""Which of two buzzes came first, as two phones measured it: a pure reckoning, without a clock of its own.

A phone tells when its buzzer was pressed by the server's clock, and its doubt: half the round trip of the
exchange by which it set its clock, and what it may have drifted since. However the delay was shared between
there and back, a clock is no farther off than its doubt. Two are not off by all of it at once and in opposite
ways: their doubts together are the root of the sum of their squares (docs/decisions/0033).
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

import msgspec

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a buzzer was pressed, from any moment on that both have alike, and the doubt; milliseconds.

    >>> Press(at=84, doubt=7)
    Press(at=84, doubt=7)
    """

    at: Milliseconds
    doubt: Milliseconds


class Order(NamedTuple):
    """The place of who was first, the gap and the doubt in milliseconds, and whether that is sure."""

    first: int
    gap: int
    doubt: int

    @property
    def sure(self) -> bool:
        """Whether the gap is larger than the doubt; else nobody can say who was first."""
        return self.gap > self.doubt


def order(one: Press, two: Press) -> Order:
    """The order of two presses.

    >>> order(Press(at=0, doubt=5), Press(at=84, doubt=7))
    Order(first=0, gap=84, doubt=9)
    """
    return Order(int(two.at < one.at), abs(two.at - one.at), math.ceil(math.hypot(one.doubt, two.doubt)))
