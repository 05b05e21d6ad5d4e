"""What the templates of "out and in" are given; the same manners as in `referee.table.context`."""

from __future__ import annotations

from referee.table.context import Link, View


class ExportLinks(View, frozen=True):
    """Ways out for one game, for `crew/export_links.html`.

    `play` is a file for BG Stats and `post` the way to its app; both are "" while the game is open.
    """

    record: str
    play: str = ""
    post: str = ""


class TakeoutPage(View, frozen=True):
    """Everything out, and games in.

    `kept` says how much there is, "" for nothing; `zip`, `sheets` and `plays` are for the keeper, "" for
    others. `url` takes a file in, "" for one who may only look; `whole` says that a whole crew may come too.
    `error` says why a file was not taken, `known` is the game that was here already.
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


class TakingInPage(View, frozen=True):
    """A whole crew being taken in; the steps are written between this page's two halves."""

    games: int
    back: str


class TakenInView(View, frozen=True):
    """How it ended: `error` says why nothing was kept, "" if all was."""

    href: str
    error: str = ""
    games: int = 0
