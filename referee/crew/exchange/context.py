"""What the templates of export and import are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.web.components import Option, View


class ExportLinks(View, frozen=True):
    """Ways to export one game, for `crew/export_links.html`.

    `play` is a file for BG Stats and `post` the way to its app; both are "" while the game is open.
    """

    record: str
    play: str = ""
    post: str = ""


class ImportingPage(View, frozen=True):
    """A crew or results being imported; the steps are written between this page's two halves."""

    games: int
    back: str
    what: str = "a crew"


class ImportedView(View, frozen=True):
    """How an import ended: `error` says why nothing was kept, "" if all was."""

    href: str
    error: str = ""
    games: int = 0


class AskedName(View, frozen=True):
    """A person or a title in a file, and what they are called here: `value`, "" to leave them out."""

    field: str
    name: str
    detail: str
    value: str
    error: str = ""


class ColumnField(View, frozen=True):
    """A column of a table: its head, some of its cells, and what it may be."""

    field: str
    name: str
    cells: str
    choices: tuple[Option, ...]
