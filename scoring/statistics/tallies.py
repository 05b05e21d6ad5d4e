"""The tallies as pages show them: of a player, of everybody in a period, and the nights.

They are made by `statistics.counting`, so that no page adds up years of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from operator import itemgetter

from django.db.models import Q
from django.db.models.fields import IntegerField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Length

from scoring.crew.visitor import Visitor
from scoring.models import Game, Night, Player, Rating, Seat, Tally
from scoring.models.nights import night_begins, night_of, tonight
from scoring.statistics.facts import Facts, read
from scoring.statistics.spans import cut
from scoring.statistics.strength import settled


@dataclass(frozen=True)
class Leader:
    """A player on a leaderboard; `rating` is that of all time, None for who only played alone."""

    player: Player
    facts: Facts
    rating: Rating | None


def of_player(player: Player, since: date | None = None, until: date | None = None) -> dict[str, Facts]:
    """What the games of a player came to, by what was played, the most played first; all together are at "".

    From one day to another, both counted in, or of all time. Two queries at most: one for tallies, and one
    for the games of the days around whole months.
    """
    periods, days = cut(since, until or tonight())
    rows = Tally.objects.filter(player=player, period__in=periods)
    found = [(_begins(row.period), row.game, row.facts) for row in rows.order_by("game")] if periods else []
    if days:
        # By when they began: a player has as many in a month as fit in.
        spells = Q()
        for first, last in days:
            spells |= Q(
                began_at__gte=night_begins(first), began_at__lt=night_begins(last + timedelta(days=1))
            )
        for seat in Seat.objects.filter(spells, player=player).exclude(facts={}).order_by("began_at", "game"):
            began = night_of(seat.began_at).isoformat()
            found += [(began, seat.played, seat.facts), (began, "", seat.facts)]
    sums: dict[str, Facts] = {}
    for _, game, facts in sorted(found, key=itemgetter(0)):
        sums[game] = sums.get(game, Facts()) + (read(facts) if game else read(facts).of_any_game())
    return dict(sorted(sums.items(), key=lambda item: (item[0] != "", -item[1].games, item[0])))


def _begins(period: str) -> str:
    """When a period begins, to be compared with days."""
    return f"{period}-01" if len(period) > 4 else period


def kinds_of(player: Player) -> list[str]:
    """What a player has ever played to an end, the most played first. One query."""
    games = Cast(KT("facts__games"), IntegerField())
    rows = Tally.objects.filter(player=player, period="").exclude(game="").annotate(games=games)
    return list(rows.order_by("-games", "game").values_list("game", flat=True))


def everybody(visitor: Visitor, games: Iterable[str]) -> dict[str, list[tuple[Player, Facts]]]:
    """What some kinds of games came to for all of the crew who played them, of all time. One query."""
    mine = Player.objects.visible_to(visitor).values("pk")
    rows = Tally.objects.filter(player__in=mine, game__in=list(games), period="").select_related("player")
    found: dict[str, list[tuple[Player, Facts]]] = {}
    for row in rows.order_by("game", "player__folded"):
        found.setdefault(row.game, []).append((row.player, read(row.facts)))
    return found


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


def last_games(
    player: Player, size: int = 10, *, game: str = "", since: date | None = None, until: date | None = None
) -> list[Seat]:
    """The player's newest seats at games that ended, each with its game; of a kind, and between two days, if
    these are said. One query.
    """
    kept = Seat.objects.filter(
        player=player, game__discarded_at__isnull=True, game__finished_at__isnull=False
    )
    if game:
        kept = kept.filter(played=game)
    if since:
        kept = kept.filter(began_at__gte=night_begins(since))
    if until:
        kept = kept.filter(began_at__lt=night_begins(until + timedelta(days=1)))
    found = kept.select_related("game").defer("game__snapshot", "game__options")
    return list(found.order_by("-began_at", "-game")[:size])


#: A game that ended is looked for among those that began so long before, as those are in order.
TAKEN_UP = timedelta(days=7)
ENDED = 50


def ended_since(visitor: Visitor, since: datetime) -> list[Game]:
    """The newest 50 games that the crew has ended since a moment. One query."""
    newest = Game.objects.visible_to(visitor).filter(created_at__gte=since - TAKEN_UP, finished_at__gt=since)
    return list(newest.newest_first().with_wins().defer("snapshot", "notes")[:ENDED])
