"""What the templates of the pages around the table are given; the same manners as in `context`."""

from __future__ import annotations

from typing import ClassVar

from referee.table.context import Cited, Field, View


class GameCard(View, frozen=True):
    """A game in a list: `line` says who plays or won, `meta` when and how far."""

    href: str
    title: str
    line: str
    meta: str


class HomePage(View, frozen=True):
    """The way in: games that are still open."""

    open: tuple[GameCard, ...]


class GameChoice(View, frozen=True):
    """A game that can be begun."""

    href: str
    name: str
    blurb: str


class NewPage(View, frozen=True):
    """The choice of a game."""

    games: tuple[GameChoice, ...]


class PlaceField(View, frozen=True):
    """A seat while a game is set up: its place from 0, the name typed so far, what is wrong with it."""

    place: int
    name: str
    error: str = ""
    first: bool = False
    last: bool = False


class Option(View, frozen=True):
    """One of several answers."""

    value: str
    text: str
    chosen: bool = False


class NumberField(View, frozen=True):
    """A number to type; the value is text, because it is shown as it was typed."""

    name: str
    label: str
    value: str


class Agreed(View, frozen=True):
    """What a game asks before it begins; each game has its own. `more` is the template of what is rarer.

    `limits` says how many may play by what is agreed so far, "" where nothing agreed changes that; `titled`
    is the question for the title, asked first, "" where a title is a fancy and asked last.
    """

    template: ClassVar[str]
    more: ClassVar[str] = ""
    titled: ClassVar[str] = ""

    @property
    def limits(self) -> str:
        return ""


class SetupPage(View, frozen=True):
    """A game being set up, drawn again from what was sent until `start` is.

    Sends `name` for each place in order, `dealer` (a place) where `first` says what that one does, and what
    the game asks, and `title`; the button is `up`, `down` or `remove` (a place), `add` (a known name, ""
    for one more) or `start`.
    """

    url: str
    key: str
    game: str
    rules: str
    limits: str
    places: tuple[PlaceField, ...]
    known: tuple[str, ...]
    room: bool
    first: str
    dealer: int
    agreed: Agreed
    title: str = ""
    longest_title: int = 80
    errors: tuple[str, ...] = ()


class EditField(View, frozen=True):
    """A part of a move that can be changed: from `choices`, or typed where there are none."""

    name: str
    label: str
    value: str
    choices: tuple[Option, ...] = ()


class Consequence(Cited, frozen=True):
    """What a correction changes: a later move that no longer holds, a count, a score."""

    breaks: bool = False


class CorrectPage(View, frozen=True):
    """An older move being corrected.

    `previewed` says that `consequences` belong to what the fields hold; only then can it be saved (`save`).
    `focus` is the name of the field that was tapped, "" for none.
    """

    url: str
    key: str
    version: int
    log: str
    n: int
    move: str
    fields: tuple[EditField, ...]
    kept: tuple[Field, ...] = ()
    focus: str = ""
    previewed: bool = False
    refused: Cited | None = None
    consequences: tuple[Consequence, ...] = ()
