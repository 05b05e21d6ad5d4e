"""What templates of every room are given: frozen values, sentences and addresses already made.

Templates only loop and ask "is it there". Texts are plain (they are escaped when rendered), addresses are
complete (`/t/...`), an empty text means "nothing to show".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Protocol

from django.urls import reverse
from msgspec import Struct
from msgspec.structs import replace

from referee.web.wording import written

#: How the public id of a sample's table begins (`scoring.samples`).
SAMPLE = "sample-"
#: The ranks that a podium has steps for.
_ON_STEPS = range(1, 4)
#: Code points that extend the previous character: joiners with what they join, and skin tones.
_JOINER = "\u200d"
_TONES = range(0x1F3FB, 0x1F400)


class View(Struct, frozen=True, kw_only=True):
    """A frozen value for a template."""


class Field(View, frozen=True):
    """A hidden field of a form."""

    name: str
    value: str | int


class Link(View, frozen=True):
    """A link by its words."""

    href: str
    text: str


class TileView(View, frozen=True):
    """The macro `tile` shows it, beside the game's name: a `sign` of record.svg, else a `letter`."""

    look: str = ""
    sign: str = ""
    letter: str = ""


class FaceView(View, frozen=True):
    """The macro `face` shows it, beside the name: `src` is "" where there is no picture.

    `avatar` is what the picture's file is called, for pictures that it is drawn on.
    """

    initials: str
    colour: str
    src: str = ""
    avatar: str = ""


class HasFace(Protocol):
    """A player of the record, as far as a face shows it."""

    public_id: str
    name: str
    colour: str
    avatar: str


def face(player: HasFace) -> FaceView:
    """A player's face."""
    # The file's name is in the address, so that a new face is seen at once.
    src = f"{reverse('face', args=[player.public_id])}?{player.avatar}" if player.avatar else ""
    return FaceView(initials=initials(player.name), colour=player.colour, src=src, avatar=player.avatar)


def initials(name: str) -> str:
    """The first characters of a name's first and last words: `initials("ann van dam")` is "AD"."""
    words = name.split()
    ends = words if len(words) < 2 else [words[0], words[-1]]
    return "".join(_first(word) for word in ends)


def _first(word: str) -> str:
    """The first character as people see it, with its marks."""
    end = 1
    while end < len(word) and (
        unicodedata.category(word[end]).startswith("M")
        or word[end] == _JOINER
        or word[end - 1] == _JOINER
        or ord(word[end]) in _TONES
    ):
        end += 1
    # Not longer than it was: "ß" stays one letter.
    first = word[:end]
    return first.upper() if len(first.upper()) == len(first) else first


class StandingView(View, frozen=True):
    """A line of the standings; `change` is this hand's points, a `note` what they come from. `here` is false
    for those who quit.

    `rank` is given by `ranked`, 0 for those who quit; the `face` by who knows the players.
    """

    name: str
    points: int | float
    change: str = ""
    note: str = ""
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


def ranked(
    rows: Iterable[StandingView], *, highest: bool, sides: Iterable[Sequence[str]] = ()
) -> tuple[StandingView, ...]:
    """Best first, with the ranks 1, 2, 3; equal ones share theirs, and who left comes last, with none.

    Who leads is before others of as many points: they lost a tie-break. The partners of a side count as one.
    """
    sides_of = {name: tuple(side) for side in sides for name in side}
    before: set[Sequence[str]] = set()

    def merit(row: StandingView) -> tuple[bool, bool, float]:
        return not row.here, not row.leader, -row.points if highest else row.points

    ranking: list[StandingView] = []
    for row in sorted(rows, key=merit):
        level = bool(ranking) and merit(ranking[-1]) == merit(row)
        before.add(sides_of.get(row.name, row.name))
        rank = ranking[-1].rank if level else len(before)
        ranking.append(replace(row, rank=rank if row.here else 0))
    return tuple(ranking)


def with_faces(rows: Iterable[StandingView], faces: Mapping[str, FaceView]) -> tuple[StandingView, ...]:
    """The lines, each with the face of its name, where there is one."""
    return tuple(replace(row, face=faces.get(row.name)) for row in rows)


def podium(rows: Sequence[StandingView], counts: tuple[str, str]) -> PodiumView:
    """Ranked standings as steps: equal ones share a step, and the step of a rank that is left out is missing.

    `counts` is one of what is counted, and many of them. Who left stands on no step.
    """
    up = [row for row in rows if row.rank in _ON_STEPS]
    steps = (
        StepView(
            rank=rank,
            rows=tuple(level),
            points=level[0].shown,
            unit=counts[level[0].points != 1],
            won=level[0].leader,
        )
        for rank, level in ((rank, list(level)) for rank, level in groupby(up, key=attrgetter("rank")))
    )
    # What the last hand added is shown of everybody or of nobody.
    rest = (replace(row, change="") for row in rows if row not in up)
    return PodiumView(steps=tuple(steps), rest=tuple(rest))


class Option(View, frozen=True):
    """One of several answers."""

    value: str
    text: str
    chosen: bool = False


def options(texts: Mapping[str, str], chosen: str | None) -> tuple[Option, ...]:
    """Answers by their values, with the one that is chosen."""
    return tuple(Option(value=value, text=text, chosen=value == chosen) for value, text in texts.items())


def to_choose(texts: Mapping[str, str], chosen: str = "") -> tuple[Option, ...]:
    """The same, of which none is chosen by itself."""
    return options({"": "Choose", **texts}, chosen if chosen in texts else "")
