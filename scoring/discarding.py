"""Games that nobody wants: out of everything at once, restored for 30 days, and then erased.

A discarded game is out of what `visible_to` finds, and so out of every page and export; an ended one is
uncounted as it was counted, by being due (`scoring.statistics.counting`). Nothing of it is touched before
its time is over: restored, it is as it was.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.crew.visitor import Visitor, must_write
from scoring.models import Game
from scoring.pictures.erasing import clear_games
from scoring.statistics.counting import catch_up, count_ended
from scoring.writing import one_writer

KEPT = timedelta(days=30)
#: Games erased in one transaction: others can tap in between.
AT_ONCE = 5


def discarded(visitor: Visitor) -> QuerySet[Game]:
    """The crew's discarded games that can still be restored, discarded last first."""
    found = Game.objects.discarded_by_crew_of(visitor).filter(discarded_at__gt=timezone.now() - KEPT)
    return found.defer("snapshot", "options").order_by("-discarded_at", "-pk")


def erased_at(game: Game) -> datetime | None:
    """Until when a discarded game can be restored; None for one that is not."""
    return game.discarded_at and game.discarded_at + KEPT


def discard(visitor: Visitor, public_id: str) -> Game:
    """The game, discarded and uncounted; what was discarded long ago is erased on the way.

    Raises Game.DoesNotExist for one that the visitor cannot see, PermissionDenied for who may only look.
    """
    with one_writer():
        found = Game.objects.visible_to(visitor).select_for_update(of=("self",))
        game = found.get(public_id=public_id)
        must_write(game.viewer_role)
        _set(game, timezone.now(), game.viewer_id)
    return _counted(game)


def restore(visitor: Visitor, public_id: str) -> Game:
    """The game as it was before it was discarded, counted again. Raises as `discard` does."""
    with one_writer():
        found = discarded(visitor).select_for_update(of=("self",))
        game = found.get(public_id=public_id)
        must_write(game.viewer_role)
        _set(game, None, None)
    return _counted(game)


def owner_sets(games: QuerySet[Game], *, discarded: bool) -> int:
    """Discards games or restores them, for the owner of the server; returns how many there were."""
    number = 0
    for pk in list(games.filter(discarded_at__isnull=discarded).order_by("pk").values_list("pk", flat=True)):
        with one_writer():
            game = Game.objects.select_for_update(of=("self",)).get(pk=pk)
            _set(game, timezone.now() if discarded else None, None)
        count_ended(game)
        number += 1
    return number


def sweep(crew_id: int | None = None, *, now: datetime | None = None) -> int:
    """Erases the games, of one crew or of all, whose 30 days are over; returns how many there were."""
    over = Q(discarded_at__lte=(now or timezone.now()) - KEPT)
    old = Game.objects.filter(over & Q(crew=crew_id) if crew_id else over)
    if not old.exists():
        return 0
    # What a crash left counted is uncounted first: afterwards nobody could.
    for crew in set(old.filter(due=True).order_by("crew").values_list("crew", flat=True)):
        while catch_up(crew):
            pass
    gone = list(old.filter(due=False).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(gone), AT_ONCE):
        clear_games(gone[start : start + AT_ONCE])
    return len(gone)


def _set(game: Game, when: datetime | None, by: int | None) -> None:
    changes = {"discarded_at": when, "discarded_by_id": by, "due": game.due or game.finished_at is not None}
    Game.objects.filter(pk=game.pk).update(**changes)
    for name, value in changes.items():
        setattr(game, name, value)


def _counted(game: Game) -> Game:
    count_ended(game)
    sweep(game.crew_id)
    return game
