"""Counting a hand, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.rules.engine import Cite, Line, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding import moves
from referee.rules.shedding.ending import why_over
from referee.rules.shedding.entries import too_many, with_cards
from referee.rules.shedding.state import (
    Agreed,
    AgreedT_co,
    Between,
    Counting,
    Dealt,
    Laid,
    Live,
    Over,
    Table,
    around,
)

#: What a count leads to: more counting, the next hand, or the end of the game.
Counted = Counting[AgreedT_co] | Between[AgreedT_co] | Over[AgreedT_co]


def won(before: Live[AgreedT_co], after: Live[AgreedT_co], player: str) -> Counting[AgreedT_co]:
    """The hand as won by a player, with nothing counted yet; before and after what was still outstanding."""
    fields = {name: getattr(after, name) for name in Laid.__struct_fields__}
    drawn = {name: held - before.hands[name] for name, held in after.hands.items()}
    outstanding = {name: number for name, number in drawn.items() if number}
    return Counting(**fields, out=player, counted={}, outstanding=outstanding)


def points(options: Agreed, given: Iterable[str]) -> int:
    """What cards left in a hand cost."""
    return sum(options.cost(card) for card in given)


def worth(options: Agreed, cards: int) -> tuple[int, int]:
    """The fewest and the most points that so many cards of the deck can come to."""
    costs = sorted(options.cost(card) for card in options.cards for _ in range(options.copies(card)))
    return sum(costs[:cards]), sum(costs[max(len(costs) - cards, 0) :])


def to_count(state: Counting[Agreed]) -> list[str]:
    """Who still has to be counted, in seat order."""
    return [name for name in state.players if state.hands[name] and name not in state.counted]


def count(state: Counting[AgreedT_co], move: moves.Count) -> Ruling[Counted[AgreedT_co]] | Refused:
    """What one loser held, as cards or as points; the last one closes the hand."""
    clauses = state.options.clauses
    if move.player not in to_count(state):
        message = (
            "{player} holds no cards to count."
            if not state.hands[move.player]
            else "{player} is counted already."
        )
        return Refused("phase", clauses.count, message, {"player": move.player})
    given = move.cards or ()
    if move.cards is not None and len(given) != state.hands[move.player]:
        facts: Facts = {"player": move.player, "held": state.hands[move.player], "n": len(given)}
        message = "{player} holds {held:card|cards}, not {n}: tap what is missing, or take the points."
        return Refused("impossible", clauses.entry, message, facts)
    if refused := too_many(state.options, state.laid, given):
        return refused
    cost = points(state.options, given) if move.points is None else move.points
    after = replace(
        state,
        laid=with_cards(state.laid, given),
        counted={**state.counted, move.player: cost},
        scores={**state.scores, move.player: state.scores[move.player] + cost},
    )
    cites = [Cite(clauses.count, "{player} takes {n:point|points}.", {"player": move.player, "n": cost})]
    if move.points is None and clauses.scale != clauses.count:
        cites.append(Cite(clauses.scale, "Counted by the points of this table."))
    line = Line(move.player, cost, clauses.count, ", ".join(given) or "points as counted")
    return close_hand(after, tuple(cites), (line,))


def taken_back(state: Dealt[Agreed], rule: str, reason: str) -> tuple[Line, ...]:
    """The lines that take back what was counted in a hand that is given up or played on."""
    counted = state.counted if isinstance(state, Counting) else {}
    return tuple(Line(name, -cost, rule, reason) for name, cost in counted.items())


def close_hand(
    state: Counting[AgreedT_co], cites: tuple[Cite, ...], lines: tuple[Line, ...] = ()
) -> Ruling[Counted[AgreedT_co]]:
    """The state itself while somebody has to be counted; else between hands, or the end of the game."""
    if to_count(state):
        return Ruling(state, cites, lines=lines)
    clauses = state.options.clauses
    # Who went out scored 0, which is not a blank.
    lines += (Line(state.out, 0, clauses.count, "went out"),)
    ended = why_over(state)
    if not ended:
        dealer = next_dealer(state)
        proposed = Cite(clauses.next_dealer, "{dealer} is next to deal.", {"dealer": dealer})
        return Ruling(between(state, dealer), (*cites, proposed), lines=lines)
    after, winners = over(state)
    return Ruling(after, (*cites, ended, *winners), lines=lines)


def next_dealer(state: Dealt[Agreed]) -> str:
    """Who deals after a hand, as the table has agreed: its winner, if it has one, or the next clockwise."""
    winner = state.out if isinstance(state, Counting) else None
    if winner and state.options.next_dealer == "winner":
        return winner
    return around(state.players, state.dealer, 1)


def between(state: Table[AgreedT_co], dealer: str | None) -> Between[AgreedT_co]:
    """The cleared table between hands, with who is proposed to deal."""
    return Between(
        options=state.options,
        players=state.players,
        scores=state.scores,
        hand=state.hand,
        dealer=dealer,
        gained=_gained(state),
    )


def over(state: Table[AgreedT_co]) -> tuple[Over[AgreedT_co], list[Cite]]:
    """The end: the lowest score among those still at the table wins, equal ones share it."""
    clauses = state.options.clauses
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
    won = Cite(clauses.goal, "The game is won.")
    return after, [Cite(clauses.lowest, "{winners}: lowest score, {n}.", facts), won]


def _gained(state: Table[Agreed]) -> dict[str, int]:
    if isinstance(state, Counting):
        return state.counted
    return state.gained if isinstance(state, Between) else {}
