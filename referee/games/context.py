"""What the templates of a live table are given by its game; the same manners as in `referee.web.context`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Literal

from django.urls import reverse

from referee.games.cited import Cited
from referee.web.context import Field, Link, Option, View


class Sheet(View, frozen=True):
    """A sheet opens in the place of the table's body. `kind` is the value of `?sheet=`."""

    kind: ClassVar[str]
    template: ClassVar[str]


class RefusedSheet(Sheet, frozen=True):
    """Why a move was not accepted. `fields` send it again; `offender` is who draws the penalty card.

    `changed` is what happened since the page that was tapped, if it was not the newest. `mends` are ways to
    put right what the app has wrong, where no overruling helps. `noted` is where it is kept, "" for nowhere.
    """

    kind = "refused"
    template = "table/sheets/refused.html"
    title: str
    cite: Cited
    move: str = ""
    offender: str = ""
    why: str = ""
    fields: tuple[Field, ...] = ()
    overrule: bool = False
    changed: tuple[str, ...] = ()
    mends: tuple[Link, ...] = ()
    noted: str = ""


class MenuSheet(Sheet, frozen=True):
    """Rare things, and ways out of the table, of which the `ends` stand side by side.

    `moves` are buttons: what they do, and their words.
    """

    kind = "menu"
    template = "table/sheets/menu.html"
    links: tuple[Link, ...]
    ends: tuple[Link, ...] = ()
    moves: tuple[Field, ...] = ()


#: How a key looks: legal, against the rules (it can be tapped all the same), or off.
Mark = Literal["", "no", "off"]


class Key(View, frozen=True):
    """What `components/keys.html` asks of a key of a pad: it sends `sent` and is called `label` aloud.

    `look` is its classes; `name` stands below the `art` (a symbol of the sprite), or alone if there is none.
    """

    @property
    @abstractmethod
    def sent(self) -> str: ...

    @property
    @abstractmethod
    def label(self) -> str: ...

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def look(self) -> str: ...

    @property
    def state(self) -> Mark:
        return ""

    @property
    def art(self) -> str:
        return ""


class Seat(View, frozen=True):
    """What `components/seats.html` asks of a player at the table, always in seat order.

    `held` is the large number and `unit` what it counts one by one, with a `symbol` of the sprite before it;
    `score` the small one and `scored` what that counts; `change` is what was added lately. Where the large
    number is what wins (`wins_by_held`), crown and change stand there. `letter` and `owner` mark their tiles
    on a board.
    """

    name: str
    change: str = ""
    turn: bool = False
    leader: bool = False

    @property
    @abstractmethod
    def held(self) -> int: ...

    @property
    @abstractmethod
    def unit(self) -> str: ...

    @property
    def href(self) -> str:
        return ""

    @property
    def score(self) -> str:
        return ""

    @property
    def scored(self) -> str:
        return ""

    @property
    def symbol(self) -> str:
        return ""

    @property
    def wins_by_held(self) -> bool:
        return False

    @property
    def dealer(self) -> bool:
        return False

    @property
    def owes(self) -> bool:
        return False

    @property
    def letter(self) -> str:
        return ""

    @property
    def owner(self) -> int:
        return 0

    @property
    def look(self) -> str:
        """Its classes."""
        return f"seat{' turn' if self.turn else ''}{' owes' if self.owes else ''}"


class TableView(View, frozen=True):
    """Everything of the region `#table`, and nothing else changes on the page.

    `public_id` is the game's in every address, `url` the table's own, `here` the address that shows this very
    region again (with its sheet), `back` the one that a sheet goes back to, `version` the number of logged
    moves, `key` what makes a resent form count once. `body` is the game's own template, `still` its other one
    that only shows the table, with nothing to tap, and `table` what both are given. `looks` is the game's
    page for a phone that may only look, "" for the others.
    """

    public_id: str
    game: str
    title: str
    headline: str
    url: str
    here: str
    back: str
    stream: str
    version: int
    key: str
    phase: str
    undo: bool
    redo: bool
    notice: str
    sheet: Sheet | None
    body: str
    table: View
    looks: str = ""

    @property
    def still(self) -> str:
        return self.body.replace("body.html", "still.html")

    @property
    def move_url(self) -> str:
        return _address("move", self.public_id)

    @property
    def undo_url(self) -> str:
        return _address("undo", self.public_id)

    @property
    def redo_url(self) -> str:
        return _address("redo", self.public_id)


@lru_cache(1000)
def _address(name: str, public_id: str) -> str:
    """A table's forms name it several times a page."""
    return reverse(name, args=[public_id])


class AgreedView(View, frozen=True):
    """What a game asks before it begins; each game has its own. `above` is the template of what is asked
    before the names, `more` that of what is rarer.

    `limits` says how many may play by what is agreed so far, "" where nothing agreed changes that; `titled`
    is the question for the title, asked first, "" where a title is a fancy and asked last.
    """

    template: ClassVar[str]
    above: ClassVar[str] = ""
    more: ClassVar[str] = ""
    titled: ClassVar[str] = ""

    @property
    def limits(self) -> str:
        return ""


class EditField(View, frozen=True):
    """A part of a move that can be changed: from `choices`, or typed where there are none."""

    name: str
    label: str
    value: str
    choices: tuple[Option, ...] = ()


def choice(
    name: str, label: str, value: object, values: Sequence[str], texts: Sequence[str] | None = None
) -> EditField:
    """A field to choose from; the values are their own words unless `texts` has others."""
    chosen = str(value)
    options = tuple(
        Option(value=each, text=text, chosen=each == chosen)
        for each, text in zip(values, texts or values, strict=True)
    )
    return EditField(name=name, label=label, value=chosen, choices=options)


class Consequence(Cited, frozen=True):
    """What a correction changes: a later move that no longer holds, a count, a score."""

    breaks: bool = False


class NumberField(View, frozen=True):
    """A number to type; the value is text, because it is shown as it was typed."""

    name: str
    label: str
    value: str
