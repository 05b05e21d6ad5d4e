"""The moves of a style: from the fields of a form to the move of docs/record.md, in words, and corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import structs

from referee.games.forms import PLAYER, Edit, Edits, Wording, move_of, seats
from referee.games.parts import EditField, choice
from referee.games.shedding.common import SHEDDING, overruled, with_points
from referee.games.shedding.pad import mixes, plain_pad
from referee.games.shedding.style import Style, capital
from referee.rules import engine
from referee.rules.sentences import counted, joined
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Agreed, InPlay, Table
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
    if not isinstance(move, moves.Play) or move.declare is not None or not isinstance(state, InPlay):
        return ()
    options: Agreed = state.options
    if not move.cards or not all(card in options.names or card in options.kinds for card in move.cards):
        return ()
    return options.declared.get(options.kind(style.stands_for(move.cards, state.top)), ())


# --- in words, and corrected ----------------------------------------------------------------------------


#: Whoever does something, and to whom.
_PEOPLE = [PLAYER, Edit("caller", "Called by", seats), Edit("target", "Called on", seats)]


@cache
def wordings(style: Style) -> Mapping[type[engine.Move], Wording]:
    """How the moves of ZAR or of the Game of Zar are told and corrected; there are three styles."""
    cards = Edit("cards", "Card", _deck, style.label)
    return {
        **SHEDDING,
        **{kind: Wording(sentence, _PEOPLE) for kind, sentence in style.sentences.items()},
        moves.Flip: Wording(
            lambda move: f"Flip: {style.label(move.card)}", [Edits(("card",), partial(_flipped, style))]
        ),
        moves.Play: Wording(
            partial(_plays, style), [PLAYER, Edits(("cards", "declare"), partial(_play, style))]
        ),
        moves.Out: Wording("Nobody matched {player}", [PLAYER]),
        moves.Count: Wording(partial(_held, style), [PLAYER, Edit("points", "Points"), cards]),
        moves.Recount: Wording(
            "{player} holds {cards:card|cards}, recounted", [PLAYER, Edit("cards", "Cards")]
        ),
        moves.Illegal: Wording("The play of move {move} was illegal", [Edit("move", "Move")]),
        moves.CloseCall: Wording(_close_call),
    }


def describe(style: Style, move: engine.Move) -> str:
    """A move in a short sentence, in the words of a style and without its full stop."""
    return wordings(style)[type(move)].describe(move)


def _plays(style: Style, move: moves.Play) -> str:
    asks = f", {style.declared(move.declare)}" if move.declare else ""
    return f"{move.player} plays {style.given(move.cards)}{asks}{overruled(move)}"


def _held(style: Style, move: moves.Count) -> str:
    held = counted(move.points or 0, "point") if move.cards is None else style.given(move.cards)
    return f"{move.player}’s hand: {held}"


def _close_call(move: moves.CloseCall) -> str:
    coin = f", the coin fell for {move.toss}" if move.toss else ""
    return f"A close call between {joined(move.players)}{coin}"


def _deck(state: Table[Agreed], _move: moves.Count) -> Sequence[str]:
    return deck(state.options)


def _flipped(style: Style, state: Table[Agreed], move: moves.Flip) -> Iterator[EditField]:
    yield _on_pad(style, state.options, move.card)


def _play(style: Style, state: Table[Agreed], move: moves.Play) -> Iterator[EditField]:
    options, (card, count, mixed) = state.options, _parts(style, move)
    yield _on_pad(style, options, card)
    numbers = [str(number) for number in range(1, max(options.alike, count) + 1)]
    yield choice("count", "How many", count, numbers)
    if style.mixes and (most := options.copies(style.mixes)):
        choices = mixes(most, chosen=mixed)
        yield EditField(
            name="mixed", label=capital(f"{style.label(style.mixes)}s too"), value=mixed, choices=choices
        )
    words = ("", *(word for words in options.declared.values() for word in words))
    yield choice("declare", "Declares", move.declare or "", words, [style.word(word) for word in words])


def _parts(style: Style, move: moves.Play) -> tuple[str, int, str]:
    """The fields of a play; what cannot be taken apart shows its uppermost card."""
    return taken_apart(style, move.cards) or (move.cards[-1], len(move.cards), "")


def _on_pad(style: Style, options: Agreed, card: str) -> EditField:
    names = deck(options)
    field = choice("card", "Card", card, names, [style.label(each) for each in names])
    return structs.replace(field, pad=plain_pad(style, options))


def same_cards(style: Style, sent: QueryDict, move: moves.Play) -> bool:
    """Whether the fields still ask for the cards of a play that lie in no order a field knows."""
    if taken_apart(style, move.cards):
        return False
    card, count, _ = _parts(style, move)
    return given(style, sent) == [card] * count
