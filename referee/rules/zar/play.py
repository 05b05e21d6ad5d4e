"""Playing a card: whether it may be (4 to 6, 9, 14). What it does is in `laying`."""

from __future__ import annotations

from referee.rules.engine import Refused, Ruling
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
from referee.rules.zar import cards
from referee.rules.zar.cards import CHAMELEON, kind
from referee.rules.zar.laying import lay
from referee.rules.zar.reading import Reading, read, real
from referee.rules.zar.say import SPOKEN
from referee.rules.zar.state import Live, Playing, States, Waiting
from referee.rules.zar.why import POWER_RULES


def judge(state: Playing | Waiting, move: Play) -> Ruling[States] | Refused:
    """The ruling on a play by anyone, in turn or out of it."""
    if refused := refusal(state, move):
        return refused
    reading = read(state, move, stands_for(move.cards, state.top))
    objection = _objection(state, move, reading) if move.overruled else None
    skipped_out = skipping_out(state, move.player)
    return overrule(lay(state, move, reading, skipped_out=skipped_out), objection, move.overruled)


def refusal(state: Playing | Waiting, move: Play) -> Refused | None:
    """Why a play by anyone, in turn or out of it, may not be; None where it may, or the table overrules."""
    if not move.cards:
        return Refused("impossible", "zar settled 10", "A play needs at least one card: choose it.")
    identity = stands_for(move.cards, state.top)
    refused = (
        declared_wrongly(state.options, move, identity)
        or cannot_be(state, move)
        or no_such_multiple(state.options, real(move))
    )
    if refused or move.overruled:
        return refused
    return _objection(state, move, read(state, move, identity))


def stands_for(given: tuple[str, ...], top: Top) -> str:
    """The card that a play stands for: its uppermost real card, or what is under chameleons alone (14).

    A card named in full says what the kinds beside it are.

    >>> top = Top(("blue sun",), "Ann", "blue sun", "blue", "sun")
    >>> stands_for(("red wasp", "chameleon"), top), stands_for(("chameleon",), top)
    ('red wasp', 'blue sun')
    """
    found = [card for card in given if card != CHAMELEON]
    named = [card for card in found if card not in cards.KINDS]
    return (named or found or [top.identity])[-1]


def _objection(state: Playing | Waiting, move: Play, reading: Reading) -> Refused | None:
    """The first rule that a play breaks."""
    return (
        _not_one_card(state, move) or _out_of_place(state, move, reading) or _not_out_so(state, move, reading)
    )


def _illegal(rule: str, message: str, **facts: str | int) -> Refused:
    return Refused("illegal", rule, message, dict(facts))


def _not_one_card(state: Live, move: Play) -> Refused | None:
    if identical(state.options, real(move)):
        return None
    message = "Only identical cards are played together: {cards:a} are not."
    return Refused("illegal", "zar 5.1", message, {"cards": sorted(set(real(move)))})


def _out_of_place(state: Playing | Waiting, move: Play, reading: Reading) -> Refused | None:
    if reading.in_turn:
        return None if reading.kind != "play" else _does_not_go_on(state, reading)
    top, turn = state.top.identity, state.turn
    if not agrees(state.options, state.top, reading.identity):
        if isinstance(state, Waiting):
            message = "{out} has played the last card: only {top:a}, as a match, may still be played."
            return _illegal("zar FAQ 2", message, out=state.out, top=top)
        if kind(top) == kind(reading.identity) in POWER_RULES:
            message = "It is {turn}’s turn, and {card:a} is no match for {top:a}: there are two sorts."
            return _illegal("zar 9.3", message, turn=turn, card=reading.identity, top=top)
        message = "It is {turn}’s turn: out of turn only a match, {top:a}, may be played."
        return _illegal("zar 5.2", message, turn=turn, top=top)
    if not state.matchable:
        message = "Too late to match: play has gone on, it is {turn}’s turn."
        return _illegal("zar 5.2", message, turn=turn)
    return _no_chameleon(state, move)


def _no_chameleon(state: Playing | Waiting, move: Play) -> Refused | None:
    """Out of turn chameleons need one on top, or a real copy to go along with (14, 14.2, settled 20)."""
    under, alone = state.top.cards[-1], not real(move)
    if CHAMELEON not in move.cards or under == CHAMELEON:
        return None
    if isinstance(state, Waiting) and not alone:
        message = "After a last card a chameleon needs one on top, and {top:a} is there."
        return _illegal("zar settled 20", message, top=under)
    if not alone:
        return None
    if state.playpile == 1 and move.player == state.dealer:
        message = "The dealer’s turn is over: {player} needs the identical {top} for a chameleon to go along."
        return _illegal("zar 14.2", message, player=move.player, top=under)
    message = "Out of turn a chameleon only matches a chameleon, and {top:a} is on top."
    return _illegal("zar 14", message, top=under)


def _does_not_go_on(state: Live, reading: Reading) -> Refused | None:
    """Turn option A: what the card on top, and the wasps faced, let a player put on it."""
    top, card = state.top, reading.identity
    if state.draw_count and kind(card) != "wasp":
        message = "{turn} faces {n:card|cards}: draw them or play a wasp."
        return _illegal("zar 9.2.3", message, turn=state.turn, n=state.draw_count)
    if fits(card, top):
        return None
    if {kind(card), kind(top.identity)} >= {"dragon", "peacock"}:
        message = "{card:A} never goes on {top:a}."
        return _illegal(POWER_RULES[kind(card)], message, card=card, top=top.identity)
    facing = kind(top.identity)
    if facing in POWER_RULES:
        asked = top.symbol or top.color
        message = "{card:A} does not go on {top:a}: the call is {wanted}, or another {power}."
        wanted = SPOKEN[asked].lower() if asked else "a symbol"
        return _illegal(
            POWER_RULES[facing], message, card=card, top=top.identity, wanted=wanted, power=facing
        )
    message = "{card:A} does not go on {top:a}: neither the colour nor the symbol is the same."
    return _illegal("zar 4", message, card=card, top=top.identity)


def fits(card: str, top: Top) -> bool:
    """Whether a card, or some card of a kind, goes on the top card, wasps aside (4, 9.3, settled 15).

    >>> dragon = Top(("winged dragon",), "Ann", "winged dragon", None, "moon")
    >>> fits("red moon", dragon), fits("red wasp", dragon), fits("front peacock", dragon)
    (True, False, False)
    """
    power, under = kind(card), kind(top.identity)
    if card == top.identity:
        return True
    if under == "dragon":
        if power != "plain":
            return power == "dragon"
        return top.symbol is None or cards.symbol(card) in (None, top.symbol)
    if under == "peacock":
        if power in POWER_RULES:
            return power == "peacock"
        return top.color is None or cards.color(card) in (None, top.color)
    if power in POWER_RULES or top.color is None or cards.color(card) is None:
        return True
    return cards.color(card) == top.color or cards.symbol(card) == top.symbol


def _not_out_so(state: Playing | Waiting, move: Play, reading: Reading) -> Refused | None:
    """Ways in which nobody may go out (6, 9.2.2, settled 5)."""
    if state.hands[move.player] > len(move.cards):
        return None
    if len(move.cards) > 1:
        message = "Nobody goes out with more than one card at once: {player} has to keep one back."
        return _illegal("zar 6", message, player=move.player)
    if reading.kind == "self_match":
        message = "Nobody goes out by matching themselves: {player} keeps this card."
        return _illegal("zar 6", message, player=move.player)
    if skipping_out(state, move.player):
        message = "{player} skipped to this turn with a frog and may not go out in it: draw or pass."
        return _illegal("zar 9.2.2", message, player=move.player)
    return None


def skipping_out(state: Live, player: str) -> bool:
    """Whether a player reached this turn by their own frogs, and has drawn no card for it (settled 5).

    A pass leaves no frogs in the chain: then the turn does not follow directly. A draw that lapsed is none.
    """
    drew = state.drawn and not state.lapsed
    return state.turn == player == state.top.by and state.frogs > 0 and not drew
