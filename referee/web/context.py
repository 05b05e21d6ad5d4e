"""What templates of every room are given: frozen values, sentences and addresses already made.

Templates only loop and ask "is it there". Texts are plain (they are escaped when rendered), addresses are
complete (`/t/...`), an empty text means "nothing to show".
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.web.wording import written

#: How the public id of a sample's table begins (`scoring.samples`).
SAMPLE = "sample-"


class View(Struct, frozen=True, kw_only=True):
    """A template asks for `view["field"]` first: answering spares an exception for every field it prints."""

    __getitem__ = object.__getattribute__


class Field(View, frozen=True):
    """A hidden field of a form."""

    name: str
    value: str | int


class Link(View, frozen=True):
    """A link by its words."""

    href: str
    text: str


class FaceView(View, frozen=True):
    """`components/face.html` shows it, beside the name: `src` is "" where there is no picture.

    `avatar` is what the picture's file is called, for pictures that it is drawn on.
    """

    initials: str
    colour: str
    src: str = ""
    avatar: str = ""

    @property
    def small(self) -> str:
        """The picture at 96 pixels, for screens that choose none of the others."""
        return f"{self.src}&wide=96"

    @property
    def srcset(self) -> str:
        """The picture at the sizes that it is kept in: a face in a list wants a quarter of the whole."""
        return f"{self.small} 96w, {self.src}&wide=192 192w, {self.src} 384w"

    @property
    def chosen(self) -> bool:
        """Whether anybody chose a colour or a picture; without them it says no more than the name."""
        return bool(self.src) or self.colour != "none"


class StandingView(View, frozen=True):
    """A line of the standings; `change` is this hand's points. `here` is false for those who quit.

    `rank` is given by `standings.ranked`, 0 for those who quit; the `face` by who knows the players.
    """

    name: str
    points: int | float
    change: str = ""
    leader: bool = False
    here: bool = True
    rank: int = 0
    face: FaceView | None = None

    @property
    def shown(self) -> str:
        """The points with a real minus, as everywhere else."""
        return written(self.points)


class StepView(View, frozen=True):
    """A step of the podium, and who shares it; `won` puts a crown on it.

    `points` and `unit` are what each of them has: "40", "points".
    """

    rank: int
    rows: tuple[StandingView, ...]
    points: str
    unit: str
    won: bool = False

    @property
    def size(self) -> str:
        """How large the names can be: three sizes, by their longest word."""
        longest = max(len(word) for row in self.rows for word in row.name.replace("-", "- ").split())
        return f"l{sum(longest > most for most in (10, 13))}"

    @property
    def place(self) -> str:
        """The rank as it is said."""
        return ("1st", "2nd", "3rd")[self.rank - 1]


class PodiumView(View, frozen=True):
    """The first three ranks on steps, best first, and the `rest` of the ranking (components/podium.html)."""

    steps: tuple[StepView, ...]
    rest: tuple[StandingView, ...]


class Option(View, frozen=True):
    """One of several answers."""

    value: str
    text: str
    chosen: bool = False


def to_choose(texts: Mapping[str, str], chosen: str = "") -> tuple[Option, ...]:
    """Answers by their values, of which none is chosen by itself."""
    known = chosen if chosen in texts else ""
    return tuple(
        Option(value=value, text=text, chosen=value == known)
        for value, text in {"": "Choose", **texts}.items()
    )


class GameCard(View, frozen=True):
    """A game in a list: `line` says who plays or won, `players` who sat there, `meta` when.

    `discard` is where it is discarded, "" where this phone may not, or it is done on the game's own page.
    """

    href: str
    title: str
    line: str
    meta: str
    players: str = ""
    discard: str = ""
