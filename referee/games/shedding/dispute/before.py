"""What is known of a table before a move of its hand, whatever the phase."""

from __future__ import annotations

from typing import TypeAlias

from referee.rules import engine
from referee.rules.engine import State
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Dealt, Live

Step: TypeAlias = engine.Step[State, moves.Move]
Playing: TypeAlias = Live[Agreed]


def owing(state: State) -> tuple[str, ...]:
    """Who owes the last card's word; nobody while no card is played."""
    return tuple(state.owes) if isinstance(state, Live) else ()


def held(state: State, name: str) -> int:
    """How many cards a player holds; 0 between hands."""
    return state.hands.get(name, 0) if isinstance(state, Dealt) else 0


def on_turn(state: State) -> str:
    """Whose turn it is; "" for nobody's."""
    return state.turn if isinstance(state, Live) and state.phase == "play" else ""
