"""Who won how much from one day to another: years and months as they are tallied, and the days around them.

So a season of ten years reads its years, the months at its ends, and no more games than two months had.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import IntegerField, Model, QuerySet, Sum, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from scoring.crew.visitor import Visitor
from scoring.models import Player, Seat, Tally
from scoring.models.nights import night_begins
from scoring.statistics.facts import Facts

Row = dict[str, int | None]


@dataclass(frozen=True)
class Span:
    """The days from `since` to `until`, both counted in, of what was `played`, "" for everything.

    Without both it is all time.
    """

    played: str
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True)
class Standing:
    """A player in a span, and how many games there were, how many of them alone, and how many won."""

    player: Player
    facts: Facts


def standings(visitor: Visitor, spans: Sequence[Span], *, today: date) -> list[list[Standing]]:
    """Who played in each span, who won most first. Two queries, however many spans and games there are.

    What has no end goes on to the end of the year of `today`.
    """
    mine = Player.objects.visible_to(visitor).order_by()
    parts = [part for n, span in enumerate(spans) for part in _parts(n, span, mine, today)]
    sums: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    rows: Sequence[Row] = list(parts[0].union(*parts[1:], all=True)) if parts else []
    for row in rows:
        came_to = sums[row["span"] or 0, row["player"] or 0]
        for place, what in enumerate(("games", "alone", "wins")):
            came_to[place] += row[f"sum_{what}"] or 0
    players = mine.in_bulk({player for _, player in sums}) if sums else {}
    found: list[list[Standing]] = [[] for _ in spans]
    for (span, player), (games, alone, wins) in sums.items():
        if games and player in players:
            found[span].append(Standing(players[player], Facts(games=games, alone=alone, wins=wins)))

    def worth(each: Standing) -> tuple[int, float, str]:
        return -each.facts.wins, -each.facts.win_rate, each.player.folded

    return [sorted(some, key=worth) for some in found]


def _parts(n: int, span: Span, mine: QuerySet[Player], today: date) -> list[QuerySet[Model, Row]]:
    """The queries whose rows add up to a span."""
    periods, rest = cut(span.since, span.until or date(max(today, span.since or today).year, 12, 31))
    players = mine.values("pk")
    found = []
    if periods:
        tallies = Tally.objects.filter(player__in=players, period__in=periods)
        found.append(_added(n, tallies.filter(game=span.played)))
    # A query for each spell of days: of two together SQLite would read all that the players ever played.
    for first, last in rest:
        begins, ends = night_begins(first), night_begins(last + timedelta(days=1))
        seats = Seat.objects.filter(player__in=players, began_at__gte=begins, began_at__lt=ends)
        counted = seats.exclude(facts={})
        found.append(_added(n, counted.filter(played=span.played) if span.played else counted))
    return found


def _added(n: int, rows: QuerySet[Model]) -> QuerySet[Model, Row]:
    """What rows with facts came to, by the player; added up by the database, which reads no more of them."""
    sums = {
        f"sum_{what}": Sum(Cast(KeyTextTransform(what, "facts"), IntegerField()))
        for what in ("games", "alone", "wins")
    }
    grouped = rows.order_by().values("player").annotate(span=Value(n, IntegerField()), **sums)
    found: QuerySet[Model, Row] = grouped.values("span", "player", *sums)
    return found


def cut(since: date | None, until: date) -> tuple[list[str], list[tuple[date, date]]]:
    """The whole years and months between two days, as tallies call them, and the days that are left.

    >>> cut(date(2024, 12, 30), date(2026, 2, 3))
    (['2025', '2026-01'], [(datetime.date(2024, 12, 30), datetime.date(2024, 12, 31)), \
(datetime.date(2026, 2, 1), datetime.date(2026, 2, 3))])
    """
    if since is None:
        return [""], []
    periods, rest = [], []
    at = since
    while at <= until:
        month_ends = date(at.year + at.month // 12, at.month % 12 + 1, 1) - timedelta(days=1)
        year_ends = date(at.year, 12, 31)
        if (at.month, at.day) == (1, 1) and year_ends <= until:
            periods.append(f"{at.year}")
            end = year_ends
        elif at.day == 1 and month_ends <= until:
            periods.append(f"{at.year}-{at.month:02}")
            end = month_ends
        else:
            end = min(month_ends, until)
            rest.append((at, end))
        at = end + timedelta(days=1)
    return periods, rest
