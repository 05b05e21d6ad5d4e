"""That was illegal! The standing plays as the referee sees them, and what undoing one comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, Step
from referee.rules.shedding import moves
from referee.rules.shedding.hand import standing_plays
from referee.rules.shedding.state import Counting, Live
from referee.table.context import Cited
from referee.table.look import Look
from referee.table.shedding.dispute.context import IllegalSheet, PlayView, UndoingSheet
from referee.table.shedding.style import Style
from referee.table.shedding.telling import tell


def illegal(style: Style, look: Look) -> IllegalSheet:
    """The plays that stand, backwards."""
    plays = tuple(_play(style, look, step) for step in standing_plays(look.hand().steps))
    return IllegalSheet(plays=plays)


def _play(style: Style, look: Look, step: Step[Any, moves.Play]) -> PlayView:
    cite, overruled = legality(style, step)
    return PlayView(
        n=step.n,
        player=step.move.player,
        text=style.given(step.move.cards),
        href=f"{look.url}?sheet=undoing&move={step.n}",
        cite=cite,
        overruled=overruled,
    )


def legality(style: Style, step: Step[Any, moves.Play]) -> tuple[Cited, bool]:
    """Why a play was accepted; True when the table overruled the referee."""
    answer = style.rules.judge(step.before, replace(step.move, overruled=None))
    if isinstance(answer, Refused):
        why = f"Overruled ({step.move.overruled}): {style.refused(answer).text}"
        return Cited(text=why, rule=answer.rule or ""), True
    return _cited(style, answer.cites[0]), False


def _cited(style: Style, cite: Cite) -> Cited:
    return Cited(text=style.cite(cite.message, cite.facts), rule=cite.rule)


def undoing(style: Style, look: Look, state: Live[Any] | Counting[Any]) -> UndoingSheet | None:
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
    return UndoingSheet(
        title=f"{player}: {style.given(step.move.cards)}",
        n=step.n,
        was=legality(style, step)[0],
        gone=tuple(
            f"{each.n}. {tell(style, msgspec.to_builtins(each.move))}" for each in _gone(steps, step.n)
        ),
        cites=tuple(_cited(style, cite) for cite in answer.cites),
        changes=tuple(_changes(state, answer)),
        limit=_limit(step.before, player),
        vincent=player if style.vincent and isinstance(state, Live) else "",
    )


def _gone(steps: Sequence[Step[Any, Any]], number: int) -> list[Step[Any, Any]]:
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


def _changes(state: Live[Any] | Counting[Any], answer: Ruling[Any]) -> Iterator[str]:
    after = answer.state
    yield f"It is {after.turn}’s turn."
    if after.draw_count:
        yield f"{after.turn} faces {after.draw_count} cards."
    for name in after.players:
        held = after.hands[name]
        if held != state.hands[name]:
            cards = "1 card" if held == 1 else f"{held} cards"
            yield f"{name} holds {cards}, not {state.hands[name]}."
    yield from (f"{line.player} loses {-line.points} points of this count." for line in answer.lines)


def _limit(before: Live[Any], player: str) -> Cited | None:
    """How far the penalties of this turn have come (11.9); None in a game without them."""
    penalties: dict[str, int] | None = getattr(before, "penalties", None)
    if penalties is None:
        return None
    so_far = penalties.get(player, 0)
    text = f"Penalty cards of {player} in that turn before this one: {so_far}. Three is the most."
    return Cited(text=text, rule="zar 11.9")
