"""The moves and states of Zarathustra, and what tiles do to one another, edge by edge (3, 5 to 8)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.rules import engine
from referee.rules.engine import Cite
from referee.rules.sentences import Facts
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.tiles import BLANK, SHIELD, SIDES, SWORD, SYMBOLS


class Place(engine.Doing, frozen=True, kw_only=True, tag="place"):
    """A player puts down `tile` as it lies, four letters clockwise from its top edge (3)."""

    tile: str
    at: str
    overruled: engine.Reason | None = None


class End(engine.Move, frozen=True, kw_only=True, tag="end"):
    """The table ends the game as it stands."""


Move = Place | End


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
        count[placed.player] += placed.tile.count(BLANK)
    return count


class Edge(Struct, frozen=True):
    """One side of a tile just put down, and what happens there.

    `space` is the neighbour's, None beyond the border. `mine` and `theirs` are the symbols that meet, the
    latter None where no tile lies. `support` has, where swords cross, the spaces of the tiles whose shields
    face the tile put down, and of those that face the neighbour (6). `falls` has the spaces of the tiles that
    this side removes.
    """

    side: str
    space: str | None
    mine: str
    theirs: str | None
    support: tuple[tuple[str, ...], tuple[str, ...]] | None
    falls: tuple[str, ...]
    cite: Cite


def clashes(state: Board, tile: str, at: str) -> tuple[Edge, ...]:
    """What happens at each of the four sides, clockwise from the top, when a tile is put there as it lies.

    Every side is judged by itself on the board with the new tile, before anything is removed (8). The tile
    has to exist and the space to be on the board. Whose tiles they are makes no difference; whether this one
    may be put there is not asked.
    """
    board = {space: placed.tile for space, placed in state.board.items()} | {at: tile}
    beside = tiles.neighbours(at, state.size)
    return tuple(_edge(board, state.size, at, number, space) for number, space in enumerate(beside))


def fallen(edges: tuple[Edge, ...]) -> tuple[str, ...]:
    """The spaces of all tiles that fall, sorted."""
    return tuple(sorted({space for edge in edges for space in edge.falls}))


def _edge(board: Mapping[str, str], size: int, at: str, number: int, space: str | None) -> Edge:
    side, mine = SIDES[number], board[at][number]
    facts: Facts = {"side": side, "mine": SYMBOLS[mine], "space": space or "the border"}
    if space is None or space not in board:
        message = "{side:cap}: {mine} towards {space}, where no tile lies."
        return Edge(side, space, mine, None, None, (), Cite("zarathustra 7", message, facts))
    theirs = board[space][(number + 2) % len(SIDES)]
    if mine == theirs == SWORD:
        support = _supporters(board, size, at), _supporters(board, size, space)
        falls, cite = _swords(side, at, space, support)
        return Edge(side, space, mine, theirs, support, falls, cite)
    facts = {**facts, "theirs": SYMBOLS[theirs]}
    if {mine, theirs} == {SWORD, BLANK}:
        fall = at if mine == BLANK else space
        message = "{side:cap}: {mine} against {theirs} of {space}, {falls} falls."
        cite = Cite("zarathustra 5", message, {**facts, "falls": fall})
        return Edge(side, space, mine, theirs, None, (fall,), cite)
    message = "{side:cap}: {mine} against {theirs} of {space}, no effect."
    return Edge(side, space, mine, theirs, None, (), Cite("zarathustra 7", message, facts))


def _swords(
    side: str, at: str, space: str, support: tuple[tuple[str, ...], tuple[str, ...]]
) -> tuple[tuple[str, ...], Cite]:
    """Which tiles fall where swords cross: the one with fewer shields facing it, or both (6)."""
    own, other = map(len, support)
    facts: Facts = {"side": side, "at": at, "space": space, "own": own, "other": other}
    if own == other:
        message = "{side:cap}: swords cross, {at} and {space} have {own:shield|shields} each: both fall."
        return (at, space), Cite("zarathustra 6", message, facts)
    fall = at if own < other else space
    message = "{side:cap}: swords cross, {at} has {own:shield|shields}, {space} has {other}: {falls} falls."
    return (fall,), Cite("zarathustra 6", message, {**facts, "falls": fall})


def _supporters(board: Mapping[str, str], size: int, space: str) -> tuple[str, ...]:
    """The tiles beside a space, whoever owns them, that have a shield facing it (6)."""
    return tuple(
        beside
        for number, beside in enumerate(tiles.neighbours(space, size))
        if beside is not None and beside in board and board[beside][(number + 2) % len(SIDES)] == SHIELD
    )
