"""A sheet put together: by choosing, or as a text; tried out on the same page, and kept by the crew.

What is sent is read and tried first, and seldom kept: on the threads of what is long to read, not of taps.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from urllib.parse import urlencode

import msgspec
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST

from referee.crew.sheets import words
from referee.crew.sheets.draft import BLANK, Draft, of_game
from referee.crew.sheets.pages import find, said
from referee.crew.sheets.trying import preview, uncountable
from referee.crew.titles import title_of
from referee.rules.score_sheet import reading
from referee.rules.score_sheet.definition import LARGEST, Definition
from referee.rules.score_sheet.reading import BadSheet
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.text import as_toml
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.components import Link
from referee.web.requests import NotHere, see_other, status_of
from referee.web.views import form_view, slow
from referee.web.wording import whole_number
from scoring import sheets as crew_sheets
from scoring.crew.visitor import get_game_or_404, join_own_crew, must_write
from scoring.models import Game, Role, Sheet
from scoring.played import clean_title

GAME, LINK = "game-", "link-"
#: Games that a sheet can be made of, a tap away.
GAMES = 5
_ROWS = {"up", "down", "remove", "add"}


@slow
@form_view
def new(request: TableRequest) -> HttpResponse:
    """A new sheet: from a blank, from one of ours, from a game (`from`), or from what somebody shared."""
    _may_edit(request)
    if request.method == "POST":
        return _sent(request, None)
    base = _source(request, request.GET.get("from", ""))
    return _choosing(request, None, Draft.of(base))


@slow
@form_view
def edit(request: TableRequest, public_id: str) -> HttpResponse:
    """A sheet of the crew's, corrected by a new version: games that were played keep theirs."""
    sheet = find(request, public_id)
    _may_edit(request)
    if sheet.removed_at:
        raise NotHere("This sheet was removed: put it back before you change it.")
    if request.method == "POST":
        return _sent(request, sheet)
    return _choosing(request, sheet, Draft.of(said(sheet)))


@slow
@require_POST
def take(request: TableRequest) -> HttpResponse:
    """A sheet from a file, shown before it is kept; nothing is written."""
    _may_edit(request)
    file = request.FILES.get("file")
    data = file.read(LARGEST + 1) if file else b""
    try:
        found = _read(data)
    except BadSheet as error:
        return _choosing(request, None, Draft.of(BLANK), errors=[f"The file: {words.plain(str(error))}"])
    return _choosing(request, None, Draft.of(found))


def _read(data: bytes) -> Definition:
    """The definition in a file, TOML or JSON. Raises BadSheet."""
    if len(data) > LARGEST:
        raise BadSheet(f"a definition has at most {LARGEST:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadSheet("this is no text in UTF-8") from None
    if not text.strip():
        raise BadSheet("choose a file with a sheet in it")
    if "\0" in text:
        raise BadSheet("it contains NUL characters")
    if not text.lstrip().startswith("{"):
        return reading.read(text)
    try:
        return reading.made(msgspec.json.decode(text))
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadSheet(f"this is no JSON: {error}") from None
    except BadSheet as error:
        raise BadSheet(f"{words.place(error.path)}{error.reason}") from None


def _may_edit(request: TableRequest) -> None:
    """Raises PermissionDenied for who only looks: a form that is refused in the end is none."""
    if not request.visitor.may_write:
        must_write(Role.WATCHER)


def _source(request: TableRequest, word: str) -> Definition:
    """What a new sheet begins with. Raises NotHere, Http404."""
    if not word:
        return BLANK
    if word.startswith(GAME):
        game = get_game_or_404(request, word.removeprefix(GAME))
        if game.game == "score_sheet":
            return of_game(game.options, game.title, len(game.standing["players"]))
    elif word.startswith(LINK):
        shared = crew_sheets.shared(word.removeprefix(LINK))
        if shared:
            return reading.made(shared.definition)
        raise NotHere("This link shows no sheet. It was cancelled, or it is incomplete.")
    elif word in shelf():
        return shelf()[word]
    raise NotHere("There is no such sheet to begin with.")


# --- what was sent


def _sent(request: TableRequest, sheet: Sheet | None) -> HttpResponse:
    form = request.POST
    if any("\0" in str(value) or len(str(value)) > LARGEST for _, all_ in form.lists() for value in all_):
        raise BadRequest("The form has fields in it that cannot be stored.")
    if "toml" in form:
        return _sent_text(request, sheet)
    draft = Draft.sent(form, _base(str(form.get("base", ""))))
    draft.change(form)
    if _ROWS & form.keys() or not {"save", "try", "text"} & form.keys():
        return _choosing(request, sheet, draft)
    draft.name = clean_title(draft.name) or ("" if "save" in form else "New sheet")
    try:
        found = draft.definition()
    except BadSheet as error:
        return _choosing(request, sheet, draft, errors=[words.fault(error, draft)], at=error.path)
    if "try" in form:
        return _choosing(request, sheet, draft, tried=found)
    if "text" in form:
        return _text(request, sheet, as_toml(found))
    if problem := _keep(request, sheet, found):
        return _choosing(request, sheet, draft, errors=[problem])
    return see_other(f"{reverse('sheets')}#saved")


def _sent_text(request: TableRequest, sheet: Sheet | None) -> HttpResponse:
    toml = str(request.POST["toml"]).replace("\r\n", "\n")
    try:
        found = reading.read(toml)
    except BadSheet as error:
        at = f"Line {error.line}: " if error.line else ""
        return _text(request, sheet, toml, errors=[f"{at}{words.plain(error.reason)}."])
    if "choose" in request.POST:
        return _choosing(request, sheet, Draft.of(found))
    if "save" not in request.POST:
        return _text(request, sheet, toml, tried=found)
    if problem := _keep(request, sheet, found):
        return _text(request, sheet, toml, errors=[problem])
    return see_other(f"{reverse('sheets')}#saved")


def _base(toml: str) -> Definition:
    """What the form was made of, which the form itself carries along."""
    try:
        return reading.read(toml) if toml else BLANK
    except BadSheet:
        raise BadRequest("The form has lost what it was made of.") from None


def _keep(request: TableRequest, sheet: Sheet | None, made: Definition) -> str:
    """Keeps a sheet, or a new version of one; returns why it cannot be, "" for nothing."""
    if problem := uncountable(made):
        return problem
    me = join_own_crew(request.visitor)
    name = clean_title(made.name)
    says: crew_sheets.Json = msgspec.to_builtins(msgspec.structs.replace(made, name=name))
    try:
        if sheet is None:
            crew_sheets.keep(me, name, says)
        else:
            seen = whole_number(str(request.POST.get("version", "")), digits=6)
            sheet.version = seen if seen is not None else sheet.version
            crew_sheets.correct(me, sheet, name, says)
    except crew_sheets.NameTaken:
        return f"Your crew has a sheet “{name}” already: choose another name, or edit that one."
    except crew_sheets.TooMany:
        most, versions = crew_sheets.MOST_SHEETS, crew_sheets.MOST_VERSIONS
        return f"A crew has at most {most} sheets, and a sheet {versions} versions."
    except crew_sheets.Changed:
        return "Somebody saved a newer version meanwhile: open it again, and make your changes there."
    note(request, "sheet kept", name=name)
    return ""


# --- pages


def _text(
    request: TableRequest,
    sheet: Sheet | None,
    toml: str,
    *,
    tried: Definition | None = None,
    errors: Sequence[str] = (),
) -> HttpResponse:
    shown = tried
    with suppress(BadSheet):
        shown = tried or reading.read(toml)
    return _page(request, "sheets/text.html", sheet, shown, tried=tried, errors=errors, toml=toml)


def _drafted(draft: Draft) -> Definition | None:
    """What the form comes to so far without what was just added; None while something is wrong."""
    whole = deepcopy(draft)
    whole.name = draft.name or "New sheet"
    whole.fields = [one for one in whole.fields if one.name]
    whole.rows = [one for one in whole.rows if one.name]
    # Which fields there are hangs on no expression: a wrong one takes none away.
    for worth in (draft.worth, "sum"):
        whole.worth = worth
        with suppress(BadSheet):
            return whole.definition()
    return None


def _choosing(
    request: TableRequest,
    sheet: Sheet | None,
    draft: Draft,
    *,
    tried: Definition | None = None,
    errors: Sequence[str] = (),
    at: tuple[str | int, ...] = (),
) -> HttpResponse:
    base = draft.base
    fresh = sheet is None and base == BLANK
    return _page(
        request,
        "sheets/edit.html",
        sheet,
        tried or _drafted(draft),
        tried=tried,
        errors=errors,
        at=at,
        draft=draft,
        words=words,
        base="" if base == BLANK else as_toml(base),
        sources=_sources(request) if fresh else (),
        shelf=shelf().values() if fresh else (),
    )


def _page(
    request: TableRequest,
    template: str,
    sheet: Sheet | None,
    shown: Definition | None,
    *,
    tried: Definition | None,
    errors: Sequence[str],
    **more: object,
) -> HttpResponse:
    """A sheet as it is chosen or as a text; below it what is `shown` can be tried out."""
    seen = whole_number(str(request.POST.get("version", "")), digits=6)
    page = {
        "url": reverse("sheet_edit", args=[sheet.public_id]) if sheet else reverse("sheet_new"),
        "heading": sheet.name if sheet else "New sheet",
        # The version that the form is about: the one it was opened with.
        "version": sheet.version if sheet and seen is None else seen or 0,
        "preview": preview(shown, request.POST, tried=tried is not None) if shown else None,
        "errors": errors,
        **more,
    }
    response = render(request, template, {"page": page}, status=status_of(errors))
    # A browser may keep the page for Back: many answers fill it in, and it shows rules alone.
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _sources(request: TableRequest) -> tuple[Link, ...]:
    """The crew's newest games on a score sheet, each to make a sheet of. One query."""
    games = Game.objects.visible_to(request.visitor).filter(game="score_sheet").newest_first()
    url = reverse("sheet_new")
    found = {title_of(game): game.public_id for game in reversed(games.defer("snapshot", "options")[:GAMES])}
    return tuple(
        Link(href=f"{url}?{urlencode({'from': f'{GAME}{public_id}'})}", text=title)
        for title, public_id in reversed(found.items())
    )
