"""What the templates of the players' pages are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.web.components import Link, TileView, View


class StatRow(View, frozen=True):
    """A line of statistics: what, how much, more about it in words, and the game that it was in."""

    label: str
    value: str
    detail: str = ""
    game: Link | None = None


class BadgeView(View, frozen=True):
    """A badge: how often, and how rare it is. One that is still to be earned has no `count`."""

    tile: TileView
    label: str
    count: str
    often: str
    rare: str
