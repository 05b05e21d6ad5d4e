"""That was illegal! The standing plays as the referee sees them, and what undoing one comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.shedding.dispute.asking import Step
from referee.games.shedding.style import Style
from referee.games.shedding.wording import describe
from referee.rules import engine
from referee.rules.engine import Cite, Refused, Ruling, State
from referee.rules.sentences import counted
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Counting, Live
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


def undoing(style: Style, look: AnyLook, state: Live[Agreed] | Counting[Agreed]) -> Sheet | None:
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
        tall=True,
        words=style.words,
        title=f"Undo {player}’s {style.given(step.move.cards)}?",
        n=step.n,
        was=legality(style, step)[0],
        gone=tuple(_listed(style, [each for each in _gone(steps, step.n) if each.move not in calls])),
        stands=tuple(_listed(style, [each for each in steps if each.n > step.n and each.move in calls])),
        cites=tuple(_cited(style, cite) for cite in answer.cites),
        changes=tuple(_changes(state, answer)),
        penalty_for=player if style.penalty_instead and isinstance(state, Live) else "",
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


def _changes(state: Live[Agreed] | Counting[Agreed], answer: Ruling[State]) -> Iterator[str]:
    after = answer.state
    if not isinstance(after, Live):
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
