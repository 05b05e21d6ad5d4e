"""The recovery code: made by the keeper, typed on a phone that lost its crew."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from referee.crew.people.accounts import remember
from referee.crew.people.context import CodePage, RecoverPage
from referee.crew.people.crew import STAY
from referee.crew.people.limits import CODES, MINUTES, address, wait
from referee.crew.people.who import keeper, may_part, parting
from referee.requests import TableRequest
from referee.web.requests import see, sound_fields, status_of
from referee.web.views import reads, writes
from scoring.crew import phones, recovery

WRONG = "No crew has this code. Check every character. Only the newest code works."
WAIT = f"Too many wrong codes. Wait {MINUTES} minutes, then try again."


@never_cache
@reads
@writes
def code(request: TableRequest) -> HttpResponse:
    """Makes a code and shows it: the answer to the form is the only page that ever does."""
    me = keeper(request)
    groups = tuple(recovery.make_code(actor=me).split("-")) if request.method == "POST" else ()
    page = CodePage(groups=groups, known=bool(me.crew.recovery_digest))
    return render(request, "crew/code.html", {"page": page})


@never_cache
@reads
@writes
def recover(request: TableRequest) -> HttpResponse:
    """Brings a keeper back by the crew's code."""
    if request.method != "POST":
        phones.afresh(request.visitor)
        return _page(request, RecoverPage())
    sound_fields(request)
    who, typed = address(request), request.POST.get("code", "")
    if CODES.is_spent(who):
        return wait(_page(request, RecoverPage(code=typed, errors=(WAIT,))))
    try:
        crew = recovery.crew_of(typed)
    except recovery.WrongCode:
        CODES.note(who)
        return _page(request, RecoverPage(code=typed, errors=(WRONG,)))
    left = parting(request.visitor.membership, to=crew)
    if left and request.POST.get("part") != "1":
        return _page(request, RecoverPage(code=typed, parting=left))
    if not may_part(request, left):
        page = RecoverPage(code=typed, parting=left, errors=(STAY,))
        return _page(request, page)
    remember(request, recovery.recover(request.visitor, crew))
    return see(reverse("crew"))


def _page(request: TableRequest, page: RecoverPage) -> HttpResponse:
    return render(request, "crew/recover.html", {"page": page}, status=status_of(page.errors))
