"""The moves of the score sheet, word for word those of docs/record.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.rules import engine

#: No shelf has a game that counts a billion, and sums stay exact.
_LIMIT = 1_000_000_000
Number = Annotated[int, Meta(ge=-_LIMIT, le=_LIMIT)] | Annotated[float, Meta(ge=-_LIMIT, le=_LIMIT)]


class Round(engine.Move, frozen=True, kw_only=True, tag="round"):
    """A round is written down: a number for everybody at the table, and what the round is called (1)."""

    scores: dict[str, Number]
    name: str | None = None


class Join(engine.Move, frozen=True, kw_only=True, tag="join"):
    """A player sits down, new or back again, to the left of `after` or last (2)."""

    names = ("after",)
    player: Annotated[str, Meta(min_length=1)]
    after: str | None = None


class Quit(engine.Move, frozen=True, kw_only=True, tag="quit"):
    """A player leaves the table (2)."""

    names = ("player",)
    player: str


class End(engine.Move, frozen=True, kw_only=True, tag="end"):
    """The table ends the game as it stands (3)."""


Move = Round | Join | Quit | End
