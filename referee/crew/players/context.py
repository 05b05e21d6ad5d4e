"""What the templates of the players' pages are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.web.charts.bars import BarsChart, RingView, SplitView
from referee.web.charts.lines import RatingChart, SparkView
from referee.web.components import FaceView, Link, TileView, View


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


class ChoiceView(View, frozen=True):
    """One of a few that a page can be about."""

    href: str
    text: str
    here: bool
