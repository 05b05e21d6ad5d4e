"""The moves of NumZumZero, word for word those of RECORD.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.rules import engine

Reason = Annotated[str, Meta(min_length=1)]
#: Bonus tokens of one player; the limit only keeps sums within what a database column holds.
Tokens = Annotated[int, Meta(ge=0, le=1_000_000)]


class Move(engine.Move, frozen=True, kw_only=True):
    """A move of this game."""


class Deal(Move, frozen=True, kw_only=True, tag="deal"):
    lead: str
    columns: tuple[str, ...]
    overruled: Reason | None = None


class Play(Move, frozen=True, kw_only=True, tag="play"):
    player: str
    card: str
    column: int
    overruled: Reason | None = None


class Refill(Move, frozen=True, kw_only=True, tag="refill"):
    columns: tuple[str, ...]
    overruled: Reason | None = None


class Bonus(Move, frozen=True, kw_only=True, tag="bonus"):
    player: str
    tokens: Tokens


class End(Move, frozen=True, kw_only=True, tag="end"):
    """The table stops here."""


Moves = Deal | Play | Refill | Bonus | End
