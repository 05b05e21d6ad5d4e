"""The recovery code: made by the keeper, typed on a phone that lost its crew."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew import proof
from referee.crew.limits import CODES, MINUTES, wait
from referee.crew.people.crew import STAY
from referee.crew.people.signed_in import remember
from referee.crew.people.who import Parting, form_key, keeper, may_part, parting
from referee.table.requests import TableRequest
from referee.web.addresses import place
from referee.web.audit import note
from referee.web.requests import check_form_fields, see_other, status_of
from referee.web.views import form_view, slow
from scoring.crew import invites, phones, recovery

WRONG = "No crew has this code. Check every character. Only the newest code works."
WAIT = f"Too many codes were tried. Wait {MINUTES} minutes, then try again."


@slow
@form_view
def code(request: TableRequest) -> HttpResponse:
    """Makes a code and shows it: the answer to the form is the only page that ever does."""
    me = keeper(request)
    # Who lost the code could not type it: only an account is asked for.
    asks, known = bool(me.user_id and me.crew.recovery_digest), bool(me.crew.recovery_digest)
    error = proof.missing(request, me) if asks and request.method == "POST" else ""
    groups: tuple[str, ...] = ()
    if request.method == "POST" and not error:
        groups = tuple(recovery.make_code(actor=me).split("-"))
        note(request, "recovery_code_made")
    page = {
        "groups": groups,
        "known": known,
        "proof": proof.asked(me) if asks else None,
        "errors": (error,) if error else (),
    }
    return render(request, "crew/code.html", {"page": page}, status=status_of(error))


@form_view
def recover(request: TableRequest) -> HttpResponse:
    """Brings a keeper back by the crew's code."""
    if request.method != "POST":
        phones.afresh(request.visitor)
        return _page(request)
    check_form_fields(request)
    if not CODES.spend(place(request)):
        return wait(_page(request, error=WAIT))
    try:
        crew = recovery.crew_of(request.POST.get("code", ""))
    except recovery.WrongCode:
        note(request, "recovery_failed")
        return _page(request, error=WRONG)
    left = parting(request.visitor.membership, to=crew)
    if left and request.POST.get("part") != "1":
        return _page(request, left)
    if not may_part(request, left):
        return _page(request, left, error=STAY)
    remember(request, recovery.recover(request.visitor, crew, key=form_key(request)))
    note(request, "recovered")
    return see_other(reverse("crew"))


def _page(request: TableRequest, left: Parting | None = None, *, error: str = "") -> HttpResponse:
    """Where the code is typed; what would be left is asked about once the code was right."""
    page = {
        "code": request.POST.get("code", ""),
        "key": invites.new_key(),
        "parting": left,
        "errors": (error,) if error else (),
    }
    return render(request, "crew/recover.html", {"page": page}, status=status_of(error))
