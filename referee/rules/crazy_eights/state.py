"""The states of a Crazy Eights table, and what the table agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct, field

from referee.rules.crazy_eights import cards
from referee.rules.engine import Json
from referee.rules.shedding.state import Agreed, Between, Clauses, Dealt, Ending, Flipping, Over

CLAUSES = Clauses(
    deal="crazy_eights 2",
    entry="crazy_eights 1",
    count="crazy_eights 9",
    scale="crazy_eights 9",
    lowest="crazy_eights 10",
    goal="crazy_eights 11",
    reached="crazy_eights 11",
    next_dealer="crazy_eights settled 6",
    ending="crazy_eights settled 7",
    joining="crazy_eights settled 8",
    seats="crazy_eights settled 8",
    most_players="crazy_eights 1",
    void="crazy_eights settled 9",
    recount="crazy_eights settled 10",
    # Nobody owes anything here: recounting is this game's own.
    debt="crazy_eights settled 10",
    illegal="crazy_eights 4",
    last_card="crazy_eights 8",
)


class Options(Agreed, frozen=True, kw_only=True):
    """What a table agrees on before the game: the packs, and how a player who does not play draws."""

    clauses: ClassVar[Clauses] = CLAUSES
    names: ClassVar[frozenset[str]] = frozenset(cards.CARDS)
    kinds: ClassVar[tuple[str, ...]] = ()
    declared: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    packs: Literal[1, 2] = 1
    draw: Literal["one", "until"] = "one"
    end: Ending = field(default_factory=lambda: Ending(score=100))
    #: Without the cards' names nothing could be judged here.
    track: Literal["full"] = "full"

    @property
    def most_players(self) -> int:
        """How many may sit down (1)."""
        return 5 if self.packs == 1 else 7

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another (1)."""
        return self.packs

    @property
    def deck(self) -> int:
        """How many cards there are in all (1)."""
        return len(cards.CARDS) * self.packs

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the different cards."""
        return cards.CARDS

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt (2)."""
        return 7 if players == 2 else 5

    def copies(self, _card: str) -> int:
        """How many of a card there are (1)."""
        return self.packs

    def kind(self, card: str) -> str:
        """Every card is tracked by its name."""
        return card

    def cost(self, card: str) -> int:
        """The points of a card left in a hand (9)."""
        return cards.cost(card)


class Top(Struct, frozen=True):
    """The top card, whose it is, and the suit that has to follow: its own, or what an eight named.

    `suit` is None for an eight that was a last card: nothing follows it.
    """

    card: str
    by: str
    suit: str | None


class Laid(Dealt[Options], frozen=True, kw_only=True):
    """A hand with a discard pile; `discards` says how often each card lies in it."""

    top: Top
    discards: dict[str, int]


class Playing(Laid, frozen=True, kw_only=True, tag="play"):
    """Somebody's turn; `drawn` is how many cards they have drawn in it.

    `stuck` is how many players in a row have passed when no card was left to draw (10).
    """

    turn: str
    drawn: int = 0
    stuck: int = 0

    @property
    def left(self) -> int:
        """How many cards can still be drawn, those under the top card included (7)."""
        return self.drawpile + sum(self.discards.values()) - 1

    @property
    def may_draw(self) -> bool:
        """Whether the player whose turn it is can draw, and is allowed to (6)."""
        return self.left > 0 and (self.options.draw == "until" or not self.drawn)


class Counting(Laid, frozen=True, kw_only=True, tag="count"):
    """The hand is won by `out`, or blocked: then that is None, and everybody is counted.

    `counted` has the points counted so far, `seen` how often each card lies in the pile or was counted.
    """

    out: str | None
    seen: dict[str, int]
    counted: dict[str, int] = {}


States = Between[Options] | Flipping[Options] | Playing | Counting | Over[Options]


def show(state: States) -> Json:
    """The state in the words of docs/record.md."""
    laid = state if isinstance(state, Laid) else None
    playing = state if isinstance(state, Playing) else None
    top = laid and {"card": laid.top.card, "by": laid.top.by, "suit": laid.top.suit}
    return {
        "phase": state.phase,
        "players": list(state.players),
        "dealer": state.dealer if isinstance(state, Between | Dealt) else None,
        "turn": playing.turn if playing else None,
        "drawn": playing.drawn if playing else 0,
        "top": top,
        "hands": dict(state.hands) if isinstance(state, Dealt) else dict.fromkeys(state.players, 0),
        "drawpile": state.drawpile if isinstance(state, Dealt) else 0,
        "discards": sum(laid.discards.values()) if laid else 0,
        "out": state.out if isinstance(state, Counting) else None,
        "hand": state.hand,
        "scores": dict(state.scores),
        "winners": list(state.winners) if isinstance(state, Over) else [],
    }
