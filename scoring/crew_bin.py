"""Crews that their keepers have deleted: for 30 days they can be restored, then they are erased.

Every phone of the crew is shut out at once, so no page needs to know of it: whoever is in no crew sees
nothing. Its token is free meanwhile, and `FormerPlace` keeps whose the place was. Nothing else of the crew is
touched.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from scoring.crew.phones import NO_PHONE, kept_by, tell_gone
from scoring.crew.visitor import Visitor, digest, new_token
from scoring.models import Crew, FormerPlace, Membership, Role
from scoring.models.people import DIGEST_LENGTH
from scoring.players.erasing import erase_crew
from scoring.writing import queue

KEPT = timedelta(days=30)


class InAnotherCrew(Exception):
    """The phone is in another crew by now, and has to leave it before it restores one."""


def former_places(visitor: Visitor) -> QuerySet[FormerPlace]:
    """The phone's places in crews that were deleted and can still be restored, deleted last first."""
    found = FormerPlace.objects.select_related("membership__crew").filter(
        token_digest=visitor.digest,
        membership__crew__discarded_at__gt=timezone.now() - KEPT,
    )
    return found.order_by("-membership__crew__discarded_at", "-pk")


def erased_at(crew: Crew) -> datetime | None:
    """Until when a deleted crew can be restored; None for one that is not."""
    return crew.discarded_at and crew.discarded_at + KEPT


def discard(*, actor: Membership) -> None:
    """Deletes the actor's crew. Raises PermissionDenied for all but its keeper."""
    with kept_by(actor) as crew:
        _discard(crew)


def restore(visitor: Visitor, crew: int) -> None:
    """Brings back a crew that the phone kept. `crew` is a primary key.

    Raises FormerPlace.DoesNotExist, InAnotherCrew.
    """
    with queue(crew) as found:
        kept = former_places(visitor).filter(membership__crew=found, membership__role=Role.KEEPER)
        kept.get()
        if visitor.membership:
            raise InAnotherCrew
        _restore(found)
    del visitor.membership  # asked for anew


def owner_sets(crews: QuerySet[Crew], *, discarded: bool) -> int:
    """Deletes crews or restores them, for the owner of the server; returns how many there were."""
    number = 0
    meant = crews.filter(discarded_at__isnull=discarded, arriving_at=None)
    for pk in list(meant.order_by("pk").values_list("pk", flat=True)):
        with queue(pk) as crew:
            if (crew.discarded_at is None) == discarded:
                (_discard if discarded else _restore)(crew)
                number += 1
    return number


def sweep(*, now: datetime | None = None) -> int:
    """Erases the crews whose 30 days are over; returns how many there were."""
    gone = list(Crew.objects.filter(discarded_at__lte=(now or timezone.now()) - KEPT).order_by("pk"))
    for crew in gone:
        erase_crew(crew)
    return len(gone)


def _discard(crew: Crew) -> None:
    crew.discarded_at = timezone.now()
    crew.save(update_fields=["discarded_at"])
    phones = list(Membership.objects.filter(crew=crew, shut_out_at=None).order_by("pk"))
    FormerPlace.objects.bulk_create(
        FormerPlace(membership=phone, token_digest=phone.token_digest) for phone in phones
    )
    for phone in phones:
        phone.shut_out_at = crew.discarded_at
        phone.token_digest = digest(new_token())
        tell_gone(phone)
    Membership.objects.bulk_update(phones, ["shut_out_at", "token_digest"])


def _restore(crew: Crew) -> None:
    crew.discarded_at = None
    crew.save(update_fields=["discarded_at"])
    places = list(
        FormerPlace.objects.filter(membership__crew=crew).select_related("membership").order_by("pk")
    )
    tokens = [place.token_digest for place in places]
    taken = set(Membership.objects.filter(token_digest__in=tokens).values_list("token_digest", flat=True))
    back = []
    for place in places:
        phone = place.membership
        if place.token_digest not in taken:
            phone.token_digest = place.token_digest
        elif phone.user_id:
            # The phone has gone to another crew; the account keeps the place.
            phone.token_digest = f"{NO_PHONE}{digest(new_token())}"[:DIGEST_LENGTH]
        else:
            continue
        phone.shut_out_at = None
        back.append(phone)
    Membership.objects.bulk_update(back, ["shut_out_at", "token_digest"])
    FormerPlace.objects.filter(membership__crew=crew).delete()
