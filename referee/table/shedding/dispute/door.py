"""The door: which sheet an address asks for, and the questions on top of them."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from django.urls import reverse

from referee.rules.shedding.state import Counting, Live
from referee.table.context import Cited, Sheet
from referee.table.door import moves_url
from referee.table.look import Look
from referee.table.shedding.dispute.context import Disputed, FaqSheet, QuestionView, Tab
from referee.table.shedding.dispute.first import close, first, ruled
from referee.table.shedding.dispute.illegal import illegal, undoing
from referee.table.shedding.dispute.liable import liable
from referee.table.shedding.dispute.may import may
from referee.table.shedding.style import Style

DisputedT = TypeVar("DisputedT", bound=Disputed)


def sheet(style: Style, look: Look, state: Live[Any] | Counting[Any], kind: str) -> Sheet | None:
    """The sheet of a dispute that the address asks for, if it makes sense now."""
    found: Sheet | None = None
    match kind:
        case "dispute" if isinstance(state, Live):
            found = _at_the_door(style, look, first(style, look, state))
        case "dispute" | "illegal":
            found = _at_the_door(style, look, illegal(style, look))
        case "undoing":
            found = undoing(style, look, state)
        case "liable":
            found = _at_the_door(style, look, liable(style, look, state))
        case "may" if isinstance(state, Live):
            found = _at_the_door(style, look, may(style, look, state))
        case "faq" if isinstance(state, Live):
            found = _at_the_door(style, look, _faq(style, state))
        case "close" if isinstance(state, Live):
            found = close(style, look, state) or _at_the_door(style, look, first(style, look, state))
        case "ruled":
            found = ruled(style, look, state)
    return found


def _at_the_door(style: Style, look: Look, found: DisputedT) -> DisputedT:
    names = {
        "dispute": "First?",
        "illegal": "Illegal!",
        "liable": style.words.owed,
        "may": "May I?",
        "faq": "FAQ",
    }
    shown = names if isinstance(look.state, Live) else ("illegal", "liable")
    tabs = tuple(
        Tab(href=f"{look.url}?sheet={kind}", text=names[kind], current=kind == found.kind) for kind in shown
    )
    last = reverse("ruling", args=[look.game.public_id, look.game.version])
    return msgspec.structs.replace(found, tabs=tabs, moves=moves_url(look), last=last)


def _faq(style: Style, state: Live[Any]) -> FaqSheet:
    return FaqSheet(
        questions=tuple(
            QuestionView(text=question, cite=Cited(text=answer, rule=rule))
            for question, answer, rule in style.questions(state)
        )
    )
