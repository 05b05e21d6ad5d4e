"""The moves of games of getting rid of cards, word for word those of docs/record.md."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.rules import engine
from referee.rules.races import Order, Press, order
from referee.rules.shedding.definition import Points

Number = Annotated[int, Meta(ge=0)]
Reason = Annotated[str, Meta(min_length=1)]
#: The `why` of a penalty for an intended false call; any other is for a play.
FALSE_CALL = "false call"
Event = Literal["zar", "gotcha", "play", "match", "draw", "last_card"]


class Move(engine.Move, frozen=True, kw_only=True):
    #: The fields that name players now at the table.
    names: ClassVar[tuple[str, ...]] = ("player",)


class Doing(Move, frozen=True, kw_only=True):
    """What `player` does themselves."""

    doer = "player"
    player: str


class Deal(Move, frozen=True, kw_only=True, tag="deal"):
    """`dealer` deals the next hand (ZAR 3 and 13.1, Game of Zar 2)."""

    names = ("dealer",)
    dealer: str


class Flip(Move, frozen=True, kw_only=True, tag="flip"):
    """`card` is turned over first, as the dealer's play (ZAR 3, Game of Zar 4); a reason is ignored."""

    names = ()
    never_sent = ("overruled",)
    card: str
    overruled: Reason | None = None


class Play(Doing, frozen=True, kw_only=True, tag="play"):
    """`player` plays `cards`, bottom to top, in turn or as a match (ZAR 4 and 5, Game of Zar 5 and 10).

    `declare` is the colour, symbol or number for a power card (ZAR 9.3, Game of Zar 8), `overruled` the
    table's reason to let a play stand that is against the rules.

    >>> Play(player="Ann", cards=("winged dragon",), declare="moon").cards
    ('winged dragon',)
    """

    cards: tuple[str, ...]
    declare: str | None = None
    overruled: Reason | None = None


class Draw(Doing, frozen=True, kw_only=True, tag="draw"):
    """`player` draws one card and the turn goes on (ZAR 4 B); there is none in the Game of Zar (5)."""


class Take(Doing, frozen=True, kw_only=True, tag="take"):
    """`player` draws all that wasps or draw twos ask for (ZAR 9.2.3, Game of Zar 9)."""


class Pass(Doing, frozen=True, kw_only=True, tag="pass"):
    """`player` draws one, unless this turn's card is drawn, and the turn ends (ZAR 4 C, Game of Zar 5)."""


class SayZar(Doing, frozen=True, kw_only=True, tag="zar"):
    """`player` says "ZAR", or "one" (ZAR 6, Game of Zar 7)."""


class Gotcha(Move, frozen=True, kw_only=True, tag="gotcha"):
    """`caller` calls GOTCHA on `target`, or asks for the count (ZAR 6 and 11.1, Game of Zar 7)."""

    names = ("caller", "target")
    doer = "caller"
    caller: str
    target: str


class Penalty(Move, frozen=True, kw_only=True, tag="penalty"):
    """`player` draws a penalty card, `why` says what for (ZAR 8 and 11.8, Game of Zar 19).

    `why` is the table's own text; FALSE_CALL alone has a meaning.
    """

    player: str
    why: str | None = None


class Illegal(Move, frozen=True, kw_only=True, tag="illegal"):
    """The play that was move number `move` was illegal: it is undone (ZAR 8, Game of Zar settled 11)."""

    names = ()
    move: Number


class CloseCall(Move, frozen=True, kw_only=True, tag="close_call"):
    """Which of two `events` by two `players`, in the same order, stands (ZAR 10, Game of Zar 21).

    `knocked_by` and `underneath` name players: who knocked cards off, and whose card is underneath. `toss` is
    who won a coin toss (Game of Zar). `buzzes` are what the phones of the two measured.
    """

    names = ("players", "knocked_by", "underneath", "toss")
    never_sent = ("buzzes",)
    events: tuple[Event, Event]
    players: tuple[str, str]
    knocked_by: str | None = None
    underneath: str | None = None
    toss: str | None = None
    buzzes: tuple[Press, Press] | None = None

    @property
    def measured(self) -> Order | None:
        """What the buzzes say, None where there are none."""
        return order(*self.buzzes) if self.buzzes else None


class Out(Move, frozen=True, kw_only=True, tag="out"):
    """Nobody matched the last card of `player`: the hand is won (ZAR 6, Game of Zar 12)."""

    player: str


class Count(Move, frozen=True, kw_only=True, tag="count"):
    """What `player` still holds, as `cards` or as `points` (ZAR 6, Game of Zar 20)."""

    player: str
    cards: tuple[str, ...] | None = None
    points: Points | None = None


class Join(Move, frozen=True, kw_only=True, tag="join"):
    """`player` sits down after `after`, or as the last (ZAR 11.6, Game of Zar settled 13)."""

    names = ("after",)
    player: Annotated[str, Meta(min_length=1)]
    after: str | None = None


class Quit(Move, frozen=True, kw_only=True, tag="quit"):
    """`player` leaves between hands (ZAR 11.6, Game of Zar settled 13)."""

    player: str


class Recount(Move, frozen=True, kw_only=True, tag="recount"):
    """The table counted the hand of `player`: it has so many `cards` (ZAR 11.7, Game of Zar 7)."""

    player: str
    cards: Annotated[int, Meta(ge=1)]


class Void(Move, frozen=True, kw_only=True, tag="void"):
    """The running hand is given up (ZAR settled 22, Game of Zar settled 10)."""

    names = ()


class End(Move, frozen=True, kw_only=True, tag="end"):
    """The game ends as it stands (ZAR settled 19, Game of Zar settled 13)."""

    names = ()


Turns = Play | Draw | Take | Pass | Out
Calls = SayZar | Gotcha | Penalty | Illegal | CloseCall
Hands = Deal | Flip | Count | Join | Quit | Recount | Void | End
Moves = Turns | Calls | Hands
