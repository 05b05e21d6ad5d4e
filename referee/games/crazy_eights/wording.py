"""Crazy Eights' moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.context import EditField, choice
from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.state import States
from referee.rules.sentences import counted, joined


def describe(move: moves.Move) -> str:
    """A move as a short sentence, without its full stop."""
    match move:
        case moves.Deal():
            return f"{move.dealer} deals"
        case moves.Flip():
            return f"First card: {move.card}"
        case moves.Play():
            names = f" and names {move.suit}" if move.suit else ""
            why = f", overruled: {move.overruled}" if move.overruled else ""
            return f"{move.player} plays the {move.card}{names}{why}"
        case moves.Draw():
            return f"{move.player} draws"
        case moves.Pass():
            return f"{move.player} passes"
        case moves.Count():
            held = (
                counted(move.points or 0, "point") if move.cards is None else joined(move.cards) or "no cards"
            )
            return f"{move.player} is counted: {held}"
        case moves.Join():
            return f"{move.player} joins"
        case moves.Quit():
            return f"{move.player} leaves"
        case moves.Recount():
            return f"{move.player} holds {move.cards}, counted by hand"
        case moves.Void():
            return "The hand is given up"
    return "The game is ended"


def fields(state: States, move: moves.Move) -> Iterator[EditField]:
    """What can be changed in a move; `state` is the one before it."""
    match move:
        case moves.Deal():
            yield choice("dealer", "Dealer", move.dealer, state.players)
        case moves.Join():
            yield choice("player", "Player", move.player, (move.player,))
        case moves.Play() | moves.Draw() | moves.Pass() | moves.Count() | moves.Quit() | moves.Recount():
            yield choice("player", "Player", move.player, state.players)
    match move:
        case moves.Flip():
            yield choice("card", "Card", move.card, cards.CARDS)
        case moves.Play():
            yield choice("card", "Card", move.card, cards.CARDS)
            yield choice(
                "suit", "An eight names", move.suit or "", ("", *cards.SUITS), ("nothing", *cards.SUITS)
            )
        case moves.Count(cards=None):
            yield EditField(name="points", label="Points", value=str(move.points))
        case moves.Count(cards=tuple(given)):
            for place, card in enumerate(given, 1):
                yield choice("cards", f"Card {place}", card, cards.CARDS)
        case moves.Recount():
            yield EditField(name="cards", label="Cards", value=str(move.cards))
