"""What a year tells, as plain values: the page shows them, and the pictures are made of the same."""

from __future__ import annotations

from referee.web.charts.bars import SplitView
from referee.web.components import FaceView, TileView, View


class Figure(View, frozen=True):
    """A number and what it counts."""

    value: str
    label: str


class Winner(View, frozen=True):
    """Who won how much; `part` is the share of the most wins, from 0 to 100."""

    rank: int
    href: str
    name: str
    face: FaceView
    wins: int
    line: str
    part: float


class Rival(View, frozen=True):
    """Two who met often: `won` and `lost` are the first one's games that only one of them won."""

    one: str
    other: str
    one_face: FaceView
    other_face: FaceView
    won: int
    lost: int
    line: str
    split: SplitView


class Moment(View, frozen=True):
    """Something to remember: what, how much, whose it is and when; `href` leads there, "" nowhere."""

    label: str
    value: str
    who: str = ""
    when: str = ""
    href: str = ""

    @property
    def line(self) -> str:
        """Whose it is, and when."""
        return ", ".join(filter(None, (self.who, self.when)))


class Kind(View, frozen=True):
    """What was played, how often, and its share of the most played, from 0 to 100."""

    name: str
    tile: TileView
    games: str
    part: float


class YearTold(View, frozen=True):
    """A year in words and numbers. `crew` is its name, "" for none; `counts` are the games of each month."""

    year: int
    crew: str
    figures: tuple[Figure, ...]
    counts: tuple[int, ...]
    winners: tuple[Winner, ...]
    rivals: tuple[Rival, ...]
    moments: tuple[Moment, ...]
    kinds: tuple[Kind, ...]

    @property
    def heading(self) -> str:
        """What the page is called."""
        crew = f"the {self.crew[4:]}" if self.crew.startswith("The ") else self.crew
        return f"{self.year} of {crew}" if crew else f"Your year {self.year}"
