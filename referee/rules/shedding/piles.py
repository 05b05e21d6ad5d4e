"""Drawing cards: the piles, the reshuffle, and what a draw does to a debt of the last card's word."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from referee.rules.shedding.state import Agreed, Live

LiveT = TypeVar("LiveT", bound=Live[Agreed])

#: What every draw of cards is told by, so that a page finds them all in a ruling, in their order.
DRAWS = "{player} draws {n:card|cards}."


def pull(state: LiveT, player: str, number: int) -> tuple[LiveT, int, bool]:
    """The state after a player drew, how many cards they got, and whether the Playpile was reshuffled for it.

    An empty Drawpile is refilled from under the top card; what neither pile holds is not drawn. Any card
    drawn ends a debt, and one drawn up from none begins it.
    """
    drawpile, playpile, laid = state.drawpile, state.playpile, state.laid
    drawn = min(number, drawpile)
    drawpile -= drawn
    reshuffled = drawn < number and playpile > 1
    if reshuffled:
        drawpile, playpile, laid = playpile - 1, 1, {state.top.cards[-1]: 1}
        more = min(number - drawn, drawpile)
        drawn, drawpile = drawn + more, drawpile - more
    held = state.hands[player] + drawn
    owes = tuple(name for name in state.owes if name != player) if drawn else state.owes
    if drawn and held == 1:
        owes += (player,)
    hands = {**state.hands, player: held}
    after = replace(state, drawpile=drawpile, playpile=playpile, laid=laid, hands=hands, owes=owes)
    return after, drawn, reshuffled
