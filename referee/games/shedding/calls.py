"""What a player of a shedding game may call out at any time: the buzzers of their own phone."""

from __future__ import annotations

from django.http import QueryDict
from msgspec.structs import replace

from referee.games.context import CallView
from referee.games.frame import fields_of
from referee.games.race import Buzzed, Race
from referee.games.shedding.dispute.race import copies
from referee.games.shedding.matching import TOO_LATE, match_by, no_match
from referee.games.shedding.style import Style
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Live, out_of


def calls(style: Style, state: Live[Agreed], name: str) -> tuple[CallView, ...]:
    """MATCH, the word of the last card, and catching somebody who forgot it.

    None of them tells who could be caught: that is the table's to notice.
    """
    out = out_of(state)
    match = {"do": "match", "player": name, "card": copies(style, state)[0]}
    others = tuple(other for other in state.players if other != name)
    return (
        CallView(
            kind="match", word="MATCH!", fields=tuple(fields_of(match)), why=_why_no_match(style, state, name)
        ),
        CallView(
            kind="zar",
            word=style.words.cry,
            fields=tuple(fields_of({"do": "zar", "player": name})),
            why="" if state.hands[name] == 1 or name == out else "with one card left",
        ),
        CallView(
            kind="gotcha",
            word=style.words.gotcha,
            fields=tuple(fields_of({"do": "gotcha", "caller": name})),
            at="target",
            faces=others,
        ),
    )


def _why_no_match(style: Style, state: Live[Agreed], name: str) -> str:
    if name == out_of(state):
        return "your last card lies"
    one = match_by(style, state, name)
    if one is None:
        return no_match(style, state) or "no copy left"
    if one.note == TOO_LATE:
        return "too late"
    return "" if state.matchable and one.note != "no match" else "it is no match now"


def buzzed(move: moves.Moves, sent: QueryDict) -> Buzzed | None:
    """What somebody called by a form; None for what nobody calls. A card tapped on the pad lies already."""
    match move:
        case moves.Play() if sent.get("do") == "match":
            return Buzzed(move.player, "match")
        case moves.SayZar():
            return Buzzed(move.player, "zar")
        case moves.Gotcha():
            return Buzzed(move.caller, "gotcha", move.target)
    return None


def may_meet(style: Style, state: Live[Agreed], one: Buzzed, two: Buzzed) -> bool:
    """Whether two calls are a row of the close calls, about the same player."""
    if frozenset((one.event, two.event)) not in {frozenset(row) for row in style.rows}:
        return False
    if one.event == two.event:
        return style.third_copy(state.options)
    targets = {call.target for call in (one, two) if call.target}
    return targets <= {one.player, two.player}


def heard(move: moves.Moves, race: Race) -> moves.Moves:
    """A close call with what was measured of just these two."""
    if not isinstance(move, moves.CloseCall) or race.presses is None:
        return move
    found = dict(zip((race.one[:2], race.two[:2]), race.presses, strict=True))
    claims = list(zip(move.players, move.events, strict=True))
    if set(claims) != set(found):
        return move
    return replace(move, buzzes=(found[claims[0]], found[claims[1]]))


def called(style: Style, call: Buzzed) -> str:
    """A call in a sentence, as it was heard."""
    if call.event == "gotcha":
        return f"{call.player} buzzed: {style.words.gotcha} ({call.target})"
    return f"{call.player} buzzed: {'MATCH!' if call.event == 'match' else style.words.cry}"
