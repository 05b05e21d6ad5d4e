"""The tallies as pages show them: of a player, of everybody in a period, and the nights.

They are made by `statistics.counting`, so that no page adds up years of play.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from scoring.crew.visitor import Visitor
from scoring.models import Night, Player, Rating, Seat, Tally
from scoring.statistics.facts import Facts, read
from scoring.statistics.strength import settled


@dataclass(frozen=True)
class Leader:
    """A player on a leaderboard; `rating` is that of all time, None for who only played alone."""

    player: Player
    facts: Facts
    rating: Rating | None


def of_player(player: Player) -> dict[str, Facts]:
    """What all games of a player came to, by what was played, the most played first. One query."""
    rows = Tally.objects.filter(player=player, period="").order_by("game")
    found = {row.game: read(row.facts) for row in rows}
    return dict(sorted(found.items(), key=lambda item: -item[1].games))


def leaders(visitor: Visitor, game: str, period: str = "") -> list[Leader]:
    """Who played something in a period ("2026", "2026-11", or all time), the best first. Two queries.

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
