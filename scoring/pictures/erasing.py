"""Games taken out of the database for good, with their logs, photos and all.

The rule that a log stays is about games that somebody can still see: these were never seen, as their import
was given up, or were discarded long ago (docs/decisions/0013).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.models import Model

from scoring.models import Buzz, Game, Hand, Move, Photo, Refusal, Score, Seat
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
        for model in (Buzz, Refusal, Move):
            erase(model, "game_id", games)
        Seat.objects.filter(game__in=games).delete()
        Game.objects.filter(pk__in=games).update(hand=None)
        Hand.objects.filter(game__in=games).delete()
        Game.objects.filter(pk__in=games).delete()
    for photo in lost:
        path_of(photo).unlink(missing_ok=True)


def erase(model: type[Model], column: str, keys: Sequence[int]) -> None:
    """Deletes rows by what stands in a column, within a transaction; nothing points to them any more.

    As one plain DELETE: Django would look for what points to them, without an index.
    """
    table, marks = model._meta.db_table, ", ".join(["%s"] * len(keys))  # noqa: SLF001 - of whichever model
    with connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{table}" WHERE "{column}" IN ({marks})', list(keys))  # noqa: S608 - own names
