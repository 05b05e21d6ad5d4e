"""The Zero Zap table when no card is played: the count of a round, between rounds, the end."""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ending import why_over
from referee.games.look import AnyLook
from referee.games.zero_zap.context import BetweenView, CountedView, CountView, ZeroZapOver
from referee.games.zero_zap.in_play import worth
from referee.rules.engine import Refused
from referee.rules.sentences import counted
from referee.rules.zero_zap import moves, scoring
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import Between, Counting, Over, Resting, left_of
from referee.web.components import StandingView, ranked
from referee.web.wording import signed


def counting(state: Counting) -> CountView:
    """Who has been counted, and what each of the others loses, with and without Zero Zap in their hand."""
    waiting = scoring.to_count(state)
    rows = []
    for name in state.players:
        held, made = state.hands[name], worth(state, name)
        row = CountedView(name=name, cards=held, made=made)
        if name not in waiting:
            points = _points(state, name)
            rows.append(replace(row, done=signed(points)))
            continue
        with_it = moves.Count(player=name, cards=held, zero_zap=True)
        zap = not isinstance(GAME.judge(state, with_it), Refused)
        without, hit = (_points(replace(state, counted={name: zapped}), name) for zapped in (False, True))
        rows.append(replace(row, plain=signed(without), zapped=signed(hit), zap=zap))
    return CountView(out=state.out, rows=tuple(rows))


def _points(state: Counting, name: str) -> int:
    return sum(int(line.points) for line in scoring.lines(name, scoring.counted(state, name)))


def between(state: Between) -> BetweenView:
    """Between rounds: the standings, who deals, and how the next round is kept."""
    dealer = left_of(state, state.dealer) if state.dealer else state.players[0]
    return BetweenView(
        heading=f"After round {state.rounds}" if state.rounds else "Round 1: how is it kept?",
        standings=standings(state) if state.rounds else (),
        dealer=dealer,
        dealers=tuple(name for name in state.players if name != dealer),
        round=state.rounds + 1,
        started=state.rounds > 0,
    )


def standings(state: Resting) -> tuple[StandingView, ...]:
    """Everybody's score by rank; the highest leads."""
    highest = max(state.scores.values())
    rows = (
        StandingView(
            name=name,
            points=state.scores[name],
            change=signed(state.gained[name]),
            leader=state.scores[name] == highest,
        )
        for name in state.players
    )
    return ranked(rows, highest=True)


def over(look: AnyLook, state: Over) -> ZeroZapOver:
    """The end of the game."""
    rounds = counted(state.rounds, "round")
    return ZeroZapOver(
        winners=state.winners,
        why=why_over(look, scoring.why_over(state), rule="zero_zap 15"),
        detail=f"{rounds} played; the highest score wins.",
        standings=standings(state),
    )
