"""The states of a ZAR table, and what the table agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from referee.rules.sentences import counted
from referee.rules.shedding import state as shared
from referee.rules.shedding.state import Agreed, Between, Clauses, Counting, Flipping, Over, Points
from referee.rules.zar import cards

CLAUSES = Clauses(
    deal="zar 3",
    entry="zar settled 10",
    count="zar 6",
    scale="zar settled 21",
    lowest="zar 6",
    goal="zar 1",
    reached="zar settled 19",
    next_dealer="zar settled 13",
    ending="zar settled 19",
    joining="zar 11.6",
    seats="zar settled 18",
    most_players="zar settled 12",
    void="zar settled 22",
    recount="zar 11.7",
    debt="zar settled 8",
    illegal="zar 8",
    last_card="zar 6",
)


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card left in a hand costs, by kind."""

    plain: Points = 1
    crab: Points = 2
    frog: Points = 2
    wasp: Points = 3
    peacock: Points = 4
    dragon: Points = 5
    chameleon: Points = 6


class Options(Agreed, frozen=True, kw_only=True):
    """What a table agrees on before the game."""

    clauses: ClassVar[Clauses] = CLAUSES
    names: ClassVar[frozenset[str]] = frozenset((*cards.CARDS, cards.CHAMELEON))
    kinds: ClassVar[tuple[str, ...]] = cards.KINDS
    declared: ClassVar[Mapping[str, tuple[str, ...]]] = cards.DECLARED

    half_decks: Annotated[int, Meta(ge=2, le=8)] = 2
    chameleons: Points = 0
    points: Scale = Scale()
    #: Whether a GOTCHA still catches a player whose last card is on the pile (settled 6, Table 1 row 5).
    late_gotcha: bool = True

    def __post_init__(self) -> None:
        """Raises ValueError for more chameleons than half decks (settled 20)."""
        if self.chameleons > self.half_decks:
            most, given = self.half_decks, self.chameleons
            raise ValueError(
                f"{counted(most, 'half deck')} take {counted(most, 'chameleon')} at most, not {given}"
            )

    @property
    def most_players(self) -> int:
        """How many may sit down (3, 13.1)."""
        return 9 if self.half_decks == 2 else 14

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another."""
        return self.half_decks

    @property
    def deck(self) -> int:
        """How many cards there are in all."""
        return len(cards.CARDS) * self.half_decks + self.chameleons

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the different cards at this table."""
        return (*cards.CARDS, cards.CHAMELEON) if self.chameleons else cards.CARDS

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt (3, 13.1, settled 12)."""
        return max(10 - players, 3) if self.half_decks == 2 else min(max(15 - players, 3), 10)

    def copies(self, card: str) -> int:
        """How many of a card or kind there are."""
        return cards.copies(card, self.half_decks, self.chameleons)

    def kind(self, card: str) -> str:
        """The kind of a card; a kind is its own kind."""
        return cards.kind(card)

    def cost(self, card: str) -> int:
        """The points that a card left in a hand costs."""
        return int(getattr(self.points, cards.kind(card)))


class Live(shared.Live[Options], frozen=True, kw_only=True):
    """Cards can be played.

    `links` and `frogs` count the plays and the frogs of the chain on top (settled 4), no frogs after a pass;
    `run` the top player's own cards in an unbroken run (settled 16); `drawn` says that `turn` drew by option
    B, `lapsed` that there was no card to draw (settled 11); `penalties` counts cards towards 11.9.
    """

    links: int
    frogs: int
    run: int
    drawn: bool
    lapsed: bool = False
    penalties: dict[str, int]


class Playing(Live, frozen=True, kw_only=True, tag="play"):
    """The ordinary case: somebody's turn."""


class Waiting(Live, frozen=True, kw_only=True, tag="out"):
    """The last card of `out` is on the pile; it is won when nobody matches (settled 6)."""

    out: str


States = Between[Options] | Flipping[Options] | Playing | Waiting | Counting[Options] | Over[Options]


def as_live(state: Live, *, out: str | None) -> Playing | Waiting:
    """The same table as waiting for a match on `out`, or, with None, as being played."""
    fields = {name: getattr(state, name) for name in Live.__struct_fields__}
    return Playing(**fields) if out is None else Waiting(**fields, out=out)
