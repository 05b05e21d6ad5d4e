"""What the templates of the rulebook are given; the same manners as in `context`."""

from __future__ import annotations

from referee.web.components import Link, TileView, View


class Ruled(Link, frozen=True):
    """A ruling of the crew's own games: its words, where the log has it, and the day."""

    when: str


class ClauseView(View, frozen=True):
    """A clause, by its `name`. `anchor` is its id; `reading` says that all of it is ours, `ours` what
    we add to it, `author` that its author settled it. `ruled` are rulings that cite it.
    """

    anchor: str
    href: str
    name: str
    title: str
    text: str
    reading: bool
    author: bool
    see: tuple[Link, ...]
    ours: str = ""
    example: str = ""
    ruled: tuple[Ruled, ...] = ()


class BookView(View, frozen=True):
    """A game's rulebook, or what of it was looked for."""

    href: str
    name: str
    tile: TileView
    how: str = ""
    source: str = ""
    begin: str = ""
    clauses: tuple[ClauseView, ...] = ()


class RulesPage(View, frozen=True):
    """The rules of one game, or of all; `q` is what is looked for, `found` says how much there is of it.

    `one` is the only game's name, "" for all; `words` are marked in what was found; `table` is the one that
    somebody came from, "" for none.
    """

    url: str
    q: str
    found: str
    books: tuple[BookView, ...]
    one: str = ""
    table: str = ""
    words: tuple[str, ...] = ()
