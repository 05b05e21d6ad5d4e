"""A crew's own score sheets: kept, corrected by a new version, removed and put back, and shared by a link.

What a sheet says is data that only the rules can read; here it is stored as it comes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.utils import timezone

from scoring.crew.visitor import Visitor, must_write
from scoring.models import Membership, Sheet, SheetVersion
from scoring.models.people import new_public_id
from scoring.models.sheets import SHEET_NAME_LENGTH
from scoring.played import fold_title
from scoring.writing import one_writer, queue

#: Sheets of one crew, those that were removed too, and versions of one sheet.
MOST_SHEETS = 300
MOST_VERSIONS = 100

#: How the keys begin by which games know what they were played with.
KEY = "own_"

Json = dict[str, object]


class NameTaken(Exception):
    """Another sheet of the crew in use has this name."""


class TooMany(Exception):
    """The crew has as many sheets, or the sheet as many versions, as there may be."""


class Changed(Exception):
    """Somebody made a newer version meanwhile."""


@dataclass(frozen=True)
class Kept:
    """A sheet and what its newest version says."""

    sheet: Sheet
    definition: Json


def fold(name: str) -> str:
    """What makes two names of sheets the same one."""
    return fold_title(name)[: 3 * SHEET_NAME_LENGTH].rstrip()


def key_of(public_id: str) -> str:
    """The key of a sheet in what it says: the same in all versions, and no other sheet's."""
    return f"{KEY}{sha256(public_id.encode()).hexdigest()[:16]}"


def of(visitor: Visitor) -> list[Sheet]:
    """The sheets that the visitor's crew made, by name, those that were removed too. One query."""
    return list(Sheet.objects.visible_to(visitor).order_by("folded", "pk"))


def definitions(sheets: Iterable[Sheet]) -> dict[int, Json]:
    """What the newest versions of sheets say, by the sheets' primary keys. One query."""
    newest = SheetVersion.objects.filter(
        sheet__in=[sheet.pk for sheet in sheets], version=F("sheet__version")
    )
    return dict(newest.values_list("sheet_id", "definition"))


def says(sheet: Sheet) -> Json:
    """What a sheet's newest version says. One query."""
    found: Json = SheetVersion.objects.get(sheet=sheet, version=sheet.version).definition
    return found


def keep(actor: Membership, name: str, definition: Json) -> Sheet:
    """A new sheet; the same one again where it was sent twice.

    Raises NameTaken, TooMany, and PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    with queue(actor.crew_id) as crew:
        there = Sheet.objects.filter(crew=crew, folded=fold(name), removed_at=None).first()
        if there and _numbered(there, says(there)) == _numbered(there, definition):
            return there
        _check_name(actor.crew_id, name)
        if Sheet.objects.filter(crew=crew).count() >= MOST_SHEETS:
            raise TooMany
        sheet = Sheet.objects.create(crew=crew, name=name, folded=fold(name))
        _add_version(actor, sheet, definition)
    return sheet


def correct(actor: Membership, sheet: Sheet, name: str, definition: Json) -> Sheet:
    """A new version of a sheet, from the version that `sheet` has; one that says nothing new adds none.

    Raises Changed, NameTaken, TooMany, and PermissionDenied.
    """
    must_write(actor.role)
    with queue(actor.crew_id):
        now = Sheet.objects.get(pk=sheet.pk)
        if _numbered(now, says(now)) == _numbered(now, definition):
            return now
        if now.version != sheet.version:
            raise Changed
        _check_name(actor.crew_id, name, but=now.pk)
        if now.version >= MOST_VERSIONS:
            raise TooMany
        now.version += 1
        now.name, now.folded = name, fold(name)
        now.save(update_fields=["version", "name", "folded"])
        _add_version(actor, now, definition)
    return now


def _add_version(actor: Membership, sheet: Sheet, definition: Json) -> None:
    said = _numbered(sheet, definition)
    SheetVersion.objects.create(sheet=sheet, version=sheet.version, definition=said, actor=actor)


def _numbered(sheet: Sheet, definition: Json) -> Json:
    said: Json = {**definition, "key": key_of(sheet.public_id), "version": sheet.version}
    # As the database returns it: lists, and no tuples.
    stored: Json = json.loads(json.dumps(said))
    return stored


def remove(actor: Membership, sheet: Sheet) -> None:
    """Takes a sheet from the shelf, and its link back. Games that were played with it keep it."""
    must_write(actor.role)
    with one_writer():
        Sheet.objects.filter(pk=sheet.pk, removed_at=None).update(
            removed_at=timezone.now(), link=None, linked_by=None
        )


def put_back(actor: Membership, sheet: Sheet) -> None:
    """Puts a sheet that was removed on the shelf again. Raises NameTaken."""
    must_write(actor.role)
    with queue(actor.crew_id):
        _check_name(actor.crew_id, sheet.name, but=sheet.pk)
        Sheet.objects.filter(pk=sheet.pk).update(removed_at=None)


def _check_name(crew: int, name: str, *, but: int | None = None) -> None:
    """Raises NameTaken."""
    same = Sheet.objects.filter(crew=crew, folded=fold(name), removed_at=None)
    if same.exclude(pk=but or 0).exists():
        raise NameTaken


# --- for others


def share(actor: Membership, sheet: Sheet) -> None:
    """Makes a link by which anybody may read the sheet, if it has none: two taps make one."""
    must_write(actor.role)
    with one_writer():
        Sheet.objects.filter(pk=sheet.pk, link=None, removed_at=None).update(
            link=new_public_id(), linked_by=actor
        )


def may_unshare(phone: Membership | None, sheet: Sheet) -> bool:
    """Whether a phone may take the link back: the keeper's may, and the one that made it."""
    return phone is not None and (phone.is_keeper or (phone.may_write and sheet.linked_by_id == phone.pk))


def unshare(actor: Membership, sheet: Sheet) -> None:
    """Takes the link back: from now on it leads nowhere. Raises PermissionDenied."""
    if sheet.link is None:
        must_write(actor.role)
        return
    if not may_unshare(actor, sheet):
        raise PermissionDenied("The keeper takes a link back, or who made it.")
    with one_writer():
        Sheet.objects.filter(pk=sheet.pk).update(link=None, linked_by=None)


def shared(link: str) -> Kept | None:
    """The sheet of a link; None for one that was taken back or never was, and for a deleted crew's.

    Two queries.
    """
    if not link or "\0" in link:
        return None
    found = Sheet.objects.filter(link=link, removed_at=None, crew__discarded_at=None).first()
    return Kept(found, says(found)) if found else None
