"""What a player may call out at any time: a match, the word of the last card, and who forgot it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from django.http import QueryDict
from msgspec.structs import replace

from referee.games.frame import fields_of
from referee.games.presenter import Buzzed, Race
from referee.games.shedding.style import Style
from referee.games.table_views import CallView
from referee.rules.engine import Refused
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, InPlay, out_of

NOT_LEGAL = "not allowed"
TOO_LATE = "too late?"


class Matcher(NamedTuple):
    """A player who can have put down the identical card, which that is, and what comes of it."""

    name: str
    card: str
    note: str


def copies(style: Style, state: InPlay[Agreed]) -> tuple[str, ...]:
    """What may lie on the top card as the same: that card, and on a chameleon another one (14)."""
    same = state.top.identity
    return (same, style.mixes) if style.mixes and state.top.cards[-1] == style.mixes else (same,)


def matchers(style: Style, state: InPlay[Agreed], only: str = "") -> Iterator[Matcher]:
    """Everybody for whom the top card can be there once more, or this one `only`, with what comes of it."""
    for name in state.players:
        if name != out_of(state):
            yield from islice(matches_by(style, state, name, only), 1)


def no_match(style: Style, state: InPlay[Agreed]) -> str:
    """Why nothing can be matched now, in two or three words; "" if something can."""
    if not state.matchable:
        return "too late"
    # One is enough: each costs a judgement, and every tap asks.
    return "" if any(matchers(style, state)) else "no copy left"


def matches_by(style: Style, state: InPlay[Agreed], name: str, only: str = "") -> Iterator[Matcher]:
    """What comes of a match by this player with each card that is left for it, or with this one `only`."""
    for card in (only,) if only else copies(style, state):
        words = state.options.declared.get(state.options.kind(state.top.identity), (None,))
        answer = style.rules.judge(state, moves.Play(player=name, cards=(card,), declare=words[0]))
        if not isinstance(answer, Refused):
            kind = answer.entry["kind"]
            note = {"match": cost(state), "self_match": "own card"}.get(kind, "no match")
            yield Matcher(name=name, card=card, note=note)
        elif answer.code == "illegal":
            yield Matcher(name=name, card=card, note=NOT_LEGAL if state.matchable else TOO_LATE)


def cost(state: InPlay[Agreed]) -> str:
    """What a match costs the player who is matched."""
    return f"{state.top.by} draws 1 card"


def calls(style: Style, state: InPlay[Agreed], name: str) -> tuple[CallView, ...]:
    """MATCH, the word of the last card, and catching somebody who forgot it.

    None of them tells who could be caught: that is the table's to notice.
    """
    one = next(matches_by(style, state, name), None)
    match = {"do": "match", "player": name, "card": one.card if one else state.top.identity}
    others = tuple(other for other in state.players if other != name)
    return (
        CallView(
            kind="match",
            word="MATCH!",
            fields=tuple(fields_of(match)),
            why=_why_no_match(style, state, name, one),
        ),
        CallView(
            kind="zar",
            word=style.words.cry,
            fields=tuple(fields_of({"do": "zar", "player": name})),
            why=_why_no_cry(style, state, name),
        ),
        CallView(
            kind="gotcha",
            word=style.words.gotcha,
            fields=tuple(fields_of({"do": "gotcha", "caller": name})),
            at="target",
            faces=others,
        ),
    )


def _why_no_cry(style: Style, state: InPlay[Agreed], name: str) -> str:
    # Where nobody is reminded no buzzer tells when its time has come, nor that it is over.
    if name in state.owes or not style.reminds(state.options):
        return ""
    return "with one card left" if state.hands[name] > 1 else "nothing owed"


def _why_no_match(style: Style, state: InPlay[Agreed], name: str, one: Matcher | None) -> str:
    if name == out_of(state):
        return "your last card lies"
    if one is None:
        return no_match(style, state) or "no copy left"
    if one.note == TOO_LATE:
        return "too late"
    return "" if state.matchable and one.note != "no match" else "it is no match now"


def call_of(move: moves.Moves, sent: QueryDict) -> Buzzed | None:
    """What somebody called by a form; None for what nobody calls. A card tapped on the pad lies already."""
    match move:
        case moves.Play() if sent.get("do") == "match":
            return Buzzed(move.player, "match")
        case moves.SayZar():
            return Buzzed(move.player, "zar")
        case moves.Gotcha():
            return Buzzed(move.caller, "gotcha", move.target)
    return None


def can_race(style: Style, state: InPlay[Agreed], one: Buzzed, two: Buzzed) -> bool:
    """Whether two calls are a row of the close calls, about the same player."""
    if frozenset((one.event, two.event)) not in {frozenset(row) for row in style.rows}:
        return False
    if one.event == two.event:
        return state.options.third_copy
    targets = {call.target for call in (one, two) if call.target}
    return targets <= {one.player, two.player}


def with_measurement(move: moves.Moves, race: Race) -> moves.Moves:
    """A close call with what was measured of just these two."""
    if not isinstance(move, moves.CloseCall) or race.presses is None:
        return move
    found = dict(zip((race.one[:2], race.two[:2]), race.presses, strict=True))
    claims = list(zip(move.players, move.events, strict=True))
    if set(claims) != set(found):
        return move
    return replace(move, buzzes=(found[claims[0]], found[claims[1]]))


def call_text(style: Style, call: Buzzed) -> str:
    """A call in a sentence, as it was heard."""
    if call.event == "gotcha":
        return f"{call.player} buzzed: {style.words.gotcha} ({call.target})"
    return f"{call.player} buzzed: {'MATCH!' if call.event == 'match' else style.words.cry}"
