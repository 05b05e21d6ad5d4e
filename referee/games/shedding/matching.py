"""Who can have put down the identical card, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.shedding.context import Who
from referee.games.shedding.dispute.race import copies
from referee.games.shedding.style import Style
from referee.rules.engine import Refused
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Live, out_of

NOT_LEGAL = "not allowed"
TOO_LATE = "too late?"


def matchers(style: Style, state: Live[Agreed]) -> Iterator[Who]:
    """Everybody for whom the top card can be there once more, with what comes of it."""
    for name in state.players:
        if name != out_of(state) and (one := match_by(style, state, name)):
            yield one


def no_match(style: Style, state: Live[Agreed]) -> str:
    """Why nothing can be matched now, in two or three words; "" if something can."""
    if not state.matchable:
        return "too late"
    # One is enough: each costs a judgement, and every tap asks.
    return "" if any(matchers(style, state)) else "no copy left"


def match_by(style: Style, state: Live[Agreed], name: str) -> Who | None:
    """What comes of a match by this player; None if no card is left for it."""
    for card in copies(style, state):
        words = state.options.declared.get(state.options.kind(state.top.identity), (None,))
        answer = style.rules.judge(state, moves.Play(player=name, cards=(card,), declare=words[0]))
        if not isinstance(answer, Refused):
            kind = answer.entry["kind"]
            note = {"match": cost(state), "self_match": "own card"}.get(kind, "no match")
            return Who(name=name, note=note)
        if answer.code == "illegal":
            return Who(name=name, note=NOT_LEGAL if state.matchable else TOO_LATE)
    return None


def cost(state: Live[Agreed]) -> str:
    """What a match costs the player who is matched."""
    return f"{state.top.by} draws 1 card"
