"""The sheets of a ZAR table: what opens in the place of the pad when somebody asks for it."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec.structs import replace

from referee.rules.engine import Refused
from referee.rules.shedding.hand import standing_plays
from referee.rules.zar import cards, close_call, moves
from referee.rules.zar.game import GAME
from referee.rules.zar.play import DECLARED
from referee.rules.zar.state import Counting, Dealt, Live, Options, Playing, States, Waiting
from referee.table.context import Field, Link, MenuSheet, Sheet
from referee.table.frame import menu
from referee.table.look import Look
from referee.table.zar.context import (
    CloseSheet,
    DeclareSheet,
    DisputeSheet,
    MatchSheet,
    PlayView,
    SeatSheet,
    Who,
)
from referee.table.zar.faces import declared, face
from referee.table.zar.telling import given

_ROWS = tuple(tuple(sorted(row)) if len(row) == 2 else ("match", "match") for row in close_call.ROWS)


def asked(look: Look, state: States) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    match look.asked.get("sheet"):
        case "menu":
            return _menu(look, state)
        case "match" if isinstance(state, Playing | Waiting):
            return _match(look, state)
        case "declare" if isinstance(state, Live):
            return _declare(look, state)
        case "seat" if isinstance(state, Playing | Waiting):
            return _seat(look, state)
        case "dispute" if isinstance(state, Live | Counting):
            return _dispute(look, state)
        case "close" if isinstance(state, Live):
            return _close(look, state)
    return None


def _match(look: Look, state: Playing | Waiting) -> MatchSheet:
    """Everybody for whom the top card can be there once more; what comes of it is said once for all."""
    then = _draws(state)
    found = [_match_by(look, state, name) for name in state.players if name != _out(state)]
    who = tuple(replace(one, note="") if one.note == then else one for one in found if one)
    return MatchSheet(
        card=face(state.top.identity), then=f"{then} for it." if state.matchable else "", who=who
    )


def _draws(state: Playing | Waiting) -> str:
    return f"{state.top.by} draws 1"


def _out(state: Live) -> str | None:
    return state.out if isinstance(state, Waiting) else None


def _match_by(look: Look, state: Playing | Waiting, name: str) -> Who | None:
    card = state.top.identity
    words = DECLARED.get(cards.kind(card), (None,))
    answer = GAME.judge(state, moves.Play(player=name, cards=(card,), declare=words[0]))
    if isinstance(answer, Refused):
        if answer.code != "illegal":
            return None
        note = "too late?" if not state.matchable else "not lawful"
    else:
        note = "own card" if answer.entry["kind"] == "self_match" else _draws(state)
    href = ""
    if words[0] is not None and card not in cards.KINDS:
        asks = {"sheet": "declare", "card": card, "player": name}
        href = f"{look.url}?{urlencode(asks)}"
    return Who(name=name, note=note, href=href)


def _declare(look: Look, state: Live) -> DeclareSheet | None:
    card, player = look.asked.get("card", ""), look.asked.get("player", "")
    count = look.asked.get("count", "1")
    identity = state.top.identity if card == cards.CHAMELEON else card
    if card not in (*cards.CARDS, *cards.KINDS, cards.CHAMELEON) or player not in state.players:
        return None
    words = DECLARED.get(cards.kind(identity), ())
    if not words or not count.isascii() or not count.isdigit():
        return None
    values = {"do": "play", "card": card, "player": player, "count": count}
    if reason := look.asked.get("overruled"):
        values["overruled"] = reason
    return DeclareSheet(
        card=face(card),
        count=int(count[:2]),
        player=player,
        fields=tuple(Field(name=name, value=value) for name, value in values.items()),
        choices=tuple(replace(face(word), label=declared(word).capitalize()) for word in words),
        skip=card in cards.KINDS,
    )


def _seat(look: Look, state: Playing | Waiting) -> SeatSheet | None:
    place = look.asked.get("player", "")
    if not (place.isascii() and place.isdigit() and int(place[:3]) < len(state.players)):
        return None
    name = state.players[int(place[:3])]
    who = _match_by(look, state, name) if name != _out(state) else None
    return SeatSheet(
        name=name,
        cards=state.hands[name],
        owes=name in state.owes,
        callers=tuple(other for other in state.players if other != name),
        card=state.top.identity,
        match=who and Who(name=name, note=f"Matched ({who.note})", href=who.href),
        recount=isinstance(state, Playing),
    )


def _dispute(look: Look, state: Live | Counting[Options]) -> DisputeSheet:
    plays = tuple(
        PlayView(n=step.n, player=step.move.player, text=given(step.move.cards))
        for step in standing_plays(look.hand().steps)
    )
    rows = tuple(
        Link(href=f"{look.url}?sheet=close&row={number}", text=_row(first, second))
        for number, (first, second) in enumerate(_ROWS)
        if isinstance(state, Live) and not (first == second and not _third_copy(state))
    )
    callers = state.players if isinstance(state, Live) else ()
    return DisputeSheet(plays=plays, callers=callers, rows=rows)


def _third_copy(state: Live) -> bool:
    return state.options.half_decks > 2 or state.options.chameleons > 0


def _row(first: str, second: str) -> str:
    names = close_call.NAMES
    return f"{names[first].capitalize()}, or {names[second]}"


def _close(look: Look, state: Live) -> CloseSheet | None:
    number = look.asked.get("row", "")
    if number not in {str(place) for place in range(len(_ROWS))}:
        return None
    first, second = _ROWS[int(number)]
    return CloseSheet(
        title=_row(first, second),
        events=(Field(name="events", value=first), Field(name="events", value=second)),
        first=close_call.NAMES[first].capitalize(),
        second=close_call.NAMES[second].capitalize(),
        players=state.players,
        underneath=frozenset({first, second}) in close_call.UNDERNEATH,
    )


def _menu(look: Look, state: States) -> MenuSheet:
    illegal = [Link(href=f"{look.url}?sheet=dispute", text="A play was illegal")]
    return menu(
        look,
        links=illegal if isinstance(state, Counting) else (),
        moves=[Field(name="Give this hand up, unscored", value="void")] if isinstance(state, Dealt) else (),
    )
