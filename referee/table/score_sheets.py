"""Which score sheet a form asks for, by its word: one of the shelf, of the crew's own, or of an earlier game.

`hearts` is on the shelf. `own-<id>.<version>` is the crew's, as the page showed it; without a version it is
the newest. `game-<id>` is what that game was played with. What a sheet says never comes from the browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import msgspec
from django.http import Http404, QueryDict
from django.urls import reverse

from referee.rules.score_sheet.shelf import shelf
from referee.table.requests import TableRequest
from referee.web.components import Link
from referee.web.wording import whole_number
from scoring import sheets
from scoring.crew.visitor import Visitor, get_game_or_404
from scoring.history.titles import titles
from scoring.models import Game, Sheet

OWN, GAME = "own-", "game-"
#: So many of those played lately are a tap away.
RECENT = 4
_ANY = "score_sheet"
_GONE = "“{}” was removed from your crew’s sheets. Put it back there, or choose another one."
_CHANGED = "“{}” was changed since: this is version {} of it. Look it over, then start."


@dataclass(frozen=True)
class Asked:
    """A form with the sheet that it asks for as `definition`, beside its word; what is wrong, in words."""

    sent: QueryDict
    error: str = ""


def word_of(sheet: Sheet) -> str:
    """The word of a crew's sheet, in its newest version."""
    return f"{OWN}{sheet.public_id}"


def asked(request: TableRequest, form: QueryDict) -> Asked:
    """A form with its sheet. Raises Http404 for a sheet, or a game, that is not the crew's."""
    sent = form.copy()
    sent.pop("definition", None)
    word = str(sent.get("sheet", ""))
    if word.startswith(OWN):
        return _own(request.visitor, sent, word.removeprefix(OWN))
    if word.startswith(GAME):
        said = get_game_or_404(request, word.removeprefix(GAME)).options.get("sheet")
        if said is None:
            raise Http404(word)
        return Asked(_with(sent, word, said))
    return Asked(sent)


def again(visitor: Visitor, game: Game) -> Asked:
    """A form that asks for what a game was played with, in the newest version if it is a sheet of the crew's;
    then it says so. An empty one where it had no sheet, or one of the shelf.
    """
    said = game.options.get("sheet")
    if said is None or said["key"] in shelf():
        # The shelf's are played as they are today.
        return Asked(QueryDict(mutable=True))
    if newer := newest(visitor, game.options):
        sent = _with(QueryDict(mutable=True), _word(newer), sheets.says(newer))
        return Asked(sent, _CHANGED.format(newer.name, newer.version))
    return Asked(_with(QueryDict(mutable=True), f"{GAME}{game.public_id}", said))


def newest(visitor: Visitor, options: Mapping[str, object]) -> Sheet | None:
    """The crew's sheet that options were agreed on with, if there is a newer version of it."""
    said = options.get("sheet")
    key = said.get("key", "") if isinstance(said, dict) else ""
    if not isinstance(said, dict) or not key.startswith(sheets.KEY):
        return None
    for sheet in sheets.own(visitor):
        if sheets.key_of(sheet.public_id) == key and sheet.removed_at is None:
            return sheet if sheet.version > said.get("version", 1) else None
    return None


def _own(visitor: Visitor, sent: QueryDict, name: str) -> Asked:
    public_id, _, version = name.partition(".")
    sheet = sheets.find(visitor, public_id)
    if sheet is None:
        raise Http404(name)
    if sheet.removed_at:
        del sent["sheet"]
        return Asked(sent, _GONE.format(sheet.name))
    old = version and whole_number(version, digits=6) != sheet.version
    error = _CHANGED.format(sheet.name, sheet.version) if old else ""
    return Asked(_with(sent, _word(sheet), sheets.says(sheet)), error)


def _word(sheet: Sheet) -> str:
    return f"{word_of(sheet)}.{sheet.version}"


def _with(sent: QueryDict, word: str, said: object) -> QueryDict:
    sent["sheet"] = word
    sent["definition"] = msgspec.json.encode(said).decode()
    return sent


# --- to choose from


def setup_url(word: str) -> str:
    """Where a game with the sheet of a word begins."""
    return f"{reverse('setup', args=[_ANY])}?{urlencode({'sheet': word})}"


def recent(visitor: Visitor, mine: Iterable[Sheet]) -> list[Link]:
    """The sheets that the crew has played, the last one first: its own (`mine`), and those of the shelf.

    One query.
    """
    words = {sheets.fold(sheet.name): (sheet.key, sheet.name) for sheet in shelf().values()}
    words |= {
        sheets.fold(sheet.name): (word_of(sheet), sheet.name) for sheet in mine if sheet.removed_at is None
    }
    played = [words.get(sheets.fold(title)) for title in titles(visitor).values()]
    return [Link(href=setup_url(each[0]), text=each[1]) for each in played if each][:RECENT]
