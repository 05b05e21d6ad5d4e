"""How strong players are at a game, by OpenSkill's Plackett-Luce model.

Games are rated in the order in which they ended, so an ordinary end only goes on from the ratings as they
are. Where an older game changed, a row of `Unrated` says so, nothing is gone on from, and the crew's games
of that kind are rated anew: outside of every lock, and saved only if no game changed meanwhile. Whoever
played alone is not rated, nor is a guest, nor anybody where nobody knows who won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

import msgspec
from django.db.models import Q
from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.models import Game, Rating, Seat, Unrated
from scoring.models.nights import night_of
from scoring.writing import queue


def _undamped(*_: object) -> float:
    """What OpenSkill would make of a game's part in how sure a rating is: all of it counts.

    Its own damper leaves ratings less sure than their order turns out to be (docs/decisions/0045).
    """
    return 1.0


#: Nobody becomes less known by playing on.
_MODEL = PlackettLuce(limit_sigma=True, gamma=_undamped)
#: A rating has settled after so many games: then three pairs of players out of four stand in the right order.
#: By games, so that those who play together settle together, whoever wins.
SETTLED = 8
#: How often the games are read again because one of them changed while they were rated.
ATTEMPTS = 3

#: So many points of a course are kept, beside the newest.
POINTS = 48

#: What of a seat says where its player came in: won, got up before the end, and the score.
Result = tuple[bool, bool, float]
Strengths = dict[int, tuple[PlackettLuceRating, int]]


class Point(msgspec.Struct, frozen=True, array_like=True):
    """A rating as it was after so many games, and the day of the last of them, as "2026-11-23"."""

    games: int
    day: str
    mu: float
    sigma: float


Courses = dict[int, list[Point]]


def course(row: Rating) -> list[Point]:
    """How a rating came about, the oldest point first. Raises msgspec.ValidationError."""
    return msgspec.convert(row.course, list[Point])


def go_along(course: Sequence[Point], point: Point) -> list[Point]:
    """A course with its newest point: of every game while they are few, then of every second, fourth ...

    What is kept depends on the number of games alone, so a course made anew is the same.

    >>> last = []
    >>> for games in range(1, 100):
    ...     last = go_along(last, Point(games, "2026-11-23", 25.0, 5.0))
    >>> [point.games for point in last][:3], last[-1].games, len(last)
    ([4, 8, 12], 99, 25)
    """
    every = 1
    while point.games // every > POINTS:
        every *= 2
    return [*(each for each in course if each.games % every == 0), point]


def ranks(results: Sequence[Result]) -> list[int]:
    """Who came in where, 0 for the first; equal ones share a place.

    Winners come first, then those who stayed, by score, and at the end whoever got up. Whether high scores
    are good is told by the winners': nothing else of the rules is known here.

    >>> ranks([(True, False, 30.0), (False, True, 50.0), (False, False, 20.0), (False, False, 20.0)])
    [0, 3, 1, 1]
    """
    stayed = [score for won, left, score in results if not won and not left]
    low = any(won and any(score < other for other in stayed) for won, _, score in results)
    worth = [
        (not won, left and not won, 0.0 if won or left else score if low else -score)
        for won, left, score in results
    ]
    return [sum(other < mine for other in worth) for mine in worth]


def settled(row: Rating) -> bool:
    """Whether enough games have been played for the rating to say much; before that it is provisional."""
    return row.games >= SETTLED


def rate(strengths: Strengths, results: Mapping[int, Result]) -> Strengths:
    """The strengths after one more game, of its players alone; by the players' primary keys."""
    if len(results) < 2:
        return {}
    before = [strengths.get(player) or (_MODEL.rating(), 0) for player in results]
    after = _MODEL.rate([[rating] for rating, _ in before], ranks=[*map(float, ranks([*results.values()]))])
    return {
        player: (team[0], games + 1) for player, team, (_, games) in zip(results, after, before, strict=True)
    }


def go_on(game: Game, seats: Sequence[Seat], *, was_rated: bool) -> None:
    """Rates a game that has just been tallied, or notes that all of its kind have to be rated anew.

    For use in a transaction that holds the crew's row.
    """
    crew, key = game.crew_id, game.played
    if Unrated.objects.filter(crew=crew, game=key).exists():
        return
    ended = None if game.discarded_at else game.finished_at
    if was_rated or (ended and _ended_later(game)):
        Unrated.objects.create(crew_id=crew, game=key)
        return
    if not ended:
        return
    results = {
        seat.player_id: (seat.won, seat.left, seat.score or 0.0)
        for seat in seats
        if seat.facts and "alone" not in seat.facts
    }
    known = list(Rating.objects.filter(game=key, player__in=results))
    strengths = {row.player_id: (_MODEL.rating(mu=row.mu, sigma=row.sigma), row.games) for row in known}
    rated = rate(strengths, results)
    _save(key, rated, _gone_along({row.player_id: course(row) for row in known}, rated, ended))


def rate_anew(crew_id: int, *, most: int | None = None) -> None:
    """Rates all games of the kinds that have to be, but for those of which there are more than `most`.

    Cut off, or overtaken by a change, it is still to do.
    """
    for unrated in Unrated.objects.filter(crew=crew_id).order_by("pk"):
        if most is not None and Game.objects.filter(_tallied(crew_id, unrated.game)).count() > most:
            continue
        for _ in range(ATTEMPTS):
            versions, strengths, courses = _all_rated(crew_id, unrated.game)
            with queue(crew_id, no_key=True):
                if _versions(crew_id, unrated.game) != versions:
                    continue
                if Unrated.objects.filter(pk=unrated.pk).delete()[0]:
                    Rating.objects.filter(player__crew=crew_id, game=unrated.game).delete()
                    _save(unrated.game, strengths, courses)
                break


def _tallied(crew_id: int, key: str) -> Q:
    return Q(crew=crew_id, played=key, due=False, finished_at__isnull=False, discarded_at__isnull=True)


def _ended_later(game: Game) -> bool:
    same = Game.objects.filter(_tallied(game.crew_id, game.played)).exclude(pk=game.pk)
    return same.filter(
        Q(finished_at__gt=game.finished_at) | Q(finished_at=game.finished_at, pk__gt=game.pk)
    ).exists()


def _versions(crew_id: int, key: str) -> list[tuple[int, int]]:
    """The games that are rated, in their order, and which version of them."""
    games = Game.objects.filter(_tallied(crew_id, key)).order_by("finished_at", "pk")
    return list(games.values_list("pk", "version"))


def _all_rated(crew_id: int, key: str) -> tuple[list[tuple[int, int]], Strengths, Courses]:
    """The versions of the games, how strong they leave everybody, and how it came to that."""
    games = Game.objects.filter(_tallied(crew_id, key)).values("pk")
    rows: Iterable[tuple[int, int, datetime | None, int, bool, bool, float | None, object, object]] = (
        Seat.objects.filter(game__in=games)
        .order_by("game__finished_at", "game_id", "place")
        .values_list(
            "game_id",
            "game__version",
            "game__finished_at",
            "player_id",
            "won",
            "left",
            "score",
            "facts__games",
            "facts__alone",
        )
    )
    versions: list[tuple[int, int]] = []
    strengths: Strengths = {}
    courses: Courses = {}
    for (game, version, ended), seats in groupby(rows, itemgetter(0, 1, 2)):
        versions.append((game, version))
        rated = rate(
            strengths,
            {
                player: (won, left, score or 0.0)
                for _, _, _, player, won, left, score, counted, alone in seats
                if counted and not alone
            },
        )
        strengths |= rated
        # All that are tallied have ended.
        courses |= _gone_along(courses, rated, ended) if ended else {}
    return versions, strengths, courses


def _gone_along(courses: Courses, rated: Strengths, ended: datetime) -> Courses:
    """The courses of those who were rated in a game that ended then."""
    day = night_of(ended).isoformat()
    return {
        player: go_along(
            courses.get(player, []), Point(games, day, round(rating.mu, 3), round(rating.sigma, 3))
        )
        for player, (rating, games) in rated.items()
    }


def _save(key: str, strengths: Strengths, courses: Courses) -> None:
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                game=key,
                mu=rating.mu,
                sigma=rating.sigma,
                games=games,
                course=msgspec.to_builtins(courses[player]),
            )
            for player, (rating, games) in strengths.items()
        ],
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["mu", "sigma", "games", "course"],
    )
