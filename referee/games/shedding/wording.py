"""The moves of a style: from the fields of a form to the move of docs/record.md and back, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.forms import Wording, move_of
from referee.games.frame import seat_query
from referee.games.shedding.common import SHEDDING, counted_query, overruled, with_points
from referee.games.shedding.style import Style
from referee.rules import engine
from referee.rules.sentences import counted
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, InPlay, Table, out_of
from referee.web.wording import number_or_text, whole_number

#: More copies than any deck has are as impossible as a million, and cheaper to refuse.
_MOST = 20


def form(style: Style, sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    if sent.get("do") == "match":
        sent = sent.copy()
        sent["do"] = "play"
    raw = move_of(moves.Moves, sent)
    if raw["do"] == "play":
        return {"player": "", **raw, "cards": given(style, sent)}
    return with_points(raw, sent)


def entered(style: Style, state: Table[Agreed], move: engine.Move) -> str:
    """The query of what a move was made from: the hand that was counted, or somebody's own sheet."""
    match move:
        case moves.Play() if isinstance(state, InPlay) and (move.player != state.turn or out_of(state)):
            card, count, mixed = taken_apart(style, move.cards) or ("", len(move.cards), "")
            return urlencode({"sheet": "match", "card": card, "count": count, "mixed": mixed})
        case moves.Gotcha():
            return seat_query(state, move.target)
        case moves.SayZar() | moves.Penalty():
            return seat_query(state, move.player)
        case moves.Illegal():
            return "sheet=illegal"
        case moves.CloseCall():
            return "sheet=dispute"
    return counted_query(state, move)


def given(style: Style, sent: QueryDict) -> list[str]:
    """The cards of a play, bottom to top: listed, or one by its number, with Chameleons among them."""
    if sent.getlist("cards"):
        return sent.getlist("cards")
    counts = [number_or_text(text) for text in sent.getlist("count")]
    number = max((count for count in counts if isinstance(count, int)), default=1)
    own = [sent.get("card", "")] * min(max(number, 1), _MOST)
    where, _, more = sent.get("mixed", "").partition(" ")
    mixed = [style.mixes] * min(whole_number(more) or 0, _MOST) if style.mixes else []
    return [*own, *mixed] if where == "top" else [*mixed, *own]


def taken_apart(style: Style, cards: Sequence[str]) -> tuple[str, int, str] | None:
    """The fields `card`, `count` and `mixed` from which `given` makes these cards; None if none do."""
    own = [card for card in cards if card != style.mixes]
    if not own or not style.mixes or len(own) == len(cards):
        return (cards[-1], len(cards), "") if len(set(cards)) == 1 else None
    mixed = [style.mixes] * (len(cards) - len(own))
    for where, made in (("top", [*own, *mixed]), ("under", [*mixed, *own])):
        if made == list(cards) and len(set(own)) == 1:
            return own[0], len(own), f"{where} {len(mixed)}"
    return None


def asks_declaration(style: Style, state: object, move: moves.Moves) -> tuple[str, ...]:
    """The words to choose from before a play can be made; () when it has all it needs."""
    if not isinstance(move, moves.Play) or move.declare is not None or not isinstance(state, InPlay):
        return ()
    options: Agreed = state.options
    if not move.cards or not all(card in options.names or card in options.kinds for card in move.cards):
        return ()
    return options.declared.get(options.kind(style.stands_for(move.cards, state.top)), ())


# --- in words -------------------------------------------------------------------------------------------


@cache
def wordings(style: Style) -> Mapping[type[engine.Move], Wording]:
    """How the moves of ZAR or of the Game of Zar are told; there are three styles."""
    return {
        **SHEDDING,
        **{kind: Wording(sentence) for kind, sentence in style.sentences.items()},
        moves.Flip: Wording(lambda move: f"Flip: {style.label(move.card)}"),
        moves.Play: Wording(partial(_plays, style)),
        moves.Out: Wording("Nobody matched {player}"),
        moves.Count: Wording(partial(_held, style)),
        moves.Recount: Wording("{player} holds {cards:card|cards}, recounted"),
        moves.Illegal: Wording("The play of move {move} was illegal"),
        moves.CloseCall: Wording("A close call between {players}"),
    }


def describe(style: Style, move: engine.Move) -> str:
    """A move in a short sentence, in the words of a style and without its full stop."""
    return wordings(style)[type(move)].describe(move)


def _plays(style: Style, move: moves.Play) -> str:
    asks = f", {style.declared(move.declare)}" if move.declare else ""
    return f"{move.player} plays {style.played(move.cards)}{asks}{overruled(move)}"


def _held(style: Style, move: moves.Count) -> str:
    held = counted(move.points or 0, "point") if move.cards is None else style.given(move.cards)
    return f"{move.player}’s hand: {held}"
