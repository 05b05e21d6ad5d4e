"""What a table agrees on, and the states that every game passes through, as docs/record.md shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, ClassVar, Generic, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct, field

from referee.rules import engine
from referee.rules.shedding.definition import Card, Says

Positive = Annotated[int, Meta(ge=1)]


class Ending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the game is over: any of these together; none of them, and only `end` ends it."""

    score: Positive | None = None
    hands: Positive | None = None
    time: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")] | None = None


class Agreed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table agrees on before the game; each game adds its deck and what its cards cost."""

    says: ClassVar[Says]
    #: Every card by its name, at this table or not, and every kind that a quick tracker may say instead.
    shown: ClassVar[Mapping[str, Card]]
    names: ClassVar[frozenset[str]]
    kinds: ClassVar[tuple[str, ...]]
    #: For each kind that needs a declaration, the words that may be declared.
    declared: ClassVar[Mapping[str, tuple[str, ...]]]
    #: How many different cards go by a name: one by that of a card, all of them by that of a kind.
    different: ClassVar[Mapping[str, int]]

    end: Ending = field(default_factory=lambda: Ending(score=50))
    track: Literal["full", "quick"] = "full"
    next_dealer: Literal["rotate", "winner"] = "rotate"

    def __init_subclass__(cls) -> None:
        """What follows from the cards."""
        super().__init_subclass__()
        named = {name: card for name, card in cls.shown.items() if card.named}
        cls.names = frozenset(named)
        cls.kinds = tuple(name for name in cls.shown if name not in named)
        cls.declared = {card.kind: card.declares for card in cls.shown.values() if card.declares}
        cls.different = Counter(card.kind for card in named.values()) | Counter(cls.names)

    @property
    def most_players(self) -> int:
        """How many may sit down."""
        raise NotImplementedError

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another."""
        raise NotImplementedError

    @property
    def third_copy(self) -> bool:
        """Whether two players can match the same card."""
        return self.alike > 2

    @property
    def deck(self) -> int:
        """How many cards there are in all."""
        return self.alike * len(self.names)

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the different cards at this table."""
        return tuple(name for name, card in self.shown.items() if card.named)

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt."""
        raise NotImplementedError

    def copies(self, card: str) -> int:
        """How many of a card or kind there are."""
        return self.alike * self.different[card]

    def kind(self, card: str) -> str:
        """The kind of a card; a kind is its own kind."""
        return self.shown[card].kind

    def cost(self, card: str) -> int:
        """The points that a card left in a hand costs."""
        raise NotImplementedError


#: Covariant: a table of ZAR is a table of whatever was agreed on.
AgreedT_co = TypeVar("AgreedT_co", bound=Agreed, covariant=True)


class Top(Struct, frozen=True):
    """The last play: its cards as played, and what the next card has to meet.

    `identity` is the card that the play stands for, `color` and `symbol` what it shows or declares.
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
    """Between hands; `dealer` is the one proposed, `gained` what the last hand brought everyone."""

    dealer: str | None
    gained: dict[str, int] = {}


class Over(Table[AgreedT_co], frozen=True, kw_only=True, tag="over"):
    """The game is over; `gained` is what the last hand brought everyone."""

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

    @property
    def left(self) -> int:
        """How many cards can still be drawn, those under the top card included."""
        return self.drawpile + self.playpile - 1


class Chain(Struct, frozen=True):
    """Plays that matched one another: `by` whom, the last on top, with how many `skips`, none after a pass.

    `run` counts the cards that the last player has on top with plays of their own.
    """

    by: tuple[str, ...]
    skips: int = 0
    run: int = 1


class Since(Struct, frozen=True):
    """What happened since the last play or pass: draws of the player on turn, penalty cards by player.

    A draw `lapsed` for which no card was there. With nothing left to draw, `stuck` players have passed.
    """

    drawn: int = 0
    lapsed: bool = False
    penalties: dict[str, int] = {}
    stuck: int = 0


#: What happened since a play that was made just now.
NOTHING = Since()


class InPlay(Laid[AgreedT_co], frozen=True, kw_only=True):
    """Cards can be played: `turn` faces `draw_count` cards, `owes` has not said the last card's word."""

    turn: str
    chain: Chain
    matchable: bool = True
    draw_count: int = 0
    owes: tuple[str, ...] = ()
    since: Since = NOTHING


class Playing(InPlay[AgreedT_co], frozen=True, kw_only=True, tag="play"):
    """The ordinary case: somebody's turn."""


class Waiting(InPlay[AgreedT_co], frozen=True, kw_only=True, tag="out"):
    """The last card of `out` is on the pile; it is won when nobody matches."""

    out: str


class Counting(Laid[AgreedT_co], frozen=True, kw_only=True, tag="count"):
    """The hand is won by `out`, or blocked: then that is None.

    `counted` has the points counted so far, `laid` the cards seen so far; `outstanding` says who drew how
    many cards after the last one was played.
    """

    out: str | None
    counted: dict[str, int] = {}
    outstanding: dict[str, int] = {}


#: The phases of every game, and with them the one of a game in which a last card can be matched.
Phases: TypeAlias = (
    Between[AgreedT_co] | Flipping[AgreedT_co] | Playing[AgreedT_co] | Counting[AgreedT_co] | Over[AgreedT_co]
)
WithMatches: TypeAlias = Phases[AgreedT_co] | Waiting[AgreedT_co]


def show(state: Table[Agreed]) -> engine.Json:
    """The state in the words of docs/record.md, with every field of its table."""
    top = state.top if isinstance(state, Laid) else None
    live = state if isinstance(state, InPlay) else None
    return {
        "phase": state.phase,
        "players": list(state.players),
        "dealer": getattr(state, "dealer", None),
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
        "winners": list(getattr(state, "winners", ())),
    }


def out_of(state: object) -> str | None:
    """Who laid the last card that can still be matched; None if nobody did."""
    return state.out if isinstance(state, Waiting) else None
