"""That was illegal! The standing plays, what undoing one comes to; and who owes the last card's word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.shedding.asking import Step, held, owing
from referee.games.shedding.style import Style
from referee.games.shedding.views import LiableView
from referee.games.shedding.wording import describe
from referee.rules import engine
from referee.rules.engine import Cite, Refused, Ruling, State
from referee.rules.sentences import counted
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Counting, InPlay, Table
from referee.rules.shedding.turn import Undone, standing_plays


class StandingPlay(NamedTuple):
    """A play that stands, and what the referee thinks of it; `href` asks what undoing it comes to."""

    href: str
    player: str
    text: str
    cite: Cited
    overruled: bool


def illegal(style: Style, look: AnyLook) -> Sheet:
    """The plays that stand, backwards."""
    plays = tuple(
        StandingPlay(
            f"{look.url}?sheet=undoing&move={step.n}",
            step.move.player,
            style.given(step.move.cards),
            *legality(style, step),
        )
        for step in standing_plays(look.hand().steps)
    )
    return Sheet.of("illegal", "games/shedding/sheets/illegal.html", hint=style.words.illegal, plays=plays)


def legality(style: Style, step: engine.Step[State, moves.Play]) -> tuple[Cited, bool]:
    """Why a play was accepted; True when the table overruled the referee."""
    answer = style.rules.judge(step.before, replace(step.move, overruled=None))
    if isinstance(answer, Refused):
        why = f"Overruled ({step.move.overruled}): {style.refused(answer).text}"
        return Cited(text=why, rule=answer.rule or ""), True
    return _cited(style, answer.cites[0]), False


def _cited(style: Style, cite: Cite) -> Cited:
    return Cited(text=style.cite(cite.message, cite.facts), rule=cite.rule)


def undoing(style: Style, look: AnyLook, state: InPlay[Agreed] | Counting[Agreed]) -> Sheet | None:
    """What becomes of the table if the play of this number is undone; None if it does not stand."""
    number = look.asked.get("move", "")
    steps = look.hand().steps
    found = {str(step.n): step for step in standing_plays(steps)}
    step = found.get(number)
    if step is None:
        return None
    answer = style.rules.judge(state, moves.Illegal(move=step.n), lambda: steps)
    if isinstance(answer, Refused):
        return None
    player = step.move.player
    calls = [again.move for again in answer.standing] if isinstance(answer, Undone) else []
    return Sheet.of(
        "undoing",
        "games/shedding/sheets/undoing.html",
        words=style.words,
        title=f"Undo {player}’s {style.given(step.move.cards)}?",
        n=step.n,
        was=legality(style, step)[0],
        gone=tuple(_listed(style, [each for each in _gone(steps, step.n) if each.move not in calls])),
        stands=tuple(_listed(style, [each for each in steps if each.n > step.n and each.move in calls])),
        cites=tuple(_cited(style, cite) for cite in answer.cites),
        changes=tuple(_changes(state, answer)),
        penalty_for=player if style.penalty_instead and isinstance(state, InPlay) else "",
    )


def _listed(style: Style, steps: Sequence[Step]) -> Iterator[str]:
    return (f"{each.n}. {describe(style, each.move)}" for each in steps)


def _gone(steps: Sequence[Step], number: int) -> list[Step]:
    """The moves in force from a number on; what an earlier dispute undid is gone already."""
    undone_from: float = float("inf")
    found = []
    for step in reversed(steps):
        if step.n < number or step.n >= undone_from:
            continue
        if isinstance(step.move, moves.Illegal):
            undone_from = step.move.move
        found.append(step)
    return found[::-1]


def _changes(state: InPlay[Agreed] | Counting[Agreed], answer: Ruling[State]) -> Iterator[str]:
    after = answer.state
    if not isinstance(after, InPlay):
        return
    yield f"It is {after.turn}’s turn."
    if after.draw_count:
        yield f"{after.turn} faces {counted(after.draw_count, 'card')}."
    for name in after.players:
        held = after.hands[name]
        if held != state.hands[name]:
            yield f"{name} holds {counted(held, 'card')}, not {state.hands[name]}."
    yield from (
        f"{line.player} loses {counted(-line.points, 'point')} of this count." for line in answer.lines
    )


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
        fined=state.players if isinstance(state, InPlay) else (),
    )


def _false(style: Style, step: Step) -> str:
    """The clause by which a call changed nothing; "" for any other move."""
    match step.move:
        case moves.Gotcha(target=name) | moves.SayZar(player=name) if name not in owing(step.before):
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
    if isinstance(state, InPlay) and name in state.owes:
        callers = tuple(other for other in state.players if other != name)
        since = f" since move {began.n}: {describe(style, began.move)}" if began else ""
        answer = style.rules.judge(state, moves.Gotcha(caller=callers[0], target=name))
        draw = "" if isinstance(answer, Refused) else _draws(state, answer.state, name)
        cite = Cited(text=f"{style.words.owing}{since}.", rule=style.last_word)
        return LiableView(name=name, cite=cite, owes=True, draw=draw, callers=callers)
    cite = Cited(text=_why_not(style, state, name, began, ended), rule=style.last_word)
    return LiableView(name=name, cite=cite)


def _draws(state: Table[Agreed], after: State, name: str) -> str:
    drawn = held(after, name) - held(state, name) if isinstance(after, InPlay) else 0
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


def _why_not(
    style: Style,
    state: Table[Agreed],
    name: str,
    began: Step | None,
    ended: Step | None,
) -> str:
    cards = held(state, name)
    if not isinstance(state, InPlay):
        return "cannot be caught any more: the hand is won."
    if cards > 1:
        gone = (
            f" What was owed since move {began.n} ended with move {ended.n}: {describe(style, ended.move)}."
            if began and ended
            else ""
        )
        return f"holds {counted(cards, 'card')} and owes nothing.{gone}"
    if ended is not None and isinstance(ended.move, moves.SayZar):
        after = (
            f" after {style.played(began.move.cards)}" if began and isinstance(began.move, moves.Play) else ""
        )
        return f"{style.words.said[:1].lower()}{style.words.said[1:]}{after} (move {ended.n})."
    if ended is not None:
        return f"owes nothing since move {ended.n}: {describe(style, ended.move)}."
    if not cards:
        return "holds no card and owes nothing."
    return "holds 1 card, but neither played nor drew down to it, and owes nothing."
