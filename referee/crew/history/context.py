"""What the templates of the history are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.crew.cards import PlayedCard
from referee.crew.exchange.context import ExportLinks
from referee.crew.outcome import Outcome
from referee.games.cited import Cited
from referee.games.table_views import GameView
from referee.table.moments import MomentView
from referee.web.components import FaceView, GameCard, Link, Option, View


class Chip(View, frozen=True):
    """A filter as a chip: `on` where it is in use, and then `href` takes it away; `face` of a player."""

    href: str
    text: str
    on: bool = False
    face: FaceView | None = None


class Search(View, frozen=True):
    """The form that the history is searched by, as it was sent; `errors` say what is wrong with it.

    `chips` are the filters in use and those that are a tap away; `clear` takes all away, "" where none is.
    """

    url: str
    q: str
    since: str
    until: str
    games: tuple[Option, ...]
    players: tuple[Option, ...]
    places: tuple[Option, ...]
    states: tuple[Option, ...]
    chips: tuple[Chip, ...] = ()
    clear: str = ""
    errors: tuple[str, ...] = ()


class Month(View, frozen=True):
    """A month in the history: its name, how many games of how many nights were found, and the cards."""

    name: str
    line: str
    games: tuple[PlayedCard, ...]


class GamesPage(View, frozen=True):
    """History, newest first; `discarded` counts those that can be restored.

    `older` and `newer` are addresses, "" where there is nothing. `empty` says that nothing was played yet:
    then there is nothing to search.
    """

    search: Search
    months: tuple[Month, ...]
    empty: bool
    discarded: int = 0
    older: str = ""
    newer: str = ""


class LineRow(View, frozen=True):
    """A line of the score: the move that made it, where that is replayed, whose it is, and what for."""

    move: int
    href: str
    name: str
    points: str
    cite: Cited


class ScoredView(View, frozen=True):
    """A move that scored, in words (who held what), with its lines; where it is replayed and corrected."""

    text: str
    lines: tuple[LineRow, ...]
    replay: str
    correct: str = ""


class CountView(View, frozen=True):
    """What was counted in one hand; `before` and `behind` are the hands around it, None for none."""

    heading: str
    scored: tuple[ScoredView, ...]
    replay: Link
    before: Link | None = None
    behind: Link | None = None


class PhotoLink(View, frozen=True):
    """A photo of the table, and the row of the log that it belongs to; `caption` is "" without any.

    `save` is where a caption is sent, "" for who may only look.
    """

    href: str
    src: str
    width: int
    height: int
    alt: str
    caption: str = ""
    save: str = ""


class FactRow(View, frozen=True):
    """A fact of the evening: a sign of the sprite with its name, and the words."""

    sign: str
    name: str
    text: str


class GamePage(Outcome, frozen=True, kw_only=True):
    """A game's page: how it went, its moments, every move of one without hands, and what is noted of it.

    `resume` is "" for a finished game, `over` says that it is one. `sheet` makes one of a score sheet.
    `replay` and `add` (a photo) are "" where nothing has happened yet. `moments` come by their worth.
    """

    public_id: str
    lines: tuple[LineRow, ...]
    log: str
    take: ExportLinks
    moments: tuple[MomentView, ...] = ()
    notes: str = ""
    facts: tuple[FactRow, ...] = ()
    count: CountView | None = None
    photos: tuple[PhotoLink, ...] = ()
    add: str = ""
    replay: str = ""
    resume: str = ""
    rematch: str = ""
    over: bool = False
    sheet: str = ""
    writes: bool = False


class DiscardPage(View, frozen=True):
    """Asks once before a game is discarded. `counts` says that it is in the statistics."""

    url: str
    back: str
    game: GameCard
    days: int
    counts: bool


class DiscardedRow(View, frozen=True):
    """A discarded game: who did it and when, until when it is kept; `restore` is "" for who may only look."""

    name: str
    title: str
    line: str
    meta: str
    done: str
    until: str
    restore: str


class DiscardedPage(View, frozen=True):
    """The discarded games that can still be restored, discarded last first."""

    games: tuple[DiscardedRow, ...]
    days: int


class StepRow(View, frozen=True):
    """A move of the hand that is replayed; `here` marks the one that is shown."""

    n: int
    text: str
    href: str
    here: bool = False


class ReplayPage(View, frozen=True):
    """The table as it was after a move: `n` of `length`, 0 before the first.

    `move` is what was done, `spoken` what was called out with it, `cites` what the referee said, `lines` what
    it scored. `first`, `back`, `forward` and `last` are addresses, "" where there is nothing; first and last
    lead to where a hand begins and ends, `of` says of what.
    `hands` are the hands by the move that began each. `here` is the address that shows this very page again.
    """

    title: str
    game: str
    url: str
    here: str
    n: int
    length: int
    hand: str
    move: str
    spoken: str
    cites: tuple[Cited, ...]
    lines: tuple[LineRow, ...]
    table: GameView
    hands: tuple[Option, ...]
    of: str
    steps: tuple[StepRow, ...]
    first: str = ""
    back: str = ""
    forward: str = ""
    last: str = ""
    log: str = ""
    correct: str = ""
