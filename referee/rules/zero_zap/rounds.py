"""Around a round: the deal, giving a round up, ending the game (1, 2, 15)."""

from __future__ import annotations

from referee.rules.engine import Cite, Ruling
from referee.rules.sentences import Facts
from referee.rules.zero_zap import cards, moves
from referee.rules.zero_zap.scoring import finish
from referee.rules.zero_zap.state import Between, Counting, Drawing, Playing, States, become, cleared, left_of

EACH = 7


def deal(state: Between, move: moves.Deal) -> Ruling[Drawing]:
    """Starts a round: seven cards each, and the player left of the dealer begins."""
    turn = left_of(state, move.dealer)
    table = cleared(state.players) | {
        "hands": dict.fromkeys(state.players, EACH),
        "drawpile": cards.DECK - EACH * len(state.players),
    }
    after = become(Drawing, state, **table, dealer=move.dealer, rounds=state.rounds + 1, turn=turn)
    facts: Facts = {"dealer": move.dealer, "n": EACH, "turn": turn}
    dealt = Cite("zero_zap 2", "{dealer} deals {n:card|cards} each; {turn}, on the left, begins.", facts)
    left = Cite("zero_zap 1", "{n:card|cards} are left as the draw pile.", {"n": after.drawpile})
    return Ruling(after, (dealt, left))


def void(state: Drawing | Playing | Counting, _move: moves.Void) -> Ruling[Between]:
    """The round is given up: nothing of it scores, and its number is free again."""
    gained = dict.fromkeys(state.players, 0)
    after = become(Between, state, **cleared(state.players), rounds=state.rounds - 1, gained=gained)
    return Ruling(after, (Cite("zero_zap 2", "The round is given up and scores nothing: deal it anew."),))


def end(state: Between, _move: moves.End) -> Ruling[States]:
    """Ends the game as it stands."""
    after, won = finish(state)
    return Ruling(after, (Cite("zero_zap 15", "The table ends the game here."), *won))
