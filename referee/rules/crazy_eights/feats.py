"""What the record counts of a game besides points."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.state import States
from referee.rules.engine import HAND_WON, Feat, Feats, Ruling
from referee.rules.shedding.state import Between, Over

FEATS: Mapping[str, Feat] = {
    HAND_WON: Feat("Hands won"),
    "eights": Feat("Eights played"),
    "drawn": Feat("Cards drawn"),
    "haul": Feat("Most points in a hand", most=True),
}


def feats_of(move: moves.Move, ruling: Ruling[States]) -> Feats:
    """What a move adds to the feats of whom; a hand is won when its last player is counted."""
    after = ruling.state
    match move:
        case moves.Play() if cards.is_eight(move.card):
            return {move.player: {"eights": 1}}
        case moves.Draw():
            return {move.player: {"drawn": 1}}
        case moves.Count() if isinstance(after, Between | Over):
            return {
                name: {HAND_WON: 1, "haul": points} if points else {HAND_WON: 1}
                for name, points in after.gained.items()
            }
    return {}
