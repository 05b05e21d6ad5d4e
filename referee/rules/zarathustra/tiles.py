"""Tiles and spaces of Zarathustra: edges clockwise from the top, spaces from the top left (1, 2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from referee.rules.sentences import counted

SWORD, SHIELD, BLANK = "s", "h", "b"
SYMBOLS = {SWORD: "sword", SHIELD: "shield", BLANK: "blank"}
SIDES = ("top", "right", "bottom", "left")
#: Column and row steps to the neighbour at each side.
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def turned(tile: str, quarters: int) -> str:
    """The tile after so many quarter turns counterclockwise.

    >>> turned("shbb", 1)
    'hbbs'
    """
    quarters %= len(SIDES)
    return tile[quarters:] + tile[:quarters]


def same(tile: str) -> str:
    """The name that a tile has however it is turned: the first of its four in the alphabet."""
    return min(turned(tile, quarters) for quarters in range(len(SIDES)))


#: The 17 tiles of each player: at least one symbol and one blank edge (2).
TILES = tuple(
    sorted(
        {
            same("".join(edges))
            for edges in product(SYMBOLS, repeat=len(SIDES))
            if BLANK in edges and set(edges) != {BLANK}
        }
    )
)


def exists(tile: str) -> bool:
    """Whether a text is one of the 17 tiles, however turned."""
    return len(tile) == len(SIDES) and same(tile) in TILES


@lru_cache(512)
def described(tile: str) -> tuple[str, ...]:
    """What is on the edges of a tile, in words.

    >>> described("sbss")
    ('3 swords', '1 blank')
    """
    found = ((tile.count(edge), name) for edge, name in SYMBOLS.items())
    return tuple(counted(number, name) for number, name in found if number)


def ways(tile: str) -> tuple[str, ...]:
    """The different ways a tile can lie, a quarter turn further each."""
    return tuple(dict.fromkeys(turned(tile, quarters) for quarters in range(len(SIDES))))


@lru_cache(512)
def spaces(size: int) -> tuple[str, ...]:
    """The names of all spaces, row by row from the top left: `a1`, `b1` and so on."""
    return tuple(_name(column, row) for row in range(size) for column in range(size))


@lru_cache(512)
def neighbours(space: str, size: int) -> tuple[str | None, ...]:
    """The space beside each side, clockwise from the top; None beyond the border."""
    column, row = _place(space)
    return tuple(
        _name(column + across, row + down) if 0 <= column + across < size and 0 <= row + down < size else None
        for across, down in _STEPS
    )


@lru_cache(512)
def around(space: str, size: int) -> tuple[str, ...]:
    """The up to eight spaces around one, sorted (4).

    >>> around("a1", 5)
    ('a2', 'b1', 'b2')
    """
    column, row = _place(space)
    return tuple(sorted(_name(x, y) for x, y in _square(column, row, size) if (x, y) != (column, row)))


def _square(column: int, row: int, size: int) -> Iterator[tuple[int, int]]:
    for x, y in product(range(column - 1, column + 2), range(row - 1, row + 2)):
        if 0 <= x < size and 0 <= y < size:
            yield x, y


def _name(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


def _place(space: str) -> tuple[int, int]:
    return ord(space[0]) - ord("a"), int(space[1]) - 1
