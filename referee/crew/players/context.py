"""What the templates of the players' pages are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.crew.proof import Proof
from referee.crew.statistics.counting import UncountedView
from referee.web.charts.bars import BarsChart, RingView, SplitView
from referee.web.charts.lines import RatingChart, SparkView
from referee.web.components import FaceView, Link, Option, TileView, View


class PlayerCard(View, frozen=True):
    """A player in a list; `line` says how much was played, `form` how the last games came out.

    `told` is the form in words.
    """

    href: str
    name: str
    face: FaceView
    line: str
    form: str = ""
    told: str = ""


class PlayersPage(View, frozen=True):
    """The crew's players, or those archived. `add` is where a new one is sent, "" for one who looks on.

    `archive` shows those archived and `first` the beginning of the list, "" where there is nothing.
    """

    players: tuple[PlayerCard, ...]
    archived: bool
    url: str
    add: str
    uncounted: UncountedView | None
    name: str = ""
    error: str = ""
    first: str = ""
    next: str = ""
    archive: str = ""


class EditPage(View, frozen=True):
    """A player being edited; `errors` are of the form that was sent, `face_error` of the picture.

    `merge` and `delete` are for a keeper, `delete` for who never played: "" otherwise.
    """

    player: str
    back: str
    url: str
    name: str
    longest: int
    face: FaceView
    keep: str
    remove: str
    archive: str
    archived: bool
    merge: str
    delete: str
    error: str = ""
    face_error: str = ""


class MergePage(View, frozen=True):
    """Two players who are one person: `others` to choose from, and then what follows for `gone`.

    `refused` are games in which both sat, so that it cannot be.
    """

    player: str
    back: str
    url: str
    others: tuple[Option, ...]
    gone: str = ""
    gone_id: str = ""
    follows: tuple[str, ...] = ()
    refused: tuple[Link, ...] = ()
    proof: Proof | None = None
    errors: tuple[str, ...] = ()


class DeletePlayerPage(View, frozen=True):
    """Asks once before a player is deleted, with a `picture` or without; `refused` says why it cannot be."""

    player: str
    face: FaceView
    back: str
    url: str
    picture: bool
    refused: str
    proof: Proof | None = None
    errors: tuple[str, ...] = ()


class StatRow(View, frozen=True):
    """A line of statistics: what, how much, more about it in words, and the game that it was in."""

    label: str
    value: str
    detail: str = ""
    game: Link | None = None


class FormView(View, frozen=True):
    """One of the last games: how it came out (a letter of `scoring.statistics.facts.Came`, "" for one that is
    not counted yet), the score, and all of it in words.
    """

    href: str
    letter: str
    score: str
    text: str


class HeroView(View, frozen=True):
    """What stands first. `rating` is "" for none; `about` says at what it is and how sure.

    `spark` is its course. `won` says how many games that were; who always played alone has no `ring`.
    """

    rating: str
    provisional: bool
    about: str
    spark: SparkView | None
    ring: RingView | None
    won: str
    streak: int
    streak_of: str
    games: str
    since: str


class CourseView(View, frozen=True):
    """How a rating came about; `soon` says when the line begins, where there is none yet."""

    heading: str
    chart: RatingChart | None
    soon: str


class MetView(View, frozen=True):
    """Another player, and what the games with them came to."""

    href: str
    name: str
    face: FaceView
    split: SplitView
    text: str


class KindTile(View, frozen=True):
    """One of the things that a player plays; `rate` is "" for who always played it alone."""

    href: str
    name: str
    tile: TileView
    rate: str
    line: str
    here: bool


class ScoresView(View, frozen=True):
    """How final scores are spread; `half` says up to where half of them lie."""

    heading: str
    chart: BarsChart
    half: str


class HeldView(View, frozen=True):
    """A record that the player holds; `kind` is what it is in, "" where that is said already."""

    label: str
    value: str
    kind: str
    shared: str
    game: Link | None = None


class BadgeView(View, frozen=True):
    """A badge: how often, and how rare it is. One that is still to be earned has no `count`."""

    tile: TileView
    label: str
    count: str
    often: str
    rare: str


class YearView(View, frozen=True):
    """A player's year."""

    href: str
    year: int
    games: str
    won: str
    split: SplitView


class PlayerPage(View, frozen=True):
    """A player's page; `edit` and `recolour` are "" for one who looks on.

    `periods` and `kinds` choose what it is about; `soon` says in words what will stand there, for who has
    no games. `others` counts those left out of `against`, `figures` are of one game, called `about`.
    """

    name: str
    face: FaceView
    archived: bool
    edit: str
    recolour: str
    colours: tuple[Option, ...]
    uncounted: UncountedView | None
    soon: tuple[str, ...]
    empty: str
    history: str
    hero: HeroView | None = None
    periods: tuple[ChoiceView, ...] = ()
    kinds: tuple[ChoiceView, ...] = ()
    form: tuple[FormView, ...] = ()
    blank: tuple[int, ...] = ()
    newest: str = ""
    course: CourseView | None = None
    rated: str = ""
    against: tuple[MetView, ...] = ()
    others: int = 0
    beside: tuple[MetView, ...] = ()
    tiles: tuple[KindTile, ...] = ()
    scores: ScoresView | None = None
    held: tuple[HeldView, ...] = ()
    records: str = ""
    badges: tuple[BadgeView, ...] = ()
    earned: str = ""
    years: tuple[YearView, ...] = ()
    about: str = ""
    figures: tuple[StatRow, ...] = ()


class ChoiceView(View, frozen=True):
    """One of a few that a page can be about."""

    href: str
    text: str
    here: bool
