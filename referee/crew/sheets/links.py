"""A sheet passed on by a link: anybody may read it and use it, until the link is taken back."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.crew.sheets import words
from referee.crew.sheets.editor import LINK
from referee.crew.sheets.pages import KINDS, as_file, find
from referee.rules.score_sheet import reading
from referee.rules.score_sheet.definition import Definition
from referee.table.requests import TableRequest
from referee.table.shelf import players_of
from referee.web.audit import note
from referee.web.pictures import qr
from referee.web.requests import NotHere, for_anybody, see_other
from referee.web.views import form_view
from scoring import sheets as crew_sheets
from scoring.crew.visitor import join_own_crew

_WINS = {"high": "The most points win", "low": "The fewest points win", "all": "All play together"}


@form_view
def share(request: TableRequest, public_id: str) -> HttpResponse:
    """The page of a sheet's link; a tap on its button makes one."""
    sheet = find(request, public_id)
    here = reverse("sheet_share", args=[public_id])
    if sheet.removed_at:
        raise NotHere("This sheet was removed: put it back before you share it.")
    if request.method == "POST":
        crew_sheets.share(join_own_crew(request.visitor), sheet)
        note(request, "sheet shared", sheet=public_id)
        return see_other(here)
    link = request.build_absolute_uri(reverse("shared_sheet", args=[sheet.link])) if sheet.link else ""
    may_revoke = crew_sheets.may_unshare(request.visitor.membership, sheet)
    page = {
        "name": sheet.name,
        "back": reverse("sheets"),
        "link": link,
        "qr": qr(link) if link else "",
        "make": here if not link and request.visitor.may_write else "",
        "revoke": reverse("sheet_unshare", args=[public_id]) if link and may_revoke else "",
    }
    return render(request, "sheets/share.html", {"page": page})


@require_POST
def unshare(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes the link back; a second tap finds none and changes nothing."""
    crew_sheets.unshare(join_own_crew(request.visitor), find(request, public_id))
    note(request, "sheet unshared", sheet=public_id)
    return see_other(reverse("sheet_share", args=[public_id]))


@require_safe
def shared(request: HttpRequest, link: str) -> HttpResponse:
    """A sheet for whoever has the link. Nobody is asked who they are, and no cookie is set."""
    sheet = _shared(link)
    facts = [players_of(*sheet.players), words.BYS[sheet.by]]
    facts += [f"Entered: {', '.join(one.name for one in sheet.fields)}"] if sheet.fields else []
    facts += [f"Categories: {', '.join(row.name for row in sheet.rows)}"] if sheet.rows else []
    facts.append(_WINS[sheet.wins])
    page = {
        "name": sheet.name,
        "facts": tuple(facts),
        "how": sheet.how,
        "toml": reverse("shared_sheet_file", args=[link, "toml"]),
        "use": f"{reverse('sheet_new')}?{urlencode({'from': f'{LINK}{link}'})}",
    }
    return for_anybody(render(request, "sheets/shared.html", {"page": page}))


@require_safe
def shared_file(request: HttpRequest, link: str, kind: str) -> HttpResponse:  # noqa: ARG001 - a view
    """The same as one file."""
    if kind not in KINDS:
        raise Http404(kind)
    return for_anybody(as_file(_shared(link), kind))


def _shared(link: str) -> Definition:
    found = crew_sheets.shared(link)
    if found is None:
        raise NotHere("This link shows no sheet. It was cancelled, or it is incomplete.")
    return reading.made(found.definition)
