"""The moves of Crazy Eights: those of any shedding game, and its own play."""

from __future__ import annotations

from referee.rules.crazy_eights.cards import Suit
from referee.rules.shedding import moves
from referee.rules.shedding.moves import Count, Deal, Draw, End, Flip, Join, Pass, Quit, Reason, Recount, Void

__all__ = ["Count", "Deal", "Draw", "End", "Flip", "Join", "Move", "Pass", "Play", "Quit", "Recount", "Void"]


class Play(moves.Move, frozen=True, kw_only=True, tag="play"):
    """`player` puts one `card` on the discard pile; `suit` is what an eight names (4, 5).

    `overruled` is the table's reason to let a play stand that is against the rules.

    >>> Play(player="Ann", card="8 of clubs", suit="hearts").suit
    'hearts'
    """

    doer = "player"
    player: str
    card: str
    suit: Suit | None = None
    overruled: Reason | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """The one card, as the engine has the cards of a play."""
        return (self.card,)

    @property
    def declare(self) -> str | None:
        """The suit, as the engine has what is declared."""
        return self.suit


Move = Deal | Flip | Play | Draw | Pass | Count | Join | Quit | Recount | Void | End
