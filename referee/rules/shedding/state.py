"""What a table agrees on, and the states that both games pass through, as docs/record.md shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from msgspec import Meta, Struct, field

from referee.rules import engine

Positive = Annotated[int, Meta(ge=1)]
#: No table counts a million, and a database has to hold the sum.
Points = Annotated[int, Meta(ge=0, le=1_000_000)]


class Ending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the game is over: any of these together; none of them, and only `end` ends it."""

    score: Positive | None = None
    hands: Positive | None = None
    time: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")] | None = None


class Clauses(Struct, frozen=True, kw_only=True):
    """Where a game's rulebook has what both games do alike."""

    deal: str
    entry: str
    count: str
    scale: str
    lowest: str
    goal: str
    reached: str
    next_dealer: str
    ending: str
    joining: str
    seats: str
    most_players: str
    void: str
    recount: str
    debt: str
    illegal: str
    last_card: str


class Agreed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table agrees on before the game; each game adds its deck and its scale."""

    clauses: ClassVar[Clauses]
    #: Every card that the game knows, at this table or not.
    names: ClassVar[frozenset[str]]
    #: What a quick tracker may say instead of a card.
    kinds: ClassVar[tuple[str, ...]]
    #: For each kind that needs a declaration, the words that may be declared.
    declared: ClassVar[Mapping[str, tuple[str, ...]]]

    end: Ending = field(default_factory=lambda: Ending(score=50))
    track: Literal["full", "quick"] = "full"
    next_dealer: Literal["rotate", "winner"] = "rotate"

    @property
    def most_players(self) -> int:
        """How many may sit down."""
        raise NotImplementedError

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another."""
        raise NotImplementedError

    @property
    def deck(self) -> int:
        """How many cards there are in all."""
        raise NotImplementedError

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the different cards at this table."""
        raise NotImplementedError

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt."""
        raise NotImplementedError

    def copies(self, card: str) -> int:
        """How many of a card or kind there are."""
        raise NotImplementedError

    def kind(self, card: str) -> str:
        """The kind of a card; a kind is its own kind."""
        raise NotImplementedError

    def cost(self, card: str) -> int:
        """The points that a card left in a hand costs."""
        raise NotImplementedError


#: Covariant: a table of ZAR is a table of whatever was agreed on.
AgreedT_co = TypeVar("AgreedT_co", bound=Agreed, covariant=True)


class Top(Struct, frozen=True):
    """The last play: its cards as played, and what the next card has to meet.

    `identity` is the card that the play stands for: the uppermost, but a chameleon's is the one it assumed.
    """

    cards: tuple[str, ...]
    by: str
    identity: str
    color: str | None
    symbol: str | None


class Table(engine.State, Generic[AgreedT_co], frozen=True, kw_only=True):
    """What lasts from hand to hand. `scores` has those who quit too."""

    options: AgreedT_co
    scores: dict[str, int]
    hand: int


class Between(Table[AgreedT_co], frozen=True, kw_only=True, tag="deal"):
    """Between hands; `dealer` is the one proposed, `gained` what the last hand cost everyone."""

    dealer: str | None
    gained: dict[str, int] = {}


class Over(Table[AgreedT_co], frozen=True, kw_only=True, tag="over"):
    """The game is over; `gained` is what the last hand cost everyone."""

    winners: tuple[str, ...]
    gained: dict[str, int] = {}


class Dealt(Table[AgreedT_co], frozen=True, kw_only=True):
    """A hand that runs."""

    dealer: str
    hands: dict[str, int]
    drawpile: int


class Flipping(Dealt[AgreedT_co], frozen=True, kw_only=True, tag="flip"):
    """Dealt; the first card has to be turned over."""


class Laid(Dealt[AgreedT_co], frozen=True, kw_only=True):
    """A hand with a Playpile; `laid` counts the cards in it, `direction` is 1 when clockwise, else -1."""

    top: Top
    playpile: int
    laid: dict[str, int]
    direction: int


class Live(Laid[AgreedT_co], frozen=True, kw_only=True):
    """Cards can be played; each game makes of it its `play`, and its `out` with a last card lying."""

    turn: str
    matchable: bool
    draw_count: int
    owes: tuple[str, ...]


class Counting(Laid[AgreedT_co], frozen=True, kw_only=True, tag="count"):
    """The hand is won by `out`; `counted` has the points taken so far, `laid` the cards seen so far.

    `outstanding` says who drew how many cards after the last one was played.
    """

    out: str
    counted: dict[str, int]
    outstanding: dict[str, int]


def around(players: tuple[str, ...], start: str, steps: int) -> str:
    """The player `steps` seats clockwise from `start` (counterclockwise when negative).

    >>> around(("Ann", "Bob", "Cat"), "Cat", 1), around(("Ann", "Bob", "Cat"), "Ann", -2)
    ('Ann', 'Bob')
    """
    return players[(players.index(start) + steps) % len(players)]


def show(state: Table[Agreed]) -> engine.Json:
    """The state in the words of docs/record.md, with every field of its table."""
    top = state.top if isinstance(state, Laid) else None
    live = state if isinstance(state, Live) else None
    return {
        "phase": state.phase,
        "players": list(state.players),
        "dealer": state.dealer if isinstance(state, Between | Dealt) else None,
        "turn": live.turn if live else None,
        "direction": "counterclockwise" if isinstance(state, Laid) and state.direction < 0 else "clockwise",
        "top": top and {"cards": list(top.cards), "by": top.by, "color": top.color, "symbol": top.symbol},
        "matchable": live is not None and live.matchable,
        "draw_count": live.draw_count if live else 0,
        "hands": dict(state.hands) if isinstance(state, Dealt) else dict.fromkeys(state.players, 0),
        "drawpile": state.drawpile if isinstance(state, Dealt) else 0,
        "playpile": state.playpile if isinstance(state, Laid) else 0,
        "owes_zar": [name for name in state.players if live and name in live.owes],
        "out": getattr(state, "out", None),
        "hand": state.hand,
        "scores": dict(state.scores),
        "winners": list(state.winners) if isinstance(state, Over) else [],
    }


def out_of(state: object) -> str | None:
    """Who laid the last card that can still be matched; None if nobody did."""
    return getattr(state, "out", None) if isinstance(state, Live) else None
