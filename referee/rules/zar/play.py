"""Playing a card (sections 4 to 9, 13, 14): what a play is, whether it may be, and what it does."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from referee.rules.engine import Cite, Facts, Refused, Ruling
from referee.rules.shedding.entries import (
    agrees,
    cannot_be,
    declared_wrongly,
    identical,
    no_such_multiple,
    overrule,
    with_cards,
)
from referee.rules.zar import cards
from referee.rules.zar.cards import CHAMELEON, kind
from referee.rules.zar.moves import Play
from referee.rules.zar.piles import back_in, draw
from referee.rules.zar.say import SPOKEN, Kind, declaration, multiple
from referee.rules.zar.state import Live, Playing, States, Top, Waiting, around, as_live

DECLARED = cards.DECLARED
_RULE_OF = {"dragon": "zar 9.3.1", "peacock": "zar 9.3.2"}


class Reading(Struct, frozen=True):
    """What a play turns out to be: the card it stands for, and its kind.

    `repeats` says that it is the top card again, too late for a match.
    """

    identity: str
    kind: Kind
    repeats: bool = False


def judge(state: Playing | Waiting, move: Play) -> Ruling[States] | Refused:
    """The ruling on a play by anyone, in turn or out of it."""
    if not move.cards:
        return Refused("impossible", "zar settled 10", "A play needs at least one card: choose it.")
    identity = stands_for(move.cards, state.top)
    refused = (
        declared_wrongly(state.options, move, identity)
        or cannot_be(state, move)
        or no_such_multiple(state.options, _real(move))
    )
    if refused:
        return refused
    reading = read(state, move, identity)
    objection = _objection(state, move, reading)
    if objection and not move.overruled:
        return objection
    return overrule(lay(state, move, reading), objection, move.overruled)


def stands_for(given: tuple[str, ...], top: Top) -> str:
    """The card that a play stands for: its uppermost real card, or what lies under Chameleons alone (14).

    A card named in full says what the kinds beside it are.
    """
    real = [card for card in given if card != CHAMELEON]
    named = [card for card in real if card not in cards.KINDS]
    return (named or real or [top.identity])[-1]


def read(state: Playing | Waiting, move: Play, identity: str) -> Reading:
    """Whether a play is a match, on another or on oneself, or a plain play (5.2, 5.3, FAQ 3, settled 3)."""
    match: Kind = "self_match" if state.top.by == move.player else "match"
    if isinstance(state, Playing) and move.player == state.turn:
        if not _identical(state, move, identity):
            return Reading(identity, "play")
        return Reading(identity, match) if state.matchable else Reading(identity, "play", repeats=True)
    same = isinstance(state, Waiting) or agrees(state.options, state.top, identity)
    return Reading(identity, match if same else "play")


def _identical(state: Live, move: Play, identity: str) -> bool:
    """Whether a play in turn is known to repeat the top card; of kinds alone only a Chameleon is."""
    named = identity not in cards.KINDS or set(move.cards) == {CHAMELEON}
    return named and identity == state.top.identity


def _objection(state: Playing | Waiting, move: Play, reading: Reading) -> Refused | None:
    """The first rule that a play breaks."""
    return (
        _not_one_card(state, move) or _out_of_place(state, move, reading) or _not_out_so(state, move, reading)
    )


def _illegal(rule: str, message: str, **facts: str | int) -> Refused:
    return Refused("illegal", rule, message, dict(facts))


def _not_one_card(state: Live, move: Play) -> Refused | None:
    if identical(state.options, _real(move)):
        return None
    message = "Only identical cards are played together: {cards} are not."
    return Refused("illegal", "zar 5.1", message, {"cards": sorted(set(_real(move)))})


def _real(move: Play) -> list[str]:
    return [card for card in move.cards if card != CHAMELEON]


def _out_of_place(state: Playing | Waiting, move: Play, reading: Reading) -> Refused | None:
    if isinstance(state, Playing) and move.player == state.turn:
        return None if reading.kind != "play" else _does_not_go_on(state, reading)
    if not agrees(state.options, state.top, reading.identity):
        if isinstance(state, Waiting):
            message = "{out} has played the last card: only the same card, {top}, may still be played."
            return _illegal("zar FAQ 2", message, out=state.out, top=state.top.identity)
        message = "It is {turn}’s turn: out of turn only a match, {top}, may be played."
        return _illegal("zar 5.2", message, turn=state.turn, top=state.top.identity)
    if not state.matchable:
        message = "Too late to match: play has gone on, it is {turn}’s turn."
        return _illegal("zar 5.2", message, turn=state.turn)
    chameleons = move.cards.count(CHAMELEON)
    on_chameleon = state.top.cards[-1] == CHAMELEON
    if chameleons and not on_chameleon and (isinstance(state, Waiting) or chameleons == len(move.cards)):
        message = "Out of turn a Chameleon only matches a Chameleon, and {top} lies on top."
        return _illegal("zar 14", message, top=state.top.cards[-1])
    return None


def _does_not_go_on(state: Playing, reading: Reading) -> Refused | None:
    """Turn option A: what the card on top, and the Wasps faced, let a player put on it."""
    top, card = state.top, reading.identity
    if state.draw_count and kind(card) != "wasp":
        message = "{turn} faces {n:card}: draw them or play a Wasp."
        return _illegal("zar 9.2.3", message, turn=state.turn, n=state.draw_count)
    if fits(card, top):
        return None
    powers = {kind(card), kind(top.identity)}
    if powers >= {"dragon", "peacock"}:
        return _illegal(_RULE_OF[kind(card)], "{card:cap} never goes on {top}.", card=card, top=top.identity)
    facing = kind(top.identity)
    if facing in _RULE_OF:
        wanted = (
            SPOKEN[top.symbol or top.color or ""].lower() if top.symbol or top.color else "something else"
        )
        message = "{card:cap} does not go on {top}: the call is {wanted}, or another {power}."
        return _illegal(
            _RULE_OF[facing], message, card=card, top=top.identity, wanted=wanted, power=facing.title()
        )
    message = "{card:cap} does not go on {top}: neither the colour nor the symbol is the same."
    return _illegal("zar 4", message, card=card, top=top.identity)


def fits(card: str, top: Top) -> bool:
    """Whether a card, or some card of a kind, goes on the top card, Wasps aside (4, 9.3, settled 15)."""
    power, under = kind(card), kind(top.identity)
    if card == top.identity:
        return True
    if under == "dragon":
        if power != "plain":
            return power == "dragon"
        return top.symbol is None or cards.symbol(card) in (None, top.symbol)
    if under == "peacock":
        if power in ("dragon", "peacock"):
            return power == "peacock"
        return top.color is None or cards.color(card) in (None, top.color)
    if power in ("dragon", "peacock") or top.color is None or cards.color(card) is None:
        return True
    return cards.color(card) == top.color or cards.symbol(card) == top.symbol


def _not_out_so(state: Playing | Waiting, move: Play, reading: Reading) -> Refused | None:
    """Ways in which nobody may go out (6, 9.2.2, settled 5)."""
    if state.hands[move.player] > len(move.cards):
        return None
    if len(move.cards) > 1:
        message = "Nobody goes out with more than one card at once: {player} keeps one back."
        return _illegal("zar 6", message, player=move.player)
    if reading.kind == "self_match":
        return _illegal(
            "zar 6", "{player} may not go out by matching a card of the same hand.", player=move.player
        )
    if skipping_out(state, move.player):
        message = "{player} skipped to this turn with a Frog and may not go out in it: draw or pass."
        return _illegal("zar 9.2.2", message, player=move.player)
    return None


def skipping_out(state: Live, player: str) -> bool:
    """Whether this is a turn that the player reached by his own Frogs, without `draw` since (settled 5).

    A pass leaves no Frogs in the chain: then the turn does not follow directly.
    """
    return state.turn == player == state.top.by and state.frogs > 0 and not state.drawn


def lay(state: Playing | Waiting, move: Play, reading: Reading) -> Ruling[States]:
    """The table after a play that is accepted: the chain, its effects, who draws, who is next."""
    player, number = move.player, len(move.cards)
    kinds = Counter(kind(reading.identity if card == CHAMELEON else card) for card in move.cards)
    matched = state.top.by if reading.kind == "match" else None
    frogs = kinds["frog"] + (0 if reading.kind == "play" else state.frogs)
    run = number + (state.run if reading.kind == "self_match" else 0)
    direction: int = -state.direction if kinds["crab"] % 2 else state.direction
    left = state.hands[player] - number
    after = replace(
        state,
        top=_top(move, reading.identity),
        playpile=state.playpile + number,
        laid=with_cards(state.laid, move.cards),
        hands={**state.hands, player: left},
        direction=direction,
        turn=around(state.players, player, direction * (1 + frogs)),
        matchable=True,
        draw_count=state.draw_count + 2 * kinds["wasp"],
        frogs=frogs,
        links=1 if reading.kind == "play" else state.links + 1,
        run=run,
        drawn=False,
        owes=(*state.owes, player) if left == 1 else state.owes,
        penalties={},
    )
    cites = _why(state, move, reading, matched, run)
    if matched:
        after, drew = draw(after, matched, 1, "zar 5.2")
        after, back = back_in(after)
        cites += drew + back
    cites += effects(after, kinds)
    if left == 0:
        after = as_live(after, out=player)
        cites.append(Cite("zar 6", "{player} is out, unless somebody matches.", {"player": player}))
    elif left == 1:
        cites.append(Cite("zar 6", "{player} has one card left and says “ZAR”.", {"player": player}))
    say = declaration(
        reading.kind, cards=number, run=run, left=left, repeats=reading.repeats, declare=move.declare
    )
    if say:
        cites.append(Cite("zar 7", "To say: “{say}”.", {"say": say}))
    return Ruling(after, tuple(cites), {"say": say, "kind": reading.kind})


def _top(move: Play, identity: str) -> Top:
    """The play as the next card meets it: a Power card shows only what was declared."""
    if kind(identity) == "dragon":
        return Top(move.cards, move.player, identity, None, move.declare)
    if kind(identity) == "peacock":
        return Top(move.cards, move.player, identity, move.declare, None)
    return Top(move.cards, move.player, identity, cards.color(identity), cards.symbol(identity))


def _why(state: Playing | Waiting, move: Play, reading: Reading, matched: str | None, run: int) -> list[Cite]:
    """Why a play may be: the clauses for its kind, its number of cards and what it is made of."""
    facts: Facts = {
        "player": move.player,
        "turn": state.turn,
        "card": reading.identity,
        "top": state.top.identity,
        "matched": matched or "",
        "n": len(move.cards),
        "multiple": multiple(run),
    }
    in_turn = isinstance(state, Playing) and move.player == state.turn
    cites = []
    if matched:
        rule = "zar FAQ 3" if in_turn else "zar 5.2"
        cites.append(Cite(rule, "{player} matches {matched}: play goes on after {player}.", facts))
        if isinstance(state, Playing) and not in_turn:
            cites.append(Cite("zar FAQ 4", "The card lay before {turn} played; that is what counts.", facts))
        if state.links > 1:
            cites.append(Cite("zar 13.4", "A match may be matched again."))
    elif reading.kind == "self_match":
        rule = "zar 11.3" if in_turn else "zar 5.3"
        cites.append(
            Cite(rule, "{player} matches a card of {player}’s own: {multiple}, nobody draws.", facts)
        )
        if state.playpile == 1:
            cites.append(
                Cite("zar FAQ 6", "The first card counts as played by the dealer, who may match it.", facts)
            )
    elif reading.repeats:
        cites.append(Cite("zar FAQ 3", "The same card again, but not a match: the window had closed.", facts))
    elif kind(reading.identity) in _RULE_OF:
        cites.append(Cite(_RULE_OF[kind(reading.identity)], "{card:cap} may go on {top}.", facts))
    else:
        cites.append(Cite("zar 4", "{card:cap} goes on {top}.", facts))
    if len(move.cards) > 1:
        if len(move.cards) == 2 and in_turn:
            cites.append(Cite("zar 5.1", "Two identical cards as one play.", facts))
            cites.append(Cite("zar FAQ 5", "A double is one play in turn, not a match on oneself.", facts))
        else:
            cites.append(Cite("zar 13.2", "{n} identical cards as one play.", facts))
    if CHAMELEON in move.cards:
        cites.append(Cite("zar 14", "The Chameleon stands for {card}.", facts))
    return cites


def effects(state: Live, kinds: Counter[str]) -> list[Cite]:
    """What the cards of a play do (section 9, 13.3)."""
    cites = []
    if kinds["crab"]:
        way = "clockwise" if state.direction > 0 else "counterclockwise"
        rule = "zar 9.2.1" if kinds["crab"] <= 2 else "zar 13.3"
        cites.append(Cite(rule, "{n:Crab}: play goes {way}.", {"n": kinds["crab"], "way": way}))
    if kinds["frog"]:
        rule = "zar 9.2.2" if state.frogs <= 2 else "zar 13.3"
        message = "{n:Frog} in the chain: {n:player} skipped, {turn} is next."
        cites.append(Cite(rule, message, {"n": state.frogs, "turn": state.turn}))
    if kinds["wasp"]:
        rule = "zar 9.2.3" if kinds["wasp"] <= 2 else "zar 13.3"
        cites.append(
            Cite(rule, "DRAW {n}: {turn} draws or plays a Wasp.", {"n": state.draw_count, "turn": state.turn})
        )
    if kinds["dragon"] and state.top.symbol:
        facts: Facts = {"declared": SPOKEN[state.top.symbol].lower()}
        cites.append(Cite("zar 9.3.1", "Now {declared}, or another Dragon.", facts))
    if kinds["peacock"] and state.top.color:
        cites.append(
            Cite("zar 9.3.2", "Now anything {declared}, or another Peacock.", {"declared": state.top.color})
        )
    if kinds["plain"]:
        cites.append(Cite("zar 9.1", "{turn} is next.", {"turn": state.turn}))
    return cites
