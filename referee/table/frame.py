"""What every table has around its body: its addresses, its refusals, its menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.urls import reverse

from referee.rules.engine import Game, games
from referee.table import door
from referee.table.context import Cited, Field, Link, MenuSheet, RefusedSheet, Sheet, TableView, View
from referee.table.look import Look
from referee.table.play import Answer

_TITLES = {
    "illegal": "Against the rules",
    "impossible": "That cannot be",
    "phase": "Not now",
    "invalid": "Not understood",
}


def frame(
    look: Look,
    rules: Game[Any, Any],
    *,
    body: str,
    table: View,
    title: str,
    headline: str,
    sheet: Sheet | None,
    remembers: bool = False,
    back: str = "",
) -> TableView:
    """The table with its body. `remembers` says that the body, too, goes by the query of its address.

    `back` is where a sheet goes back to, where that is more than the table's own address.
    """
    sheet = sheet or door.asked(look)
    asked = look.asked.urlencode() if sheet or remembers else ""
    name = look.game.title or rules.name
    watches = not look.game.viewer_may_write
    return TableView(
        game=name,
        title=f"{name}: {title}" if title else name,
        headline=headline,
        url=look.url,
        here=f"{look.url}?{asked}" if asked else look.url,
        back=back or look.url,
        live=look.live,
        version=look.game.version,
        key=look.key,
        phase=look.state.phase,
        undo=look.game.length > 0 and not watches,
        redo=look.game.redoable > 0 and not watches,
        notice=_notice(look),
        sheet=sheet,
        body=body,
        table=table,
        looks=f"/games/{look.game.public_id}/" if watches else "",
    )


def _notice(look: Look) -> str:
    """Taps of others that came in between."""
    answer = look.answer
    if answer is None or answer.status != HTTPStatus.OK or not answer.changed:
        return ""
    return "Meanwhile: " + " ".join(answer.changed[-2:])


def refused(answer: Answer, *, move: str = "", offender: str = "") -> RefusedSheet:
    """Why a tap changed nothing, and what can be done about it.

    `move` says what was put down against the rules, so that it can be overruled, `offender` who draws for it.
    """
    no = answer.refused
    if no is None:
        return RefusedSheet(
            title="The table has moved on",
            cite=Cited(text="Nothing was changed by your tap. Look again, then tap what still holds."),
            changed=tuple(answer.changed),
        )
    place = (Field(name="instead", value=answer.instead),) if answer.instead else ()
    return RefusedSheet(
        title=_TITLES[no.code],
        cite=Cited(text=no.text, rule=no.rule or ""),
        move=move,
        offender=offender,
        why=no.text if offender else "",
        fields=(*fields_of(answer.sent), *place) if move else (),
        overrule=bool(move) and answer.game.viewer_is_keeper,
        changed=tuple(answer.changed),
        noted=_noted(answer),
    )


def _noted(answer: Answer) -> str:
    """Where a refusal is kept; "" where it was not."""
    return reverse("refusal", args=[answer.game.public_id, answer.refusal]) if answer.refusal else ""


def fields_of(sent: Mapping[str, Any]) -> Iterator[Field]:
    """A move as the hidden fields that send it again."""
    for name, value in sent.items():
        values = value if isinstance(value, list | tuple) else [value]
        yield from (Field(name=name, value=each) for each in values)


def menu(look: Look, links: Iterable[Link] = (), moves: Iterable[Field] = ()) -> MenuSheet:
    """The menu, with what the game adds to it."""
    public_id, version, unit = look.game.public_id, look.game.version, games()[look.game.game].unit
    last = [Link(href=reverse("ruling", args=[public_id, version]), text="The last ruling; add a photo")]
    back = Link(href=door.moves_url(look), text="Undo back to an earlier move")
    always = [
        *([back] if look.game.length else []),
        Link(href=f"{look.url}log/", text="The log of every move"),
        *(last if version else ()),
        Link(href=f"/games/{public_id}/", text=f"The scores, {unit} by {unit}"),
    ]
    ends = (
        Link(href=reverse("rulebook", args=[look.game.game]), text="The rules"),
        Link(href="/", text="All games"),
    )
    return MenuSheet(links=(*links, *always), ends=ends, moves=tuple(moves))
