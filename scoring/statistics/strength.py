"""How strong players are at a game, by OpenSkill's Plackett-Luce model.

Games are rated in the order in which they ended, so an ordinary end only goes on from the ratings as they
are. Where an older game changed, a row of `Unrated` says so, nothing is gone on from, and the crew's games
of that kind are rated anew: outside of every lock, and saved only if no game changed meanwhile. Whoever
played alone is not rated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from django.db.models import Q
from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.models import Game, Rating, Seat, Unrated
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

#: What of a seat says where its player came in: won, got up before the end, and the score.
Result = tuple[bool, bool, float]
Strengths = dict[int, tuple[PlackettLuceRating, int]]


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
    counts = game.finished_at and not game.discarded_at
    if was_rated or (counts and _ended_later(game)):
        Unrated.objects.create(crew_id=crew, game=key)
        return
    if not counts:
        return
    results = {seat.player_id: (seat.won, seat.left, seat.score or 0.0) for seat in seats}
    known = Rating.objects.filter(game=key, player__in=results)
    strengths = {row.player_id: (_MODEL.rating(mu=row.mu, sigma=row.sigma), row.games) for row in known}
    _save(key, rate(strengths, results))


def rate_anew(crew_id: int, *, most: int | None = None) -> None:
    """Rates all games of the kinds that have to be, but for those of which there are more than `most`.

    Cut off, or overtaken by a change, it is still to do.
    """
    for unrated in Unrated.objects.filter(crew=crew_id).order_by("pk"):
        if most is not None and Game.objects.filter(_tallied(crew_id, unrated.game)).count() > most:
            continue
        for _ in range(ATTEMPTS):
            versions, strengths = _all_rated(crew_id, unrated.game)
            with queue(crew_id, no_key=True):
                if _versions(crew_id, unrated.game) != versions:
                    continue
                if Unrated.objects.filter(pk=unrated.pk).delete()[0]:
                    Rating.objects.filter(player__crew=crew_id, game=unrated.game).delete()
                    _save(unrated.game, strengths)
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


def _all_rated(crew_id: int, key: str) -> tuple[list[tuple[int, int]], Strengths]:
    """The versions of the games, and how strong they leave everybody."""
    games = Game.objects.filter(_tallied(crew_id, key)).values("pk")
    rows: Iterable[tuple[int, int, int, bool, bool, float | None]] = (
        Seat.objects.filter(game__in=games)
        .order_by("game__finished_at", "game_id", "place")
        .values_list("game_id", "game__version", "player_id", "won", "left", "score")
    )
    versions: list[tuple[int, int]] = []
    strengths: Strengths = {}
    for version, seats in groupby(rows, itemgetter(0, 1)):
        versions.append(version)
        results = {player: (won, left, score or 0.0) for _, _, player, won, left, score in seats}
        strengths |= rate(strengths, results)
    return versions, strengths


def _save(key: str, strengths: Strengths) -> None:
    Rating.objects.bulk_create(
        [
            Rating(player_id=player, game=key, mu=rating.mu, sigma=rating.sigma, games=games)
            for player, (rating, games) in strengths.items()
        ],
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["mu", "sigma", "games"],
    )
