"""What every move asks of hands and piles: is there such a card, and what a draw does (1, settled 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.zero_zap import cards, moves
from referee.rules.zero_zap.state import States, Table, TableT, seen

Answer = Ruling[States] | Refused

#: What hands have to do, so that a page finds it in a ruling.
DRAWS = "{player} takes {n:card|cards} from the draw pile."
RAN_OUT = "The draw pile ran out: shuffle the tray’s cards into a new one."


def draw(state: TableT, player: str, number: int, rule: str) -> tuple[TableT, list[Cite]]:
    """The state after a player drew, and what to say of it.

    An empty draw pile is refilled from the tray when a card has to be drawn; what neither holds lapses.
    """
    drawpile, tray = state.drawpile, state.tray
    drawn = min(number, drawpile)
    drawpile -= drawn
    refilled = drawn < number and bool(tray)
    if refilled:
        drawpile, tray = len(tray), ()
        more = min(number - drawn, drawpile)
        drawn, drawpile = drawn + more, drawpile - more
    cites = []
    if drawn:
        cites.append(Cite(rule, DRAWS, {"player": player, "n": drawn}))
    if refilled:
        cites.append(Cite("zero_zap settled 9", RAN_OUT))
    if drawn < number:
        lapsed = "No card is left to draw: that is {n:card|cards} fewer."
        cites.append(Cite("zero_zap settled 9", lapsed, {"n": number - drawn}))
    hands = {**state.hands, player: state.hands[player] + drawn}
    return replace(state, drawpile=drawpile, tray=tray, hands=hands), cites


def cannot_lay(state: Table, player: str, given: tuple[str, ...]) -> Refused | None:
    """An entry error: more cards than are held, or more copies than the deck has (1)."""
    held = state.hands[player]
    if not given:
        return Refused("impossible", "zero_zap 1", "No card is named: choose the cards.")
    if len(given) > held:
        facts: Facts = {"player": player, "held": held}
        message = "{player} holds only {held:card|cards}: check the entry, or recount the hand."
        return Refused("impossible", "zero_zap 1", message, facts)
    return copies((*seen(state), *given))


def copies(known: tuple[str, ...]) -> Refused | None:
    """Refused when a card would lie on the table more often than the deck has it (1)."""
    card = cards.one_too_many(known)
    if card is None:
        return None
    kind = "special" if card == "special" else cards.kind(card)
    what = "special cards" if kind == "special" else f"“{card}”"
    message = "The deck has {what} {n:time|times} in all, and that would be one too many: check the entry."
    return Refused("impossible", "zero_zap 1", message, {"what": what, "n": cards.COPIES[kind]})


def unless_overruled(
    move: moves.Laying, objections: Iterable[Refused | None], ruling: Callable[[], Ruling[States]]
) -> Answer:
    """The ruling, or the first objection to it where the table does not overrule them with a reason."""
    found = [objection for objection in objections if objection]
    if found and not move.overruled:
        return found[0]
    answer = ruling()
    message = "Overruled by the table ({why}), though: {was}"
    overruled = [
        Cite(objection.rule or "", message, {"why": move.overruled or "", "was": objection.text})
        for objection in found
    ]
    return replace(answer, cites=(*overruled, *answer.cites))
