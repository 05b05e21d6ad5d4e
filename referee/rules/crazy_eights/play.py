"""A turn (4 to 8, 10): one card onto the discard pile, or a card drawn, or a pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.state import Counting, Laid, Options, Playing, States, Top
from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding.entries import overrule, with_cards
from referee.rules.shedding.state import around

Answer = Ruling[States] | Refused

#: What hands have to do, so that a page finds it in a ruling.
DRAWS = "{player} draws a card."
RAN_OUT = "The stock ran out: keep the top card, and shuffle the others into a new stock."


def play(state: Playing, move: moves.Play) -> Answer:
    """One card of the same suit or rank, or an eight with the suit that it names."""
    refused = too_many(state.options, state.discards, (move.card,)) or _suit_missing(state, move)
    if refused:
        return refused
    objection = None if fits(move.card, state.top) else _does_not_follow(state, move)
    if objection and not move.overruled:
        return objection
    return overrule(_lay(state, move), objection, move.overruled)


def fits(card: str, top: Top) -> bool:
    """Whether a card goes on the top one (4, 5): an eight always, any other by suit or rank."""
    return cards.is_eight(card) or cards.suit(card) == top.suit or cards.rank(card) == cards.rank(top.card)


def too_many(options: Options, seen: Mapping[str, int], given: Iterable[str]) -> Refused | None:
    """Refused when a card would be seen more often than the packs have it (1)."""
    for card, number in with_cards(seen, given).items():
        if number > options.copies(card):
            message = "One pack has the {card} once, and this would be a second: check the entry."
            if options.packs == 2:
                message = "Two packs have the {card} twice, and this would be a third: check the entry."
            return Refused("impossible", options.clauses.entry, message, {"card": card})
    return None


def _suit_missing(state: Playing, move: moves.Play) -> Refused | None:
    if move.suit or not cards.is_eight(move.card) or state.hands[move.player] == 1:
        return None
    facts: Facts = {"card": move.card}
    message = "The {card} needs a suit: choose clubs, diamonds, hearts or spades."
    return Refused("impossible", "crazy_eights 5", message, facts)


def _does_not_follow(state: Playing, move: moves.Play) -> Refused:
    top = state.top
    facts: Facts = {
        "card": move.card,
        "top": top.card,
        "suit": top.suit or "",
        "one": (top.suit or "").removesuffix("s"),
        "rank": cards.rank(top.card),
        "otherwise": "draw a card" if state.may_draw else "pass",
    }
    if cards.is_eight(top.card):
        message = (
            "The {card} does not go on the {top}: {suit} are asked for. Play one or an eight, or {otherwise}."
        )
        return Refused("illegal", "crazy_eights 5", message, facts)
    message = "The {card} does not go on the {top}: play a {one}, another {rank} or an eight, or {otherwise}."
    return Refused("illegal", "crazy_eights 4", message, facts)


def _lay(state: Playing, move: moves.Play) -> Ruling[States]:
    """The table after a play that stands."""
    left = state.hands[move.player] - 1
    suit = move.suit if cards.is_eight(move.card) else cards.suit(move.card)
    after = replace(
        state,
        top=Top(move.card, move.player, suit),
        discards=with_cards(state.discards, (move.card,)),
        hands={**state.hands, move.player: left},
        turn=around(state.players, move.player, 1),
        drawn=0,
        stuck=0,
    )
    why = _why(state.top, move)
    if left:
        return Ruling(after, tuple(why))
    message = "{player} has played the last card and wins the hand: count what the others hold."
    won = Cite("crazy_eights 8", message, {"player": move.player})
    return Ruling(to_be_counted(after, move.player), (*why, won))


def _why(top: Top, move: moves.Play) -> list[Cite]:
    facts: Facts = {"player": move.player, "card": move.card, "suit": move.suit or cards.suit(move.card)}
    if cards.is_eight(move.card):
        if move.suit is None:
            return [Cite("crazy_eights settled 1", "The last card names no suit.")]
        named = Cite("crazy_eights 5", "{player} names {suit}: {suit} or another eight has to follow.", facts)
        if move.suit == cards.suit(move.card):
            return [named, Cite("crazy_eights settled 1", "An eight may name its own suit.")]
        return [named]
    by = "suit" if cards.suit(move.card) == top.suit else "rank" if fits(move.card, top) else None
    if by is None:
        return [Cite("crazy_eights 4", "{player} plays the {card}.", facts)]
    return [Cite("crazy_eights 4", f"{{player}} plays the {{card}}: the same {by}.", facts)]


def to_be_counted(state: Playing, out: str | None) -> Counting:
    """The hand as over, with nothing counted yet; `out` is None when it is blocked."""
    fields = {name: getattr(state, name) for name in Laid.__struct_fields__}
    return Counting(**fields, out=out, seen=state.discards)


def draw_card(state: Playing, move: moves.Draw) -> Answer:
    """One card from the stock, which is filled again from the discard pile when it is empty (6, 7)."""
    facts: Facts = {"player": move.player}
    if not state.left:
        message = "No card is left to draw: {player} plays a card, or passes."
        return Refused("impossible", "crazy_eights settled 4", message, facts)
    if not state.may_draw:
        message = "{player} has drawn a card in this turn: play a card, or pass."
        return Refused("illegal", "crazy_eights 6", message, facts)
    cites = [Cite("crazy_eights 6", DRAWS, facts)]
    drawpile, discards = state.drawpile, state.discards
    if not drawpile:
        drawpile, discards = state.left, {state.top.card: 1}
        cites.append(Cite("crazy_eights 7", RAN_OUT))
    after = replace(
        state,
        drawpile=drawpile - 1,
        discards=discards,
        hands={**state.hands, move.player: state.hands[move.player] + 1},
        drawn=state.drawn + 1,
        stuck=0,
    )
    if after.may_draw:
        cites.append(Cite("crazy_eights settled 3", "{player} draws until they can play.", facts))
    else:
        message = "{player} may play any card now, or pass."
        cites.append(Cite("crazy_eights settled 2", message, facts))
    return Ruling(after, tuple(cites))


def pass_turn(state: Playing, move: moves.Pass) -> Answer:
    """Ends the turn without a card, after the draw; all round with none left, the hand is blocked (6, 10)."""
    turn = around(state.players, move.player, 1)
    facts: Facts = {"player": move.player, "turn": turn}
    if state.may_draw:
        if state.options.draw == "until":
            message = "{player} draws until they can play: draw another card."
            return Refused("illegal", "crazy_eights settled 3", message, facts)
        message = "{player} has not drawn yet: draw a card, then play or pass."
        return Refused("illegal", "crazy_eights 6", message, facts)
    after = replace(state, turn=turn, drawn=0, stuck=0 if state.left else state.stuck + 1)
    cites = [Cite("crazy_eights 6", "{player} passes: {turn} is next.", facts)]
    if not state.left:
        cites = [Cite("crazy_eights settled 4", "No card is left to draw: {player} passes.", facts)]
    if after.stuck < len(state.players):
        return Ruling(after, tuple(cites))
    blocked = Cite("crazy_eights 10", "Everybody has passed: the hand is blocked. Count every hand.")
    return Ruling(to_be_counted(after, None), (*cites, blocked))


def recount(state: Playing, move: moves.Recount) -> Answer:
    """The table counted a hand: the tracked number follows, from or to the stock (settled 10)."""
    rule = state.options.clauses.recount
    more = move.cards - state.hands[move.player]
    if more > state.drawpile:
        facts: Facts = {"n": more, "left": state.drawpile}
        message = "{n:card|cards} more would have to come from the stock, which has {left}: count again."
        return Refused("impossible", rule, message, facts)
    hands = {**state.hands, move.player: move.cards}
    held: Facts = {"player": move.player, "n": move.cards}
    cite = Cite(rule, "{player} holds {n:card|cards}.", held)
    return Ruling(replace(state, hands=hands, drawpile=state.drawpile - more), (cite,))
