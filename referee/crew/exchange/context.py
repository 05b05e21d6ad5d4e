"""What the templates of export and import are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.web.components import Link, Option, View


class ExportLinks(View, frozen=True):
    """Ways to export one game, for `crew/export_links.html`.

    `play` is a file for BG Stats and `post` the way to its app; both are "" while the game is open.
    """

    record: str
    play: str = ""
    post: str = ""


class ExportPage(View, frozen=True):
    """Everything that can be exported, and the form that imports.

    `kept` says how much there is, "" for nothing; `zip`, `sheets` and `plays` are for the keeper, "" for
    others. `url` imports a file, "" for one who may only watch; `whole` says that a whole crew may come too,
    `results` that those of another app may.
    `error` says why a file was not imported, `known` is the game that was here already.
    """

    kept: str = ""
    zip: str = ""
    sheets: tuple[Link, ...] = ()
    plays: str = ""
    url: str = ""
    whole: bool = False
    results: bool = False
    limit: str = ""
    error: str = ""
    known: str = ""


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


class NamesPage(View, frozen=True):
    """Who is who and what is what in a file of results.

    `rest` says that more come by their names; `doubtful` what does not count in the file, "" for nothing.
    `players` and `shelf` are the names that the crew has.
    """

    url: str
    mark: str
    file: str
    found: str
    people: tuple[AskedName, ...]
    titles: tuple[AskedName, ...]
    rest: str
    players: tuple[str, ...]
    shelf: tuple[str, ...]
    doubtful: str
    takes_doubtful: bool
    back: str
    columns: str
    errors: tuple[str, ...] = ()


class PlannedLine(View, frozen=True):
    """What comes of a line of the file: `why` it does not, "" if it does; `href` leads to the game here."""

    where: str
    title: str
    when: str
    says: str
    why: str
    href: str = ""


class PreviewPage(View, frozen=True):
    """The dry run: what would come, what `stays` away and why, and every line.

    `button` imports what comes, "" for nothing; `new` are the players whom the crew gets.
    """

    url: str
    mark: str
    file: str
    coming: str
    new: str
    stays: tuple[str, ...]
    lines: tuple[PlannedLine, ...]
    shown: str
    older: str
    newer: str
    button: str
    back: str
    only: tuple[Link, ...] = ()


class ColumnField(View, frozen=True):
    """A column of a table: its head, some of its cells, and what it may be."""

    field: str
    name: str
    cells: str
    choices: tuple[Option, ...]


class ColumnsPage(View, frozen=True):
    """Which column of a table is what, and how it is read: each of `ways` by a choice."""

    url: str
    mark: str
    file: str
    found: str
    ways: tuple[ColumnField, ...]
    headed: bool
    title: str
    columns: tuple[ColumnField, ...]
    back: str
    errors: tuple[str, ...] = ()
