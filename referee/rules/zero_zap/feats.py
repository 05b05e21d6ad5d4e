"""What the record counts of a round besides its points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from referee.rules.engine import HAND_WON, Feat, Feats, Ruling
from referee.rules.zero_zap import moves
from referee.rules.zero_zap.state import Counting, States

FEATS: Mapping[str, Feat] = {
    HAND_WON: Feat("Rounds with the most points"),
    "out": Feat("Times gone out"),
    "zap": Feat("Zero Zaps played"),
    "zapped": Feat("Zero Zaps suffered"),
    "stolen": Feat("Groups stolen"),
    "robbed": Feat("Groups lost to a Steal"),
    "round": Feat("Most points in one round", most=True),
}


def feats_of(before: States, move: moves.Move, ruling: Ruling[States]) -> Feats:
    """What a move adds to the feats of whom; a round's points are told when all of it is counted."""
    told: defaultdict[str, dict[str, int]] = defaultdict(dict)
    match move:
        case moves.Zap():
            told[move.player]["zap"] = 1
            told[move.target]["zapped"] = 1
        case moves.Discard(card="steal", target=str(robbed)) if before.hands[move.player] > 1:
            told[move.player]["stolen"] = 1
            told[robbed]["robbed"] = 1
        case moves.Count() if isinstance(before, Counting) and ruling.lines:
            told[before.out]["out"] = 1
        case moves.Round():
            _entered(told, move)
    points: defaultdict[str, int] = defaultdict(int)
    for line in ruling.lines:
        points[line.player] += int(line.points)
    most = max(points.values(), default=0)
    for name, number in points.items():
        if number == most:
            told[name][HAND_WON] = 1
        if number > 0:
            told[name]["round"] = number
    return told


def _entered(told: Mapping[str, dict[str, int]], move: moves.Round) -> None:
    """What the calculator's sheets say of how the round ended."""
    out = next(name for name, sheet in move.scores.items() if sheet.out)
    told[out]["out"] = 1
    for name, sheet in move.scores.items():
        if sheet.zapped:
            told[name]["zapped"] = 1
            told[out]["zap"] = 1
