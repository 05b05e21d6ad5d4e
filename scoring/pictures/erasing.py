"""Games taken out of the database for good, with their logs, photos and all.

The rule that a log stays is about games that somebody can still see: these were never seen, as their import
was given up, or were discarded long ago (docs/decisions/0013).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from scoring.models import Buzz, Game, Hand, Membership, Move, Photo, Refusal, Score, Seat
from scoring.pictures.photos import path_of
from scoring.writing import one_writer


def clear_games(games: Sequence[int]) -> None:
    """Erases the games of these primary keys, and the files of their photos. What they counted is not looked
    at: it has to be uncounted before.
    """
    with one_writer():
        photos = Photo.objects.of_games(games)
        lost = list(photos)
        Score.objects.filter(game__in=games).delete()
        photos.delete()
        erase(QuerySet(Buzz).filter(game__in=games))
        erase(QuerySet(Refusal).filter(game__in=games))
        erase(QuerySet(Move).filter(game__in=games))
        Seat.objects.filter(game__in=games).delete()
        Game.objects.filter(pk__in=games).update(hand=None)
        Hand.objects.filter(game__in=games).delete()
        Game.objects.filter(pk__in=games).delete()
    for photo in lost:
        path_of(photo).unlink(missing_ok=True)


def erase(rows: QuerySet[Buzz] | QuerySet[Move] | QuerySet[Refusal] | QuerySet[Membership]) -> None:
    """Deletes rows that nothing points to any more. Django would look for what does, without an index."""
    rows._raw_delete(rows.db)  # noqa: SLF001 - the only way to one plain DELETE
