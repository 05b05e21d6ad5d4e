"""What the record counts of a hand besides its points."""

from __future__ import annotations

from collections import Counter, defaultdict

from referee.rules.engine import HAND_WON, Feats, Ruling, StateT
from referee.rules.shedding import moves
from referee.rules.shedding.hand import Undone
from referee.rules.shedding.state import Agreed, Between, Counting, Dealt, Live, Over, Table


def feats_of(before: Table[Agreed], move: moves.Move, ruling: Ruling[StateT]) -> Feats:
    """What a move adds to the feats of whom.

    A hand is won when its last loser is counted. What an illegal play undid is told by `Ruling.undoes`; the
    calls that stand all the same are told once more with it.
    """
    after = ruling.state
    match move:
        case moves.Play() if isinstance(before, Live):
            return _played(before, move, ruling)
        case moves.Take() if isinstance(before, Dealt) and isinstance(after, Dealt):
            return {move.player: {"stung": after.hands[move.player] - before.hands[move.player]}}
        case moves.Gotcha() | moves.Penalty() if isinstance(before, Live):
            return _called(before, move)
        case moves.Illegal() if isinstance(ruling, Undone):
            return _undone(ruling)
        case moves.Out() if isinstance(after, Counting):
            return {name: {"stung": number} for name, number in after.outstanding.items()}
        case moves.Out() | moves.Count() if isinstance(after, Between | Over) and after.hand == before.hand:
            # A hand that is void gives its number back.
            return {before.out if isinstance(before, Counting) else move.player: {HAND_WON: 1}}
    return {}


def _called(before: Live[Agreed], move: moves.SayZar | moves.Gotcha | moves.Penalty) -> Feats:
    match move:
        case moves.Gotcha() if move.target in before.owes:
            return {move.caller: {"gotcha": 1}, move.target: {"caught": 1}}
        case moves.Penalty() if move.why != moves.FALSE_CALL:
            return {move.player: {"illegal": 1}}
    return {}


def _undone(ruling: Undone[StateT]) -> Feats:
    told = [_called(again.before, again.move) for again in ruling.standing]
    sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for feats in ({ruling.offender: {"illegal": 1}}, *told):
        for player, done in feats.items():
            sums[player].update(done)
    return {player: dict(done) for player, done in sums.items()}


def _played(before: Live[Agreed], move: moves.Play, ruling: Ruling[StateT]) -> Feats:
    after, mine = ruling.state, dict[str, int]()
    if isinstance(after, Live) and after.draw_count > before.draw_count:
        mine["stack"] = after.draw_count // 2
    if ruling.entry["kind"] != "match":
        return {move.player: mine} if mine else {}
    return {move.player: {"match": 1, **mine}, before.top.by: {"matched": 1}}
