"""Drawing cards: the piles, the reshuffle, and what a draw does to a debt of "ZAR"."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from referee.rules.engine import Cite
from referee.rules.shedding.piles import DRAWS, pull
from referee.rules.zar.state import Live, Playing, Waiting, as_live

LiveT = TypeVar("LiveT", bound=Live)
PENALTY_LIMIT = 3
#: One of the sentences that tell who has to say the word.
BACK = "{player} is back in the hand with one card and owes “ZAR”."


def draw(state: LiveT, player: str, number: int, rule: str) -> tuple[LiveT, list[Cite]]:
    """The state after a player drew, and what to say of it.

    An empty Drawpile is refilled from under the top card (11.4); what neither pile holds lapses (settled 11).
    A card drawn ends a debt of "ZAR" (settled 8).
    """
    after, drawn, reshuffled = pull(state, player, number)
    cites = [Cite(rule, DRAWS, {"player": player, "n": drawn})] if drawn else []
    if reshuffled:
        cites.append(
            Cite(
                "zar 11.4",
                "The Drawpile ran out: {dealer} reshuffles the Playpile, all but its top card.",
                {"dealer": state.dealer},
            )
        )
        if state.drawpile and drawn > state.drawpile:
            cites.append(Cite("zar settled 11", "The draw goes on from the new Drawpile."))
    if drawn < number:
        cites += [
            Cite(
                "zar settled 11",
                "Both piles are empty: {n:card|cards} cannot be drawn.",
                {"n": number - drawn},
            ),
            Cite("zar 11.5", "Touching the empty spot of the Drawpile counts as touching it."),
        ]
    if player in state.owes and player not in after.owes:
        cites.append(Cite("zar settled 8", "{player} drew and owes no “ZAR” any more.", {"player": player}))
    return after, cites


def drawn_at_once(state: LiveT, player: str, rule: str) -> tuple[LiveT, list[Cite]]:
    """The state after the card that a match or a GOTCHA costs, counted as the call is made (settled 1)."""
    after, cites = draw(state, player, 1, rule)
    if isinstance(state, Playing) and player == state.turn:
        message = "That card is counted at once: {player}’s turn is still whole."
        cites.append(Cite("zar settled 1", message, {"player": player}))
    return after, cites


def penalise(state: Playing | Waiting, player: str, rule: str) -> tuple[Playing | Waiting, list[Cite]]:
    """One penalty card for a player, unless it would be the fourth in this turn (11.9)."""
    so_far = state.penalties.get(player, 0)
    if so_far >= PENALTY_LIMIT:
        message = "{player} has drawn {n:penalty card|penalty cards} this turn already: no more."
        return state, [Cite("zar 11.9", message, {"player": player, "n": so_far})]
    after, cites = draw(state, player, 1, rule)
    so_far += after.hands[player] - state.hands[player]
    after, back = back_in(replace(after, penalties={**state.penalties, player: so_far}))
    message = "{player} has drawn {n} of at most {most} penalty cards this turn."
    limit = Cite("zar 11.9", message, {"player": player, "n": so_far, "most": PENALTY_LIMIT})
    return after, [*cites, *back, limit]


def back_in(state: Playing | Waiting) -> tuple[Playing | Waiting, list[Cite]]:
    """Takes the player who was out back into the hand if they hold a card again (settled 6)."""
    if not isinstance(state, Waiting) or not state.hands[state.out]:
        return state, []
    return as_live(state, out=None), [Cite("zar settled 6", BACK, {"player": state.out})]
