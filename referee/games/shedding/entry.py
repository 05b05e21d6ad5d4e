"""What a tap on a table means: from the fields of a form to the move of docs/record.md."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.forms import move_of
from referee.games.shedding.style import Style
from referee.games.shedding.typed import with_points
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Live
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


def again(url: str, sent: QueryDict) -> str:
    """Where the card of a match is chosen that was sent without one; "" for any other move."""
    if sent.get("do") != "match" or sent.get("card"):
        return ""
    kept = [(name, sent[name]) for name in ("count", "mixed") if sent.get(name)]
    return f"{url}?{urlencode([('sheet', 'match'), *kept])}"


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
    if not isinstance(move, moves.Play) or move.declare is not None or not isinstance(state, Live):
        return ()
    options: Agreed = state.options
    if not move.cards or not all(card in options.names or card in options.kinds for card in move.cards):
        return ()
    return options.declared.get(options.kind(style.stands_for(move.cards, state.top)), ())
