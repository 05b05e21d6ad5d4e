"""All sheets that a game can be kept on: the crew's own first, those played lately, then the whole shelf."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from referee.crew.sheets.context import RemovedSheet, SheetGroup, SheetRow, SheetsPage
from referee.rules.score_sheet import reading
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.text import as_json, as_toml
from referee.table.requests import TableRequest
from referee.table.score_sheets import recent, setup_url, word_of
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from referee.web.wording import many
from scoring import sheets as crew_sheets
from scoring.crew.visitor import join_own_crew
from scoring.models import Sheet

#: So much of a search is looked at.
LONGEST_SEARCH = 80
KINDS = {"toml": ("application/toml", as_toml), "json": ("application/json", as_json)}


@require_safe
def sheets(request: TableRequest) -> HttpResponse:
    """The list, or what `q` finds in it by any of their names."""
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
    sheet = crew_sheets.find(request.visitor, public_id)
    if sheet is None:
        raise NotHere("Your crew has no such sheet.")
    return sheet


def said(sheet: Sheet) -> Definition:
    """What a sheet says now."""
    return reading.made(crew_sheets.says(sheet))


def _page(request: TableRequest, *, error: str = "") -> HttpResponse:
    q = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "")
    mine = crew_sheets.of(request.visitor)
    may = request.visitor.may_write
    groups = [
        SheetGroup(heading="Your own", rows=tuple(_own(mine, may=may))),
        SheetGroup(heading="Played lately", rows=tuple(_lately(request, mine))),
        SheetGroup(heading="All", rows=tuple(_shelf_row(sheet, may=may) for sheet in shelf().values())),
    ]
    wanted = crew_sheets.fold(q)
    found = [
        SheetGroup(heading=group.heading, rows=tuple(row for row in group.rows if wanted in row.words))
        for group in groups
    ]
    page = SheetsPage(
        url=reverse("sheets"),
        q=q,
        groups=tuple(group for group in found if group.rows),
        removed=tuple(
            RemovedSheet(name=sheet.name, restore=reverse("sheet_remove", args=[sheet.public_id]))
            for sheet in mine
            if sheet.removed_at and may and not wanted
        ),
        new=reverse("sheet_new") if may else "",
        errors=(error,) if error else (),
    )
    return render(request, "sheets/sheets.html", {"page": page}, status=status_of(error))


def _own(mine: Iterable[Sheet], *, may: bool) -> Iterator[SheetRow]:
    here = [sheet for sheet in mine if not sheet.removed_at]
    told: Mapping[int, crew_sheets.Json] = crew_sheets.definitions(here) if here else {}
    for sheet in here:
        at = [sheet.public_id]
        raw = told.get(sheet.pk, {})
        players, names = raw.get("players"), raw.get("names")
        fewest, most = players if isinstance(players, list) else (2, 10)
        yield SheetRow(
            name=sheet.name,
            players=players_of(fewest, most),
            start=setup_url(word_of(sheet)) if may else "",
            words=_words(sheet.name, names if isinstance(names, list) else ()),
            edit=reverse("sheet_edit", args=at) if may else "",
            toml=reverse("sheet_file", args=[*at, "toml"]),
            json=reverse("sheet_file", args=[*at, "json"]),
            share=reverse("sheet_share", args=at),
            remove=reverse("sheet_remove", args=at) if may else "",
        )


def _lately(request: TableRequest, mine: Iterable[Sheet]) -> Iterator[SheetRow]:
    for link in recent(request.visitor, mine):
        sheet = next((each for each in shelf().values() if setup_url(each.key) == link.href), None)
        if sheet:
            yield _shelf_row(sheet, may=request.visitor.may_write)


def _shelf_row(sheet: Definition, *, may: bool) -> SheetRow:
    return SheetRow(
        name=sheet.name,
        players=players_of(*sheet.players),
        start=setup_url(sheet.key) if may else "",
        words=_words(sheet.name, sheet.names),
        copy=f"{reverse('sheet_new')}?{urlencode({'from': sheet.key})}" if may else "",
    )


def _words(name: str, names: Iterable[str]) -> str:
    return crew_sheets.fold(" ".join([name, *names]))


def players_of(fewest: int, most: int) -> str:
    """How many can play."""
    if fewest == most:
        return many(fewest, "player")
    return f"{fewest} to {most} players"
