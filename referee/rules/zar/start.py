"""The deal and the first card (3, 13.1)."""

from __future__ import annotations

from collections import Counter

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding import moves
from referee.rules.shedding.between import another_dealer, dealt, first_card
from referee.rules.shedding.state import Between, Flipping, Top
from referee.rules.zar import cards
from referee.rules.zar.state import Options, Playing, States
from referee.rules.zar.why import effects

Answer = Ruling[States] | Refused


def deal(state: Between[Options], move: moves.Deal) -> Answer:
    """Starts a hand: everybody gets as many cards as the number of players says."""
    after = dealt(state, move.dealer)
    if isinstance(after, Refused):
        return after
    options = state.options
    rule = "zar 3" if options.half_decks == 2 else "zar 13.1"
    facts: Facts = {"n": after.hands[move.dealer], "dealer": move.dealer}
    each = Cite(rule, "{n:card|cards} each; {dealer} turns over the first card.", facts)
    deck = Cite("zar 2", "The deck has {n:card|cards}.", {"n": options.deck})
    return Ruling(after, (each, deck, *another_dealer(state, move.dealer)))


def flip(state: Flipping[Options], move: moves.Flip) -> Answer:
    """The first card, the dealer's play in everything; a Power card is buried and another flipped."""
    card, dealer = move.card, state.dealer
    if not state.options.copies(card):
        return Refused("impossible", "zar 14", "This game is played without chameleons: check the card.")
    if card in cards.POWERS or cards.kind(card) in ("dragon", "peacock", "chameleon"):
        message = "{card:A} cannot start a hand: bury it and turn over another card."
        return Ruling(
            state,
            (Cite("zar 3", message, {"card": card}), Cite("zar settled 14", "It is no play.")),
        )
    kinds = Counter([cards.kind(card)])
    top = Top((card,), dealer, card, cards.color(card), cards.symbol(card))
    shared = first_card(state, top, turned=bool(kinds["crab"]), passed=kinds["frog"], draws=2 * kinds["wasp"])
    after = Playing(**shared, links=1, frogs=kinds["frog"], run=1, drawn=False, penalties={})
    facts: Facts = {"card": card, "dealer": dealer, "turn": after.turn}
    counts = Cite("zar 3", "{card:A} counts as {dealer}’s play and can be matched; {turn} begins.", facts)
    window = Cite("zar settled 2", "It can be matched until {turn} plays, passes or draws.", facts)
    return Ruling(after, (counts, *effects(after, kinds), window))
