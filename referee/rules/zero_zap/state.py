"""The states of a Zero Zap table: one struct for each phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from referee.rules import engine
from referee.rules.engine import Json


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The points that end the game (15)."""

    score: Annotated[int, Meta(ge=1, le=1_000_000)] = 50


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the game."""

    end: Ending = Ending()


class Table(engine.State, frozen=True, kw_only=True):
    """What lies on the table and what was scored. Between rounds it stays as it was counted.

    `tray` is the tray's discard pile; `rounds` counts the rounds begun.
    """

    options: Options
    scores: dict[str, int]
    rounds: int = 0
    dealer: str | None = None
    hands: dict[str, int]
    drawpile: int = 0
    tray: tuple[str, ...] = ()
    lineup: tuple[str, ...] = ()
    melds: dict[str, tuple[tuple[str, ...], ...]]
    doubles: dict[str, tuple[str, ...]]

    @property
    def visible_cards(self) -> Iterator[str]:
        """Every card whose name is known: in the lineup, the tray and on the table."""
        yield from self.lineup
        yield from self.tray
        for groups in self.melds.values():
            for group in groups:
                yield from group
        for colors in self.doubles.values():
            yield from (f"double {color}" for color in colors)


class NoRound(Table, frozen=True, kw_only=True):
    """No round runs; `gained` has everyone's points of the last one."""

    gained: dict[str, int]


class Between(NoRound, frozen=True, kw_only=True, tag="deal"):
    """Between rounds."""


class Over(NoRound, frozen=True, kw_only=True, tag="over"):
    """The game is over."""

    winners: tuple[str, ...]


class Turn(Table, frozen=True, kw_only=True):
    """Somebody's turn."""

    turn: str


class Drawing(Turn, frozen=True, kw_only=True, tag="draw"):
    """The turn begins: draw, or take from the lineup."""


class Playing(Turn, frozen=True, kw_only=True, tag="play"):
    """Sets and runs, then the discard; `taken` is the card from the lineup that has to be laid first."""

    taken: str | None = None


class Counting(Table, frozen=True, kw_only=True, tag="count"):
    """`out` went out, maybe naming `zapped`; `counted`: who is counted, and held Zero Zap or not."""

    out: str
    zapped: str | None = None
    counted: dict[str, bool] = {}


States = Between | Drawing | Playing | Counting | Over


def empty_table(players: tuple[str, ...]) -> Json:
    """The fields of a table on which nothing lies."""
    return {
        "hands": dict.fromkeys(players, 0),
        "drawpile": 0,
        "tray": (),
        "lineup": (),
        "melds": dict.fromkeys(players, ()),
        "doubles": dict.fromkeys(players, ()),
    }
