"""The faces of who sits at a table: looked up once, and again when somebody changed theirs."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from referee.games.context import Peopled, TableView
from referee.web.components import FaceView, face
from scoring.models import Game

#: Kept for so many seconds at most: another process of the app may have changed a player meanwhile.
FRESH = 60
MOST = 256

Faces = Mapping[str, FaceView]


class _Kept(Struct, frozen=True):
    until: float
    faces: Faces


_KEPT: dict[str, _Kept] = {}


def forget() -> None:
    """A player was changed: the next look at any table asks for its faces again."""
    _KEPT.clear()


def faces_of(game: Game) -> Faces:
    """Everybody's face by their name at the table. One query, seldom."""
    kept = _KEPT.get(game.public_id)
    if kept is None or kept.until < monotonic() or not kept.faces.keys() >= set(game.standing["players"]):
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        faces = {seat.name: face(seat.player) for seat in game.seats.select_related("player")}
        kept = _KEPT[game.public_id] = _Kept(monotonic() + FRESH, faces)
    return kept.faces


def with_faces(view: TableView, game: Game) -> TableView:
    """The table with the faces of who sits there."""
    table = view.table
    return replace(view, table=table.faced(faces_of(game))) if isinstance(table, Peopled) else view
