"""A turn up to its discard: draw or take, sets and runs, doubles (3 to 8)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.zero_zap import groups, lineup, moves
from referee.rules.zero_zap.cards import WILD
from referee.rules.zero_zap.piles import Answer, cannot_lay, draw, unless_overruled
from referee.rules.zero_zap.state import Drawing, Playing, States, become, left_of

#: What hands take from the lineup, so that a page finds it in a ruling.
TAKES = "{player} takes {card} from the lineup."
TAKES_MORE = "{player} takes {card} from the lineup, and with it {also}."


def draw_cards(state: Drawing, move: moves.Draw) -> Answer:
    """One or two cards from the draw pile; the turn goes on."""
    after, cites = draw(state, move.player, move.cards, "zero_zap 3")
    if move.cards == 1:
        message = "{player} says that it is only one, before looking at it."
        cites.append(Cite("zero_zap 3", message, {"player": move.player}))
    return Ruling(become(Playing, after, turn=move.player), tuple(cites))


def take(state: Drawing, move: moves.Take) -> Answer:
    """A card from the lineup with all that follow it; the card itself has to be laid next."""
    at = lineup.place(state.lineup, move.card, move.index)
    if at is None:
        where = "at that place of the lineup" if move.index is not None else "in the lineup"
        message = "{card:cap} does not lie {where}: check the lineup."
        return Refused("impossible", "zero_zap 3", message, {"card": move.card, "where": where})
    if refused := lineup.choosable(move.card):
        return refused
    also = lineup.along(state.lineup, at)
    hands = {**state.hands, move.player: state.hands[move.player] + 1 + len(also)}
    after = become(Playing, state, hands=hands, lineup=state.lineup[:at], turn=move.player, taken=move.card)
    facts: Facts = {"player": move.player, "card": move.card, "also": list(also)}
    message = TAKES_MORE if also else TAKES
    now = "{card:cap} goes into a set or run at once: lay it, or add it to one."
    return Ruling(after, (Cite("zero_zap 3", message, facts), Cite("zero_zap 3", now, {"card": move.card})))


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


def _read(cards: tuple[str, ...]) -> Refused | None:
    group = groups.read(cards)
    return group if isinstance(group, Refused) else None


def meld(state: Playing, move: moves.Meld) -> Answer:
    """A new set or run in front of the player."""
    if refused := cannot_lay(state, move.player, move.cards):
        return refused
    objections = (
        untouched(state, move.cards),
        _read(move.cards),
        _keeps_one(state, move.player, len(move.cards)),
    )
    melds = (*state.melds[move.player], move.cards)
    return unless_overruled(move, objections, lambda: _laid(state, move, melds, len(melds) - 1))


def add(state: Playing, move: moves.Add) -> Answer:
    """More cards to one of the player's own sets or runs."""
    own = state.melds[move.player]
    if move.meld >= len(own):
        message = "{player} has no such set or run: choose one that they have laid."
        return Refused("impossible", "zero_zap 6", message, {"player": move.player})
    if refused := cannot_lay(state, move.player, move.cards):
        return refused
    grown = own[move.meld] + move.cards
    objections = (untouched(state, move.cards), _read(grown), _keeps_one(state, move.player, len(move.cards)))
    melds = (*own[: move.meld], grown, *own[move.meld + 1 :])
    return unless_overruled(move, objections, lambda: _laid(state, move, melds, move.meld))


def _laid(
    state: Playing, move: moves.Meld | moves.Add, melds: tuple[tuple[str, ...], ...], at: int
) -> Ruling[States]:
    player, cards = move.player, melds[at]
    after = replace(
        state,
        hands={**state.hands, player: state.hands[player] - len(move.cards)},
        melds={**state.melds, player: melds},
        taken=None,
    )
    group = groups.loosely(cards)
    color = group.color or "no one colour"
    facts: Facts = {"player": player, "kind": group.kind, "color": color, "n": group.cards}
    cites = [Cite(group.rule, "{player} has a {kind} of {n:card|cards} in {color}.", facts)]
    if isinstance(move, moves.Add):
        cites.insert(
            0, Cite("zero_zap 6", "{player} adds to one of their own sets or runs.", {"player": player})
        )
    if group.color in state.doubles[player]:
        cites.append(
            Cite("zero_zap settled 7", "It counts double, like everything in {color}.", {"color": color})
        )
    if WILD in cards:
        cites.append(Cite("zero_zap 7", "A wild card stays in its set or run."))
        cites.append(Cite("zero_zap settled 3", _wild_says(group), {"color": color}))
    if group.either:
        cites.append(Cite("zero_zap settled 6", "One number card is enough, and it takes one."))
    return Ruling(after, tuple(cites))


def _wild_says(group: groups.Group) -> str:
    if group.either:
        return "Its wilds could make it a set or a run in {color}: it counts as the set, until it grows."
    return "Its wilds stand for whatever is wanted of {color}, and may be read anew when it grows."


def double(state: Playing, move: moves.Double) -> Answer:
    """A double card beside the player's sets and runs of its colour (8)."""
    player, color = move.player, move.color
    if refused := cannot_lay(state, player, (f"double {color}",)):
        return refused

    def laid() -> Ruling[States]:
        after = replace(
            state,
            hands={**state.hands, player: state.hands[player] - 1},
            doubles={**state.doubles, player: (*state.doubles[player], color)},
            taken=None,
        )
        facts = {"player": player, "color": color}
        doubled = Cite("zero_zap 8", "All sets and runs of {player} in {color} count double.", facts)
        later = Cite("zero_zap settled 7", "Those laid later too.")
        return Ruling(after, (doubled, later))

    return unless_overruled(move, (untouched(state), _keeps_one(state, player, 1)), laid)


def pass_turn(state: Playing, move: moves.Pass) -> Answer:
    """A player with no card to discard ends the turn and is not out (settled 2)."""
    if refused := untouched(state):
        return refused
    held = state.hands[move.player]
    if held:
        facts: Facts = {"player": move.player, "n": held}
        message = "{player} holds {n:card|cards}: a turn ends with a discard."
        return Refused("illegal", "zero_zap 9", message, facts)
    turn = left_of(state, move.player)
    message = "{player} has no card to discard and is not out: {turn} is next."
    facts = {"player": move.player, "turn": turn}
    return Ruling(become(Drawing, state, turn=turn), (Cite("zero_zap settled 2", message, facts),))


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
