"""Playing a card: whether it may be (5, 8 to 13). What it does is in `laying`."""

from __future__ import annotations

from referee.rules.engine import Refused, Ruling
from referee.rules.house_zar import cards
from referee.rules.house_zar.cards import DECLARED, kind
from referee.rules.house_zar.laying import lay
from referee.rules.house_zar.reading import Kind, in_turn, read
from referee.rules.house_zar.state import Live, Playing, States, Waiting
from referee.rules.shedding.entries import (
    agrees,
    cannot_be,
    declared_wrongly,
    identical,
    no_such_multiple,
    overrule,
)
from referee.rules.shedding.moves import Play
from referee.rules.shedding.state import Top


def judge(state: Playing | Waiting, move: Play) -> Ruling[States] | Refused:
    """The ruling on a play by anyone, in turn or out of it."""
    if refused := refusal(state, move):
        return refused
    card = stands_for(move.cards)
    reading = read(state, move.player, card)
    objection = _objection(state, move, card, reading) if move.overruled else None
    return overrule(lay(state, move, card, reading), objection, move.overruled)


def refusal(state: Playing | Waiting, move: Play) -> Refused | None:
    """Why a play by anyone, in turn or out of it, may not be; None where it may, or the table overrules."""
    if not move.cards:
        return Refused("impossible", "house_zar 1", "A play needs at least one card: choose it.")
    card = stands_for(move.cards)
    refused = (
        declared_wrongly(state.options, move, card)
        or cannot_be(state, move)
        or no_such_multiple(state.options, move.cards)
    )
    if refused or move.overruled:
        return refused
    return _objection(state, move, card, read(state, move.player, card))


def stands_for(given: tuple[str, ...]) -> str:
    """The card that a play stands for: the uppermost named in full, which says what the others are.

    >>> stands_for(("plain", "blue 3")), stands_for(("wild", "wild"))
    ('blue 3', 'wild')
    """
    named = [card for card in given if card not in cards.KINDS]
    return (named or given)[-1]


def _objection(state: Playing | Waiting, move: Play, card: str, reading: Kind) -> Refused | None:
    """The first rule that a play breaks."""
    if not identical(state.options, move.cards):
        message = "Only identical cards are played together: {cards:a} are not, choose one of them."
        return Refused("illegal", "house_zar 11", message, {"cards": sorted(set(move.cards))})
    if not in_turn(state, move.player):
        return _out_of_turn(state, move.player, card)
    return _facing(state, card) or (None if reading == "match" else _does_not_go_on(card, state.top))


def _illegal(rule: str, message: str, **facts: str | int) -> Refused:
    return Refused("illegal", rule, message, dict(facts))


def _out_of_turn(state: Playing | Waiting, player: str, card: str) -> Refused | None:
    top, facts = state.top, {"player": player, "turn": state.turn, "top": state.top.identity}
    if not agrees(state.options, top, card):
        if isinstance(state, Waiting):
            message = "{out} has played the last card: match it with {top:a}, or say that nobody matched."
            return _illegal("house_zar settled 4", message, out=state.out, **facts)
        return _illegal(
            "house_zar 10", "It is {turn}’s turn: out of turn only a match, {top:a}, is played.", **facts
        )
    if not state.matchable:
        message = "Too late to match: play has gone on, wait for your turn after {turn}’s."
        return _illegal("house_zar settled 1", message, **facts)
    if top.by == player:
        message = "You cannot match yourself: {player} keeps the card for a later turn."
        return _illegal("house_zar 11", message, **facts)
    return None


def _facing(state: Live, card: str) -> Refused | None:
    """Who faces draw twos draws for them or plays another (9)."""
    if not state.draw_count or kind(card) == "draw two":
        return None
    message = "{turn} faces {n:card|cards}: draw them first, or play a draw two."
    return _illegal("house_zar 9", message, turn=state.turn, n=state.draw_count)


def _does_not_go_on(card: str, top: Top) -> Refused | None:
    if fits(card, top):
        return None
    facts = {"card": card, "top": top.identity}
    if {kind(card), kind(top.identity)} == {"wild", "dragon"}:
        return _illegal(
            "house_zar 5", "{card:A} never goes on {top:a}: choose another card, or draw and pass.", **facts
        )
    if kind(top.identity) in DECLARED:
        message = "{card:A} does not go on {top:a}: the call is {wanted}, or another {power}."
        wanted = top.color or top.symbol or "a number"
        return _illegal("house_zar 8", message, wanted=wanted, power=kind(top.identity), **facts)
    message = (
        "{card:A} does not go on {top:a}, neither by colour nor by type: choose another, or draw and pass."
    )
    return _illegal("house_zar 5", message, **facts)


def fits(card: str, top: Top) -> bool:
    """Whether a card, or some card of a kind, goes on the top card, draw twos aside (5, 8, settled 8).

    >>> wild = Top(("wild 1",), "Ann", "wild 1", "blue", None)
    >>> fits("blue 3", wild), fits("wild 2", wild), fits("dragon 1", wild)
    (True, True, False)
    """
    power, under = kind(card), kind(top.identity)
    if under == "dragon":
        number = power == "plain" and (top.symbol is None or cards.symbol(card) in (None, top.symbol))
        return number or power == "dragon"
    if under == "wild":
        return power != "dragon" and (top.color is None or cards.color(card) in (None, top.color))
    if power in DECLARED or top.color is None or cards.color(card) is None:
        return True
    return cards.color(card) == top.color or cards.symbol(card) == top.symbol
