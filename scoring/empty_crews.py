"""Crews that came to nothing: made by a browser that started something and let it be."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError
from django.db.models import Exists, OuterRef, ProtectedError, Q, QuerySet
from django.utils import timezone

from scoring.models import Crew, Game, Invite, Membership, Player, Sheet
from scoring.pictures.erasing import erase
from scoring.writing import one_writer

#: How long nothing has to be in a crew.
KEPT = timedelta(days=30)


def sweep(*, now: datetime | None = None) -> int:
    """Removes the crews in which there was nothing for 30 days; returns how many there were.

    Nothing is: no game, no player, no sheet, no invitation, no name, no recovery code, no account, and one
    phone alone.
    """
    empty = list(_empty((now or timezone.now()) - KEPT).values_list("pk", flat=True))
    return sum(map(_remove, empty))


def _empty(since: datetime) -> QuerySet[Crew]:
    here = Q(crew=OuterRef("pk"))
    phones = Membership.objects.filter(here)
    stays = phones.filter(Q(user__isnull=False) | Q(tapped_at__gte=since) | Q(created_at__gte=since))
    old = Crew.objects.filter(
        created_at__lt=since, arriving_at=None, discarded_at=None, name="", recovery_digest=""
    )
    return old.filter(
        ~Exists(Game.objects.filter(here)),
        ~Exists(Player.objects.filter(here)),
        ~Exists(Sheet.objects.filter(here)),
        ~Exists(Invite.objects.filter(here)),
        ~Exists(stays),
    ).filter(~Exists(phones.order_by("pk")[1:2]))


def _remove(pk: int) -> bool:
    """Removes a crew unless somebody has come meanwhile, or something still names its phone."""
    try:
        with one_writer():
            erase(Membership, "crew_id", [pk])
            Crew.objects.filter(pk=pk).delete()
    except (IntegrityError, ProtectedError):
        return False
    return True
