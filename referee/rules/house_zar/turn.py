"""The first card, and the rest of a hand: draws, passes, "one", penalty cards, the win (4, 7, 9, 18, 19)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee.rules.engine import Cite, Past, Refused, Ruling
from referee.rules.house_zar import cards
from referee.rules.house_zar.draws import Owed, draw
from referee.rules.house_zar.state import Live, Options, Playing, States, Waiting
from referee.rules.house_zar.why import effects
from referee.rules.sentences import Facts
from referee.rules.shedding import moves
from referee.rules.shedding.between import another_dealer, dealt, first_card
from referee.rules.shedding.hand import HAND_WON, Undone, not_out, standing_play
from referee.rules.shedding.scoring import Counted, close_hand, taken_back, won
from referee.rules.shedding.state import Between, Counting, Flipping, Top, around

#: What tells that the word was heard.
SAID = "{player} said “one” in time."

Answer = Ruling[States] | Refused


def deal(state: Between[Options], move: moves.Deal) -> Answer:
    """Starts a hand: everybody gets 10 cards less the number of players, at least 3 (2)."""
    after = dealt(state, move.dealer)
    if isinstance(after, Refused):
        return after
    facts: Facts = {"n": after.hands[move.dealer], "dealer": move.dealer, "deck": state.options.deck}
    each = Cite("house_zar 2", "{n:card|cards} each; {dealer} turns over the first card.", facts)
    triple = state.options.copies_each == 3
    deck = Cite("house_zar 22" if triple else "house_zar 1", "The deck has {deck:card|cards}.", facts)
    return Ruling(after, (each, deck, *another_dealer(state, move.dealer)))


def flip(state: Flipping[Options], move: moves.Flip) -> Answer:
    """The first card, the dealer's play in everything; a wild or a dragon is a botch (4)."""
    card, dealer = move.card, state.dealer
    if cards.kind(card) in ("wild", "dragon"):
        message = "{card:A} is a botch: put it back into the deck and turn over another card."
        return Ruling(state, (Cite("house_zar 4", message, {"card": card}),))
    kinds = Counter([cards.kind(card)])
    top = Top((card,), dealer, card, cards.color(card), cards.symbol(card))
    draws = 2 * kinds["draw two"]
    shared = first_card(state, top, turned=bool(kinds["reverse"]), passed=kinds["skip"], draws=draws)
    after = Playing(**shared, chain=(dealer,))
    facts: Facts = {"card": card, "dealer": dealer, "turn": after.turn}
    counts = Cite(
        "house_zar 4", "{card:A} counts as {dealer}’s play and can be matched; {turn} begins.", facts
    )
    return Ruling(after, (counts, *effects(after, kinds, "play")))


def draw_card(_state: Playing, move: moves.Draw) -> Answer:
    """There is no drawing first and playing then in this game."""
    message = "In this game nobody draws and plays on: {player} plays, or draws one card and passes."
    return Refused("illegal", "house_zar 5", message, {"player": move.player})


def take(state: Playing, move: moves.Take) -> Answer:
    """The victim draws for the draw twos, then takes a turn as usual; they can still be matched (9, 16)."""
    facts: Facts = {"player": move.player, "n": state.draw_count}
    if not state.draw_count:
        return Refused(
            "illegal", "house_zar 9", "{player} faces no draw two: play, or draw one and pass.", facts
        )
    after, cites = draw(replace(state, draw_count=0), [Owed(move.player, state.draw_count, "house_zar 9")])
    if isinstance(after, Between):
        return Ruling(after, tuple(cites))
    cites.append(Cite("house_zar 9", "{player} still has to play, or to draw one more and pass.", facts))
    cites.append(
        Cite("house_zar 16", "These draw twos are spent: whoever matches now adds only the new one.", facts)
    )
    cites.append(Cite("house_zar settled 1", "Drawing for them does not end the chance to match.", facts))
    return Ruling(after, tuple(cites))


def pass_turn(state: Playing, move: moves.Pass) -> Answer:
    """Draws one card, and the turn ends (5)."""
    facts: Facts = {"player": move.player, "n": state.draw_count}
    if state.draw_count:
        return Refused("illegal", "house_zar 9", "{player} faces {n:card|cards}: draw them first.", facts)
    turn = around(state.players, move.player, state.direction)
    passed = Cite("house_zar 5", "{player} passes: {turn} is next.", {**facts, "turn": turn})
    after, cites = draw(replace(state, turn=turn, matchable=False), [Owed(move.player, 1, "house_zar 5")])
    if state.matchable and not isinstance(after, Between):
        cites.append(Cite("house_zar settled 1", "The last play can no longer be matched."))
    return Ruling(after, (passed, *cites))


def say_one(state: Playing | Waiting, move: moves.SayZar) -> Answer:
    """ "One" ends a debt; without one it changes nothing (7)."""
    facts = {"player": move.player}
    if move.player not in state.owes:
        return Ruling(state, (Cite("house_zar 7", "{player} owed no “one”: nothing changes.", facts),))
    owes = tuple(name for name in state.owes if name != move.player)
    said = Cite("house_zar 7", SAID, facts)
    return Ruling(replace(state, owes=owes), (said,))


def asked(state: Playing | Waiting, move: moves.Gotcha) -> Answer:
    """Somebody asks how many cards a player holds: who owes "one" draws a second (7)."""
    facts = {"caller": move.caller, "target": move.target}
    if move.target not in state.owes:
        message = "{caller} asks how many cards {target} holds: no “one” is owed, nothing changes."
        return Ruling(state, (Cite("house_zar 7", message, facts),))
    message = "{caller} asks how many cards {target} holds, and “one” was not said: now it is two."
    after, cites = draw(state, [Owed(move.target, 1, "house_zar 7")])
    return Ruling(after, (Cite("house_zar 7", message, facts), *cites))


def penalty(state: Playing | Waiting, move: moves.Penalty) -> Answer:
    """One card for a play that is too tangled to unwind, or was refused just now (19)."""
    facts = {"player": move.player, "why": move.why or "a play that cannot be unwound"}
    after, cites = draw(state, [Owed(move.player, 1, "house_zar 19")])
    return Ruling(after, (Cite("house_zar 19", "A penalty card for {player}: {why}.", facts), *cites))


def illegal(
    state: Playing | Waiting | Counting[Options], move: moves.Illegal, past: Past[States, moves.Move]
) -> Answer:
    """A play found illegal later is undone with all that came after; nobody draws for it (settled 11)."""
    step = standing_play(state.options, move, past())
    if isinstance(step, Refused):
        return step
    facts: Facts = {"player": step.move.player, "cards": list(step.move.cards)}
    message = "{player}’s {cards} is undone with all that came after it; what is unwound costs no card."
    rule = "house_zar settled 11"
    lines = taken_back(state, rule, "hand played on")
    cites = (Cite(rule, message, facts),)
    return Undone(step.before, cites, lines=lines, undoes=move.move, offender=step.move.player)


def out(state: Waiting, move: moves.Out) -> Ruling[Counted[Options]] | Refused:
    """Nobody matched the last card: what is outstanding is drawn, and the hand is won (settled 13)."""
    if refused := not_out(state, state.out, move):
        return refused
    cite = Cite("house_zar 12", HAND_WON, {"player": move.player})
    facing = state.draw_count > 0 and state.turn != state.out
    owed = [Owed(state.turn, state.draw_count, "house_zar settled 13")] if facing else []
    after, cites = draw(state, owed)
    if not isinstance(after, Live):
        return Ruling(after, (cite, *cites))
    return close_hand(won(state, after, move.player), (cite, *cites))
