"""The moves of NumZumZero, word for word those of docs/record.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.rules import engine

#: Bonus tokens of one player; the limit only keeps sums within what a database column holds.
Tokens = Annotated[int, Meta(ge=0, le=1_000_000)]


class Deal(engine.Move, frozen=True, kw_only=True, tag="deal"):
    """Hands are dealt, `lead` begins, and `columns` has the card turned over for each column (2 to 4)."""

    names = ("lead",)
    never_sent = ("overruled",)
    lead: str
    columns: tuple[str, ...]
    overruled: engine.Reason | None = None


class Play(engine.Doing, frozen=True, kw_only=True, tag="play"):
    """A player's turn: one card on a column, counted from 1 (5 to 10)."""

    card: str
    column: int = 0
    overruled: engine.Reason | None = None


class Refill(engine.Move, frozen=True, kw_only=True, tag="refill"):
    """The cards turned over after the whole field was emptied, from the first column on (9)."""

    never_sent = ("overruled",)
    columns: tuple[str, ...]
    overruled: engine.Reason | None = None


class Bonus(engine.Move, frozen=True, kw_only=True, tag="bonus"):
    """What the bonus marks in a player's Collection Pile add, 0 too, at the end of an Advanced game (14)."""

    names = ("player",)
    player: str
    tokens: Tokens


class End(engine.Move, frozen=True, kw_only=True, tag="end"):
    """The table ends the game as it stands."""


Move = Deal | Play | Refill | Bonus | End
