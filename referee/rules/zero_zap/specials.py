"""The six Special cards (10): whom each can touch, and what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.rules.engine import Cite, Refused
from referee.rules.sentences import Facts
from referee.rules.zero_zap import moves
from referee.rules.zero_zap.piles import draw
from referee.rules.zero_zap.state import Playing, Table, left_of, right_of

RULE = "zero_zap 10"
#: The fields that each special can have; other cards have none.
FIELDS: dict[str, tuple[str, ...]] = {
    "steal": ("target", "meld", "color"),
    "give": ("target",),
    "bonus": ("target",),
    "pass color": ("passed",),
}
Done = tuple[Playing, list[Cite]]
ValueT = TypeVar("ValueT")

#: What hands have to do, so that a page finds it in a ruling.
RESHUFFLES = "Draw pile, tray and lineup are shuffled into a new draw pile of {n:card|cards}."
STEALS_GROUP = "{thief} takes a set or run of {target}’s."
STEALS_DOUBLE = "{thief} takes {target}’s double {color}."
GIVES = "{player} gives {target} a card of their own choice."
HANDS_ON = "Everybody hands all cards to the player on the right."
COLOR_ON = "Everybody chooses a colour in secret and hands all cards of it to the player on the left."


class Reach(Struct, frozen=True):
    """Whom a special touches: its player chooses one of `choose`, or `to` says who hands cards to whom."""

    choose: tuple[str, ...] = ()
    to: dict[str, str] = {}


def reach(state: Table, player: str, card: str) -> Reach:
    """Whom a special played now by `player` can touch; nobody when it is the last card (11)."""
    others = tuple(name for name in state.players if name != player)
    if state.hands[player] <= 1:
        return Reach()
    match card:
        case "steal":
            return Reach(choose=tuple(name for name in others if state.melds[name] or state.doubles[name]))
        case "give":
            return Reach(choose=others)
        case "bonus":
            return Reach(choose=(player, *others))
        case "pass hands":
            return Reach(to={name: right_of(state, name) for name in state.players})
        case "pass color":
            return Reach(to={name: left_of(state, name) for name in state.players})
    return Reach()


def incomplete(move: moves.Discard) -> Refused | None:
    """Refused where a special that is not the last card lacks what it cannot do without."""
    if move.card == "give" and move.target is None:
        return Refused("invalid", None, "Give needs a player: choose who is given the card.")
    if move.card == "pass color" and move.passed is None:
        return Refused("invalid", None, "Say how many cards each player hands to the left.")
    return None


def impossible(state: Playing, move: moves.Discard) -> Refused | None:
    """An entry error: nothing there to steal, or more cards handed on than are held."""
    if move.card == "steal" and move.target is not None:
        there = (
            move.meld < len(state.melds[move.target])
            if move.meld is not None
            else move.color in state.doubles[move.target]
        )
        if not there:
            message = "{target} has laid no such set, run or double: choose one that lies there."
            return Refused("impossible", RULE, message, {"target": move.target})
    for name, number in (move.passed or {}).items():
        held = state.hands[name] - (name == move.player)
        if number > held:
            facts: Facts = {"name": name, "held": held}
            return Refused(
                "impossible", RULE, "{name} holds only {held:card|cards}: count those passed again.", facts
            )
    return None


def objection(state: Playing, move: moves.Discard) -> Refused | None:
    """What is against the rules in how a special is followed."""
    if move.card in ("steal", "give") and move.target == move.player:
        return Refused("illegal", RULE, "{card:cap} is for another player: choose one.", {"card": move.card})
    if move.card == "steal" and move.target is None:
        lying = reach(state, move.player, "steal").choose
        if lying:
            message = "What it says has to be done: choose what to steal from {names}."
            return Refused("illegal", RULE, message, {"names": list(lying)})
    return None


def follow(state: Playing, move: moves.Discard) -> Done:
    """The state after a special in the tray was followed, and what to say of it."""
    return _FOLLOWED[move.card](state, move)


def _reshuffle(state: Playing, _move: moves.Discard) -> Done:
    drawpile = state.drawpile + len(state.tray) + len(state.lineup)
    after = replace(state, drawpile=drawpile, tray=(), lineup=())
    return after, [Cite(RULE, RESHUFFLES, {"n": drawpile})]


def _steal(state: Playing, move: moves.Discard) -> Done:
    if move.target is None:
        return state, [Cite(RULE, "There is nothing to steal.")]
    thief, target = move.player, move.target
    facts: Facts = {"thief": thief, "target": target, "color": move.color or ""}
    keeps = Cite("zero_zap settled 4", "It counts and grows as {thief}’s own.", facts)
    if move.meld is not None:
        melds = _moved(state.melds, target, thief, move.meld)
        stolen = Cite(RULE, STEALS_GROUP, facts)
        return replace(state, melds=melds), [stolen, keeps]
    at = state.doubles[target].index(move.color or "")
    stolen = Cite(RULE, STEALS_DOUBLE, facts)
    return replace(state, doubles=_moved(state.doubles, target, thief, at)), [stolen, keeps]


def _moved(
    laid: dict[str, tuple[ValueT, ...]], giver: str, receiver: str, at: int
) -> dict[str, tuple[ValueT, ...]]:
    """What everybody has laid after one thing of the giver's went to the end of the receiver's."""
    thing = laid[giver][at]
    left = {**laid, giver: laid[giver][:at] + laid[giver][at + 1 :]}
    return {**left, receiver: (*left[receiver], thing)}


def _give(state: Playing, move: moves.Discard) -> Done:
    target = move.target or move.player
    hands = Counter(state.hands)
    hands[move.player] -= 1
    hands[target] += 1
    facts = {"player": move.player, "target": target}
    cites = [Cite(RULE, GIVES, facts)]
    return replace(state, hands=dict(hands)), cites


def _bonus(state: Playing, move: moves.Discard) -> Done:
    return draw(state, move.target or move.player, 2, RULE)


def _pass_hands(state: Playing, _move: moves.Discard) -> Done:
    hands = {name: state.hands[left_of(state, name)] for name in state.players}
    after = replace(state, hands=hands)
    return after, [Cite(RULE, HANDS_ON), *_empty(after)]


def _pass_color(state: Playing, move: moves.Discard) -> Done:
    passed = move.passed or {}
    hands = {name: held - passed[name] + passed[right_of(state, name)] for name, held in state.hands.items()}
    after = replace(state, hands=hands)
    cites = [Cite(RULE, COLOR_ON)]
    none = [name for name, held in state.hands.items() if held and not passed[name]]
    if none:
        unseen = "No card from {names}: only for a hand without any card of a colour, which is not seen here."
        cites.append(Cite(RULE, unseen, {"names": none}))
    return after, [*cites, *_empty(after)]


def _empty(state: Playing) -> list[Cite]:
    left = [name for name in state.players if not state.hands[name]]
    if not left:
        return []
    return [
        Cite(
            "zero_zap settled 2",
            "Without cards, but not out: {names}. Their next turn starts as usual.",
            {"names": left},
        )
    ]


_FOLLOWED: dict[str, Callable[[Playing, moves.Discard], Done]] = {
    "reshuffle": _reshuffle,
    "steal": _steal,
    "give": _give,
    "bonus": _bonus,
    "pass hands": _pass_hands,
    "pass color": _pass_color,
}
