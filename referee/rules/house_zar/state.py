"""The states of a table of the Game of Zar, and what the table agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from referee.rules.house_zar import cards
from referee.rules.shedding import state as shared
from referee.rules.shedding.state import Agreed, Between, Clauses, Counting, Flipping, Over, Points

CLAUSES = Clauses(
    deal="house_zar 2",
    entry="house_zar 1",
    count="house_zar 20",
    scale="house_zar 20",
    lowest="house_zar 20",
    goal="house_zar settled 13",
    reached="house_zar settled 13",
    next_dealer="house_zar 3",
    ending="house_zar settled 13",
    joining="house_zar settled 13",
    seats="house_zar settled 13",
    most_players="house_zar settled 13",
    void="house_zar settled 10",
    recount="house_zar 7",
    debt="house_zar 7",
    illegal="house_zar settled 11",
    last_card="house_zar 12",
)


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card left in a hand costs, by kind (20)."""

    plain: Points = 1
    reverse: Points = 2
    skip: Points = 2
    draw_two: Points = field(default=3, name="draw two")
    wild: Points = 4
    dragon: Points = 5


class Options(Agreed, frozen=True, kw_only=True):
    """What a table agrees on before the game: Triple Zar (22), the disputed match (13), and the rest."""

    clauses: ClassVar[Clauses] = CLAUSES
    names: ClassVar[frozenset[str]] = frozenset(cards.CARDS)
    kinds: ClassVar[tuple[str, ...]] = cards.KINDS
    declared: ClassVar[Mapping[str, tuple[str, ...]]] = cards.DECLARED

    copies_each: Annotated[int, Meta(ge=2, le=3)] = field(default=2, name="copies")
    in_turn_match: bool = True
    next_dealer: Literal["rotate", "winner"] = "winner"
    points: Scale = Scale()

    @property
    def most_players(self) -> int:
        """How many may sit down (settled 13)."""
        return 9

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another (1, 22)."""
        return self.copies_each

    @property
    def deck(self) -> int:
        """How many cards there are in all."""
        return len(cards.CARDS) * self.copies_each

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the different cards."""
        return cards.CARDS

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt (2)."""
        return max(10 - players, 3)

    def copies(self, card: str) -> int:
        """How many of a card or kind there are."""
        return cards.copies(card, self.copies_each)

    def kind(self, card: str) -> str:
        """The kind of a card; a kind is its own kind."""
        return cards.kind(card)

    def cost(self, card: str) -> int:
        """The points that a card left in a hand costs."""
        return int(getattr(self.points, cards.kind(card).replace(" ", "_")))


class Live(shared.Live[Options], frozen=True, kw_only=True):
    """Cards can be played; `chain` has those whose plays matched one another, the last on top (settled 7)."""

    chain: tuple[str, ...]


class Playing(Live, frozen=True, kw_only=True, tag="play"):
    """The ordinary case: somebody's turn."""


class Waiting(Live, frozen=True, kw_only=True, tag="out"):
    """The last card of `out` is on the pile; it is won when nobody matches (settled 4)."""

    out: str


States = Between[Options] | Flipping[Options] | Playing | Waiting | Counting[Options] | Over[Options]


def as_live(state: Live, *, out: str | None) -> Playing | Waiting:
    """The same table as waiting for a match on `out`, or, with None, as being played."""
    fields = {name: getattr(state, name) for name in Live.__struct_fields__}
    return Playing(**fields) if out is None else Waiting(**fields, out=out)
