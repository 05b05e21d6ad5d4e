"""The moves of Zero Zap, word for word those of docs/record.md."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.rules import engine
from referee.rules.zero_zap.cards import Color

Number = Annotated[int, Meta(ge=0)]


class Deal(engine.Move, frozen=True, kw_only=True, tag="deal"):
    """A round begins: seven cards to each (2)."""

    names = ("dealer",)
    dealer: str


class Draw(engine.Doing, frozen=True, kw_only=True, tag="draw"):
    """The turn begins with one card or two from the draw pile (3)."""

    cards: Literal[1, 2]


class Take(engine.Doing, frozen=True, kw_only=True, tag="take"):
    """The turn begins with a card of the lineup and all after it; `index` tells equal ones apart (3)."""

    card: str
    index: Number | None = None


class Laying(engine.Doing, frozen=True, kw_only=True):
    """A move that puts cards down: the table may overrule what is against the rules in it."""

    overruled: engine.Reason | None = None


class Meld(Laying, frozen=True, kw_only=True, tag="meld"):
    """A new set or run (4, 5)."""

    cards: tuple[str, ...]


class Add(Laying, frozen=True, kw_only=True, tag="add"):
    """Cards are added to one of the player's own sets or runs, counted from 0 (6)."""

    meld: Number
    cards: tuple[str, ...]


class Double(Laying, frozen=True, kw_only=True, tag="double"):
    """A double card is laid down (8)."""

    color: Color


class Discard(Laying, frozen=True, kw_only=True, tag="discard"):
    """The card that ends the turn; the other fields say how a special is followed (9, 10)."""

    names = ("player", "target")
    card: str
    target: str | None = None
    meld: Number | None = None
    color: Color | None = None
    passed: dict[str, Number] | None = None


class Zap(Laying, frozen=True, kw_only=True, tag="zap"):
    """Zero Zap as the last card, said to `target` (14)."""

    names = ("player", "target")
    target: str


class Pass(engine.Doing, frozen=True, kw_only=True, tag="pass"):
    """The turn of a player who has no card to discard ends (settled 2)."""


class Count(engine.Move, frozen=True, kw_only=True, tag="count"):
    """What one player still holds when somebody is out (12, 13)."""

    names = ("player",)
    player: str
    cards: Number
    zero_zap: bool = False


class Scored(Struct, frozen=True, forbid_unknown_fields=True):
    """A set or run as the calculator takes it: its colour and how many cards."""

    color: Color
    cards: Number


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One player's round as the calculator takes it; what is left out is none."""

    sets: tuple[Scored, ...] = ()
    runs: tuple[Scored, ...] = ()
    doubles: tuple[Color, ...] = ()
    out: bool = False
    held: Number = 0
    zero_zap: bool = False
    zapped: bool = False


class Round(engine.Move, frozen=True, kw_only=True, tag="round"):
    """A whole round at once, from the calculator (4 to 14)."""

    scores: dict[str, Sheet]


class Recount(engine.Move, frozen=True, kw_only=True, tag="recount"):
    """The table counted a hand, and it has so many cards."""

    names = ("player",)
    player: str
    cards: Number


class Void(engine.Move, frozen=True, kw_only=True, tag="void"):
    """The round is given up and scores nothing."""


class End(engine.Move, frozen=True, kw_only=True, tag="end"):
    """The table ends the game as it stands (15)."""


Move = Deal | Draw | Take | Meld | Add | Double | Discard | Zap | Pass | Count | Round | Recount | Void | End
