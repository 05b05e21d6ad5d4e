"""A turn up to its discard: draw or take, sets and runs, doubles (1, 3 to 8, settled 9)."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, unless_overruled
from referee.rules.sentences import Facts
from referee.rules.zero_zap import moves
from referee.rules.zero_zap.cards import COPIES, SPECIALS, WILD, as_laid, kind, read
from referee.rules.zero_zap.state import Drawing, Playing, States, Table

Answer = Ruling[States] | Refused
TableT = TypeVar("TableT", bound=Table)


def draw_cards(state: Drawing, move: moves.Draw) -> Answer:
    """One or two cards from the draw pile; the turn goes on."""
    after, cites = draw(state, move.player, move.cards, "zero_zap 3")
    if move.cards == 1:
        message = "{player} says that it is only one, before looking at it."
        cites.append(Cite("zero_zap 3", message, {"player": move.player}))
    return Ruling(after.in_phase(Playing), tuple(cites))


def take(state: Drawing, move: moves.Take) -> Answer:
    """A card from the lineup with all that follow it; the card itself has to be laid next."""
    at = place(state.lineup, move.card, move.index)
    if at is None:
        where = "at that place of the lineup" if move.index is not None else "in the lineup"
        message = "{card:cap} does not lie {where}: check the lineup."
        return Refused("impossible", "zero_zap 3", message, {"card": move.card, "where": where})
    if kind(move.card) not in ("number", "wild"):
        message = "{card:cap} cannot be chosen, as it goes into no set or run: choose another card, or draw."
        return Refused("illegal", "zero_zap 3", message, {"card": move.card})
    more = state.lineup[at + 1 :]
    hands = {**state.hands, move.player: state.hands[move.player] + 1 + len(more)}
    after = state.in_phase(Playing, hands=hands, lineup=state.lineup[:at], taken=move.card)
    facts: Facts = {"player": move.player, "card": move.card, "also": list(more)}
    took = Cite("zero_zap 3", "{player} takes {card} from the lineup.", facts, "takes")
    if more:
        message = "{player} takes {card} from the lineup, and with it {also}."
        took = Cite("zero_zap 3", message, facts, "takes more")
    now = "{card:cap} goes into a set or run at once: lay it, or add it to one."
    return Ruling(after, (took, Cite("zero_zap 3", now, {"card": move.card})))


def place(lineup: tuple[str, ...], card: str, index: int | None = None) -> int | None:
    """Where a card lies, from 0: at `index`, or without one where it lies last; None if it is not there."""
    if index is not None:
        return index if index < len(lineup) and lineup[index] == card else None
    return next((at for at in reversed(range(len(lineup))) if lineup[at] == card), None)


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
        message = "{player} takes {n:card|cards} from the draw pile."
        cites.append(Cite(rule, message, {"player": player, "n": drawn}, "draws"))
    if refilled:
        message = "The draw pile ran out: shuffle the tray’s cards into a new one."
        cites.append(Cite("zero_zap settled 9", message, event="ran out"))
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
    known = (*state.visible_cards, *given)
    # Of the specials there are so many in all.
    number_of = Counter("special" if card in SPECIALS else card for card in known)
    for card, number in sorted(number_of.items()):
        most = COPIES["special" if card == "special" else kind(card)]
        if number > most:
            facts = {"what": "special cards" if card == "special" else f"“{card}”", "n": most}
            message = (
                "The deck has {what} {n:time|times} in all, and that would be one too many: check the entry."
            )
            return Refused("impossible", "zero_zap 1", message, facts)
    return None


def untouched(state: Playing, laid: tuple[str, ...] = ()) -> Refused | None:
    """Refused while the card taken from the lineup is not among the cards laid (3)."""
    if state.taken is None or state.taken in laid:
        return None
    message = "{card:cap} from the lineup comes first: lay it in a set or run, or undo taking it."
    return Refused("illegal", "zero_zap 3", message, {"card": state.taken})


def _keeps_one(state: Playing, player: str, number: int) -> Refused | None:
    """One card is kept for the discard (settled 1)."""
    if state.hands[player] > number:
        return None
    message = "{player} would have no card left to discard: keep one back."
    return Refused("illegal", "zero_zap settled 1", message, {"player": player})


def meld(state: Playing, move: moves.Meld) -> Answer:
    """A new set or run in front of the player."""
    return _lay(state, move, len(state.melds[move.player]), move.cards)


def add(state: Playing, move: moves.Add) -> Answer:
    """More cards to one of the player's own sets or runs."""
    own = state.melds[move.player]
    if move.meld >= len(own):
        message = "{player} has no such set or run: choose one that they have laid."
        return Refused("impossible", "zero_zap 6", message, {"player": move.player})
    return _lay(state, move, move.meld, own[move.meld] + move.cards)


def _lay(state: Playing, move: moves.Meld | moves.Add, at: int, cards: tuple[str, ...]) -> Answer:
    """These cards as the player's set or run of that number."""
    if refused := cannot_lay(state, move.player, move.cards):
        return refused
    group = read(cards)
    objections = (
        untouched(state, move.cards),
        group if isinstance(group, Refused) else None,
        _keeps_one(state, move.player, len(move.cards)),
    )
    return unless_overruled(move.overruled, objections, lambda: _laid(state, move, at, cards))


def _laid(state: Playing, move: moves.Meld | moves.Add, at: int, cards: tuple[str, ...]) -> Ruling[States]:
    player, own, group = move.player, state.melds[move.player], as_laid(cards)
    hands = {**state.hands, player: state.hands[player] - len(move.cards)}
    melds = {**state.melds, player: (*own[:at], cards, *own[at + 1 :])}
    color = group.color or "no one colour"
    facts: Facts = {"player": player, "kind": group.kind, "color": color, "n": group.cards}
    cites = [Cite(group.rule, "{player} has a {kind} of {n:card|cards} in {color}.", facts)]
    if isinstance(move, moves.Add):
        adds = "{player} adds to one of their own sets or runs."
        cites.insert(0, Cite("zero_zap 6", adds, {"player": player}))
    if group.color in state.doubles[player]:
        doubled = "It counts double, like everything in {color}."
        cites.append(Cite("zero_zap settled 7", doubled, {"color": color}))
    if WILD in cards:
        wild = "Its wilds stand for whatever is wanted of {color}, and may be read anew when it grows."
        if group.either:
            wild = "Its wilds could make it a set or a run in {color}: it counts as the set, until it grows."
        cites.append(Cite("zero_zap 7", "A wild card stays in its set or run."))
        cites.append(Cite("zero_zap settled 3", wild, {"color": color}))
    if group.either:
        cites.append(Cite("zero_zap settled 6", "One number card is enough, and it takes one."))
    return Ruling(replace(state, hands=hands, melds=melds, taken=None), tuple(cites))


def double(state: Playing, move: moves.Double) -> Answer:
    """A double card beside the player's sets and runs of its colour (8)."""
    player, color = move.player, move.color
    if refused := cannot_lay(state, player, (f"double {color}",)):
        return refused

    def laid() -> Ruling[States]:
        hands = {**state.hands, player: state.hands[player] - 1}
        doubles = {**state.doubles, player: (*state.doubles[player], color)}
        after = replace(state, hands=hands, doubles=doubles, taken=None)
        facts = {"player": player, "color": color}
        doubled = Cite("zero_zap 8", "All sets and runs of {player} in {color} count double.", facts)
        later = Cite("zero_zap settled 7", "Those laid later too.")
        return Ruling(after, (doubled, later))

    return unless_overruled(move.overruled, (untouched(state), _keeps_one(state, player, 1)), laid)


def pass_turn(state: Playing, move: moves.Pass) -> Answer:
    """A player with no card to discard ends the turn and is not out (settled 2)."""
    if refused := untouched(state):
        return refused
    held = state.hands[move.player]
    if held:
        facts: Facts = {"player": move.player, "n": held}
        message = "{player} holds {n:card|cards}: a turn ends with a discard."
        return Refused("illegal", "zero_zap 9", message, facts)
    turn = state.after(move.player)
    message = "{player} has no card to discard and is not out: {turn} is next."
    facts = {"player": move.player, "turn": turn}
    return Ruling(state.in_phase(Drawing, turn=turn), (Cite("zero_zap settled 2", message, facts),))


def recount(state: Drawing | Playing, move: moves.Recount) -> Answer:
    """The table counted a hand: the difference comes from the draw pile or goes to it."""
    more = move.cards - state.hands[move.player]
    if more > state.drawpile:
        message = "The draw pile has only {n:card|cards} that could be {player}’s: count again."
        return Refused("impossible", "zero_zap 1", message, {"n": state.drawpile, "player": move.player})
    hands = {**state.hands, move.player: move.cards}
    after = replace(state, hands=hands, drawpile=state.drawpile - more)
    message = "{player} holds {n:card|cards}; the difference is in the draw pile."
    return Ruling(after, (Cite("zero_zap 1", message, {"player": move.player, "n": move.cards}),))
