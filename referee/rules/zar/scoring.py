"""Counting a hand, and the end of the game (6, settled 13 and 19)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.engine import Cite, Facts, Line, Refused, Ruling
from referee.rules.zar import cards, moves
from referee.rules.zar.play import too_many, with_cards
from referee.rules.zar.state import Between, Counting, Dealt, Over, Scale, States, Table, around


def points(given: tuple[str, ...], scale: Scale) -> int:
    """What cards left in a hand cost."""
    return sum(int(getattr(scale, cards.kind(card))) for card in given)


def to_count(state: Counting) -> list[str]:
    """Who still has to be counted, in seat order."""
    return [name for name in state.players if state.hands[name] and name not in state.counted]


def count(state: Counting, move: moves.Count) -> Ruling[States] | Refused:
    """What one loser held, as cards or as points; the last one closes the hand."""
    if move.player not in to_count(state):
        message = (
            "{player} holds no cards to count."
            if not state.hands[move.player]
            else "{player} is counted already."
        )
        return Refused("phase", "zar 6", message, {"player": move.player})
    given = move.cards or ()
    if move.cards is not None and len(given) != state.hands[move.player]:
        facts: Facts = {"player": move.player, "held": state.hands[move.player], "n": len(given)}
        message = "{player} holds {held:card}, not {n}: tap what is missing, or take the points."
        return Refused("impossible", "zar settled 10", message, facts)
    if refused := too_many(state.options, state.laid, given):
        return refused
    cost = points(given, state.options.points) if move.points is None else move.points
    after = replace(
        state,
        laid=with_cards(state.laid, given),
        counted={**state.counted, move.player: cost},
        scores={**state.scores, move.player: state.scores[move.player] + cost},
    )
    cite = Cite("zar 6", "{player} takes {n:point}.", {"player": move.player, "n": cost})
    line = Line(move.player, cost, "zar 6", ", ".join(given) or "points as counted")
    return close_hand(after, (cite,), (line,))


def taken_back(state: Dealt, rule: str, reason: str) -> tuple[Line, ...]:
    """The lines that take back what was counted in a hand that is given up or played on."""
    counted = state.counted if isinstance(state, Counting) else {}
    return tuple(Line(name, -cost, rule, reason) for name, cost in counted.items())


def close_hand(state: Counting, cites: tuple[Cite, ...], lines: tuple[Line, ...] = ()) -> Ruling[States]:
    """The state itself while somebody has to be counted; else between hands, or the end of the game."""
    if to_count(state):
        return Ruling(state, cites, lines=lines)
    end = state.options.end
    highest = max(state.scores[name] for name in state.players)
    if end.score is not None and highest >= end.score:
        ended = Cite("zar settled 19", "Somebody has reached {n:point}: the game is over.", {"n": end.score})
    elif end.hands is not None and state.hand >= end.hands:
        ended = Cite("zar settled 19", "{n:hand} have been counted: the game is over.", {"n": end.hands})
    else:
        dealer = (
            state.out if state.options.next_dealer == "winner" else around(state.players, state.dealer, 1)
        )
        proposed = Cite("zar settled 13", "{dealer} is next to deal.", {"dealer": dealer})
        return Ruling(between(state, dealer), (*cites, proposed), lines=lines)
    after, won = over(state)
    return Ruling(after, (*cites, ended, *won), lines=lines)


def between(state: Table, dealer: str | None) -> Between:
    """The cleared table between hands, with who is proposed to deal."""
    return Between(
        options=state.options,
        players=state.players,
        scores=state.scores,
        hand=state.hand,
        dealer=dealer,
        gained=_gained(state),
    )


def over(state: Table) -> tuple[Over, list[Cite]]:
    """The end: the lowest score among those still at the table wins, equal ones share it (1, settled 19)."""
    lowest = min((state.scores[name] for name in state.players), default=0)
    winners = tuple(name for name in state.players if state.scores[name] == lowest)
    after = Over(
        options=state.options,
        players=state.players,
        scores=state.scores,
        hand=state.hand,
        winners=winners,
        gained=_gained(state),
    )
    facts: Facts = {"winners": list(winners), "n": lowest}
    return after, [Cite("zar 6", "{winners}: lowest score, {n}.", facts), Cite("zar 1", "The game is won.")]


def _gained(state: Table) -> dict[str, int]:
    if isinstance(state, Counting):
        return state.counted
    return state.gained if isinstance(state, Between) else {}
