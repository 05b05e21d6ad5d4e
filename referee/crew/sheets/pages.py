"""The crew's own score sheets; those of the shelf to begin one with."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from referee.rules.score_sheet import reading
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.text import as_json, as_toml
from referee.table.requests import TableRequest
from referee.table.score_sheets import setup_url, word_of
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from scoring import sheets as crew_sheets
from scoring.crew.visitor import join_own_crew
from scoring.models import Sheet

KINDS = {"toml": ("application/toml", as_toml), "json": ("application/json", as_json)}


@require_safe
def sheets(request: TableRequest) -> HttpResponse:
    """The list."""
    return _page(request)


@require_POST
def remove(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes a sheet from the crew's shelf; `restore` puts it back."""
    check_form_fields(request)
    sheet = find(request, public_id)
    me = join_own_crew(request.visitor)
    try:
        if "restore" in request.POST:
            crew_sheets.put_back(me, sheet)
        else:
            crew_sheets.remove(me, sheet)
    except crew_sheets.NameTaken:
        error = f"Your crew has another “{sheet.name}” by now: give that another name first."
        return _page(request, error=error)
    return see_other(reverse("sheets"))


@require_safe
def file(request: TableRequest, public_id: str, kind: str) -> HttpResponse:
    """A sheet of the crew's as one file, TOML or JSON."""
    if kind not in KINDS:
        raise Http404(kind)
    return as_file(said(find(request, public_id)), kind)


def as_file(sheet: Definition, kind: str) -> HttpResponse:
    """A definition to be saved."""
    content_type, written = KINDS[kind]
    response = HttpResponse(written(sheet), content_type=f"{content_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(sheet.name) or "sheet"}.{kind}"'
    return response


def find(request: TableRequest, public_id: str) -> Sheet:
    """A sheet of the visitor's crew. Raises Http404."""
    sheet = Sheet.objects.find(request.visitor, public_id)
    if sheet is None:
        raise NotHere("Your crew has no such sheet.")
    return sheet


def said(sheet: Sheet) -> Definition:
    """What a sheet says now."""
    return reading.made(crew_sheets.says(sheet))


def _page(request: TableRequest, *, error: str = "") -> HttpResponse:
    mine = crew_sheets.of(request.visitor)
    may = request.visitor.may_write
    page = {
        "may": may,
        "sheets": [(sheet, setup_url(word_of(sheet))) for sheet in mine if not sheet.removed_at],
        "removed": [sheet for sheet in mine if sheet.removed_at and may],
        "copies": shelf().values() if may else (),
        "errors": (error,) if error else (),
    }
    return render(request, "sheets/sheets.html", {"page": page}, status=status_of(error))
