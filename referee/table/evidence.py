"""Photos beside the table: the sheet that takes one for a ruling, and the refusal that it leads back to."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from referee.games.context import RefusedSheet
from referee.games.look import AnyLook, Reply
from referee.games.registry import PRESENTERS
from referee.rules.engine import Refused
from referee.table.dispute_context import PhotoSheet
from referee.table.logbook import Logbook, photo_url
from referee.web.numbers import whole_number
from scoring.log.refusals import refusals
from scoring.models import Game, Refusal

#: The sheet of a close call on which what was ruled is saved.
RULED = "ruled"


def photo_sheet(game: Game, look: AnyLook) -> PhotoSheet | None:
    """The sheet for the row or the refusal of that number; None where there is none, or one may only look."""
    if not look.about.may_write:
        return None
    book = Logbook(game)
    event = book.find(seq=_number(look, "row"), refusal=_number(look, "refusal"))
    if event is None:
        return None
    row, save = book.row(event), photo_url(game.public_id, event)
    if isinstance(event, Refusal):
        return PhotoSheet(row=row, save=save, ruled=f"{look.url}?sheet=refused&refusal={event.number}")
    if look.asked.get("then") == RULED:
        return PhotoSheet(row=row, save=save, ruled=f"{look.url}?sheet={RULED}", then=RULED)
    return PhotoSheet(row=row, save=save)


def refused_sheet(game: Game, look: AnyLook) -> RefusedSheet | None:
    """A refusal as it was shown, by its number; None once the table has moved on."""
    number = _number(look, "refusal")
    found = next((each for each in refusals(game) if each.number == number), None)
    if found is None or found.after != look.about.version:
        return None
    presenter = PRESENTERS[game.game]
    move = presenter.rules.read(found.body)
    if isinstance(move, Refused):
        return None
    said = {name: value for name, value in found.outcome.items() if name not in ("text", "instead")}
    reply = Reply(
        move, refused=msgspec.convert(said, Refused), kept=number, instead=found.outcome.get("instead", 0)
    )
    return presenter.refused(replace(look, reply=reply))


def _number(look: AnyLook, name: str) -> int:
    return whole_number(look.asked.get(name, "")) or 0
