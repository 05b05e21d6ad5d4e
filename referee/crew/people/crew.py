"""The crew's page: its name, its phones and what each may do, and the way out of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.crew import proof
from referee.crew.people.who import WORDS, called, keeper, may_part, member, name_of, parting
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.components import Option, face, options
from referee.web.requests import check_form_fields, see_other, status_of
from referee.web.views import form_view, slow
from referee.web.wording import day, many, moment
from scoring import crew_bin
from scoring.crew import invites, phones
from scoring.models import Invite, Membership, Role
from scoring.models.nights import tonight
from scoring.players import roster
from scoring.writing import one_writer

ALONE = "A crew needs a keeper. Make another phone a keeper first."
STAY = "Tick the box first: without this phone, that crew has no keeper."


@require_safe
def crew(request: TableRequest) -> HttpResponse:
    """The crew, or, on a phone without one, how to come to one."""
    if request.visitor.membership is None:
        deleted = crew_bin.former_places(request.visitor).exists()
        return render(request, "crew/none.html", {"deleted": deleted})
    return _crew(request)


def _crew(request: TableRequest, *, errors: Sequence[str] = ()) -> HttpResponse:
    me = member(request)
    keeps = me.is_keeper
    before = request.GET.get("before", "")
    if before and not (before.isascii() and before.isdigit() and len(before) < 16):
        raise BadRequest("There is no such page of phones.")
    found = phones.phones(request.visitor, before=int(before) if before else None)
    cards = [(phone, _card(phone, found.first - place, me)) for place, phone in enumerate(found.phones)]
    # What its keeper alone sees is empty for the others.
    page = {
        "name": me.crew.name,
        "role": me.role,
        "may": WORDS[Role(me.role)],
        "keeper": keeps,
        "phones": tuple(card for phone, card in cards if not phone.shut_out_at),
        "gone": tuple(card for phone, card in cards if phone.shut_out_at),
        "older": f"{reverse('crew')}?before={found.before}" if found.before else "",
        "newer": reverse("crew") if before else "",
        "me": reverse("phone", args=[me.pk]),
        "invites": tuple(_invite_card(me, each) for each in invites.open_invites(request.visitor))
        if keeps
        else (),
        "code": bool(me.crew.recovery_digest),
        "account": str(me.user) if me.user_id else "",
        "people": [{"name": player.name, "face": face(player)} for player in roster.offered(request.visitor)],
        "deleted": crew_bin.former_places(request.visitor).exists(),
        "errors": tuple(errors),
    }
    return render(request, "crew/crew.html", {"page": page}, status=status_of(errors))


def _card(phone: Membership, number: int, me: Membership) -> dict[str, object]:
    return {
        "href": reverse("phone", args=[phone.pk]),
        "name": name_of(phone, number),
        "line": ", ".join([phone.role, *_use(phone)]),
        "here": phone.pk == me.pk,
    }


def _line(phone: Membership) -> str:
    """Since when the phone is here, when it was last used, and whose it is."""
    out = [f"removed {moment(phone.shut_out_at)}"] if phone.shut_out_at else []
    return ", ".join([f"since {day(phone.created_at)}", *_use(phone), *out])


def _use(phone: Membership) -> Iterator[str]:
    used = max(filter(None, (phone.seen_at, phone.tapped_at)), default=None)
    yield f"last used {moment(used)}" if used else "never used since it came"
    if phone.user_id:
        yield f"account {phone.user}"
    if phone.token_digest.startswith(phones.NO_PHONE):
        yield "not on any phone now"


def _invite_card(me: Membership, invite: Invite) -> dict[str, object]:
    token = invites.token_of(me, invite)
    return {
        "role": f"{invite.role} at a table" if invite.game_id else invite.role,
        "line": invite_line(invite),
        "revoke": reverse("invite_revoke", args=[invite.pk]),
        "show": reverse("join", args=[token]) if token else "",
    }


def invite_line(invite: Invite) -> str:
    """What an invitation is still good for."""
    phones = "one phone" if invite.uses_left == 1 else many(invite.uses_left, "phone")
    over_soon = invite.expires_at <= invites.end_of(tonight())
    return f"open for {phones}, {'tonight only' if over_soon else f'until {moment(invite.expires_at)}'}"


@require_POST
def name(request: TableRequest) -> HttpResponse:
    """Names the crew."""
    check_form_fields(request)
    me = keeper(request)
    try:
        phones.name_crew(actor=me, name=request.POST.get("name", ""))
    except ValidationError as error:
        return _crew(request, errors=error.messages)
    return see_other(reverse("crew"))


@slow
@form_view
def phone(request: TableRequest, pk: int) -> HttpResponse:
    """One phone: what it is called and what it may do."""
    me = member(request)
    found = _phone(request, pk)
    if request.method != "POST":
        return _phone_page(request, me, found)
    check_form_fields(request)
    role = request.POST.get("role", found.role)
    if role not in Role.values:
        raise BadRequest("There is no such role.")
    # Else whoever wants a keeper removed would make them a watcher first.
    wrong = proof.missing(request, me) if found.is_keeper and me.is_keeper and role != found.role else ""
    if wrong:
        return _phone_page(request, me, found, errors=[wrong])
    try:
        with one_writer():
            phones.label_phone(actor=me, phone=found, label=request.POST.get("label", found.label))
            if role != found.role:
                phones.set_role(actor=me, phone=found, role=Role(role))
                note(request, "role", of=found.pk, was=found.role, now=role)
    except ValidationError as error:
        return _phone_page(request, me, found, errors=error.messages)
    except phones.LastKeeper:
        return _phone_page(request, me, found, errors=[ALONE])
    return see_other(reverse("crew"))


def _phone(request: TableRequest, pk: int) -> Membership:
    return get_object_or_404(Membership.objects.visible_to(request.visitor).select_related("user"), pk=pk)


def _phone_page(
    request: TableRequest, me: Membership, found: Membership, *, errors: Sequence[str] = ()
) -> HttpResponse:
    keeps, here, gone = me.is_keeper, found.pk == me.pk, found.shut_out_at is not None
    page = {
        "name": name_of(found, phones.number_of(found)),
        "here": here,
        "role": found.role,
        "may": WORDS[Role(found.role)],
        "line": _line(found),
        "url": reverse("phone", args=[found.pk]) if (keeps or here) and not gone else "",
        "label": request.POST.get("label", found.label),
        "roles": roles(request.POST.get("role", found.role)) if keeps and not gone else (),
        "proof": proof.asked(me) if found.is_keeper else None,
        "out": reverse("phone_out", args=[found.pk]) if keeps and not here and not gone else "",
        "gone": moment(found.shut_out_at) if found.shut_out_at else "",
        "errors": tuple(errors),
    }
    return render(request, "crew/phone.html", {"page": page}, status=status_of(errors))


def roles(chosen: str) -> tuple[Option, ...]:
    """The roles to choose from."""
    return options({role: WORDS[role] for role in Role}, chosen)


@slow
@require_POST
def phone_out(request: TableRequest, pk: int) -> HttpResponse:
    """Removes a phone at once."""
    me = keeper(request)
    found = _phone(request, pk)
    wrong = proof.missing(request, me) if found.is_keeper and not found.shut_out_at else ""
    if wrong:
        return _phone_page(request, me, found, errors=[wrong])
    try:
        phones.shut_out(actor=me, phone=found)
    except phones.LastKeeper:
        return _phone_page(request, me, found, errors=[ALONE])
    note(request, "shut_out", of=found.pk)
    return see_other(reverse("crew"))


@form_view
def leave(request: TableRequest) -> HttpResponse:
    """Takes this phone out of its crew, after saying what that means."""
    me = member(request)
    left = parting(me)
    if request.method == "POST" and may_part(request, left):
        phones.leave(me)
        note(request, "left", crew=me.crew_id)
        return see_other(reverse("home"))
    errors = (STAY,) if request.method == "POST" else ()
    page = {"crew": called(me.crew), "parting": left, "keeper": me.is_keeper, "errors": errors}
    return render(request, "crew/leave.html", {"page": page}, status=status_of(errors))
