"""Secret links of a crew, for calendars and feed readers: made, found, and taken back."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from scoring.crew.visitor import must_write
from scoring.models import Crew, CrewShare, Membership
from scoring.models.limits import room_for_link
from scoring.writing import one_writer

Kind = CrewShare.Kind


def share(actor: Membership, kind: Kind) -> CrewShare:
    """The crew's open link of this kind; made if there is none, so that two taps make one.

    Raises PermissionDenied for one who may only look, TooMany.
    """
    must_write(actor.role)
    with one_writer():
        if not CrewShare.objects.filter(crew=actor.crew, kind=kind, revoked_at=None).exists():
            room_for_link(CrewShare, crew=actor.crew)
        found, _ = CrewShare.objects.get_or_create(
            crew=actor.crew, kind=kind, revoked_at=None, defaults={"actor": actor}
        )
    return found


def open_shares(crew: Crew) -> dict[str, CrewShare]:
    """The crew's links that work now, by their kinds. One query."""
    found = CrewShare.objects.filter(crew=crew, revoked_at=None).select_related("actor").order_by("pk")
    return {share.kind: share for share in found}


def may_revoke(phone: Membership, found: CrewShare) -> bool:
    """Whether a phone may take a link back: the keeper's may, and the one that made it."""
    return phone.is_keeper or (phone.may_write and found.actor_id == phone.pk)


def revoke(actor: Membership, kind: Kind) -> CrewShare | None:
    """Takes the crew's link back, and returns it: from now on it leads nowhere. None if there was none.

    Raises PermissionDenied for one who neither keeps the crew nor made it.
    """
    with one_writer():
        links = CrewShare.objects.select_for_update(of=("self",))
        found = links.filter(crew=actor.crew_id, kind=kind, revoked_at=None).first()
        if found is None:
            must_write(actor.role)
            return None
        if not may_revoke(actor, found):
            raise PermissionDenied("The keeper takes a link back, or who made it.")
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
    return found


def shared(public_id: str, kind: Kind) -> Crew | None:
    """The crew of a link, by the secret in its address; None for one that was taken back or never was, and
    for a discarded crew.

    One query.
    """
    links = CrewShare.objects.filter(
        public_id=public_id, kind=kind, revoked_at=None, crew__discarded_at=None
    ).select_related("crew")
    found = links.first()
    return found.crew if found else None
