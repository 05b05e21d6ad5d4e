"""The moves of Zero Zap, word for word those of RECORD.md."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from referee.rules import engine
from referee.rules.zero_zap.cards import Color

Number = Annotated[int, Meta(ge=0)]
Reason = Annotated[str, Meta(min_length=1)]


class Move(engine.Move, frozen=True, kw_only=True):
    #: The fields that name players.
    names: ClassVar[tuple[str, ...]] = ("player",)


class Deal(Move, frozen=True, kw_only=True, tag="deal"):
    names = ("dealer",)
    dealer: str


class Draw(Move, frozen=True, kw_only=True, tag="draw"):
    player: str
    cards: Literal[1, 2]


class Take(Move, frozen=True, kw_only=True, tag="take"):
    player: str
    card: str
    index: Number | None = None


class Laying(Move, frozen=True, kw_only=True):
    """A move that puts cards down: the table may overrule what is against the rules in it."""

    player: str
    overruled: Reason | None = None


class Meld(Laying, frozen=True, kw_only=True, tag="meld"):
    cards: tuple[str, ...]


class Add(Laying, frozen=True, kw_only=True, tag="add"):
    meld: Number
    cards: tuple[str, ...]


class Double(Laying, frozen=True, kw_only=True, tag="double"):
    color: Color


class Discard(Laying, frozen=True, kw_only=True, tag="discard"):
    names = ("player", "target")
    card: str
    target: str | None = None
    meld: Number | None = None
    color: Color | None = None
    passed: dict[str, Number] | None = None


class Zap(Laying, frozen=True, kw_only=True, tag="zap"):
    names = ("player", "target")
    target: str


class Pass(Move, frozen=True, kw_only=True, tag="pass"):
    player: str


class Count(Move, frozen=True, kw_only=True, tag="count"):
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


class Round(Move, frozen=True, kw_only=True, tag="round"):
    names = ()
    scores: dict[str, Sheet]


class Recount(Move, frozen=True, kw_only=True, tag="recount"):
    player: str
    cards: Number


class Void(Move, frozen=True, kw_only=True, tag="void"):
    names = ()


class End(Move, frozen=True, kw_only=True, tag="end"):
    names = ()


Moves = Deal | Draw | Take | Meld | Add | Double | Discard | Zap | Pass | Count | Round | Recount | Void | End
