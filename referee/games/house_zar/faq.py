"""What people ask of the Game of Zar in the middle of a hand, answered for the table as it stands."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.shedding.asking import Asking, Question
from referee.games.shedding.style import Style
from referee.rules.engine import Refused
from referee.rules.house_zar.game import GAME
from referee.rules.sentences import counted
from referee.rules.shedding.state import Agreed, InPlay


def questions(style: Style, state: InPlay[Agreed]) -> Iterator[Question]:
    """The questions that the table as it stands has an answer to."""
    ask, top = Asking(style, GAME, state), style.label(state.top.identity)
    if state.phase == "play":
        yield from ask.must_draw(f"Only if no card can be played: then {state.turn} draws one and passes.")
        yield from ask.who_is_next("house_zar 5")
        yield from _in_turn(ask, state, top)
    elif state.draw_count:
        answer = (
            f"Yes: if nobody matches, {state.turn} draws {counted(state.draw_count, 'card')}, and they count."
        )
        yield f"Must {state.turn} still draw?", answer, "house_zar settled 13"
    window = f"Can the {top} still be matched?"
    if state.matchable:
        yield window, f"Yes, until {state.turn} plays or passes.", "house_zar settled 1"
    else:
        yield window, "No: the next player has played or passed since.", "house_zar settled 1"
    yield f"May {state.top.by} match their own card?", "No, you cannot match yourself.", "house_zar 11"


def _in_turn(ask: Asking, state: InPlay[Agreed], top: str) -> Iterator[Question]:
    answer = ask.judged(state.turn, state.top.identity)
    if isinstance(answer, Refused):
        return
    text = "Yes." if answer.entry["kind"] == "match" else "No, it is a plain play, and nobody draws."
    yield f"Is another {top}, played by {state.turn} in turn, a match?", text, "house_zar 13"
