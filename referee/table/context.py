"""What the templates of every live table are given: frozen values, sentences and addresses already made.

A presenter fills these from a game's state; templates only loop and ask "is it there". Texts are plain
(they are escaped when rendered), addresses are complete (`/t/...`), an empty text means "nothing to show".
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from django.urls import reverse
from msgspec import Struct


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


class Cited(View, frozen=True):
    """A sentence of the referee and the clause it rests on, such as `zar 5.2` ("" for none).

    `href` is where the rulebook has the clause; `table/cite.html` shows both.
    """

    text: str
    rule: str = ""

    @property
    def href(self) -> str:
        return clause_url(self.rule) if self.rule else ""


@cache
def clause_url(rule: str) -> str:
    """Where the rulebook's page has a clause: `/rules/zar/#settled-4` for `zar settled 4`."""
    game, _, number = rule.partition(" ")
    return f"{reverse('rulebook', args=[game])}#{anchor_of(number)}"


def anchor_of(number: str) -> str:
    """The id of a clause on its page: `9.2.2`, `faq-1`, `settled-4`."""
    return number.lower().replace(" ", "-")


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


class StandingView(View, frozen=True):
    """A line of the standings; `change` is this hand's points. `here` is false for those who quit."""

    name: str
    points: int | float
    change: str = ""
    leader: bool = False
    here: bool = True

    @property
    def shown(self) -> str:
        """The points with a real minus, as everywhere else."""
        return str(self.points).replace("-", "−")


class TableView(View, frozen=True):
    """Everything of the region `#table`, and nothing else changes on the page.

    `url` is the table's own address, `here` the address that shows this very region again (with its sheet),
    `back` the one that a sheet goes back to, `version` the number of logged moves, `key` what makes a resent
    form count once. `body` is the game's own template, `still` its other one that only shows the table, with
    nothing to tap, and `table` what both are given. `looks` is the game's page for a phone that may only
    look, "" for the others.
    """

    game: str
    title: str
    headline: str
    url: str
    here: str
    back: str
    live: str
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
