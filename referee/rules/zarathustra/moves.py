"""The moves of Zarathustra, word for word those of RECORD.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.rules import engine


class Move(engine.Move, frozen=True, kw_only=True):
    """A move of this game."""


class Place(Move, frozen=True, kw_only=True, tag="place"):
    """`tile` as it lies, four letters clockwise from its top edge."""

    player: str
    tile: str
    at: str
    overruled: Annotated[str, Meta(min_length=1)] | None = None


class End(Move, frozen=True, kw_only=True, tag="end"):
    """The table stops here."""


Moves = Place | End
