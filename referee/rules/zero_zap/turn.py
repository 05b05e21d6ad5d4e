"""A turn: draw or take, sets and runs, the discard and what a special does, going out (1, 3 to 11, 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, unless_overruled
from referee.rules.sentences import Facts
from referee.rules.zero_zap import moves
from referee.rules.zero_zap.cards import COPIES, SPECIALS, WILD, ZERO_ZAP, as_laid, kind, read
from referee.rules.zero_zap.state import Counting, Drawing, Playing, States, Table

Answer = Ruling[States] | Refused
Effect = tuple[Playing, list[Cite]]
TableT = TypeVar("TableT", bound=Table)
ValueT = TypeVar("ValueT")


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
    took = Cite("zero_zap 3", "{player} takes {card:a} from the lineup.", facts, "takes")
    if more:
        message = "{player} takes {card:a} from the lineup, and with it {also:a}."
        took = Cite("zero_zap 3", message, facts, "takes more")
    now = "{card:cap} goes into a set or run at once: play it, or add it to one."
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
    message = "{card:cap} from the lineup comes first: play it in a set or run, or undo taking it."
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
        message = "{player} has no such set or run: choose one that they have played."
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
        later = Cite("zero_zap settled 7", "Those played later too.")
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


# --- the end of a turn

SPECIAL_RULE = "zero_zap 10"
#: The fields that each special can have; other cards have none.
FIELDS: dict[str, tuple[str, ...]] = {
    "steal": ("target", "meld", "color"),
    "give": ("target",),
    "bonus": ("target",),
    "pass color": ("passed",),
}


def discard(state: Playing, move: moves.Discard) -> Answer:
    """One card into the lineup, or a special into the tray to be followed; the last one goes out."""
    last = state.hands[move.player] <= 1
    refused = cannot_lay(state, move.player, (move.card,))
    if not last:
        refused = _incomplete(move) or refused or _impossible(state, move)
    if refused:
        return refused
    objections = (untouched(state), _never(move, last=last), None if last else _objection(state, move))
    return unless_overruled(move.overruled, objections, lambda: _discarded(state, move, last=last))


def _never(move: moves.Discard, *, last: bool) -> Refused | None:
    message = "Zero Zap is not discarded while other cards are held: choose another card."
    if last:
        message = "Zero Zap as the last card is said to an opponent: choose who is hit."
    return Refused("illegal", "zero_zap 14", message) if move.card == ZERO_ZAP else None


def _discarded(state: Playing, move: moves.Discard, *, last: bool) -> Ruling[States]:
    player, card = move.player, move.card
    into_tray = card in SPECIALS or card == ZERO_ZAP
    pile = {"tray": (*state.tray, card)} if into_tray else {"lineup": (*state.lineup, card)}
    after = replace(state, hands={**state.hands, player: state.hands[player] - 1}, taken=None, **pile)
    facts: Facts = {"player": player, "card": card, "pile": "tray" if into_tray else "lineup"}
    cites = [Cite("zero_zap 9", "{player} discards {card:a}: it goes to the {pile}.", facts)]
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


def zap(state: Playing, move: moves.Zap) -> Answer:
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


def _incomplete(move: moves.Discard) -> Refused | None:
    """Refused where a special that is not the last card lacks what it cannot do without."""
    if move.card == "give" and move.target is None:
        return Refused("invalid", None, "Give needs a player: choose who is given the card.")
    if move.card == "pass color" and move.passed is None:
        return Refused("invalid", None, "Say how many cards each player hands to the left.")
    return None


def _impossible(state: Playing, move: moves.Discard) -> Refused | None:
    """An entry error: nothing there to steal, or more cards handed on than are held."""
    if move.card == "steal" and move.target is not None:
        there = (
            move.meld < len(state.melds[move.target])
            if move.meld is not None
            else move.color in state.doubles[move.target]
        )
        if not there:
            message = "{target} has played no such set, run or double: choose one that lies there."
            return Refused("impossible", SPECIAL_RULE, message, {"target": move.target})
    for name, number in (move.passed or {}).items():
        held = state.hands[name] - (name == move.player)
        if number > held:
            message = "{name} holds only {held:card|cards}: count those passed again."
            return Refused("impossible", SPECIAL_RULE, message, {"name": name, "held": held})
    return None


def _objection(state: Playing, move: moves.Discard) -> Refused | None:
    if move.card in ("steal", "give") and move.target == move.player:
        return Refused(
            "illegal", SPECIAL_RULE, "{card:cap} is for another player: choose one.", {"card": move.card}
        )
    if move.card == "steal" and move.target is None and (lying := targets(state, move.player, "steal")):
        message = "What it says has to be done: choose what to steal from {names}."
        return Refused("illegal", SPECIAL_RULE, message, {"names": list(lying)})
    return None


def _reshuffle(state: Playing, _move: moves.Discard) -> Effect:
    drawpile = state.drawpile + len(state.tray) + len(state.lineup)
    after = replace(state, drawpile=drawpile, tray=(), lineup=())
    message = "Draw pile, tray and lineup are shuffled into a new draw pile of {n:card|cards}."
    return after, [Cite(SPECIAL_RULE, message, {"n": drawpile}, "reshuffles")]


def _steal(state: Playing, move: moves.Discard) -> Effect:
    if move.target is None:
        return state, [Cite(SPECIAL_RULE, "There is nothing to steal.")]
    thief, target = move.player, move.target
    facts: Facts = {"thief": thief, "target": target, "color": move.color or ""}
    keeps = Cite("zero_zap settled 4", "It counts and grows as {thief}’s own.", facts)
    if move.meld is not None:
        melds = _moved(state.melds, target, thief, move.meld)
        stolen = Cite(SPECIAL_RULE, "{thief} takes a set or run of {target}’s.", facts, "steals a group")
        return replace(state, melds=melds), [stolen, keeps]
    at = state.doubles[target].index(move.color or "")
    stolen = Cite(SPECIAL_RULE, "{thief} takes {target}’s double {color}.", facts, "steals a double")
    return replace(state, doubles=_moved(state.doubles, target, thief, at)), [stolen, keeps]


def _moved(
    laid: dict[str, tuple[ValueT, ...]], giver: str, receiver: str, at: int
) -> dict[str, tuple[ValueT, ...]]:
    """What everybody has laid after one thing of the giver's went to the end of the receiver's."""
    thing = laid[giver][at]
    left = {**laid, giver: laid[giver][:at] + laid[giver][at + 1 :]}
    return {**left, receiver: (*left[receiver], thing)}


def _give(state: Playing, move: moves.Discard) -> Effect:
    target = move.target or move.player
    hands = Counter(state.hands)
    hands[move.player] -= 1
    hands[target] += 1
    facts = {"player": move.player, "target": target}
    cites = [Cite(SPECIAL_RULE, "{player} gives {target} a card of their own choice.", facts, "gives")]
    return replace(state, hands=dict(hands)), cites


def _bonus(state: Playing, move: moves.Discard) -> Effect:
    return draw(state, move.target or move.player, 2, SPECIAL_RULE)


def _pass_hands(state: Playing, _move: moves.Discard) -> Effect:
    hands = {name: state.hands[state.after(name)] for name in state.players}
    after = replace(state, hands=hands)
    message = "Everybody hands all cards to the player on the right."
    return after, [Cite(SPECIAL_RULE, message, event="hands go on"), *_empty(after)]


def _pass_color(state: Playing, move: moves.Discard) -> Effect:
    passed = move.passed or {}
    hands = {name: held - passed[name] + passed[state.after(name, -1)] for name, held in state.hands.items()}
    after = replace(state, hands=hands)
    message = "Everybody chooses a colour in secret and hands all cards of it to the player on the left."
    cites = [Cite(SPECIAL_RULE, message, event="colours go on")]
    none = [name for name, held in state.hands.items() if held and not passed[name]]
    if none:
        unseen = "No card from {names}: only for a hand without any card of a colour, which is not seen here."
        cites.append(Cite(SPECIAL_RULE, unseen, {"names": none}))
    return after, [*cites, *_empty(after)]


def _empty(state: Playing) -> list[Cite]:
    left = [name for name in state.players if not state.hands[name]]
    message = "Without cards, but not out: {names}. Their next turn starts as usual."
    return [Cite("zero_zap settled 2", message, {"names": left})] if left else []


_EFFECTS: dict[str, Callable[[Playing, moves.Discard], Effect]] = {
    "reshuffle": _reshuffle,
    "steal": _steal,
    "give": _give,
    "bonus": _bonus,
    "pass hands": _pass_hands,
    "pass color": _pass_color,
}
