"""Zarathustra on a page: what it says of itself, of its moves, and in a dispute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.cited import Cited, cite_of
from referee.games.forms import PLAYER, Edit, Edits, Wording
from referee.games.parts import EditField, choice
from referee.games.presenter import Answers, Check, MomentText, Question, TablePresenter
from referee.games.setup import Setup
from referee.games.zarathustra import table
from referee.rules import engine
from referee.rules.sentences import joined
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.game import GAME
from referee.rules.zarathustra.state import Board, End, Move, Options, Place, Playing, States, blanks, clashes
from referee.web.components import TileView


class ZarathustraAnswers(Answers[States, Move]):
    routine = ("1", "2", "3", "4", "7", "settled 1")

    def checks(self, before: States, move: Move, after: States) -> Iterator[Check]:
        """All four sides of the tile on the board as it was, and the blank edges that lie now."""
        if isinstance(move, Place):
            lines = tuple(_met(before, move.tile, move.at))
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
            place = Place(player=state.turn, tile=tile, at=at)
            yield Question("May this tile be placed there?", place)

    def beside(self, state: States, move: Move) -> Iterator[Check]:
        """Where no tile may be placed, and what the tile asked about would meet."""
        on_board = isinstance(move, Place) and move.at in tiles.spaces(state.size)
        if isinstance(move, Place) and on_board and tiles.exists(move.tile):
            lines = tuple(_met(state, move.tile, move.at))
            yield Check(heading=f"Edge by edge on {move.at}", lines=lines)
        closed = [("Tiles lie on {}.", sorted(state.board), "zarathustra 3")]
        closed += [(f"Skulls around {state.last}: {{}}.", list(state.skulls), "zarathustra 4")]
        found = [Cited(text=text.format(joined(at)), rule=rule) for text, at, rule in closed if at]
        if found:
            yield Check(heading="Closed for the next tile", lines=tuple(found))


def _met(state: Board, tile: str, at: str) -> Iterator[Cited]:
    """What happens at each side; where swords cross, also the shields that were counted."""
    for edge in clashes(state, tile, at):
        yield cite_of(edge.cite)
        if edge.support:
            facing = zip((at, str(edge.space)), edge.support, strict=True)
            told = [f"{space}: {joined(shields) or 'none'}" for space, shields in facing]
            yield Cited(text=f"Shields that face {', '.join(told)}.", rule=edge.cite.rule)


def _places(move: Place) -> str:
    edges = "-".join(tiles.SYMBOLS.get(edge, edge) for edge in move.tile)
    return f"{move.player} places {edges} on {move.at}"


def _spaces(state: Board, _move: Place) -> tuple[str, ...]:
    return tiles.spaces(state.size)


def _edges(_state: Board, move: Place) -> Iterator[EditField]:
    for number, side in enumerate(tiles.SIDES):
        edge, label = move.tile[number : number + 1], f"{side.capitalize()} edge"
        yield choice(side, label, edge, tuple(tiles.SYMBOLS), tuple(tiles.SYMBOLS.values()))


class ZarathustraPresenter(TablePresenter[States, Move]):
    rules = GAME
    blurb = "Tiles with swords, shields and blank edges strike each other down. Most blank edges left wins."
    limits = "2 to 4 players."
    most = 4
    tile = TileView(look="t-green", letter="Z")
    symbols = ("skull", "sword-edge", "shield-edge", "seal-1")
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
    overrulable = (Place,)
    seats_look = "on-board"
    headline = staticmethod(table.headline)
    stage = staticmethod(table.stage)
    now = staticmethod(table.now)
    action = staticmethod(table.action)
    seats = staticmethod(table.seats)
    sheet = staticmethod(table.sheet)
    setup = Setup(
        Options,
        note="The first player begins. The board has 5\u00a0×\u00a05 spaces for two players,"
        " 6\u00a0×\u00a06 for three, 7\u00a0×\u00a07 for four. Everybody has the same 17 tiles.",
    )
    wordings: ClassVar[Mapping[type[engine.Move], Wording]] = {
        Place: Wording(_places, [PLAYER, Edit("at", "Space", _spaces), Edits(("tile",), _edges)]),
        End: Wording("The game is ended"),
    }

    def entered(self, state: States, move: Move) -> str:  # noqa: ARG002
        """The query of the tile on its space; see Presenter."""
        return urlencode({"at": move.at, "tile": move.tile}) if isinstance(move, Place) else ""

    def form(self, sent: QueryDict) -> dict[str, object]:
        """A form's fields as a move of docs/record.md. A tile comes whole, or edge by edge where one is
        asked about.
        """
        raw = super().form(sent)
        if raw["do"] == "place" and tiles.SIDES[0] in sent:
            return {"tile": "".join(sent.get(side, "") for side in tiles.SIDES), **raw}
        return raw
