"""Between hands: the deal and the first card, who comes and goes, and the end (3, 6, 11.6, 13.1)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee.rules.engine import Cite, Facts, Line, Refused, Ruling
from referee.rules.zar import cards, moves
from referee.rules.zar.play import effects
from referee.rules.zar.scoring import between, over, taken_back
from referee.rules.zar.state import Between, Counting, Dealt, Flipping, Playing, States, Top, around

Answer = Ruling[States] | Refused


def deal(state: Between, move: moves.Deal) -> Answer:
    """Starts a hand: everybody gets as many cards as the number of players says."""
    number = len(state.players)
    if number < 2:
        return Refused("illegal", "zar 3", "It takes two to play: let somebody join first.")
    options = state.options
    each = options.dealt(number)
    after = Flipping(
        options=options,
        players=state.players,
        scores=state.scores,
        hand=state.hand + 1,
        dealer=move.dealer,
        hands=dict.fromkeys(state.players, each),
        drawpile=options.deck - each * number,
    )
    rule = "zar 3" if options.half_decks == 2 else "zar 13.1"
    dealt = Cite(
        rule, "{n:card} each; {dealer} turns over the first card.", {"n": each, "dealer": move.dealer}
    )
    deck = Cite("zar 2", "The deck has {n:card}.", {"n": options.deck})
    return Ruling(after, (dealt, deck))


def flip(state: Flipping, move: moves.Flip) -> Answer:
    """The first card, the dealer's play in everything; a Power card is buried and another flipped."""
    card, dealer = move.card, state.dealer
    if not state.options.copies(card):
        return Refused("impossible", "zar 14", "This game is played without Chameleons: check the card.")
    if card in cards.POWERS or cards.kind(card) in ("dragon", "peacock", "chameleon"):
        message = "{card:cap} cannot start a hand: bury it and turn over another card."
        return Ruling(
            state, (Cite("zar 3", message, {"card": card}), Cite("zar settled 14", "It is no play."))
        )
    kinds = Counter([cards.kind(card)])
    direction = -1 if kinds["crab"] else 1
    after = Playing(
        options=state.options,
        players=state.players,
        scores=state.scores,
        hand=state.hand,
        dealer=dealer,
        hands=state.hands,
        drawpile=state.drawpile - 1,
        top=Top((card,), dealer, card, cards.color(card), cards.symbol(card)),
        playpile=1,
        laid={card: 1},
        direction=direction,
        turn=around(state.players, dealer, direction * (1 + kinds["frog"])),
        matchable=True,
        draw_count=2 * kinds["wasp"],
        links=1,
        frogs=kinds["frog"],
        run=1,
        drawn=False,
        owes=(),
        penalties={},
    )
    facts: Facts = {"card": card, "dealer": dealer, "turn": after.turn}
    counts = Cite("zar 3", "{card:cap} counts as {dealer}’s play and can be matched; {turn} begins.", facts)
    return Ruling(after, (counts, *effects(after, kinds)))


def join(state: Between, move: moves.Join) -> Answer:
    """A player sits down: at the mean of those here, or at the highest score if he was here before (11.6)."""
    if len(state.players) >= state.options.most_players:
        full = "The table is full: {n:player} is the most."
        return Refused("illegal", "zar settled 12", full, {"n": state.options.most_players})
    back = move.player in state.scores
    here = [state.scores[name] for name in state.players]
    start = max(state.scores.values()) if back else -(-sum(here) // len(here)) if here else 0
    place = len(state.players) if move.after is None else state.players.index(move.after) + 1
    players = (*state.players[:place], move.player, *state.players[place:])
    what = "the highest score so far" if back else "the mean score"
    facts: Facts = {"player": move.player, "n": start, "what": what}
    cite = Cite("zar 11.6", "{player} sits down with {n:point}, {what}.", facts)
    after = between(state, state.dealer)
    changed = {"players": players, "scores": {**state.scores, move.player: start}}
    line = Line(move.player, start - state.scores.get(move.player, 0), "zar 11.6", what)
    return Ruling(
        replace(after, **changed),
        (cite, Cite("zar settled 18", "New players sit where they choose.")),
        lines=(line,),
    )


def quit_table(state: Between, move: moves.Quit) -> Answer:
    """A player leaves; the score stays, and a proposed deal goes to the next clockwise (11.6, settled 18)."""
    players = tuple(name for name in state.players if name != move.player)
    dealer = state.dealer
    if dealer == move.player:
        dealer = around(state.players, move.player, 1) if players else None
    cite = Cite("zar 11.6", "{player} leaves; only those at the table can win.", {"player": move.player})
    return Ruling(replace(between(state, dealer), players=players), (cite,))


def void(state: Dealt, _move: moves.Void) -> Answer:
    """The hand is given up: nothing of it scores, the same dealer is proposed, the number is free again."""
    counted = state.counted if isinstance(state, Counting) else {}
    scores = {name: score - counted.get(name, 0) for name, score in state.scores.items()}
    lines = taken_back(state, "zar settled 13", "hand given up")
    after = replace(between(state, state.dealer), scores=scores, hand=state.hand - 1, gained={})
    message = "Hand {n} is given up and does not count: {dealer} may deal it anew."
    return Ruling(
        after, (Cite("zar settled 13", message, {"n": state.hand, "dealer": state.dealer}),), lines=lines
    )


def end(state: Between, _move: moves.End) -> Answer:
    """Ends the game as it stands."""
    after, won = over(state)
    return Ruling(after, (Cite("zar settled 19", "The table ends the game here."), *won))
