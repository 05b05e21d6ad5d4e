"""The states of a Zarathustra board, and how docs/record.md shows them."""

from __future__ import annotations

from msgspec import Struct

from referee.rules import engine
from referee.rules.engine import Json
from referee.rules.zarathustra import tiles


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is agreed on before the game."""


class Placed(Struct, frozen=True):
    """A tile on the board, as it lies, and whose it is."""

    player: str
    tile: str


class Board(engine.State, frozen=True, kw_only=True):
    """What lies on the board. `hands` has the tiles not yet played, `last` where the last tile was put.

    `removed` are the spaces that the last move cleared.
    """

    board: dict[str, Placed]
    hands: dict[str, tuple[str, ...]]
    last: str | None
    removed: tuple[str, ...]

    @property
    def size(self) -> int:
        """Spaces along a border: 5, 6, 7 for 2, 3, 4 players (1)."""
        return len(self.players) + 3

    @property
    def skulls(self) -> tuple[str, ...]:
        """The empty spaces around the last tile played, where the next may not be put (4)."""
        if self.last is None:
            return ()
        return tuple(space for space in tiles.around(self.last, self.size) if space not in self.board)

    @property
    def free(self) -> tuple[str, ...]:
        """The spaces where the next tile may be put: neither taken nor marked with a skull (3, 4)."""
        blocked = self.skulls
        return tuple(
            space for space in tiles.spaces(self.size) if space not in self.board and space not in blocked
        )


class Playing(Board, frozen=True, kw_only=True, tag="play"):
    """`turn` has to put down a tile."""

    turn: str


class Over(Board, frozen=True, kw_only=True, tag="over"):
    """The game is over."""

    winners: tuple[str, ...]


States = Playing | Over


def blanks(state: Board) -> dict[str, int]:
    """Each player's blank edges on the board, wherever they face (10, settled 5)."""
    count = dict.fromkeys(state.players, 0)
    for placed in state.board.values():
        count[placed.player] += placed.tile.count(tiles.BLANK)
    return count


def show(state: States) -> Json:
    """The state in the words of docs/record.md; the blank edges are the scores that the history keeps."""
    count = blanks(state)
    return {
        "phase": state.phase,
        "players": list(state.players),
        "turn": state.turn if isinstance(state, Playing) else None,
        "size": state.size,
        "board": {
            space: {"player": placed.player, "tile": placed.tile}
            for space, placed in sorted(state.board.items())
        },
        "removed": list(state.removed),
        "skulls": list(state.skulls),
        "left": {name: len(hand) for name, hand in state.hands.items()},
        "blanks": count,
        "scores": dict(count),
        "winners": list(state.winners) if isinstance(state, Over) else [],
    }
