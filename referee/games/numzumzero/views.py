"""What the templates of a NumZumZero table are given, beside what every table is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.games.parts import Choice, Face, Key, Pad
from referee.games.table_views import OverView, Stage
from referee.web.components import Field, View


class ColumnView(View, frozen=True):
    """A column as it lies, and how far it is from being collected.

    `collects` is the card that would do it, `apart` the difference where no single card does, 0 where the
    column is empty or full. `last` says that the next card is the seventh. `label` says all of it aloud.
    """

    number: int
    cards: tuple[Face, ...]
    blue: int
    orange: int
    collects: Face | None
    apart: int
    full: bool
    last: bool
    label: str


class ColumnsStage(Stage, frozen=True):
    """The columns, and the pad for the card that `player` puts on one."""

    template: ClassVar[str] = "games/numzumzero/play.html"
    bar: ClassVar[str] = "games/numzumzero/bar.html"
    middle: ClassVar[str] = "games/numzumzero/columns.html"
    hint: ClassVar[str] = "Tap a column, then the card."

    player: str
    columns: tuple[ColumnView, ...]
    pad: Pad


class PickStage(Stage, frozen=True, kw_only=True):
    """The cards turned over, tapped in one by one; the last one makes the move `do`.

    The pad sends a card more for the address, or, if `ready`, the last one of the move; `fields` go with it.
    A slot that has its card leads to where that is taken away again.
    """

    template: ClassVar[str] = "games/numzumzero/pick.html"
    bar: ClassVar[str] = "games/numzumzero/bar.html"
    hint: ClassVar[str] = "Tap the cards."

    keeps_query: bool = True
    do: str
    leads: tuple[Choice, ...]
    slots: tuple[Key | None, ...]
    ready: bool
    fields: tuple[Field, ...]
    pad: Pad

    @property
    def said(self) -> tuple[str, ...]:
        """The card that was tapped last, and where it lies."""
        tapped = [slot.face.label for slot in self.slots if slot]
        return (f"Column {len(tapped)}: {tapped[-1]}",) if tapped else ()


class BonusStage(Stage, frozen=True, kw_only=True):
    """The bonus marks of everybody's pile; `player` is asked for now, and has `held` tokens so far.

    Each of the `numbers` may be off. `none` says that they have no card that could bear a mark.
    """

    template: ClassVar[str] = "games/numzumzero/bonus.html"
    still: ClassVar[str] = "table/still_counted.html"
    counted: ClassVar[str] = "Bonus marks"

    keeps_query: bool = True
    who: tuple[Choice, ...]
    player: str
    held: str
    numbers: tuple[tuple[int, bool], ...]
    none: bool


class NumOver(OverView, frozen=True, kw_only=True):
    """The end, and what everybody has collected: how many cards, and what they add up to.

    In the Advanced game there is a `bonus` for each, by their names.
    """

    more: ClassVar[str] = "games/numzumzero/result.html"
    still: ClassVar[str] = more

    bonus: Mapping[str, str]
    piles: Mapping[str, tuple[int, int]]
