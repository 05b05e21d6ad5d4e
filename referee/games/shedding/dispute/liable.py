"""GOTCHA? Who owes the last card's word, since when, and why the others do not."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.shedding.dispute.asking import Step, held, owing
from referee.games.shedding.style import Style
from referee.games.shedding.views import LiableView
from referee.games.shedding.wording import describe
from referee.rules.engine import Refused, State
from referee.rules.sentences import counted
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Live, Table


def liable(style: Style, look: AnyLook, state: Table[Agreed]) -> Sheet:
    """Everybody in seat order, with the moves of this hand that made and ended debts."""
    steps = look.hand().steps
    after = [*(step.before for step in steps[1:]), state]
    players = tuple(_player(style, state, steps, after, name) for name in state.players)
    false = tuple(
        Cited(text=f"Move {step.n}: {describe(style, step.move)}, with nothing owed.", rule=rule)
        for step in steps
        if (rule := _false(style, step))
    )
    return Sheet.of(
        "liable",
        "games/shedding/sheets/liable.html",
        words=style.words,
        players=players,
        false=false,
        fined=state.players if isinstance(state, Live) else (),
    )


def _false(style: Style, step: Step) -> str:
    """The clause by which a call changed nothing; "" for any other move."""
    match step.move:
        case moves.Gotcha() if step.move.target not in owing(step.before):
            answer = style.rules.judge(step.before, step.move)
            return "" if isinstance(answer, Refused) else answer.cites[0].rule
        case moves.SayZar() if step.move.player not in owing(step.before):
            answer = style.rules.judge(step.before, step.move)
            return "" if isinstance(answer, Refused) else answer.cites[0].rule
    return ""


def _player(
    style: Style,
    state: Table[Agreed],
    steps: Sequence[Step],
    after: Sequence[State],
    name: str,
) -> LiableView:
    began, ended = _debt(steps, after, name)
    if isinstance(state, Live) and name in state.owes:
        callers = tuple(other for other in state.players if other != name)
        since = f" since move {began.n}: {_described(style, began)}" if began else ""
        answer = style.rules.judge(state, moves.Gotcha(caller=callers[0], target=name))
        draw = "" if isinstance(answer, Refused) else _draws(state, answer.state, name)
        cite = Cited(text=f"{style.words.owing}{since}.", rule=style.last_word)
        return LiableView(name=name, cite=cite, owes=True, draw=draw, callers=callers)
    return LiableView(
        name=name, cite=Cited(text=_why_not(style, state, name, began, ended), rule=style.last_word)
    )


def _draws(state: Table[Agreed], after: State, name: str) -> str:
    drawn = held(after, name) - held(state, name) if isinstance(after, Live) else 0
    return f"{name} draws {drawn} if somebody calls now" if drawn else ""


def _debt(steps: Sequence[Step], after: Sequence[State], name: str) -> tuple[Step | None, Step | None]:
    """The move by which the last debt of a player began, and the one that ended it, if it did."""
    began = ended = None
    for step, then in zip(steps, after, strict=True):
        owed, owes = name in owing(step.before), name in owing(then)
        anew = owes and held(then, name) == 1 != held(step.before, name)
        if owes and (not owed or anew):
            began, ended = step, None
        elif owed and not owes:
            ended = step
    return began, ended


def _described(style: Style, step: Step) -> str:
    return describe(style, step.move)


def _why_not(
    style: Style,
    state: Table[Agreed],
    name: str,
    began: Step | None,
    ended: Step | None,
) -> str:
    cards = held(state, name)
    if not isinstance(state, Live):
        return "cannot be caught any more: the hand is won."
    if cards > 1:
        gone = (
            f" What was owed since move {began.n} ended with move {ended.n}: {_described(style, ended)}."
            if began and ended
            else ""
        )
        return f"holds {counted(cards, 'card')} and owes nothing.{gone}"
    if ended is not None and isinstance(ended.move, moves.SayZar):
        return f"said it in move {ended.n}."
    if ended is not None:
        return f"owes nothing since move {ended.n}: {_described(style, ended)}."
    if not cards:
        return "holds no card and owes nothing."
    return "holds 1 card, but neither played nor drew down to it, and owes nothing."
