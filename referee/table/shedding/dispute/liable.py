"""GOTCHA? Who owes the last card's word, since when, and why the others do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.rules.engine import Refused, Step
from referee.rules.shedding import moves
from referee.rules.shedding.state import Live
from referee.table.context import Cited
from referee.table.look import Look
from referee.table.shedding.dispute.context import LiableSheet, LiableView
from referee.table.shedding.style import Style
from referee.table.shedding.telling import tell


def liable(style: Style, look: Look, state: Any) -> LiableSheet:
    """Everybody in seat order, with the moves of this hand that made and ended debts."""
    steps = look.hand().steps
    after = [*(step.before for step in steps[1:]), state]
    players = tuple(_player(style, state, steps, after, name) for name in state.players)
    false = tuple(
        Cited(
            text=f"Move {step.n}: {tell(style, msgspec.to_builtins(step.move))}; no word was owed.", rule=rule
        )
        for step in steps
        if (rule := _false(style, step))
    )
    return LiableSheet(players=players, false=false, fined=state.players if isinstance(state, Live) else ())


def _false(style: Style, step: Step[Any, Any]) -> str:
    """The clause by which a call changed nothing; "" for any other move."""
    match step.move:
        case moves.Gotcha() if step.move.target not in step.before.owes:
            answer = style.rules.judge(step.before, step.move)
            return "" if isinstance(answer, Refused) else answer.cites[0].rule
        case moves.SayZar() if step.move.player not in step.before.owes:
            answer = style.rules.judge(step.before, step.move)
            return "" if isinstance(answer, Refused) else answer.cites[0].rule
    return ""


def _player(
    style: Style, state: Any, steps: Sequence[Step[Any, Any]], after: Sequence[Any], name: str
) -> LiableView:
    began, ended = _debt(steps, after, name)
    if isinstance(state, Live) and name in state.owes:
        callers = tuple(other for other in state.players if other != name)
        since = f" since move {began.n}: {_told(style, began)}" if began else ""
        answer = style.rules.judge(state, moves.Gotcha(caller=callers[0], target=name))
        draw = "" if isinstance(answer, Refused) else _draws(state, answer.state, name)
        cite = Cited(text=f"{style.words.owing}{since}.", rule=style.last_word)
        return LiableView(name=name, cite=cite, owes=True, draw=draw, callers=callers)
    return LiableView(
        name=name, cite=Cited(text=_why_not(style, state, name, began, ended), rule=style.last_word)
    )


def _draws(state: Any, after: Any, name: str) -> str:
    drawn = after.hands.get(name, 0) - state.hands[name] if isinstance(after, Live) else 0
    return f"{name} draws {drawn} if somebody calls now" if drawn else ""


def _debt(
    steps: Sequence[Step[Any, Any]], after: Sequence[Any], name: str
) -> tuple[Step[Any, Any] | None, Step[Any, Any] | None]:
    """The move by which the last debt of a player began, and the one that ended it, if it did."""
    began = ended = None
    for step, then in zip(steps, after, strict=True):
        owed, owes = (name in getattr(each, "owes", ()) for each in (step.before, then))
        anew = owes and then.hands[name] == 1 != step.before.hands[name]
        if owes and (not owed or anew):
            began, ended = step, None
        elif owed and not owes:
            ended = step
    return began, ended


def _told(style: Style, step: Step[Any, Any]) -> str:
    return tell(style, msgspec.to_builtins(step.move))


def _why_not(
    style: Style, state: Any, name: str, began: Step[Any, Any] | None, ended: Step[Any, Any] | None
) -> str:
    held = state.hands[name]
    if not isinstance(state, Live):
        return "the hand is won: nobody can be caught any more."
    if held > 1:
        gone = (
            f" The debt of move {began.n} ended with move {ended.n}: {_told(style, ended)}."
            if began and ended
            else ""
        )
        return f"holds {held} cards: nothing is owed.{gone}"
    if ended is not None and isinstance(ended.move, moves.SayZar):
        return f"said it at move {ended.n}."
    if ended is not None:
        return f"owes no more since move {ended.n}: {_told(style, ended)}."
    return f"holds {held}, but came to it by no play and no draw: nothing is owed."
