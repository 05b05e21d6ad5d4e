"""An account keeps a person's crews: whoever signs in on a new phone finds them there.

An account is no door around a keeper: it opens the crews in which it has a phone, or a place that a phone
left to it, and that place can be shut out like any other.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.crew.phones import NO_PHONE, may_more, renew, settle
from scoring.crew.visitor import Visitor
from scoring.models import Membership, Role
from scoring.writing import one_writer

MOST_CREWS = 50


def crews_of(user: User) -> list[Membership]:
    """The person's place in each of their crews, the one with most rights, by the crew's age. One query."""
    places = Membership.objects.select_related("crew").filter(user=user, shut_out_at=None)
    best: dict[int, Membership] = {}
    for place in places.order_by("crew", "pk")[:MOST_CREWS]:
        known = best.get(place.crew_id)
        if known is None or may_more(place.role, known.role):
            best[place.crew_id] = place
    return list(best.values())


def attach(visitor: Visitor, phone: Membership, user: User, *, key: str) -> None:
    """The account keeps the phone's crew from now on, unless another one does; the phone gets a new token."""
    with one_writer():
        if Membership.objects.filter(pk=phone.pk, shut_out_at=None, user=None).update(user=user):
            renew(visitor, phone, key=key)


def enter(visitor: Visitor, user: User, crew: int, *, key: str) -> Membership:
    """Puts the phone into a crew of the account; another one it leaves. Raises Membership.DoesNotExist."""
    with one_writer():
        place = next((place for place in crews_of(user) if place.crew_id == crew), None)
        if place is None:
            raise Membership.DoesNotExist
        return settle(visitor, crew=place.crew, role=Role(place.role), key=key, user=user)


def was_shut_out(phone: int) -> bool:
    """Whether the phone with this primary key was shut out since."""
    return Membership.objects.filter(pk=phone, shut_out_at__isnull=False).exists()


def delete_account(user: User) -> None:
    """Removes the account. Its phones stay in their crews; places that only it held are shut out."""
    with one_writer():
        held = Membership.objects.filter(user=user, shut_out_at=None, token_digest__startswith=NO_PHONE)
        held.update(shut_out_at=timezone.now())
        user.delete()
