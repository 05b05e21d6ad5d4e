"""Which sheet of a dispute an address asks for, and the questions on top of it."""

from __future__ import annotations

from django.urls import reverse

from referee.games.cited import Cited
from referee.games.dispute import moves_url
from referee.games.look import AnyLook
from referee.games.parts import Choice, Sheet
from referee.games.shedding.dispute.first import close, first, ruled
from referee.games.shedding.dispute.illegal import illegal, undoing
from referee.games.shedding.dispute.liable import liable
from referee.games.shedding.dispute.may import may
from referee.games.shedding.style import Style
from referee.rules.shedding.state import Agreed, Counting, Live


def sheet(style: Style, look: AnyLook, state: Live[Agreed] | Counting[Agreed], kind: str) -> Sheet | None:
    """The sheet of a dispute that the address asks for, if it makes sense now."""
    found: Sheet | None = None
    match kind:
        case "dispute" if isinstance(state, Live):
            found = _with_tabs(style, look, first(style, look, state))
        case "dispute" | "illegal":
            found = _with_tabs(style, look, illegal(style, look))
        case "undoing":
            found = undoing(style, look, state)
        case "liable":
            found = _with_tabs(style, look, liable(style, look, state))
        case "may" if isinstance(state, Live):
            found = _with_tabs(style, look, may(style, look, state))
        case "faq" if isinstance(state, Live):
            found = _with_tabs(style, look, _faq(style, state))
        case "close" if isinstance(state, Live):
            found = close(style, look, state) or _with_tabs(style, look, first(style, look, state))
        case "ruled":
            found = ruled(style, look, state)
    return found


def _with_tabs(style: Style, look: AnyLook, found: Sheet) -> Sheet:
    """A sheet of a dispute: all of them show the same questions on top, and below the ways on."""
    names = {
        "dispute": "First?",
        "illegal": "Illegal!",
        "liable": style.words.owed,
        "may": "May I?",
        "faq": "FAQ",
    }
    shown = names if isinstance(look.state, Live) else ("illegal", "liable")
    tabs = tuple(
        Choice(href=f"{look.url}?sheet={kind}", text=names[kind], on=kind == found.kind) for kind in shown
    )
    return Sheet.of(
        found.kind,
        "games/shedding/sheets/dispute.html",
        tall=True,
        body=found.template,
        tabs=tabs,
        moves=moves_url(look),
        last=reverse("ruling", args=[look.about.public_id, look.about.version]),
        **vars(found.parts),
    )


def _faq(style: Style, state: Live[Agreed]) -> Sheet:
    """The questions of the rulebook, answered on the live state."""
    asked = style.questions(state)
    questions = tuple((question, Cited(text=answer, rule=rule)) for question, answer, rule in asked)
    return Sheet.of("faq", "games/shedding/sheets/faq.html", questions=questions)
