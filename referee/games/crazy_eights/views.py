"""What the templates of a Crazy Eights table are given, beside what every table is given."""

from __future__ import annotations

from typing import ClassVar

from referee.games.parts import Pad, Row
from referee.games.table_views import Stage


class SuitTabs(Row, frozen=True, kw_only=True):
    """The way to the other suits, in the place of a row of keys."""

    template: ClassVar[str] = "games/crazy_eights/tabs.html"

    label: str = "Suit"


class EightsStage(Stage, frozen=True):
    """The pad, and the bar below it; what is against the rules now can be tapped all the same.

    `player` is "" while the first card is turned over: then the keys of the bar are off. `another` is the
    address of the sheet with every card.
    """

    template: ClassVar[str] = "games/crazy_eights/play.html"
    bar: ClassVar[str] = "games/crazy_eights/bar.html"

    pad: Pad
    player: str = ""
    another: str = ""
    no_draw: bool = False
    no_pass: bool = False

    @property
    def keeps_query(self) -> bool:
        """The suit that the pad shows stands there, while any may be turned over."""
        return not self.player
