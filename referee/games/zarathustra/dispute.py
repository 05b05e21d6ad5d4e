"""What Zarathustra answers in a dispute: edge by edge, and where a tile may be placed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.cited import Cited
from referee.games.dispute import Answers, Check, Question
from referee.rules.sentences import joined
from referee.rules.zarathustra import moves, tiles
from referee.rules.zarathustra.state import Board, Playing, States, blanks, clashes


class ZarathustraAnswers(Answers[States, moves.Move]):
    """See Answers."""

    routine = ("1", "2", "3", "4", "7", "settled 1")

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:
        """All four sides of the tile on the board as it was, and the blank edges that lie now."""
        if isinstance(move, moves.Place):
            lines = tuple(_edges(before, move.tile, move.at))
            yield Check(heading="Edge by edge, before anything fell", lines=lines)
        count = blanks(after)
        counted = tuple(
            Cited(text=f"{name}: {number}.", rule="zarathustra 10") for name, number in count.items()
        )
        yield Check(heading="Blank edges on the board", lines=counted)

    def questions(self, state: States) -> Iterator[Question]:
        """Whether a tile may be placed on a space as it lies."""
        if isinstance(state, Playing):
            tile, at = state.hands[state.turn][0], next(iter(state.free))
            place = moves.Place(player=state.turn, tile=tile, at=at)
            yield Question("May this tile be placed there?", place)

    def beside(self, state: States, move: moves.Move) -> Iterator[Check]:
        """Where no tile may be placed, and what the tile asked about would meet."""
        on_board = isinstance(move, moves.Place) and move.at in tiles.spaces(state.size)
        if isinstance(move, moves.Place) and on_board and tiles.exists(move.tile):
            lines = tuple(_edges(state, move.tile, move.at))
            yield Check(heading=f"Edge by edge on {move.at}", lines=lines)
        closed = [("Tiles lie on {}.", sorted(state.board), "zarathustra 3")]
        closed += [(f"Skulls around {state.last}: {{}}.", list(state.skulls), "zarathustra 4")]
        found = [Cited(text=text.format(joined(at)), rule=rule) for text, at, rule in closed if at]
        if found:
            yield Check(heading="Closed for the next tile", lines=tuple(found))


def _edges(state: Board, tile: str, at: str) -> Iterator[Cited]:
    """What happens at each side; where swords cross, also the shields that were counted."""
    for edge in clashes(state, tile, at):
        yield Cited(text=edge.cite.text, rule=edge.cite.rule)
        if edge.support:
            facing = zip((at, str(edge.space)), edge.support, strict=True)
            told = [f"{space}: {joined(shields) or 'none'}" for space, shields in facing]
            yield Cited(text=f"Shields that face {', '.join(told)}.", rule=edge.cite.rule)
