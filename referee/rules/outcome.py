"""What the referee said of a move, as the log keeps it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.rules.sentences import Facts


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence of a ruling, its clause, the message and facts it was made from, and the event it tells."""

    rule: str
    message: str
    facts: Facts
    text: str
    event: str = ""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was said of a move, and what it came to.

    `gained` is what it did to each player's score, if it did. For the statistics there is by player `feats`,
    which add up, and the `most` of something at once, and in `undoes` the number of the move from which on
    what was done is undone, 0 for none. `say`, `kind` and `favours` are those of docs/record.md.
    """

    rulings: tuple[Said, ...] = ()
    gained: Mapping[str, int | float] = {}
    feats: Mapping[str, Mapping[str, int | float]] = {}
    most: Mapping[str, Mapping[str, int | float]] = {}
    undoes: int = 0
    say: str = ""
    kind: str = ""
    favours: str = ""


def read(outcome: object) -> Outcome:
    """The outcome in a value that the log kept. Raises msgspec.ValidationError for what never was one."""
    return msgspec.convert(outcome, Outcome)
