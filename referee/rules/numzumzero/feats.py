"""What the record counts of a game besides its tokens."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.engine import Feat, Feats, Ruling
from referee.rules.numzumzero import moves
from referee.rules.numzumzero.state import States

FEATS: Mapping[str, Feat] = {
    "column": Feat("Columns collected"),
    "cards": Feat("Cards collected"),
    "field": Feat("Fields emptied"),
    "returned": Feat("Tokens given back"),
    "longest": Feat("Most cards in one column", most=True),
}


def feats_of(before: States, move: moves.Move, ruling: Ruling[States]) -> Feats:
    """What a move adds to the feats of whom: only a played card does."""
    if not isinstance(move, moves.Play):
        return {}
    player = move.player
    cards = len(ruling.state.piles[player]) - len(before.piles[player])
    if cards:
        # Where seven tokens end the game first, no token is taken for the field, but it is as empty.
        emptied = not any(column for n, column in enumerate(before.columns, 1) if n != move.column)
        field = {"field": 1} if emptied else {}
        return {player: {"column": 1, "cards": cards, **field, "longest": cards}}
    return {player: {"returned": 1}} if any(line.points < 0 for line in ruling.lines) else {}
