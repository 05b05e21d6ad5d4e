"""What Zarathustra answers at the dispute door: edge by edge, and where a tile may be put."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules.engine import joined
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.clash import clashes
from referee.rules.zarathustra.state import Board, Playing, States, blanks
from referee.table.context import Cited
from referee.table.door_context import Check, Question


class ZarathustraAnswers:
    """See Answers."""

    routine = ("1", "2", "3", "4", "7", "settled 1")

    def checks(self, before: States, raw: Mapping[str, Any], after: States) -> Iterator[Check]:
        """All four sides of the tile on the board as it was, and the blank edges that lie now."""
        if raw["do"] == "place":
            lines = tuple(_edges(before, raw["tile"], raw["at"]))
            yield Check(heading="Edge by edge, before anything fell", lines=lines)
        count = blanks(after)
        counted = tuple(
            Cited(text=f"{name}: {number}.", rule="zarathustra 10") for name, number in count.items()
        )
        yield Check(heading="Blank edges on the board", lines=counted)

    def questions(self, state: States) -> Iterator[Question]:
        """Whether a tile may be put on a space as it lies."""
        if isinstance(state, Playing):
            tile, at = state.hands[state.turn][0], next(iter(state.free))
            raw = {"do": "place", "player": state.turn, "tile": tile, "at": at}
            yield Question("May this tile be put there?", raw)

    def beside(self, state: States, raw: Mapping[str, Any]) -> Iterator[Check]:
        """Where no tile may be put, and what the tile asked about would meet."""
        if raw.get("at") in tiles.spaces(state.size) and tiles.exists(str(raw.get("tile", ""))):
            lines = tuple(_edges(state, raw["tile"], raw["at"]))
            yield Check(heading=f"Edge by edge on {raw['at']}", lines=lines)
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
