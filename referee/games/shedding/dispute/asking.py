"""What every part of a dispute asks: how the table stood before a move, and what the referee would say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from referee.games.shedding.style import Style
from referee.rules import engine
from referee.rules.engine import AnyGame, Refused, Ruling, State
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


Question = tuple[str, str, str]


class Asking(NamedTuple):
    """Somebody who asks at a table."""

    style: Style
    rules: AnyGame
    state: Live[Agreed]

    def judged(self, player: str, card: str) -> Ruling[State] | Refused:
        """What the referee would say of one card by a player, with whatever word it needs."""
        options = self.state.options
        words = options.declared.get(options.kind(card), (None,))
        return self.rules.judge(self.state, moves.Play(player=player, cards=(card,), declare=words[0]))

    def must_draw(self, free: str) -> Iterator[Question]:
        """Must the player on turn draw? `free` is the answer when they may choose."""
        turn = self.state.turn
        refused = self.rules.judge(self.state, moves.Pass(player=turn))
        if isinstance(refused, Refused):
            yield f"Must {turn} draw?", self.style.refused(refused).text, refused.rule or ""
        else:
            yield f"Must {turn} draw?", free, refused.cites[0].rule

    def who_is_next(self, rule: str) -> Iterator[Question]:
        """Who comes after the player on turn, if they play nothing that changes it."""
        turn = self.state.turn
        passed = self.rules.judge(self.state, moves.Pass(player=turn))
        if isinstance(passed, Ruling) and isinstance(passed.state, Live):
            after = passed.state.turn
        else:
            place = self.state.players.index(turn) + self.state.direction
            after = self.state.players[place % len(self.state.players)]
        yield f"Who is next after {turn}?", f"{after}, unless {turn}’s card changes it.", rule
