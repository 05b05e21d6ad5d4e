"""What people ask of ZAR's rules in the middle of a hand, answered for the table as it stands.

The answers come from the referee: a move is judged, and nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.shedding.asking import Asking, Question
from referee.games.shedding.calls import no_match
from referee.games.shedding.style import Style
from referee.rules.engine import Refused
from referee.rules.sentences import counted
from referee.rules.shedding.state import Agreed, InPlay
from referee.rules.zar.game import GAME


def questions(style: Style, state: InPlay[Agreed]) -> Iterator[Question]:
    """The questions that the table as it stands has an answer to."""
    ask = Asking(style, GAME, state)
    if state.phase == "out":
        yield from _waiting(state)
    else:
        yield from _in_turn(ask, state)
    top = style.label(state.top.identity)
    window = f"Is another {top} a match?"
    if not state.matchable:
        too_late = (
            f"No: somebody has played, drawn or passed since {state.top.by} played it. Say “NOT A MATCH”."
        )
        yield window, too_late, "zar FAQ 3"
        return
    if no_match(style, state):
        yield window, f"None is left: every {top} lies on the Playpile.", "zar 5"
        return
    yield window, f"Yes, in turn or out of turn, until {state.turn} plays, draws or passes.", "zar FAQ 3"
    if state.phase == "play":
        must = f"No. {state.turn} does not have to wait: the card that lies first counts."
        yield f"Does {state.turn} wait for somebody who says “MATCH”?", must, "zar FAQ 4"
    yield from _oneself(ask, state, top)


def _in_turn(ask: Asking, state: InPlay[Agreed]) -> Iterator[Question]:
    turn = state.turn
    yield from ask.must_draw(
        f"No. But {turn} may always draw a card and pass, even with a card that could be played."
    )
    if state.draw_count:
        step = f"No: {turn} draws them first, and then still plays, draws or passes."
        yield f"Is {turn}’s turn over when the wasps are drawn?", step, "zar FAQ 1"
    elif not state.since.drawn:
        step = f"No: {turn} draws a card first. Cards drawn for a match, a GOTCHA or wasps do not count."
        yield f"May {turn} just say “PASS”?", step, "zar FAQ 1"
    else:
        yield f"May {turn} just say “PASS”?", f"Yes: {turn} has drawn a card in this turn already.", "zar 4"
    yield from ask.who_is_next("zar 4")


def _waiting(state: InPlay[Agreed]) -> Iterator[Question]:
    out = str(getattr(state, "out", ""))
    facing = state.draw_count if state.turn != out else 0
    answer = (
        f"Yes: if nobody matches, {state.turn} draws {counted(facing, 'card')}, which count."
        f" What {state.turn} holds changes nothing."
        if facing
        else "No: nothing is left to draw."
    )
    yield f"Must somebody draw now that {out} is out?", answer, "zar FAQ 2"
    only = f"Only the same card again, as a match. Then {out} draws a card and is back in the hand."
    yield "May anything still be played?", only, "zar FAQ 2"


def _oneself(ask: Asking, state: InPlay[Agreed], top: str) -> Iterator[Question]:
    by = state.top.by
    answer = ask.judged(by, state.top.identity)
    if isinstance(answer, Refused):
        if answer.code == "illegal":
            yield (
                f"May {by} match their own {top}?",
                f"No. {ask.style.refused(answer).text}",
                answer.rule or "",
            )
        return
    if answer.entry["kind"] != "self_match":
        return
    say = answer.entry["say"].replace("'", "’")
    next_ = answer.state.turn if isinstance(answer.state, InPlay) else ""
    double = f"Yes: {by} matches their own card, and says “{say}”. Nobody draws, and {next_} is next."
    yield f"May {by} put the other {top} on it?", double, "zar FAQ 5"
    if state.playpile == 1:
        first = f"Yes: the card that was turned over counts as played by {by}."
        yield "May the dealer match the first card?", first, "zar FAQ 6"
