"""Drawing cards: the piles, the reshuffle, and what a draw does to a debt of "ZAR"."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from referee.rules.engine import Cite
from referee.rules.shedding.piles import pull
from referee.rules.zar.state import Live, Playing, Waiting, as_live

LiveT = TypeVar("LiveT", bound=Live)
PENALTY_LIMIT = 3


def draw(state: LiveT, player: str, number: int, rule: str) -> tuple[LiveT, list[Cite]]:
    """The state after a player drew, and what to say of it.

    An empty Drawpile is refilled from under the top card (11.4); what neither pile holds lapses (settled 11).
    """
    after, drawn, reshuffled = pull(state, player, number)
    cites = [Cite(rule, "{player} draws {n:card}.", {"player": player, "n": drawn})] if drawn else []
    if reshuffled:
        cites.append(
            Cite(
                "zar 11.4",
                "The Drawpile ran out: {dealer} reshuffles the Playpile, all but its top card.",
                {"dealer": state.dealer},
            )
        )
    if drawn < number:
        cites += [
            Cite("zar settled 11", "Both piles are empty: {n:card} cannot be drawn.", {"n": number - drawn}),
            Cite("zar 11.5", "Touching the empty spot of the Drawpile counts as touching it."),
        ]
    return after, cites


def penalise(state: Playing | Waiting, player: str, rule: str) -> tuple[Playing | Waiting, list[Cite]]:
    """One penalty card for a player, unless it would be the fourth in this turn (11.9)."""
    so_far = state.penalties.get(player, 0)
    if so_far >= PENALTY_LIMIT:
        spared = Cite(
            "zar 11.9", "{player} drew three penalty cards in this turn already: no more.", {"player": player}
        )
        return state, [spared]
    after, cites = draw(state, player, 1, rule)
    so_far += after.hands[player] - state.hands[player]
    after, back = back_in(replace(after, penalties={**state.penalties, player: so_far}))
    return after, cites + back


def back_in(state: Playing | Waiting) -> tuple[Playing | Waiting, list[Cite]]:
    """Takes the player who was out back into the hand if he holds a card again (settled 6)."""
    if not isinstance(state, Waiting) or not state.hands[state.out]:
        return state, []
    message = "{player} is back in the hand with one card and owes “ZAR”."
    return as_live(state, out=None), [Cite("zar settled 6", message, {"player": state.out})]
