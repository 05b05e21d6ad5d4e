"""Moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.http import QueryDict
from msgspec import structs

from referee.games.context import EditField, choice
from referee.games.shedding.entry import given, taken_apart
from referee.games.shedding.pad import mixes, plain_pad
from referee.games.shedding.style import Style, capital
from referee.rules.sentences import counted, joined
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Agreed, Table

#: The fields that name a player, and what a page calls them.
_PLAYERS = {
    "dealer": "Dealer",
    "player": "Player",
    "caller": "Called by",
    "target": "Called on",
}


def describe(style: Style, move: moves.Move) -> str:
    """A move as a short sentence, without its full stop."""
    match move:
        case moves.Flip():
            return f"Flip: {style.label(move.card)}"
        case moves.Play():
            asks = f", {style.declared(move.declare)}" if move.declare else ""
            why = f", overruled: {move.overruled}" if move.overruled else ""
            return f"{move.player} plays {style.given(move.cards)}{asks}{why}"
        case moves.Count():
            held = counted(move.points or 0, "point") if move.cards is None else style.given(move.cards)
            return f"{move.player} is counted: {held}"
        case moves.Recount():
            return f"{move.player} holds {counted(move.cards, 'card')}, recounted"
        case moves.CloseCall():
            coin = f", the coin fell for {move.toss}" if move.toss else ""
            return f"A close call between {joined(move.players)}{coin}"
    sentence = style.sentences.get(type(move)) or _SENTENCES[type(move)]
    return sentence.format_map(structs.asdict(move))


_SENTENCES: Mapping[type[moves.Move], str] = {
    moves.Deal: "{dealer} deals",
    moves.Draw: "{player} draws",
    moves.Pass: "{player} passes",
    moves.Illegal: "The play of move {move} was illegal",
    moves.Out: "Nobody matched {player}",
    moves.Join: "{player} joins",
    moves.Quit: "{player} leaves",
    moves.Void: "The hand is given up",
    moves.End: "The game is ended",
}


def fields(style: Style, state: Table[Agreed], move: moves.Move) -> Iterator[EditField]:
    """What can be changed in a move; `state` is the one before it."""
    for name, label in _PLAYERS.items():
        if value := getattr(move, name, None):
            yield choice(name, label, value, (value,) if isinstance(move, moves.Join) else state.players)
    match move:
        case moves.Flip():
            yield _on_pad(style, state.options, move.card)
        case moves.Play():
            yield from _play(style, state.options, move)
        case moves.Count(cards=None):
            yield EditField(name="points", label="Points", value=str(move.points))
        case moves.Count(cards=tuple(cards)):
            for place, card in enumerate(cards, 1):
                yield _card(style, "cards", f"Card {place}", card, deck(state.options))
        case moves.Recount():
            yield EditField(name="cards", label="Cards", value=str(move.cards))
        case moves.Illegal():
            yield EditField(name="move", label="Move", value=str(move.move))


def _play(style: Style, options: Agreed, move: moves.Play) -> Iterator[EditField]:
    card, count, mixed = _parts(style, move)
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
    field = _card(style, "card", "Card", card, deck(options))
    return structs.replace(field, pad=plain_pad(style, options), template="games/shedding/pad.html")


def _card(style: Style, name: str, label: str, card: str, cards: Sequence[str]) -> EditField:
    return choice(name, label, card, cards, [style.label(each) for each in cards])


def same_cards(style: Style, sent: QueryDict, move: moves.Play) -> bool:
    """Whether the fields still ask for the cards of a play that lie in no order a field knows."""
    if taken_apart(style, move.cards):
        return False
    card, count, _ = _parts(style, move)
    return given(style, sent) == [card] * count
