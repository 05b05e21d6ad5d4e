"""What can happen in a hand of either game besides playing and drawing.

A past play was judged on the game's own `Live`, which only that game can name: in its steps that is `Any`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, StateT, Step
from referee.rules.sentences import Facts
from referee.rules.shedding import moves
from referee.rules.shedding.piles import LiveT
from referee.rules.shedding.state import Agreed, Live

#: What tells the occasions of a hand, in either game.
OUT = "{player} is out, unless somebody matches."
HAND_WON = "Nobody matched: {player} has won the hand."


class Again(Struct, frozen=True):
    """A call that stands although the play before it was undone, and the table it was judged on again."""

    before: Live[Agreed]
    move: moves.SayZar | moves.Gotcha | moves.Penalty


class Undone(Ruling[StateT], Generic[StateT], frozen=True, kw_only=True):
    """The ruling on a play that was found illegal later: who played it, and the calls that stand."""

    offender: str
    standing: tuple[Again, ...] = ()


def standing_plays(steps: Sequence[Step[Any, Any]]) -> Iterator[Step[Any, moves.Play]]:
    """The plays of a hand that have not been undone as illegal, the last one first."""
    undone_from: float = float("inf")
    for step in reversed(steps):
        if step.n >= undone_from:
            continue
        if isinstance(step.move, moves.Play):
            yield Step(step.n, step.move, step.before)
        elif isinstance(step.move, moves.Illegal):
            undone_from = step.move.move


def standing_play(
    options: Agreed, move: moves.Illegal, steps: Sequence[Step[Any, Any]]
) -> Step[Any, moves.Play] | Refused:
    """The play that is to be undone as illegal; Refused when it is none of this hand, or does not stand."""
    for step in standing_plays(steps):
        if step.n == move.move:
            return step
    message = "Choose a play of this hand that still stands: move {n} is none."
    return Refused("impossible", options.clauses.illegal, message, {"n": move.move})


def not_out(state: Live[Agreed], out: str, move: moves.Out) -> Refused | None:
    """Refused when another than the player whose last card is on the pile is said to be out."""
    if move.player == out:
        return None
    facts = {"out": out, "player": move.player}
    message = "{out} has played the last card, not {player}."
    return Refused("impossible", state.options.clauses.last_card, message, facts)


def recount(state: LiveT, move: moves.Recount) -> Ruling[LiveT] | Refused:
    """The table counted a hand: the tracked number follows, from or to the Drawpile."""
    rule = state.options.clauses.recount
    more = move.cards - state.hands[move.player]
    if more > state.drawpile:
        facts = {"n": more, "left": state.drawpile}
        message = "{n:card|cards} more would have to come from the Drawpile, which has {left}: count again."
        return Refused("impossible", rule, message, facts)
    owes = tuple(name for name in state.owes if name != move.player) if more else state.owes
    hands = {**state.hands, move.player: move.cards}
    after = replace(state, hands=hands, drawpile=state.drawpile - more, owes=owes)
    held: Facts = {"player": move.player, "n": move.cards}
    cites = [Cite(rule, "{player} holds {n:card|cards}.", held)]
    if owes != state.owes:
        cites.append(Cite(state.options.clauses.debt, "With that {player} owes nothing.", held))
    return Ruling(after, tuple(cites))
