"""What the record counts of a game besides the blank edges at its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from referee.rules.engine import Feat, Feats, Ruling
from referee.rules.zarathustra import moves
from referee.rules.zarathustra.state import States

FEATS: Mapping[str, Feat] = {
    "placed": Feat("Tiles placed"),
    "struck": Feat("Tiles of others removed"),
    "lost": Feat("Own tiles lost"),
    "placing": Feat("Most blank edges gained by one tile", most=True),
    "sweep": Feat("Most tiles of others removed by one tile", most=True),
}


def feats_of(before: States, move: moves.Move, ruling: Ruling[States]) -> Feats:
    """What a move adds to the feats of whom: a tile for who puts it down, and for all who lose one."""
    if not isinstance(move, moves.Place):
        return {}
    player = move.player
    owners = {space: placed.player for space, placed in before.board.items()} | {move.at: player}
    lost = [owners[space] for space in ruling.state.removed]
    told: defaultdict[str, dict[str, int]] = defaultdict(dict)
    told[player]["placed"] = 1
    for name in lost:
        told[name]["lost"] = told[name].get("lost", 0) + 1
    if struck := sum(name != player for name in lost):
        told[player] |= {"struck": struck, "sweep": struck}
    gained = sum(line.points for line in ruling.lines if line.player == player)
    if gained > 0:
        told[player]["placing"] = int(gained)
    return told
