"""What the games came to, counted by the write that ends them, so that no look has to write.

A game that ends, is corrected after its end, taken up again, discarded or restored is marked `due` by that
very write (`log.writer`, `scoring.discarding`), and counted by the same request once it is saved
(`count_ended`). What a crash leaves due is still to do: pages say so (`uncounted`), and a form or
`manage.py rebuild_statistics` does it (`catch_up`).

Each seat keeps what its game came to; a player's month is the sum of those seats, a year that of its months,
all time that of the years. All of it can be thrown away and made again (`rebuild`); cut off anywhere, it goes
on where it was.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import msgspec
from django.db import DatabaseError
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Length

from scoring.log.effective import effective_moves
from scoring.models import Game, Hand, Move, Night, Player, Rating, Score, Seat, Tally, Unrated
from scoring.models.nights import night_begins, night_of
from scoring.statistics import strength
from scoring.statistics.facts import Facts, read, total
from scoring.statistics.results import facts_of
from scoring.writing import queue, yield_to_writers

#: Games tallied in one transaction: others can tap in between.
AT_ONCE = 5
#: Games worked off by one request: a second or two.
MOST = 50
#: Games that a tap rates anew, a quarter of a second; where there are more, it is left to who asks for it.
MOST_RATED = 1000
#: A player's games of one kind ("" for all) in one month, whatever the month: the finest that is kept.
Bucket = tuple[str, int, int]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Uncounted:
    """What is still to be counted: so many games, or the ratings alone after an older game changed."""

    games: int
    ratings: bool


def count_ended(game: Game) -> None:
    """Counts what has just been saved of a game: its end, a correction of that, or that it goes on.

    For use after the transaction. No query for a game that has not ended. A tap that is saved does not fail
    for its statistics: what cannot be counted now stays due.
    """
    if not game.due:
        return
    try:
        catch_up(game.crew_id, most_rated=MOST_RATED)
    except DatabaseError:
        logger.exception("Game %s could not be counted yet.", game.pk)


def uncounted(crew_id: int) -> Uncounted | None:
    """What is still to be counted of a crew; None, as usual, where nothing is. Two queries."""
    games = Game.objects.filter(crew=crew_id, due=True).count()
    ratings = Unrated.objects.filter(crew=crew_id).exists()
    return Uncounted(games, ratings) if games or ratings else None


def catch_up(crew_id: int, most: int = MOST, at_once: int = AT_ONCE, most_rated: int | None = None) -> int:
    """Works off due games, those that ended first before the others; returns how many are still due.

    Once none is due, what has to be rated anew is, but for kinds with more than `most_rated` games. Two
    queries where nothing is due. Two processes at once do no harm, nor does it to be cut off.
    """
    due = Game.objects.filter(crew=crew_id, due=True)
    found = list(due.order_by("finished_at", "pk").values_list("pk", flat=True)[:most])
    for start in range(0, len(found), at_once):
        if start:
            yield_to_writers()
        _tally(crew_id, found[start : start + at_once])
    left = due.count() if found else 0
    if not left:
        strength.rate_anew(crew_id, most=most_rated)
    return left


def rebuild(crew_id: int) -> int:
    """Forgets all that was tallied of a crew, as one write; returns how many games are due then."""
    with queue(crew_id, no_key=True):
        Tally.objects.filter(player__crew=crew_id).delete()
        Rating.objects.filter(player__crew=crew_id).delete()
        Night.objects.filter(crew=crew_id).delete()
        Unrated.objects.filter(crew=crew_id).delete()
        Seat.objects.filter(game__crew=crew_id).exclude(facts={}).update(facts={})
        return Game.objects.kept().filter(crew=crew_id, finished_at__isnull=False).update(due=True)


def forget(player: Player) -> None:
    """Marks the player's finished games as due and drops what was tallied of them: before seats change hands.

    For use in the transaction in which two players are made one.
    """
    games = Seat.objects.filter(player=player).values("game")
    Game.objects.filter(pk__in=games, finished_at__isnull=False).update(due=True)
    Tally.objects.filter(player=player).delete()
    Rating.objects.filter(player=player).delete()


def forget_kind(crew_id: int, played: str) -> None:
    """Drops what was tallied of all that a crew played as one thing (`scoring.played`), and marks it as due.

    For use in a transaction that holds the crew's row.
    """
    Tally.objects.filter(player__crew=crew_id, game=played).delete()
    Rating.objects.filter(player__crew=crew_id, game=played).delete()
    Unrated.objects.filter(crew=crew_id, game=played).delete()
    games = Game.objects.filter(crew=crew_id, played=played)
    Seat.objects.filter(game__in=games.values("pk")).exclude(facts={}).update(facts={})
    games.kept().filter(finished_at__isnull=False).update(due=True)


def move_kind(crew_id: int, old: str, new: str) -> None:
    """Calls what was tallied of one thing by another key, of which nothing is tallied.

    For use in a transaction that holds the crew's row.
    """
    if old != new:
        Tally.objects.filter(player__crew=crew_id, game=old).update(game=new)
        Rating.objects.filter(player__crew=crew_id, game=old).update(game=new)
        Unrated.objects.filter(crew=crew_id, game=old).update(game=new)


def _tally(crew_id: int, pks: Sequence[int]) -> None:
    """Some games, as one write: their seats, the sums above those, the nights, the ratings."""
    with queue(crew_id, no_key=True):
        # Due still: another process may have been quicker.
        found = Game.objects.select_for_update(of=("self",)).filter(pk__in=pks, due=True)
        games = list(found.defer("snapshot", "options").order_by("finished_at", "pk"))
        seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
        for seat in Seat.objects.filter(game__in=seats).select_related("player").order_by("place"):
            seats[seat.game_id].append(seat)
        buckets: defaultdict[Bucket, set[int]] = defaultdict(set)
        for game in games:
            began = night_of(game.created_at)
            buckets[game.played, began.year, began.month] |= _players(seats[game.pk])
            was_rated = any(seat.facts for seat in seats[game.pk])
            counts = game.finished_at and not game.discarded_at
            came_to = _facts(game, seats[game.pk]) if counts else {}
            for seat in seats[game.pk]:
                counted = came_to and not seat.player.guest
                seat.facts = msgspec.to_builtins(came_to[seat.pk]) if counted else {}
            strength.go_on(game, seats[game.pk], was_rated=was_rated)
        Seat.objects.bulk_update([seat for some in seats.values() for seat in some], ["facts"])
        # Not before: what is due is not rated yet, however late it ended.
        Game.objects.filter(pk__in=seats).update(due=False)
        _add_up(buckets)
        for day in {night_of(game.created_at) for game in games}:
            _count_night(crew_id, day)


def _facts(game: Game, seats: Sequence[Seat]) -> dict[int, Facts]:
    hands = list(Hand.objects.filter(game=game).defer("snapshot").order_by("first"))
    lines = Score.objects.filter(game=game).order_by().values_list("hand", "seat").annotate(Sum("points"))
    points = {(hand, seat): points for hand, seat, points in lines}
    rows = Move.objects.filter(game=game).order_by("seq")
    return facts_of(
        game,
        seats,
        hands,
        points,
        effective_moves(rows.only("game", "seq", "kind", "position", "body", "outcome")),
    )


def _players(seats: Iterable[Seat]) -> set[int]:
    """Who sits there, and who did when the game was tallied last: an undone join takes its seat away."""
    now = {seat.player_id for seat in seats}
    met = [player for seat in seats for how in ("against", "beside") for player in seat.facts.get(how, ())]
    return now | {int(player) for player in met}


def _add_up(buckets: Mapping[Bucket, set[int]]) -> None:
    """The months that games were tallied in, then their years, then all time: by kind, and all together."""
    above: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    everything: defaultdict[Bucket, set[int]] = defaultdict(set)
    for (_, year, month), players in buckets.items():
        everything["", year, month] |= players
    for (key, year, month), players in (*buckets.items(), *everything.items()):
        seats = Seat.objects.filter(
            player__in=players, **_month(year, month), **({"played": key} if key else {})
        )
        parts = seats.order_by("began_at", "game").values_list("player", "facts")
        _save(key, f"{year}-{month:02}", players, parts)
        above[key, year] |= players
    every: defaultdict[str, set[int]] = defaultdict(set)
    for (key, year), players in above.items():
        months = [f"{year}-{month:02}" for month in range(1, 13)]
        _save(
            key,
            f"{year}",
            players,
            _tallies(key, players).filter(period__in=months).values_list("player", "facts"),
        )
        every[key] |= players
    for key, players in every.items():
        years = _tallies(key, players).alias(length=Length("period")).filter(length=4)
        _save(key, "", players, years.values_list("player", "facts"))


def _tallies(key: str, players: Iterable[int]) -> QuerySet[Tally]:
    return Tally.objects.filter(player__in=players, game=key).order_by("period")


def _month(year: int, month: int) -> dict[str, datetime]:
    first, after = date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)
    return {"began_at__gte": night_begins(first), "began_at__lt": night_begins(after)}


def _save(key: str, period: str, players: Iterable[int], parts: Iterable[tuple[int, object]]) -> None:
    """The sums of one period: `parts` are each player's facts in the order of time."""
    found: dict[int, list[Facts]] = {player: [] for player in players}
    for player, facts in parts:
        if facts:
            found[player].append(read(facts))
    sums = {player: total(some) for player, some in found.items()}
    if not key:
        sums = {player: facts.of_any_game() for player, facts in sums.items()}
    Tally.objects.bulk_create(
        [
            Tally(player_id=player, game=key, period=period, facts=msgspec.to_builtins(facts))
            for player, facts in sums.items()
            if facts.games
        ],
        update_conflicts=True,
        unique_fields=["player", "game", "period"],
        update_fields=["facts"],
    )
    gone = [player for player, facts in sums.items() if not facts.games]
    if gone:
        Tally.objects.filter(player__in=gone, game=key, period=period).delete()


def _count_night(crew_id: int, day: date) -> None:
    ended = Q(finished_at__isnull=False, discarded_at__isnull=True, due=False)
    that_day = Q(created_at__gte=night_begins(day), created_at__lt=night_begins(day + timedelta(days=1)))
    games = Game.objects.filter(ended, that_day, crew=crew_id).order_by("created_at", "pk")
    found = list(games.values_list("public_id", "created_at", "finished_at"))
    if not found:
        Night.objects.filter(crew=crew_id, day=day).delete()
        return
    took = [(minutes_of(began, over), public_id) for public_id, began, over in found if over]
    longest, longest_game = max(took, key=lambda each: each[0])
    Night.objects.update_or_create(
        crew_id=crew_id,
        day=day,
        defaults={
            "games": len(found),
            "minutes": sum(minutes for minutes, _ in took),
            "longest": longest,
            "longest_game": longest_game if longest else "",
        },
    )


def minutes_of(began: datetime, over: datetime) -> int:
    """How long a game took; 0 for one that was noted down later, or left open over night."""
    minutes = round((over - began).total_seconds() / 60)
    return minutes if minutes < 24 * 60 else 0
