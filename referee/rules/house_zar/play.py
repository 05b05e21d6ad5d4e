"""Playing a card (5, 8 to 17, 22): what a play is, whether it may be, and what it does."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from referee.rules.engine import Cite, Facts, Refused, Ruling
from referee.rules.house_zar import cards
from referee.rules.house_zar.cards import DECLARED, kind
from referee.rules.house_zar.draws import Owed, draw
from referee.rules.house_zar.state import Live, Playing, States, Waiting, as_live
from referee.rules.shedding.entries import (
    agrees,
    cannot_be,
    declared_wrongly,
    identical,
    no_such_multiple,
    overrule,
    with_cards,
)
from referee.rules.shedding.moves import Play
from referee.rules.shedding.state import Between, Top, around

Kind = Literal["play", "match"]


def judge(state: Playing | Waiting, move: Play) -> Ruling[States] | Refused:
    """The ruling on a play by anyone, in turn or out of it."""
    if not move.cards:
        return Refused("impossible", "house_zar 1", "A play needs at least one card: choose it.")
    card = stands_for(move.cards)
    refused = (
        declared_wrongly(state.options, move, card)
        or cannot_be(state, move)
        or no_such_multiple(state.options, move.cards)
    )
    if refused:
        return refused
    reading = read(state, move.player, card)
    objection = _objection(state, move, card, reading)
    if objection and not move.overruled:
        return objection
    return overrule(lay(state, move, card, reading), objection, move.overruled)


def stands_for(given: tuple[str, ...]) -> str:
    """The card that a play stands for: the uppermost named in full, which says what the others are."""
    named = [card for card in given if card not in cards.KINDS]
    return (named or given)[-1]


def in_turn(state: Live, player: str) -> bool:
    """Whether it is this player's turn, and not the time to wait for a match on a last card."""
    return isinstance(state, Playing) and player == state.turn


def read(state: Playing | Waiting, player: str, card: str) -> Kind:
    """Whether a play is a match (10, 13, settled 4 and 5); nobody matches himself (11)."""
    if state.top.by == player:
        return "play"
    if in_turn(state, player):
        disputed = repeats(state, card) and state.matchable
        return "match" if disputed and state.options.in_turn_match else "play"
    return "match" if isinstance(state, Waiting) or agrees(state.options, state.top, card) else "play"


def repeats(state: Live, card: str) -> bool:
    """Whether a card is known to be the same as the top one; a kind alone never is."""
    return card == state.top.identity and card not in cards.KINDS


def _objection(state: Playing | Waiting, move: Play, card: str, reading: Kind) -> Refused | None:
    """The first rule that a play breaks."""
    if not identical(state.options, move.cards):
        message = "Only identical cards are played together: {cards} are not, choose one of them."
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
            message = "{out} has played the last card: match it with {top}, or say that nobody matched."
            return _illegal("house_zar settled 4", message, out=state.out, **facts)
        return _illegal(
            "house_zar 10", "It is {turn}’s turn: out of turn only a match, {top}, is played.", **facts
        )
    if not state.matchable:
        message = "Too late to match: play has gone on, wait for your turn after {turn}’s."
        return _illegal("house_zar settled 1", message, **facts)
    if top.by == player:
        message = "Nobody matches himself: {player} keeps the card for a turn of his own."
        return _illegal("house_zar 11", message, **facts)
    return None


def _facing(state: Live, card: str) -> Refused | None:
    """Who faces draw twos draws for them or plays another (9)."""
    if not state.draw_count or kind(card) == "draw two":
        return None
    message = "{turn} faces {n:card}: draw them first, or play a draw two."
    return _illegal("house_zar 9", message, turn=state.turn, n=state.draw_count)


def _does_not_go_on(card: str, top: Top) -> Refused | None:
    if fits(card, top):
        return None
    facts = {"card": card, "top": top.identity}
    if {kind(card), kind(top.identity)} == {"wild", "dragon"}:
        return _illegal(
            "house_zar 5", "{card:cap} never goes on {top}: choose another card, or draw and pass.", **facts
        )
    if kind(top.identity) in DECLARED:
        message = "{card:cap} does not go on {top}: the call is {wanted}, or another {power}."
        wanted = top.color or top.symbol or "a number"
        return _illegal("house_zar 8", message, wanted=wanted, power=kind(top.identity), **facts)
    message = (
        "{card:cap} does not go on {top}, neither by colour nor by type: choose another, or draw and pass."
    )
    return _illegal("house_zar 5", message, **facts)


def fits(card: str, top: Top) -> bool:
    """Whether a card, or some card of a kind, goes on the top card, draw twos aside (5, 8, settled 8)."""
    power, under = kind(card), kind(top.identity)
    if under == "dragon":
        number = power == "plain" and (top.symbol is None or cards.symbol(card) in (None, top.symbol))
        return number or power == "dragon"
    if under == "wild":
        return power != "dragon" and (top.color is None or cards.color(card) in (None, top.color))
    if power in DECLARED or top.color is None or cards.color(card) is None:
        return True
    return cards.color(card) == top.color or cards.symbol(card) == top.symbol


def lay(state: Playing | Waiting, move: Play, card: str, reading: Kind) -> Ruling[States]:
    """The table after a play that is accepted: its effects, who draws, who is next."""
    player, number = move.player, len(move.cards)
    kinds = Counter(map(kind, move.cards))
    skips = 0 if reading == "match" else kinds["skip"]
    direction: int = -state.direction if kinds["reverse"] % 2 else state.direction
    left = state.hands[player] - number
    owes = tuple(name for name in state.owes if name != player)
    laid = replace(
        state,
        top=_top(move, card),
        playpile=state.playpile + number,
        laid=with_cards(state.laid, move.cards),
        hands={**state.hands, player: left},
        direction=direction,
        turn=around(state.players, player, direction * (1 + skips)),
        matchable=True,
        draw_count=state.draw_count + 2 * kinds["draw two"],
        owes=(*owes, player) if left == 1 else owes,
        chain=(*state.chain, player) if reading == "match" else (player,),
    )
    another = left == 0 and (reading == "match" or number > 1)
    if left == 0 and not another:
        laid = as_live(laid, out=player)
    owed = _matched(state, player) if reading == "match" else []
    after, drew = draw(laid, [*owed, Owed(player, 1, "house_zar 12")] if another else owed)
    cites = [*_why(state, move, card, reading), *drew]
    if not isinstance(after, Between):
        cites += [*effects(after, kinds, reading), *_few_left(state, player, left, another=another)]
    one = not isinstance(after, Between) and after.hands[player] == 1
    say = _spoken(one=one, declare=move.declare)
    if say:
        cites.append(Cite("house_zar settled 14", "To say: “{say}”.", {"say": say}))
    return Ruling(after, tuple(cites), {"say": say, "kind": reading})


def _top(move: Play, card: str) -> Top:
    """The play as the next card meets it: a wild or a dragon shows only what was declared."""
    if kind(card) == "wild":
        return Top(move.cards, move.player, card, move.declare, None)
    if kind(card) == "dragon":
        return Top(move.cards, move.player, card, None, move.declare)
    return Top(move.cards, move.player, card, cards.color(card), cards.symbol(card))


def _matched(state: Live, matcher: str) -> list[Owed]:
    """One card for the player just matched; in Triple Zar for all in the chain before (22, settled 7)."""
    if state.options.copies_each < 3 or len(state.chain) < 2:
        return [Owed(state.top.by, 1, "house_zar 10")]
    return [
        Owed(name, 1, "house_zar 22") for name in state.players if name in state.chain and name != matcher
    ]


def _spoken(*, one: bool, declare: str | None) -> str:
    """What is said: "ONE" for a last card, then what is declared; "" for nothing (settled 14)."""
    return "-".join(filter(None, ["ONE" if one else "", (declare or "").upper()]))


def _why(state: Playing | Waiting, move: Play, card: str, reading: Kind) -> list[Cite]:
    """Why a play may be: the clauses for its kind, its number of cards and what it lies on."""
    top = state.top
    facts: Facts = {
        "player": move.player,
        "matched": top.by,
        "card": card,
        "top": top.identity,
        "n": len(move.cards),
    }
    cites = _why_a_match(state, move, facts) if reading == "match" else _why_in_turn(state, move, card, facts)
    if len(move.cards) > 1:
        cites.append(Cite("house_zar 11", "{n} identical cards, played together as one.", facts))
    return cites


def _why_a_match(state: Playing | Waiting, move: Play, facts: Facts) -> list[Cite]:
    cites = [Cite("house_zar 10", "{player} matches {matched}: play goes on after {player}.", facts)]
    if isinstance(state, Waiting):
        cites.append(Cite("house_zar settled 4", "The last card can be matched by everyone.", facts))
    elif in_turn(state, move.player):
        cites.append(
            Cite("house_zar 13", "The identical card is a match in turn too, as this table plays.", facts)
        )
        if kind(state.top.identity) == "draw two" and not state.draw_count:
            cites.append(
                Cite("house_zar settled 6", "{player} drew for that draw two and may still match it.", facts)
            )
    if state.options.copies_each > 2 and len(state.chain) > 1:
        cites.append(
            Cite("house_zar settled 7", "Everyone matched so far but {player} draws one more.", facts)
        )
    return cites


def _why_in_turn(state: Playing | Waiting, move: Play, card: str, facts: Facts) -> list[Cite]:
    top = state.top
    if repeats(state, card) and top.by == move.player:
        if state.matchable:
            return [Cite("house_zar settled 5", "{player}’s own card again, in turn: a plain play.", facts)]
        return [
            Cite(
                "house_zar 11", "{player}’s card was still on top: the other goes on it, nobody draws.", facts
            )
        ]
    if repeats(state, card) and state.matchable:
        disputed = Cite("house_zar 13", "At this table the identical card in turn is no match.", facts)
        return [disputed, Cite("house_zar settled 4", "It is a plain play, nobody draws.", facts)]
    if kind(card) in DECLARED and kind(card) == kind(top.identity):
        return [Cite("house_zar settled 8", "A {power} goes on any {power}.", {"power": kind(card)})]
    if kind(top.identity) in DECLARED:
        return [Cite("house_zar 8", "{card:cap} is what was declared.", facts)]
    return [Cite("house_zar 5", "{card:cap} goes on {top}.", facts)]


def _few_left(state: Live, player: str, left: int, *, another: bool) -> list[Cite]:
    facts: Facts = {"player": player}
    if left == 1:
        return [Cite("house_zar 7", "{player} has one card left and says “one”.", facts)]
    if left or another:
        message = "A match or a pair does not go out: {player} plays on and owes “one” again."
        return [Cite("house_zar settled 3", message, facts)] if another else []
    cites = [Cite("house_zar 12", "{player} is out, unless somebody matches.", facts)]
    if player in state.owes:
        cites.append(
            Cite("house_zar settled 9", "Nobody asked {player} in time: no “one” is owed any more.", facts)
        )
    return cites


def effects(state: Live, kinds: Counter[str], reading: Kind) -> list[Cite]:
    """What the cards of a play do to the order of play and to the next player (8, 9, 14 to 17)."""
    facts: Facts = {
        "turn": state.turn,
        "n": state.draw_count,
        "way": "clockwise" if state.direction > 0 else "counterclockwise",
        "declared": state.top.color or state.top.symbol or "",
        **{name.replace(" ", "_"): number for name, number in kinds.items()},
    }
    matched, cites = reading == "match", list[Cite]()
    if kinds["skip"] and matched:
        cites.append(Cite("house_zar 14", "Matched skips cancel: {turn} is next.", facts))
        cites.append(Cite("house_zar settled 2", "A match cancels every skip under it.", facts))
    elif kinds["skip"]:
        cites.append(Cite("house_zar 14", "{skip:player} skipped: {turn} is next.", facts))
    if kinds["reverse"]:
        cites.append(Cite("house_zar 15", "{reverse:reverse}: play goes {way}, {turn} is next.", facts))
    if kinds["draw two"]:
        rule = "house_zar 16" if matched else "house_zar 9"
        cites.append(Cite(rule, "{turn} draws {n} or plays a draw two.", facts))
    if (kinds["wild"] or kinds["dragon"]) and facts["declared"]:
        cites.append(
            Cite("house_zar 17" if matched else "house_zar 8", "Now {declared} has to follow.", facts)
        )
    return cites
