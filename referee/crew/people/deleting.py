"""Deleting the crew, with all that is in it, and taking that back: kept for 30 days, then erased."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from referee.crew import proof
from referee.crew.people.who import called, keeper
from referee.rules.sentences import joined
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.requests import check_form_fields, see_other, status_of
from referee.web.views import form_view
from referee.web.wording import day, many, moment
from scoring import crew_bin
from scoring.models import Crew, FormerPlace, Game, Membership, Player, Role

SURE = "Tick the box first: everybody in the crew loses it."
LEAVE = "This phone is in another crew. Leave that one first."


@sensitive_post_parameters()
@form_view
def delete(request: TableRequest) -> HttpResponse:
    """Asks whether the crew shall be deleted, after a way to download it; with a tick and a proof, it is.

    Raises NotHere, and PermissionDenied for all but its keeper.
    """
    me = keeper(request)
    error = _missing(request, me) if request.method == "POST" else ""
    if request.method == "POST" and not error:
        crew_bin.discard(actor=me)
        note(request, "crew_deleted")
        return see_other(reverse("deleted_crews"))
    games = Game.objects.kept().filter(crew=me.crew_id).exists()
    page = {
        "crew": called(me.crew),
        "holds": _holds(me.crew),
        "zip": reverse("crew_zip") if games else "",
        "days": crew_bin.KEPT.days,
        "proof": proof.asked(me),
        "errors": (error,) if error else (),
    }
    return render(request, "crew/delete_crew.html", {"page": page}, status=status_of(error))


def _missing(request: TableRequest, me: Membership) -> str:
    """Why what was sent deletes nothing, in a sentence; "" where it does."""
    check_form_fields(request)
    return proof.missing(request, me) if request.POST.get("sure") == "1" else SURE


@require_safe
def deleted(request: TableRequest) -> HttpResponse:
    """The deleted crews that this phone was in, and can still be restored."""
    return _deleted(request)


@require_POST
def restore(request: TableRequest, pk: int) -> HttpResponse:
    """Brings a crew back, for every phone that was in it and is in no other one now."""
    try:
        crew_bin.restore(request.visitor, pk)
    except (FormerPlace.DoesNotExist, Crew.DoesNotExist):
        raise Http404(f"no deleted crew {pk}") from None
    except crew_bin.InAnotherCrew:
        return _deleted(request, errors=[LEAVE])
    note(request, "crew_restored")
    return see_other(reverse("crew"))


def _deleted(request: TableRequest, *, errors: Sequence[str] = ()) -> HttpResponse:
    me = request.visitor.membership
    page = {
        "crews": tuple(map(_row, crew_bin.former_places(request.visitor))),
        "days": crew_bin.KEPT.days,
        "inside": called(me.crew, unnamed="another crew") if me else "",
        "errors": tuple(errors),
    }
    return render(request, "crew/deleted.html", {"page": page}, status=status_of(errors))


def _row(place: FormerPlace) -> dict[str, object]:
    crew, keeps = place.membership.crew, place.membership.role == Role.KEEPER
    when, until = crew.discarded_at, crew_bin.erased_at(crew)
    return {
        "name": crew.name or "A crew without a name",
        "done": f"Deleted {moment(when)}" if when else "",
        "until": day(until) if until else "",
        "restore": reverse("crew_restore", args=[crew.pk]) if keeps else "",
    }


def _holds(crew: Crew) -> str:
    """What is in the crew, as the beginning of a sentence."""
    phones = Membership.objects.filter(crew=crew, shut_out_at=None).count()
    counted = [
        many(Game.objects.kept().filter(crew=crew).count(), "game"),
        many(Player.objects.filter(crew=crew).count(), "player"),
        many(phones, "phone"),
    ]
    return f"It has {joined(counted)}"
