"""The tallies as pages show them: of a player, of everybody in a period, and the nights.

They are made by `statistics.counting`, so that no page adds up years of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models.functions import Length

from scoring.crew.visitor import Visitor
from scoring.models import Game, Night, Player, Rating, Seat, Tally
from scoring.statistics.facts import Facts, read
from scoring.statistics.strength import settled


@dataclass(frozen=True)
class Leader:
    """A player on a leaderboard; `rating` is that of all time, None for who only played alone."""

    player: Player
    facts: Facts
    rating: Rating | None


def of_player(player: Player, periods: Sequence[str] = ("",)) -> dict[str, Facts]:
    """What the games of a player came to in some periods together, by what was played, the most played first;
    all kinds together are at "". One query.
    """
    rows = Tally.objects.filter(player=player, period__in=periods).order_by("game", "period")
    found: dict[str, Facts] = {}
    for row in rows:
        facts = read(row.facts)
        found[row.game] = found[row.game] + facts if row.game in found else facts
    return dict(sorted(found.items(), key=lambda item: (item[0] != "", -item[1].games)))


def years_of(player: Player, game: str = "") -> dict[int, Facts]:
    """What a player's games of a kind, or all of them, came to, by year. One query."""
    rows = Tally.objects.filter(player=player, game=game).alias(length=Length("period")).filter(length=4)
    return {int(row.period): read(row.facts) for row in rows.order_by("period")}


def leaders(visitor: Visitor, game: str, period: str = "") -> list[Leader]:
    """Who played something ("" for anything) in a period ("2026", "2026-11", or all time), the best first.

    Two queries.
    Of all time the best has the highest rating, those whose rating has not settled yet behind all others; of
    a period who won most.
    """
    mine = Player.objects.visible_to(visitor).values("pk")
    rows = Tally.objects.filter(player__in=mine, game=game, period=period).select_related("player")
    rated = {row.player_id: row for row in Rating.objects.filter(player__in=mine, game=game).order_by("pk")}
    found = [
        Leader(row.player, read(row.facts), rated.get(row.player_id))
        for row in rows.order_by("player__folded")
    ]

    def worth(leader: Leader) -> tuple[bool, float, float, float]:
        facts, rating = leader.facts, None if period else leader.rating
        strong = (settled(rating), rating.mu) if rating else (False, float("-inf"))
        return *strong, facts.wins, facts.win_rate

    return sorted(found, key=worth, reverse=True)


def ratings(player: Player) -> dict[str, Rating]:
    """How strong a player is, by what was played. One query."""
    return {row.game: row for row in Rating.objects.filter(player=player).order_by("game")}


def nights(visitor: Visitor, year: int) -> list[Night]:
    """The days of a year on which the crew played, in their order. One query."""
    found = Night.objects.visible_to(visitor).filter(day__gte=date(year, 1, 1), day__lte=date(year, 12, 31))
    return list(found.order_by("day"))


def last_games(player: Player, size: int = 10) -> list[Seat]:
    """The player's newest seats, each with its game. One query."""
    kept = Seat.objects.filter(player=player, game__discarded_at__isnull=True)
    found = kept.select_related("game").defer("game__snapshot", "game__options")
    return list(found.order_by("-began_at", "-game")[:size])


#: A game that ended is looked for among those that began so long before, as those are in order.
TAKEN_UP = timedelta(days=7)
ENDED = 50


def ended_since(visitor: Visitor, since: datetime) -> list[Game]:
    """The newest 50 games that the crew has ended since a moment. One query."""
    newest = Game.objects.visible_to(visitor).filter(created_at__gte=since - TAKEN_UP, finished_at__gt=since)
    return list(newest.newest_first().with_wins().defer("snapshot", "notes")[:ENDED])


def of_kinds(visitor: Visitor, played: Sequence[str]) -> dict[str, list[tuple[Player, Facts]]]:
    """What all games of these kinds came to for each player. One query."""
    found: dict[str, list[tuple[Player, Facts]]] = {kind: [] for kind in played}
    mine = Player.objects.visible_to(visitor).values("pk")
    rows = Tally.objects.filter(player__in=mine, game__in=played, period="").select_related("player")
    for row in rows.order_by("player__folded"):
        found[row.game].append((row.player, read(row.facts)))
    return found
