"""The states of a ZAR table: one struct for each phase, and how RECORD.md shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from referee.rules import engine
from referee.rules.zar import cards

Positive = Annotated[int, Meta(ge=1)]
#: No table counts a million, and a database has to hold the sum.
Points = Annotated[int, Meta(ge=0, le=1_000_000)]


class Ending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the game is over (settled 19): any of these together; none of them, and only `end` ends it."""

    score: Positive | None = None
    hands: Positive | None = None
    time: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")] | None = None


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card left in a hand costs, by kind."""

    plain: Points = 1
    crab: Points = 2
    frog: Points = 2
    wasp: Points = 3
    peacock: Points = 4
    dragon: Points = 5
    chameleon: Points = 6


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table agrees on before the game."""

    half_decks: Annotated[int, Meta(ge=2, le=8)] = 2
    chameleons: Points = 0
    next_dealer: Literal["rotate", "winner"] = "rotate"
    points: Scale = Scale()
    end: Ending = field(default_factory=lambda: Ending(score=50))
    track: Literal["full", "quick"] = "full"

    @property
    def most_players(self) -> int:
        """How many may sit down (3, 13.1)."""
        return 9 if self.half_decks == 2 else 14

    @property
    def deck(self) -> int:
        """How many cards there are in all."""
        return len(cards.CARDS) * self.half_decks + self.chameleons

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt (3, 13.1, settled 12)."""
        return max(10 - players, 3) if self.half_decks == 2 else min(max(15 - players, 3), 10)

    def copies(self, card: str) -> int:
        """How many of a card or kind there are."""
        return cards.copies(card, self.half_decks, self.chameleons)


class Top(Struct, frozen=True):
    """The last play: its cards as laid, and what the next card has to meet.

    `identity` is the card that the play stands for: a Chameleon's is the one it assumed.
    """

    cards: tuple[str, ...]
    by: str
    identity: str
    color: str | None
    symbol: str | None


class Table(engine.State, frozen=True, kw_only=True):
    """What lasts from hand to hand. `scores` has those who quit too."""

    options: Options
    players: tuple[str, ...]
    scores: dict[str, int]
    hand: int


class Between(Table, frozen=True, kw_only=True, tag="deal"):
    """Between hands; `dealer` is the one proposed, `gained` what the last hand cost everyone."""

    dealer: str | None
    gained: dict[str, int] = {}


class Over(Table, frozen=True, kw_only=True, tag="over"):
    """The game is over; `gained` is what the last hand cost everyone."""

    winners: tuple[str, ...]
    gained: dict[str, int] = {}


class Dealt(Table, frozen=True, kw_only=True):
    """A hand that runs."""

    dealer: str
    hands: dict[str, int]
    drawpile: int


class Flipping(Dealt, frozen=True, kw_only=True, tag="flip"):
    """Dealt; the first card has to be turned over."""


class Laid(Dealt, frozen=True, kw_only=True):
    """A hand with a Playpile; `laid` counts what lies in it, `direction` is 1 when clockwise, else -1."""

    top: Top
    playpile: int
    laid: dict[str, int]
    direction: int


class Live(Laid, frozen=True, kw_only=True):
    """Cards can be played.

    `links` and `frogs` count the plays and the Frogs of the chain on top (settled 4), no Frogs after a pass;
    `run` the top player's own cards in an unbroken run (settled 16); `drawn` says that `turn` drew by option
    B, `penalties` counts cards towards 11.9.
    """

    turn: str
    matchable: bool
    draw_count: int
    links: int
    frogs: int
    run: int
    drawn: bool
    owes: tuple[str, ...]
    penalties: dict[str, int]


class Playing(Live, frozen=True, kw_only=True, tag="play"):
    """The ordinary case: somebody's turn."""


class Waiting(Live, frozen=True, kw_only=True, tag="out"):
    """The last card of `out` lies; it is won when nobody matches (settled 6)."""

    out: str


class Counting(Laid, frozen=True, kw_only=True, tag="count"):
    """The hand is won by `out`; `counted` has the points taken so far, `laid` the cards seen so far.

    `outstanding` says who drew how many cards after the last one lay (settled 7).
    """

    out: str
    counted: dict[str, int]
    outstanding: dict[str, int]


States = Between | Flipping | Playing | Waiting | Counting | Over


def as_live(state: Live, *, out: str | None) -> Playing | Waiting:
    """The same table as waiting for a match on `out`, or, with None, as being played."""
    fields = {name: getattr(state, name) for name in Live.__struct_fields__}
    return Playing(**fields) if out is None else Waiting(**fields, out=out)


def around(players: tuple[str, ...], start: str, steps: int) -> str:
    """The player `steps` seats clockwise from `start` (counterclockwise when negative)."""
    return players[(players.index(start) + steps) % len(players)]


def show(state: States) -> dict[str, Any]:
    """The state in the words of RECORD.md, with every field of its table."""
    top = state.top if isinstance(state, Laid) else None
    live = state if isinstance(state, Live) else None
    return {
        "phase": state.phase,
        "players": list(state.players),
        "dealer": None if isinstance(state, Over) else state.dealer,
        "turn": live.turn if live else None,
        "direction": "counterclockwise" if isinstance(state, Laid) and state.direction < 0 else "clockwise",
        "top": top and {"cards": list(top.cards), "by": top.by, "color": top.color, "symbol": top.symbol},
        "matchable": live is not None and live.matchable,
        "draw_count": live.draw_count if live else 0,
        "hands": dict(state.hands) if isinstance(state, Dealt) else dict.fromkeys(state.players, 0),
        "drawpile": state.drawpile if isinstance(state, Dealt) else 0,
        "playpile": state.playpile if isinstance(state, Laid) else 0,
        "owes_zar": [name for name in state.players if live and name in live.owes],
        "out": state.out if isinstance(state, Waiting | Counting) else None,
        "hand": state.hand,
        "scores": dict(state.scores),
        "winners": list(state.winners) if isinstance(state, Over) else [],
    }
