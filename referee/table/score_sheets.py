"""Which score sheet a form asks for, by its word: one of the shelf, of the crew's own, or of an earlier game.

`hearts` is on the shelf. `own-<id>.<version>` is the crew's, as the page showed it; without a version it is
the newest. `game-<id>` is what that game was played with. What a sheet says never comes from the browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec
from django.http import Http404, QueryDict
from django.urls import reverse

from referee.rules.score_sheet.shelf import shelf
from referee.table.requests import TableRequest
from referee.web.wording import whole_number
from scoring import sheets as crew_sheets
from scoring.crew.visitor import Visitor, get_game_or_404
from scoring.models import Game, Sheet

CREW, GAME = "own-", "game-"
_ANY = "score_sheet"
_GONE = "“{}” was removed from your crew’s sheets. Put it back there, or choose another one."
_CHANGED = "“{}” was changed since: this is version {} of it. Look it over, then start."


class SheetForm(NamedTuple):
    """A form with the sheet that it asks for as `definition`, beside its word; what is wrong, in words."""

    sent: QueryDict
    errors: Sequence[str] = ()


def word_of(sheet: Sheet) -> str:
    """The word of a crew's sheet, in its newest version."""
    return f"{CREW}{sheet.public_id}"


def with_sheet(request: TableRequest, form: QueryDict) -> SheetForm:
    """A form with its sheet. Raises Http404 for a sheet, or a game, that is not the crew's."""
    sent = form.copy()
    sent.pop("definition", None)
    word = str(sent.get("sheet", ""))
    if word.startswith(GAME):
        definition = get_game_or_404(request, word.removeprefix(GAME)).options.get("sheet")
        if definition is None:
            raise Http404(word)
        return _filled(sent, word, definition)
    if not word.startswith(CREW):
        return SheetForm(sent)
    public_id, _, version = word.removeprefix(CREW).partition(".")
    sheet = Sheet.objects.find(request.visitor, public_id)
    if sheet is None:
        raise Http404(word)
    if sheet.removed_at:
        del sent["sheet"]
        return SheetForm(sent, [_GONE.format(sheet.name)])
    changed = bool(version) and whole_number(version, digits=6) != sheet.version
    return _newest(sent, sheet, changed=changed)


def sheet_of_game(visitor: Visitor, game: Game) -> SheetForm:
    """A form that asks for what a game was played with, in the newest version if it is a sheet of the crew's;
    then it says so. An empty one where it had no sheet, or one of the shelf.
    """
    definition = game.options.get("sheet")
    if definition is None or definition["key"] in shelf():
        # The shelf's are played as they are today.
        return SheetForm(QueryDict(mutable=True))
    if newer := newer_version(visitor, game.options):
        return _newest(QueryDict(mutable=True), newer, changed=True)
    return _filled(QueryDict(mutable=True), f"{GAME}{game.public_id}", definition)


def newer_version(visitor: Visitor, options: Mapping[str, object]) -> Sheet | None:
    """The crew's sheet that options were agreed on with, if there is a newer version of it."""
    definition = options.get("sheet")
    if not isinstance(definition, dict) or not definition["key"].startswith(crew_sheets.KEY):
        return None
    for sheet in crew_sheets.of(visitor):
        if crew_sheets.key_of(sheet.public_id) == definition["key"] and sheet.removed_at is None:
            return sheet if sheet.version > definition.get("version", 1) else None
    return None


def _newest(sent: QueryDict, sheet: Sheet, *, changed: bool) -> SheetForm:
    """The form with the newest version of a crew's sheet; where it was `changed`, that is said."""
    errors = [_CHANGED.format(sheet.name, sheet.version)] if changed else []
    return _filled(sent, f"{word_of(sheet)}.{sheet.version}", crew_sheets.says(sheet), errors)


def _filled(sent: QueryDict, word: str, definition: object, errors: Sequence[str] = ()) -> SheetForm:
    sent["sheet"] = word
    sent["definition"] = msgspec.json.encode(definition).decode()
    return SheetForm(sent, errors)


# --- to choose from


def setup_url(word: str) -> str:
    """Where a game with the sheet of a word begins."""
    return f"{reverse('setup', args=[_ANY])}?{urlencode({'sheet': word})}"
