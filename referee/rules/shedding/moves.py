"""The moves of ZAR and of the Game of Zar, word for word those of RECORD.md."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.rules import engine
from referee.rules.shedding.state import Points

Number = Annotated[int, Meta(ge=0)]
Reason = Annotated[str, Meta(min_length=1)]
Event = Literal["zar", "gotcha", "play", "match", "draw", "last_card"]


class Move(engine.Move, frozen=True, kw_only=True):
    #: The fields that name players now at the table.
    names: ClassVar[tuple[str, ...]] = ("player",)


class Deal(Move, frozen=True, kw_only=True, tag="deal"):
    names = ("dealer",)
    dealer: str


class Flip(Move, frozen=True, kw_only=True, tag="flip"):
    names = ()
    card: str
    overruled: Reason | None = None


class Play(Move, frozen=True, kw_only=True, tag="play"):
    player: str
    cards: tuple[str, ...]
    declare: str | None = None
    overruled: Reason | None = None


class Draw(Move, frozen=True, kw_only=True, tag="draw"):
    player: str


class Take(Move, frozen=True, kw_only=True, tag="take"):
    player: str


class Pass(Move, frozen=True, kw_only=True, tag="pass"):
    player: str


class SayZar(Move, frozen=True, kw_only=True, tag="zar"):
    player: str


class Gotcha(Move, frozen=True, kw_only=True, tag="gotcha"):
    names = ("caller", "target")
    caller: str
    target: str


class Penalty(Move, frozen=True, kw_only=True, tag="penalty"):
    player: str
    why: str | None = None


class Illegal(Move, frozen=True, kw_only=True, tag="illegal"):
    names = ()
    move: Number


class CloseCall(Move, frozen=True, kw_only=True, tag="close_call"):
    names = ("players", "knocked_by", "underneath", "toss")
    events: tuple[Event, Event]
    players: tuple[str, str]
    knocked_by: str | None = None
    underneath: str | None = None
    toss: str | None = None


class Out(Move, frozen=True, kw_only=True, tag="out"):
    player: str


class Count(Move, frozen=True, kw_only=True, tag="count"):
    player: str
    cards: tuple[str, ...] | None = None
    points: Points | None = None


class Join(Move, frozen=True, kw_only=True, tag="join"):
    names = ("after",)
    player: Annotated[str, Meta(min_length=1)]
    after: str | None = None


class Quit(Move, frozen=True, kw_only=True, tag="quit"):
    player: str


class Recount(Move, frozen=True, kw_only=True, tag="recount"):
    player: str
    cards: Annotated[int, Meta(ge=1)]


class Void(Move, frozen=True, kw_only=True, tag="void"):
    names = ()


class End(Move, frozen=True, kw_only=True, tag="end"):
    names = ()


Moves = (
    Deal
    | Flip
    | Play
    | Draw
    | Take
    | Pass
    | SayZar
    | Gotcha
    | Penalty
    | Illegal
    | CloseCall
    | Out
    | Count
    | Join
    | Quit
    | Recount
    | Void
    | End
)
