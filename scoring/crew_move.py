"""A crew that moves to another server: closed here, opened there with the same phones (docs/decisions/0030).

Here it goes where deleted crews go, so every phone is out at once, and the copy is erased after 30 days; only
its phones are told where it went. There it comes in as an export does, and then gets its phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.db.models import Sum

from scoring import crew_bin
from scoring.crew.phones import NO_PHONE
from scoring.crew.visitor import Visitor
from scoring.models import Crew, FormerPlace, Game, Membership
from scoring.writing import queue


class Place(TypedDict):
    """A phone's: its number in the export, and the digest that it is known by; "" where it was out before."""

    number: int
    digest: str


class NotHere(LookupError):
    """No crew like this is here."""


def close(crew: int, *, to: str) -> None:
    """Closes a crew until it is reopened; its phones are told that it went `to`. Raises NotHere."""
    if not crew_bin.owner_sets(Crew.objects.filter(pk=crew), discarded=True):
        raise NotHere(f"There is no crew {crew}, or it was deleted or moved before.")
    Crew.objects.filter(pk=crew).update(moved_to=to)


def reopen(crew: int) -> None:
    """Opens a crew again that was closed: nobody plays it elsewhere. Raises NotHere."""
    if not Crew.objects.filter(pk=crew).exclude(moved_to="").update(moved_to=""):
        raise NotHere(f"Crew {crew} has not moved.")
    crew_bin.owner_sets(Crew.objects.filter(pk=crew), discarded=False)


def rows(crew: int) -> int:
    """How many rows the logs of its games have: as many before and after, and nobody wrote in between."""
    found: int | None = Game.objects.filter(crew=crew).aggregate(rows=Sum("version"))["rows"]
    return found or 0


def places(crew: int) -> list[Place]:
    """The places of a closed crew, in the order of its export."""
    former = dict(
        FormerPlace.objects.filter(membership__crew=crew).values_list("membership_id", "token_digest")
    )
    phones = Membership.objects.filter(crew=crew).order_by("pk").values_list("pk", flat=True)
    return [
        Place(number=number, digest="" if former.get(pk, NO_PHONE).startswith(NO_PHONE) else former[pk])
        for number, pk in enumerate(phones, 1)
    ]


def admit(crew: int, places: Sequence[Place], *, recovery: str) -> int:
    """Lets the phones into a crew that was imported, and its recovery code count; returns how many are in.

    A phone that is in another crew here stays out of this one.
    """
    wanted = {place["number"]: place["digest"] for place in places if place["digest"]}
    with queue(crew) as found:
        found.recovery_digest = recovery
        found.save(update_fields=["recovery_digest"])
        known = Membership.objects.filter(token_digest__in=wanted.values())
        taken = set(known.values_list("token_digest", flat=True))
        back = []
        for number, phone in enumerate(Membership.objects.filter(crew=crew).order_by("pk"), 1):
            if number in wanted and wanted[number] not in taken:
                phone.token_digest, phone.shut_out_at = wanted[number], None
                back.append(phone)
        Membership.objects.bulk_update(back, ["token_digest", "shut_out_at"])
    return len(back)


def where(visitor: Visitor) -> str:
    """The address of the server that the phone's crew went to; "" where it went nowhere."""
    gone = FormerPlace.objects.filter(token_digest=visitor.digest).exclude(membership__crew__moved_to="")
    return gone.order_by("-pk").values_list("membership__crew__moved_to", flat=True).first() or ""
