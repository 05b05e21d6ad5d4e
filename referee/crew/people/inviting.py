"""Invitations: made and taken back by the keeper, opened by a guest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from http import HTTPStatus

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from referee.crew.people import seats
from referee.crew.people.crew import STAY, invite_line, roles
from referee.crew.people.signed_in import remember
from referee.crew.people.who import WORDS, called, form_key, keeper, may_part, parting, people_in
from referee.rules.sentences import NOT_CHOSEN
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.pictures import qr
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from referee.web.views import form_view
from scoring.crew import invites, phones
from scoring.models import Invite, Role
from scoring.models.nights import tonight
from scoring.models.people import NAME_LENGTH

#: So many phones come to an evening at most.
USUAL = 20


class InviteForm(forms.Form):
    """What an invitation is good for. `until` becomes the end of its day."""

    role = forms.ChoiceField(
        choices=Role.choices, error_messages={"required": NOT_CHOSEN.format(field="The role")}
    )
    until = forms.DateField(
        error_messages={"required": "Choose the last day.", "invalid": "Type a valid date."}
    )
    uses = forms.IntegerField(
        error_messages={"required": "Type the number of phones.", "invalid": "Type a whole number of phones."}
    )

    def clean_until(self) -> datetime:
        return invites.end_of(self.cleaned_data["until"])


@form_view
def new(request: TableRequest) -> HttpResponse:
    """Makes an invitation, for tonight's guests unless told otherwise, and goes to where it is passed on."""
    me = keeper(request)
    if request.method != "POST":
        return _form(request, {})
    check_form_fields(request)
    form = InviteForm(_usual() | request.POST.dict())
    if not form.is_valid():
        return _form(request, form.errors)
    sent = form.cleaned_data
    try:
        token = invites.make_invite(actor=me, role=Role(sent["role"]), uses=sent["uses"], until=sent["until"])
    except invites.CannotInvite as error:
        return _form(request, {"": [str(error)]})
    note(request, "invited", role=sent["role"], uses=sent["uses"])
    return see_other(reverse("join", args=[token]))


def _usual() -> dict[str, str]:
    return {"role": Role.SCORER, "until": tonight().isoformat(), "uses": str(USUAL)}


def _form(request: TableRequest, wrong: Mapping[str, Iterable[object]]) -> HttpResponse:
    # The last day that ends within the year which make_invite allows.
    last = tonight() + invites.LONGEST - timedelta(days=1)
    sent = _usual() | request.POST.dict()
    errors = tuple(str(error) for each in wrong.values() for error in each)
    page = {
        "roles": roles(sent["role"]),
        "until": sent["until"],
        "first": tonight().isoformat(),
        "last": last.isoformat(),
        "uses": sent["uses"],
        "most": invites.MOST_USES,
        "wrong": tuple(wrong),
        "errors": errors,
    }
    return render(request, "crew/invite.html", {"page": page}, status=status_of(errors))


@require_POST
def revoke(request: TableRequest, pk: int) -> HttpResponse:
    """Takes an invitation back."""
    me = keeper(request)
    invites.revoke(actor=me, invite=get_object_or_404(Invite.objects.visible_to(request.visitor), pk=pk))
    note(request, "invitation_revoked", invitation=pk)
    return see_other(reverse("crew"))


@form_view
def join(request: TableRequest, token: str) -> HttpResponse:
    """An invitation: its keeper passes it on, a guest is told what they would join, and joins by a tap."""
    invite = invites.find_invite(token)
    if invite is None:
        raise NotHere("This invitation does not exist. The link may be incomplete: ask for it again.")
    answer = _join if request.method == "POST" else _look
    response = answer(request, invite, token)
    response["X-Robots-Tag"] = "noindex"
    return response


def _look(request: TableRequest, invite: Invite, token: str) -> HttpResponse:
    me = request.visitor.membership
    game = seats.open_table(invite)
    if game and (not invites.why_closed(invite) or (me and me.crew_id == invite.crew_id)):
        phones.afresh(request.visitor)
        return seats.look(request, invite, game, token)
    if me and me.crew_id == invite.crew_id and me.is_keeper:
        return render(request, "crew/invitation.html", {"page": _invitation(request, invite, token)})
    phones.afresh(request.visitor)
    return _guest(request, invite, token)


def _invitation(request: TableRequest, invite: Invite, token: str) -> dict[str, object]:
    closed, url = invites.why_closed(invite), reverse("join", args=[token])
    link = "" if closed else request.build_absolute_uri(url)
    return {
        "crew": called(invite.crew),
        "role": invite.role,
        "may": WORDS[Role(invite.role)],
        "line": invite_line(invite),
        "closed": closed,
        "url": url,
        "link": link,
        "qr": qr(link) if link else "",
        "revoke": reverse("invite_revoke", args=[invite.pk]),
    }


def _join(request: TableRequest, invite: Invite, token: str) -> HttpResponse:
    check_form_fields(request)
    me = request.visitor.membership
    if game := seats.open_table(invite):
        try:
            return seats.sit_down(request, invite, game, token)
        except invites.Closed:
            invite.refresh_from_db()
            return _guest(request, invite, token)
    if not may_part(request, parting(me, to=invite.crew)):
        return _guest(request, invite, token, errors=[STAY])
    try:
        joined = invites.accept(
            request.visitor, invite, key=form_key(request), label=request.POST.get("label", "")
        )
    except invites.Closed:
        invite.refresh_from_db()
        return _guest(request, invite, token)
    except ValidationError as error:
        return _guest(request, invite, token, errors=error.messages)
    remember(request, joined)
    note(request, "joined", invitation=invite.pk, role=joined.role)
    return see_other(reverse("home"))


def _guest(request: TableRequest, invite: Invite, token: str, *, errors: Sequence[str] = ()) -> HttpResponse:
    me = request.visitor.membership
    inside = me if me and me.crew_id == invite.crew_id else None
    promotes = inside is not None and phones.may_more(invite.role, inside.role)
    closed = "" if inside and not promotes else invites.why_closed(invite)
    page = {
        "url": reverse("join", args=[token]),
        "key": invites.new_key(),
        "crew": called(invite.crew),
        "people": "" if closed else people_in(invite.crew),
        "role": invite.role,
        "may": WORDS[Role(invite.role)],
        "closed": closed,
        "already": inside.role if inside else "",
        "promotes": promotes,
        "label": request.POST.get("label", "")[:NAME_LENGTH],
        "parting": None if closed else parting(me, to=invite.crew),
        "errors": tuple(errors),
    }
    status = HTTPStatus.GONE if closed and not errors else status_of(errors)
    return render(request, "crew/join.html", {"page": page}, status=status)
