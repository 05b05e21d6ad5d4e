"""From a Zarathustra state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from django.http import QueryDict

from referee.games.parts import EditField, choice
from referee.games.presenter import MomentText, TablePresenter
from referee.games.setup import Setup
from referee.games.wording import PLAYER, Edit, Edits, Wording
from referee.games.zarathustra import sheets, table
from referee.games.zarathustra.dispute import ZarathustraAnswers
from referee.rules.engine import Move
from referee.rules.zarathustra import moves, tiles
from referee.rules.zarathustra.game import GAME
from referee.rules.zarathustra.state import Board, Options, States
from referee.web.components import TileView


def _places(move: moves.Place) -> str:
    edges = "-".join(tiles.SYMBOLS.get(edge, edge) for edge in move.tile)
    return f"{move.player} places {edges} on {move.at}"


def _spaces(state: Board, _move: moves.Place) -> tuple[str, ...]:
    return tiles.spaces(state.size)


def _edges(_state: Board, move: moves.Place) -> Iterator[EditField]:
    for number, side in enumerate(tiles.SIDES):
        edge, label = move.tile[number : number + 1], f"{side.capitalize()} edge"
        yield choice(side, label, edge, tuple(tiles.SYMBOLS), tuple(tiles.SYMBOLS.values()))


class ZarathustraPresenter(TablePresenter[States, moves.Move]):
    """How Zarathustra looks."""

    rules = GAME
    blurb = "Tiles with swords, shields and blank edges strike each other down. Most blank edges left wins."
    limits = "2 to 4 players."
    tile = TileView(look="t-green", letter="Z")
    badges: ClassVar[Mapping[str, TileView]] = {
        "placed": TileView(look="t-green", sign="shield-edge"),
        "struck": TileView(look="t-red", sign="sword-edge"),
        "placing": TileView(look="t-blue", sign="plain"),
        "sweep": TileView(sign="skull"),
    }
    mishaps: ClassVar[Mapping[str, TileView]] = {"lost": TileView(look="t-blue", sign="shield-edge")}
    moments: ClassVar[Mapping[str, MomentText]] = {
        "sweep": MomentText(
            "{n:tile|tiles} of others removed",
            "{player} did it with one tile",
            "skull",
            "t-red",
            least=2,
            top=True,
        ),
        "placing": MomentText(
            "{n:blank edge|blank edges} at once",
            "{player} gained them by one tile",
            "star",
            "t-blue",
            least=4,
            top=True,
        ),
    }
    # The first of the seating begins (settled 1).
    answers = ZarathustraAnswers()
    overrulable = (moves.Place,)
    seats_look = "on-board"
    headline = staticmethod(table.headline)
    stage = staticmethod(table.stage)
    now = staticmethod(table.now)
    action = staticmethod(table.action)
    seats = staticmethod(table.seats)
    sheet = staticmethod(sheets.sheet)
    setup = Setup(
        Options,
        note="The first of these begins. The board has 5\u00a0×\u00a05 spaces for two players,"
        " 6\u00a0×\u00a06 for three, 7\u00a0×\u00a07 for four. Everybody has the same 17 tiles.",
    )
    wordings: ClassVar[Mapping[type[Move], Wording]] = {
        moves.Place: Wording(_places, [PLAYER, Edit("at", "Space", _spaces), Edits(("tile",), _edges)]),
        moves.End: Wording("The game is ended"),
    }

    def form(self, sent: QueryDict) -> dict[str, object]:
        """A form's fields as a move of docs/record.md. A tile comes whole, or edge by edge where one is
        corrected.
        """
        raw = super().form(sent)
        if raw["do"] == "place" and tiles.SIDES[0] in sent:
            return {"tile": "".join(sent.get(side, "") for side in tiles.SIDES), **raw}
        return raw
