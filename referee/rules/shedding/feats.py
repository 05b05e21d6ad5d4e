"""What the record counts of a hand besides its points."""

from __future__ import annotations

from typing import Any

from referee.rules.engine import HAND_WON, Feats, Ruling
from referee.rules.shedding import moves
from referee.rules.shedding.state import Between, Counting, Dealt, Live, Over, Table

#: A penalty for this, as the pages say it, is for no play.
FALSE_CALL = "false call"


def feats_of(before: Table[Any], move: moves.Move, ruling: Ruling[Any]) -> Feats:
    """What a move adds to the feats of whom.

    A hand is won when its last loser is counted. What an illegal play undid is told by `Ruling.undoes`.
    """
    after = ruling.state
    match move:
        case moves.Play() if isinstance(before, Live):
            return _played(before, move, ruling)
        case moves.Take() if isinstance(before, Dealt) and isinstance(after, Dealt):
            return {move.player: {"stung": after.hands[move.player] - before.hands[move.player]}}
        case moves.Gotcha() if isinstance(before, Live) and move.target in before.owes:
            return {move.caller: {"gotcha": 1}, move.target: {"caught": 1}}
        case moves.Illegal():
            return {str(ruling.cites[0].facts["player"]): {"illegal": 1}}
        case moves.Penalty() if move.why != FALSE_CALL:
            return {move.player: {"illegal": 1}}
        case moves.Out() if isinstance(after, Counting):
            return {name: {"stung": number} for name, number in after.outstanding.items()}
        case moves.Out() | moves.Count() if isinstance(after, Between | Over) and after.hand == before.hand:
            # A hand that is void gives its number back.
            return {before.out if isinstance(before, Counting) else move.player: {HAND_WON: 1}}
    return {}


def _played(before: Live[Any], move: moves.Play, ruling: Ruling[Any]) -> Feats:
    after, mine = ruling.state, dict[str, int]()
    if isinstance(after, Live) and after.draw_count > before.draw_count:
        mine["stack"] = after.draw_count // 2
    if ruling.entry["kind"] != "match":
        return {move.player: mine} if mine else {}
    return {move.player: {"match": 1, **mine}, before.top.by: {"matched": 1}}
