"""What a list tells of games beside their own rows: seats, photos, and where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import connection
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from scoring.crew.visitor import Visitor
from scoring.models import Game, Move, Photo, Seat
from scoring.models.games import GameQuerySet


def seats_of(games: Iterable[Game]) -> Mapping[int, Sequence[Seat]]:
    """The seats of each game, in the order of sitting down, with their players. One query."""
    found: defaultdict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=[game.pk for game in games]).select_related("player")
    for seat in seats.defer("facts").order_by("game", "place"):
        found[seat.game_id].append(seat)
    return found


def photographed(games: Iterable[Game]) -> set[int]:
    """Those of the games of which there are photos to see, by their primary keys. One query.

    In two halves: as one, SQLite would make a list of all moves of the games first.
    """
    pks, kept = [game.pk for game in games], Photo.objects.kept().order_by().distinct()
    of_moves = kept.filter(move__game__in=pks).values_list("move__game", flat=True)
    return set(of_moves.union(kept.filter(refusal__game__in=pks).values_list("refusal__game", flat=True)))


def by_last_move(games: GameQuerySet) -> GameQuerySet:
    """Those that went on last come first; `moved_at` says when, of one that only began when it did."""
    last = Move.objects.filter(game=OuterRef("pk"), seq=OuterRef("version")).values("created_at")
    return games.annotate(moved_at=Coalesce(Subquery(last), "created_at")).order_by("-moved_at", "-pk")


#: From one place to the next by the index of those games that have one. The ORM has no words for that.
_PLACES = """
WITH RECURSIVE places(place) AS (
    SELECT MIN(place) FROM scoring_game
    WHERE crew_id = %s AND discarded_at IS NULL AND NOT (place = '')
    UNION ALL
    SELECT (
        SELECT MIN(place) FROM scoring_game
        WHERE crew_id = %s AND discarded_at IS NULL AND NOT (place = '') AND place > places.place
    ) FROM places WHERE places.place IS NOT NULL
)
SELECT place FROM places WHERE place IS NOT NULL
"""


def places(visitor: Visitor) -> list[str]:
    """The places where the crew played, by name. One query."""
    membership = visitor.membership
    if membership is None:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_PLACES, [membership.crew_id] * 2)
        return [place for (place,) in cursor.fetchall()]


#: Who played lately sat in these newest games.
LATELY = 20


def who_played_lately(visitor: Visitor) -> list[int]:
    """The players of the crew's newest games by their primary keys, the most frequent first. One query."""
    newest = Game.objects.visible_to(visitor).newest_first().values("pk")[:LATELY]
    seats = Seat.objects.filter(game__in=newest).order_by("player")
    return [player for player, _ in Counter(seats.values_list("player", flat=True)).most_common()]
