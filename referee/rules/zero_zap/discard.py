"""The end of a turn: the discard, Zero Zap as the last card, going out (9, 11, 14)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.zero_zap import specials
from referee.rules.zero_zap.cards import SPECIALS, ZERO_ZAP
from referee.rules.zero_zap.moves import Discard, Zap
from referee.rules.zero_zap.piles import Answer, cannot_lay, unless_overruled
from referee.rules.zero_zap.state import Counting, Drawing, Playing, States, become, left_of
from referee.rules.zero_zap.turn import untouched

#: Who is hit, so that a page finds it in a ruling.
ZAPS = "“Zero Zap!” {target} loses what their sets and runs made in this round."


def discard(state: Playing, move: Discard) -> Answer:
    """One card into the lineup, or a special into the tray to be followed; the last one goes out."""
    last = state.hands[move.player] <= 1
    refused = (
        (None if last else specials.incomplete(move))
        or cannot_lay(state, move.player, (move.card,))
        or (None if last else specials.impossible(state, move))
    )
    if refused:
        return refused
    objections = (
        untouched(state),
        _never(move, last=last),
        None if last else specials.objection(state, move),
    )
    return unless_overruled(move, objections, lambda: _discarded(state, move, last=last))


def _never(move: Discard, *, last: bool) -> Refused | None:
    if move.card != ZERO_ZAP:
        return None
    message = (
        "Zero Zap as the last card is said to an opponent: choose who is hit."
        if last
        else "Zero Zap is not discarded while other cards are held: choose another card."
    )
    return Refused("illegal", "zero_zap 14", message)


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
        after, followed = specials.follow(after, move)
        cites += followed
        if card == "give" and not after.hands[player]:
            return _out(after, player, cites)
    turn = left_of(after, player)
    cites.append(Cite("zero_zap 2", "{turn} is next.", {"turn": turn}))
    return Ruling(become(Drawing, after, turn=turn), tuple(cites))


def _out(state: Playing, player: str, cites: list[Cite], zapped: str | None = None) -> Ruling[States]:
    message = "{player} goes out and gets 5 points: count what the others hold."
    out = Cite("zero_zap 11", message, {"player": player})
    return Ruling(become(Counting, state, out=player, zapped=zapped), (*cites, out))


def zap(state: Playing, move: Zap) -> Answer:
    """Zero Zap as the last card: into the tray, and an opponent loses the round's points (14)."""
    if refused := cannot_lay(state, move.player, (ZERO_ZAP,)):
        return refused
    facts: Facts = {"player": move.player, "target": move.target}

    early = Refused(
        "illegal", "zero_zap 14", "Zero Zap is only played as the last card: discard another card."
    )
    at_themselves = Refused("illegal", "zero_zap 14", "Zero Zap hits an opponent: choose one.")
    objections = (
        untouched(state),
        early if state.hands[move.player] > 1 else None,
        at_themselves if move.target == move.player else None,
    )

    def zapped() -> Ruling[States]:
        hands = {**state.hands, move.player: state.hands[move.player] - 1}
        after = replace(state, hands=hands, tray=(*state.tray, ZERO_ZAP), taken=None)
        return _out(after, move.player, [Cite("zero_zap 14", ZAPS, facts)], move.target)

    return unless_overruled(move, objections, zapped)
