"""The sheets of a table: what opens in the place of the pad when somebody asks for it, or disputes it."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlencode

from django.urls import reverse
from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.frame import MenuLink, fields_of, menu, to_sheet
from referee.games.look import AnyLook
from referee.games.parts import Choice, Key, Sheet
from referee.games.shedding.asking import may
from referee.games.shedding.calls import NOT_LEGAL, TOO_LATE, copies, cost, matchers, matches_by
from referee.games.shedding.illegal import illegal, liable, undoing
from referee.games.shedding.pad import many
from referee.games.shedding.races import close, first, ruled
from referee.games.shedding.style import Style
from referee.games.shedding.table import declarable
from referee.games.shedding.views import Many
from referee.games.shedding.wording import given
from referee.rules.shedding.state import Agreed, Counting, InPlay, Table, out_of
from referee.web.components import Option
from referee.web.wording import whole_number

#: What the button of a player says, by what comes of a match by them; for most it is one.
_MATCHED = {
    "own card": "Matched their own card",
    "no match": "Played the same card",
    TOO_LATE: "Matched too late?",
}


def asked(
    style: Style, look: AnyLook, state: Table[Agreed], links: tuple[MenuLink, ...] = ()
) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now; `links` are the game's own in the menu."""
    match look.asked.get("sheet"):
        case "menu":
            return _menu(style, look, state, links)
        case "match" if isinstance(state, InPlay):
            return _match(style, look, state)
        case "declare" if isinstance(state, InPlay):
            return _declare(style, look, state)
        case "seat" if isinstance(state, InPlay):
            return _seat(style, look, state)
        case kind if isinstance(state, InPlay | Counting):
            return _disputed(style, look, state, kind or "")
    return None


def _match(style: Style, look: AnyLook, state: InPlay[Agreed]) -> Sheet:
    """Which card it was, where two can be; then everybody for whom it can be there once more.

    What comes of it is said once for all.
    """
    cards = [card for card in copies(style, state) if any(matchers(style, state, card))]
    asked = look.asked.get("card", "")
    card = asked if asked in cards else cards[0] if len(cards) == 1 else ""
    then, found = cost(state), matchers(style, state, card) if card else ()
    who = tuple(one._replace(note="") if one.note == then else one for one in found)
    query = {name: value for name in ("count", "mixed") if (value := look.asked.get(name))}
    return Sheet.of(
        "match",
        "games/shedding/sheets/match.html",
        card=card,
        cards=tuple(
            Key(
                face=style.face(each),
                href=f"{look.url}?{urlencode({'sheet': 'match', 'card': each} | query)}",
                mark="on" if each == card else "",
            )
            for each in cards
        ),
        then=(f"For a match {then}." if state.matchable else "") if cards else "No copy is left to match.",
        who=who,
        many=_many_to_match(style, look, state, card, max(state.hands[one.name] for one in who))
        if who
        else None,
    )


def _many_to_match(style: Style, look: AnyLook, state: InPlay[Agreed], card: str, held: int) -> Many | None:
    """How many of a card can be put on the one that lies there already; None for one only."""
    found = many(style, state, held)
    if found is None:
        return None
    left = state.options.copies(card) - state.laid.get(card, 0)
    most = max(min(found.most, left, state.options.alike - 1), 1)
    number, mixed = whole_number(look.asked.get("count", "")) or 0, look.asked.get("mixed", "")
    # Chameleons go along with another card.
    mixes = () if card == style.mixes else found.mixes
    if most < 2 and len(mixes) < 2:
        return None
    return replace(
        found,
        most=most,
        single=False,
        chosen=number if 0 < number <= most else 0,
        mixes=tuple(replace(one, chosen=one.value == mixed) for one in mixes),
    )


def _declare(style: Style, look: AnyLook, state: InPlay[Agreed]) -> Sheet | None:
    cards, player = given(style, look.asked), look.asked.get("player", "")
    known = (*state.options.names, *state.options.kinds)
    if player not in state.players or not all(card in known for card in cards):
        return None
    place = look.asked.get("instead", "")
    steps = look.hand().steps if place else ()
    before = next((step.before for step in steps if str(step.n) == place), state)
    identity = style.stands_for(tuple(cards), before.top if isinstance(before, InPlay) else state.top)
    words = state.options.declared.get(state.options.kind(identity), ())
    if not words:
        return None
    sent: dict[str, object] = {"do": "play", "player": player, "cards": cards}
    sent |= {name: value for name in ("overruled", "instead") if (value := look.asked.get(name))}
    return Sheet.of(
        "declare",
        "games/shedding/sheets/declare.html",
        given=style.given(cards),
        player=player,
        fields=tuple(fields_of(sent)),
        choices=tuple(declarable(style, word) for word in words),
        skip=identity in state.options.kinds,
    )


def _seat(style: Style, look: AnyLook, state: InPlay[Agreed]) -> Sheet | None:
    """What can be done with one player."""
    name = look.player
    if not name:
        return None
    found = matches_by(style, state, name) if name != out_of(state) else ()
    matched = {one.card: _MATCHED.get(one.note, "Matched") for one in found if one.note != NOT_LEGAL}
    several = len(matched) > 1
    return Sheet.of(
        "seat",
        "games/shedding/sheets/seat.html",
        words=style.words,
        name=name,
        cards=state.hands[name],
        owes=name in state.owes and style.reminds(state.options),
        callers=tuple(other for other in state.players if other != name),
        matched=tuple(
            Option(value=card, text=f"{text} ({style.label(card)})" if several else text)
            for card, text in matched.items()
        ),
        recount=not out_of(state),
        stops=bool(out_of(state)) and state.matchable,
    )


def _menu(style: Style, look: AnyLook, state: Table[Agreed], links: tuple[MenuLink, ...]) -> Sheet:
    illegal = [to_sheet(look, "stop", "A play was illegal", "illegal")]
    return menu(look, style.rules, links=(*(illegal if isinstance(state, Counting) else ()), *links))


def _disputed(
    style: Style, look: AnyLook, state: InPlay[Agreed] | Counting[Agreed], kind: str
) -> Sheet | None:
    """The sheet of a dispute that the address asks for, if it makes sense now."""
    found: Sheet | None = None
    match kind:
        case "dispute" if (
            isinstance(state, InPlay) and vars((races := first(style, look, state)).parts)["races"]
        ):
            found = _with_tabs(style, look, races)
        case "dispute" | "illegal":
            found = _with_tabs(style, look, illegal(style, look))
        case "undoing":
            found = undoing(style, look, state)
        case "liable" if not isinstance(state, InPlay) or style.reminds(state.options):
            found = _with_tabs(style, look, liable(style, look, state))
        case "may" if isinstance(state, InPlay):
            found = _with_tabs(style, look, may(style, look, state))
        case "faq" if isinstance(state, InPlay):
            asked = style.questions(state)
            answers = tuple((question, Cited(text=text, rule=rule)) for question, text, rule in asked)
            faq = Sheet.of("faq", "games/shedding/sheets/faq.html", questions=answers)
            found = _with_tabs(style, look, faq)
        case "close" if isinstance(state, InPlay):
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
    shown: Collection[str] = ("illegal", "liable")
    if isinstance(look.state, InPlay):
        shown = names if style.reminds(look.state.options) else [kind for kind in names if kind != "liable"]
    # Asked for by name it opens with no race in it, too.
    ways = {"dispute": "close"}
    tabs = tuple(
        Choice(href=f"{look.url}?sheet={ways.get(kind, kind)}", text=names[kind], on=kind == found.kind)
        for kind in shown
    )
    return Sheet.of(
        found.kind,
        "games/shedding/sheets/dispute.html",
        body=found.template,
        tabs=tabs,
        moves=look.moves_url,
        last=reverse("ruling", args=[look.about.public_id, look.about.version]),
        **vars(found.parts),
    )
