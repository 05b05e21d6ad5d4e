"""Drawing cards (6, 7, 18): one after another, until nothing is left and the hand is void."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from referee.rules.engine import Cite
from referee.rules.house_zar.state import Options, Playing, Waiting, as_live
from referee.rules.sentences import Facts
from referee.rules.shedding.between import given_up
from referee.rules.shedding.piles import DRAWS, pull
from referee.rules.shedding.state import Between

#: One of the sentences that tell who has to say the word.
BACK = "{player} holds a card again and owes “one”: the hand goes on."


class Owed(Struct, frozen=True):
    """So many cards that a player has to draw, and the clause that says so."""

    player: str
    cards: int
    rule: str


def draw(
    state: Playing | Waiting, owed: Iterable[Owed]
) -> tuple[Playing | Waiting | Between[Options], list[Cite]]:
    """The state after these draws in their order, and what to say of them.

    A player who was out and draws is back in the hand. The first draw that cannot be made whole ends the hand
    (settled 10): then the state is the one between hands.
    """
    cites: list[Cite] = []
    for debt in owed:
        state, drawn, reshuffled = pull(state, debt.player, debt.cards)
        facts: Facts = {"player": debt.player, "n": drawn, "dealer": state.dealer}
        if drawn:
            cites.append(Cite(debt.rule, DRAWS, facts))
        if reshuffled:
            message = "The draw pile ran out: keep the top card of the discards and shuffle the rest."
            cites.append(Cite("house_zar 6", message))
        if drawn < debt.cards:
            return _exhausted(state, cites)
    if isinstance(state, Waiting) and state.hands[state.out]:
        cites.append(Cite("house_zar 7", BACK, {"player": state.out}))
        state = as_live(state, out=None)
    return state, cites


def _exhausted(state: Playing | Waiting, cites: list[Cite]) -> tuple[Between[Options], list[Cite]]:
    most = max(state.hands.values())
    losers = [name for name in state.players if state.hands[name] == most]
    facts: Facts = {"losers": losers, "n": most, "hand": state.hand, "dealer": state.dealer}
    lost = "Nothing is left to draw or to reshuffle: {losers}, with {n:card|cards}, lost this hand."
    void = "Hand {hand} does not count and nobody scores: {dealer} may deal it anew."
    cites += [Cite("house_zar 18", lost, facts), Cite("house_zar settled 10", void, facts)]
    return given_up(state), cites
