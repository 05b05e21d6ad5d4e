"""The moves of the score sheet, word for word those of RECORD.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.rules import engine

#: No shelf has a game that counts a billion, and sums stay exact.
_LIMIT = 1_000_000_000
Number = Annotated[int, Meta(ge=-_LIMIT, le=_LIMIT)] | Annotated[float, Meta(ge=-_LIMIT, le=_LIMIT)]


class Move(engine.Move, frozen=True, kw_only=True):
    """A move of this game."""


class Round(Move, frozen=True, kw_only=True, tag="round"):
    scores: dict[str, Number]
    name: str | None = None


class Join(Move, frozen=True, kw_only=True, tag="join"):
    player: Annotated[str, Meta(min_length=1)]
    after: str | None = None


class Quit(Move, frozen=True, kw_only=True, tag="quit"):
    player: str


class End(Move, frozen=True, kw_only=True, tag="end"):
    """The table stops here."""


Moves = Round | Join | Quit | End
