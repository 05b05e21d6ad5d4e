"""What the templates of export and import are given; the same manners as in `referee.games.context`."""

from __future__ import annotations

from referee.web.context import Link, View


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
    others. `url` imports a file, "" for one who may only watch; `whole` says that a whole crew may come too.
    `error` says why a file was not imported, `known` is the game that was here already.
    """

    kept: str = ""
    zip: str = ""
    sheets: tuple[Link, ...] = ()
    plays: str = ""
    url: str = ""
    whole: bool = False
    limit: str = ""
    error: str = ""
    known: str = ""


class ImportingPage(View, frozen=True):
    """A whole crew being imported; the steps are written between this page's two halves."""

    games: int
    back: str


class ImportedView(View, frozen=True):
    """How an import ended: `error` says why nothing was kept, "" if all was."""

    href: str
    error: str = ""
    games: int = 0
