"""The moves of Zarathustra, word for word those of docs/record.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.rules import engine


class Place(engine.Move, frozen=True, kw_only=True, tag="place"):
    """A player puts down `tile` as it lies, four letters clockwise from its top edge (3)."""

    names = ("player",)
    doer = "player"
    player: str
    tile: str
    at: str
    overruled: Annotated[str, Meta(min_length=1)] | None = None


class End(engine.Move, frozen=True, kw_only=True, tag="end"):
    """The table ends the game as it stands."""


Move = Place | End
