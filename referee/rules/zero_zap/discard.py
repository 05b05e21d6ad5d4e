"""The end of a turn: the discard, what a special does, Zero Zap as the last card, going out (9 to 11, 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, unless_overruled
from referee.rules.sentences import Facts
from referee.rules.zero_zap.cards import SPECIALS, ZERO_ZAP
from referee.rules.zero_zap.moves import Discard, Zap
from referee.rules.zero_zap.state import Counting, Drawing, Playing, States, Table
from referee.rules.zero_zap.turn import Answer, cannot_lay, draw, untouched

RULE = "zero_zap 10"
#: The fields that each special can have; other cards have none.
FIELDS: dict[str, tuple[str, ...]] = {
    "steal": ("target", "meld", "color"),
    "give": ("target",),
    "bonus": ("target",),
    "pass color": ("passed",),
}
Effect = tuple[Playing, list[Cite]]
ValueT = TypeVar("ValueT")


def discard(state: Playing, move: Discard) -> Answer:
    """One card into the lineup, or a special into the tray to be followed; the last one goes out."""
    last = state.hands[move.player] <= 1
    refused = cannot_lay(state, move.player, (move.card,))
    if not last:
        refused = _incomplete(move) or refused or _impossible(state, move)
    if refused:
        return refused
    objections = (untouched(state), _never(move, last=last), None if last else _objection(state, move))
    return unless_overruled(move.overruled, objections, lambda: _discarded(state, move, last=last))


def _never(move: Discard, *, last: bool) -> Refused | None:
    message = "Zero Zap is not discarded while other cards are held: choose another card."
    if last:
        message = "Zero Zap as the last card is said to an opponent: choose who is hit."
    return Refused("illegal", "zero_zap 14", message) if move.card == ZERO_ZAP else None


def _discarded(state: Playing, move: Discard, *, last: bool) -> Ruling[States]:
    player, card = move.player, move.card
    into_tray = card in SPECIALS or card == ZERO_ZAP
    pile = {"tray": (*state.tray, card)} if into_tray else {"lineup": (*state.lineup, card)}
    after = replace(state, hands={**state.hands, player: state.hands[player] - 1}, taken=None, **pile)
    facts: Facts = {"player": player, "card": card, "pile": "tray" if into_tray else "lineup"}
    cites = [Cite("zero_zap 9", "{player} discards {card}: it goes to the {pile}.", facts)]
    if last:
        if card in SPECIALS:
            cites.append(Cite("zero_zap 11", "As the last card it does nothing."))
        return _out(after, player, cites)
    if card in SPECIALS:
        after, effect = _EFFECTS[card](after, move)
        cites += effect
        if card == "give" and not after.hands[player]:
            return _out(after, player, cites)
    turn = state.after(player)
    cites.append(Cite("zero_zap 2", "{turn} is next.", {"turn": turn}))
    return Ruling(after.in_phase(Drawing, turn=turn), tuple(cites))


def _out(state: Playing, player: str, cites: list[Cite], zapped: str | None = None) -> Ruling[States]:
    message = "{player} goes out and gets 5 points: count what the others hold."
    out = Cite("zero_zap 11", message, {"player": player})
    return Ruling(state.in_phase(Counting, out=player, zapped=zapped), (*cites, out))


def zap(state: Playing, move: Zap) -> Answer:
    """Zero Zap as the last card: into the tray, and an opponent loses the round's points (14)."""
    if refused := cannot_lay(state, move.player, (ZERO_ZAP,)):
        return refused
    early = "Zero Zap is only played as the last card: discard another card."
    themselves = "Zero Zap hits an opponent: choose one."
    objections = (
        untouched(state),
        Refused("illegal", "zero_zap 14", early) if state.hands[move.player] > 1 else None,
        Refused("illegal", "zero_zap 14", themselves) if move.target == move.player else None,
    )

    def zapped() -> Ruling[States]:
        hands = {**state.hands, move.player: state.hands[move.player] - 1}
        after = replace(state, hands=hands, tray=(*state.tray, ZERO_ZAP), taken=None)
        message = "“Zero Zap!” {target} loses what their sets and runs made in this round."
        facts: Facts = {"player": move.player, "target": move.target}
        return _out(after, move.player, [Cite("zero_zap 14", message, facts, "zaps")], move.target)

    return unless_overruled(move.overruled, objections, zapped)


# --- the specials (10)


def targets(state: Table, player: str, card: str) -> tuple[str, ...]:
    """Whom a special played now by `player` can be for; nobody when it is the last card (11)."""
    others = tuple(name for name in state.players if name != player)
    if state.hands[player] > 1:
        match card:
            case "steal":
                return tuple(name for name in others if state.melds[name] or state.doubles[name])
            case "give":
                return others
            case "bonus":
                return (player, *others)
    return ()


def _incomplete(move: Discard) -> Refused | None:
    """Refused where a special that is not the last card lacks what it cannot do without."""
    if move.card == "give" and move.target is None:
        return Refused("invalid", None, "Give needs a player: choose who is given the card.")
    if move.card == "pass color" and move.passed is None:
        return Refused("invalid", None, "Say how many cards each player hands to the left.")
    return None


def _impossible(state: Playing, move: Discard) -> Refused | None:
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
            message = "{name} holds only {held:card|cards}: count those passed again."
            return Refused("impossible", RULE, message, {"name": name, "held": held})
    return None


def _objection(state: Playing, move: Discard) -> Refused | None:
    if move.card in ("steal", "give") and move.target == move.player:
        return Refused("illegal", RULE, "{card:cap} is for another player: choose one.", {"card": move.card})
    if move.card == "steal" and move.target is None and (lying := targets(state, move.player, "steal")):
        message = "What it says has to be done: choose what to steal from {names}."
        return Refused("illegal", RULE, message, {"names": list(lying)})
    return None


def _reshuffle(state: Playing, _move: Discard) -> Effect:
    drawpile = state.drawpile + len(state.tray) + len(state.lineup)
    after = replace(state, drawpile=drawpile, tray=(), lineup=())
    message = "Draw pile, tray and lineup are shuffled into a new draw pile of {n:card|cards}."
    return after, [Cite(RULE, message, {"n": drawpile}, "reshuffles")]


def _steal(state: Playing, move: Discard) -> Effect:
    if move.target is None:
        return state, [Cite(RULE, "There is nothing to steal.")]
    thief, target = move.player, move.target
    facts: Facts = {"thief": thief, "target": target, "color": move.color or ""}
    keeps = Cite("zero_zap settled 4", "It counts and grows as {thief}’s own.", facts)
    if move.meld is not None:
        melds = _moved(state.melds, target, thief, move.meld)
        stolen = Cite(RULE, "{thief} takes a set or run of {target}’s.", facts, "steals a group")
        return replace(state, melds=melds), [stolen, keeps]
    at = state.doubles[target].index(move.color or "")
    stolen = Cite(RULE, "{thief} takes {target}’s double {color}.", facts, "steals a double")
    return replace(state, doubles=_moved(state.doubles, target, thief, at)), [stolen, keeps]


def _moved(
    laid: dict[str, tuple[ValueT, ...]], giver: str, receiver: str, at: int
) -> dict[str, tuple[ValueT, ...]]:
    """What everybody has laid after one thing of the giver's went to the end of the receiver's."""
    thing = laid[giver][at]
    left = {**laid, giver: laid[giver][:at] + laid[giver][at + 1 :]}
    return {**left, receiver: (*left[receiver], thing)}


def _give(state: Playing, move: Discard) -> Effect:
    target = move.target or move.player
    hands = Counter(state.hands)
    hands[move.player] -= 1
    hands[target] += 1
    facts = {"player": move.player, "target": target}
    cites = [Cite(RULE, "{player} gives {target} a card of their own choice.", facts, "gives")]
    return replace(state, hands=dict(hands)), cites


def _bonus(state: Playing, move: Discard) -> Effect:
    return draw(state, move.target or move.player, 2, RULE)


def _pass_hands(state: Playing, _move: Discard) -> Effect:
    hands = {name: state.hands[state.after(name)] for name in state.players}
    after = replace(state, hands=hands)
    message = "Everybody hands all cards to the player on the right."
    return after, [Cite(RULE, message, event="hands go on"), *_empty(after)]


def _pass_color(state: Playing, move: Discard) -> Effect:
    passed = move.passed or {}
    hands = {name: held - passed[name] + passed[state.after(name, -1)] for name, held in state.hands.items()}
    after = replace(state, hands=hands)
    message = "Everybody chooses a colour in secret and hands all cards of it to the player on the left."
    cites = [Cite(RULE, message, event="colours go on")]
    none = [name for name, held in state.hands.items() if held and not passed[name]]
    if none:
        unseen = "No card from {names}: only for a hand without any card of a colour, which is not seen here."
        cites.append(Cite(RULE, unseen, {"names": none}))
    return after, [*cites, *_empty(after)]


def _empty(state: Playing) -> list[Cite]:
    left = [name for name in state.players if not state.hands[name]]
    message = "Without cards, but not out: {names}. Their next turn starts as usual."
    return [Cite("zero_zap settled 2", message, {"names": left})] if left else []


_EFFECTS: dict[str, Callable[[Playing, Discard], Effect]] = {
    "reshuffle": _reshuffle,
    "steal": _steal,
    "give": _give,
    "bonus": _bonus,
    "pass hands": _pass_hands,
    "pass color": _pass_color,
}
