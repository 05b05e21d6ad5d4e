"""What a hand is worth, and who wins the game (9 to 11)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.crazy_eights import moves
from referee.rules.crazy_eights.play import Answer, too_many
from referee.rules.crazy_eights.state import Counting, Options, States
from referee.rules.engine import Cite, Line, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding.ending import why_over
from referee.rules.shedding.entries import with_cards
from referee.rules.shedding.scoring import between, points
from referee.rules.shedding.state import Dealt, Over, Table, around


def to_count(state: Counting) -> list[str]:
    """Who still has to be counted, in seat order."""
    return [name for name in state.players if name != state.out and name not in state.counted]


def count(state: Counting, move: moves.Count) -> Answer:
    """What one player held, as cards or as points; the last one scores the hand (9, 10)."""
    rule, given = state.options.clauses.count, move.cards or ()
    facts: Facts = {"player": move.player, "held": state.hands[move.player], "n": len(given)}
    if move.player not in to_count(state):
        message = "{player} is counted already."
        if move.player == state.out:
            message = "{player} holds no cards: count the others."
        return Refused("phase", rule, message, facts)
    if move.cards is not None and len(given) != state.hands[move.player]:
        message = "{player} holds {held:card|cards}, not {n}: name each of them, or enter the points."
        return Refused("impossible", state.options.clauses.entry, message, facts)
    if refused := too_many(state.options, state.seen, given):
        return refused
    held = points(state.options, given) if move.points is None else move.points
    after = replace(
        state,
        counted={**state.counted, move.player: held},
        seen=with_cards(state.seen, given),
    )
    cite = Cite(rule, "{player} holds {n:point|points}.", {"player": move.player, "n": held})
    return Ruling(after, (cite,)) if to_count(after) else _score(after, cite)


def _score(state: Counting, counted: Cite) -> Ruling[States]:
    """The hand scored: its winner gets what the others hold, less their own points if it was blocked."""
    held = {name: state.counted.get(name, 0) for name in state.players}
    least = 0 if state.out else min(held.values())
    winners = [state.out] if state.out else [name for name in state.players if held[name] == least]
    gained = dict.fromkeys(winners, sum(held.values()) - least * len(held))
    rule, best = ("crazy_eights 9", "went out") if state.out else ("crazy_eights 10", "lowest hand")
    # Who scores nothing gets a line all the same: it is a 0 and not a blank.
    lines = tuple(
        Line(name, gained.get(name, 0), rule, best if name in gained else f"held {held[name]}")
        for name in state.players
    )
    cites = [counted]
    if len(winners) > 1:
        message = "The lowest hands are equal: {winners} win together."
        cites.append(Cite("crazy_eights settled 5", message, {"winners": winners}))
    cites += [
        Cite(rule, "{name} scores {n:point|points}.", {"name": name, "n": n}) for name, n in gained.items()
    ]
    scores = {name: score + gained.get(name, 0) for name, score in state.scores.items()}
    after, next_up = _go_on(replace(state, scores=scores), gained)
    return Ruling(after, (*cites, *next_up), lines=lines)


def _go_on(state: Counting, gained: dict[str, int]) -> tuple[States, list[Cite]]:
    """After a hand that is scored: the next one, or the end of the game."""
    ended = why_over(state)
    if not ended:
        dealer = next_dealer(state)
        proposed = Cite("crazy_eights settled 6", "{dealer} is next to deal.", {"dealer": dealer})
        return replace(between(state, dealer), gained=gained), [proposed]
    after, won = over(state, gained)
    return after, [ended, *won]


def next_dealer(state: Dealt[Options]) -> str:
    """Who deals after a hand: whoever went out, if that was agreed on, or the next clockwise (settled 6)."""
    out = state.out if isinstance(state, Counting) else None
    if out and state.options.next_dealer == "winner":
        return out
    return around(state.players, state.dealer, 1)


def over(state: Table[Options], gained: dict[str, int]) -> tuple[Over[Options], list[Cite]]:
    """The end: the highest score of those at the table wins, equal ones share it (11, settled 7)."""
    highest = max((state.scores[name] for name in state.players), default=0)
    winners = tuple(name for name in state.players if state.scores[name] == highest)
    after = Over(
        options=state.options,
        players=state.players,
        scores=state.scores,
        hand=state.hand,
        winners=winners,
        gained=gained,
    )
    facts: Facts = {"winners": list(winners), "n": highest}
    cites = [Cite("crazy_eights 11", "{winners}: highest score, {n}.", facts)]
    if len(winners) > 1:
        cites.append(Cite("crazy_eights settled 7", "Equal scores share the win."))
    return after, cites
