"""How the moves of a shedding game are told and corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from django.http import QueryDict
from msgspec import structs

from referee.games.parts import EditField, choice
from referee.games.shedding.entry import given, taken_apart
from referee.games.shedding.pad import mixes, plain_pad
from referee.games.shedding.style import Style, capital
from referee.games.wording import DEALER, PLAYER, Edit, Edits, Wording, seats
from referee.rules import engine
from referee.rules.sentences import counted, joined
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Agreed, Table


def _who_joins(_state: Table[Agreed], move: moves.Join) -> Sequence[str]:
    return (move.player,)


#: What every shedding game has.
SHEDDING: Mapping[type[engine.Move], Wording] = {
    moves.Deal: Wording("{dealer} deals", [DEALER]),
    moves.Draw: Wording("{player} draws", [PLAYER]),
    moves.Pass: Wording("{player} passes", [PLAYER]),
    moves.Join: Wording("{player} joins", [Edit("player", "Player", _who_joins)]),
    moves.Quit: Wording("{player} leaves", [PLAYER]),
    moves.Void: Wording("The hand is given up"),
    moves.End: Wording("The game is ended"),
}
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


def overruled(move: engine.Move) -> str:
    """The end of a sentence about a play that is against the rules and stands: the table's reason."""
    reason = getattr(move, "overruled", None)
    return f", overruled: {reason}" if reason else ""


def _held(style: Style, move: moves.Count) -> str:
    held = counted(move.points or 0, "point") if move.cards is None else style.given(move.cards)
    return f"{move.player} is counted: {held}"


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
