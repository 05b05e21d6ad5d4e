"""Around a hand (2, 3): the deal, the first card, who joins, and the end that the table says."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.play import Answer
from referee.rules.crazy_eights.scoring import over
from referee.rules.crazy_eights.state import Options, Playing, States, Top
from referee.rules.engine import Cite, Line, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding.between import dealt
from referee.rules.shedding.state import Between, Flipping, around

#: What hands have to do with an eight that was turned over first.
PUT_BACK = "The {card} does not start a hand: put it back into the stock, and turn over another card."


def deal(state: Between[Options], move: moves.Deal) -> Answer:
    """Five cards each, seven with two players (2)."""
    after = dealt(state, move.dealer)
    if isinstance(after, Refused):
        return after
    facts: Facts = {"n": after.hands[move.dealer], "dealer": move.dealer}
    each = "{n:card|cards} each; {dealer} turns over the first card."
    return Ruling(after, (Cite("crazy_eights 2", each, facts),))


def flip(state: Flipping[Options], move: moves.Flip) -> Answer:
    """The first card of the discard pile; an eight goes back, and another is turned over (3)."""
    facts: Facts = {"card": move.card, "turn": around(state.players, state.dealer, 1)}
    if cards.is_eight(move.card):
        return Ruling(state, (Cite("crazy_eights 3", PUT_BACK, facts),))
    after = Playing(
        options=state.options,
        players=state.players,
        scores=state.scores,
        hand=state.hand,
        dealer=state.dealer,
        hands=state.hands,
        drawpile=state.drawpile - 1,
        top=Top(move.card, state.dealer, cards.suit(move.card)),
        discards={move.card: 1},
        turn=around(state.players, state.dealer, 1),
    )
    turned = Cite("crazy_eights 3", "The {card} is turned over.", facts)
    return Ruling(after, (turned, Cite("crazy_eights 4", "{turn} begins.", facts)))


def end(state: Between[Options], _move: moves.End) -> Ruling[States]:
    """Ends the game as it stands (settled 7)."""
    after, won = over(state, state.gained)
    return Ruling(after, (Cite("crazy_eights settled 7", "The table ends the game here."), *won))


def join(state: Between[Options], move: moves.Join) -> Answer:
    """A player sits down between hands, with 0 points or with those they left with (settled 8)."""
    rule, most = state.options.clauses.joining, state.options.most_players
    if len(state.players) >= most:
        message = "The table is full: {n:player|players} is the most with {packs:pack|packs}."
        facts: Facts = {"n": most, "packs": state.options.packs}
        return Refused("illegal", state.options.clauses.most_players, message, facts)
    start = state.scores.get(move.player, 0)
    place = len(state.players) if move.after is None else state.players.index(move.after) + 1
    players = (*state.players[:place], move.player, *state.players[place:])
    cite = Cite(rule, "{player} sits down with {n:point|points}.", {"player": move.player, "n": start})
    after = replace(state, players=players, scores={**state.scores, move.player: start}, gained={})
    return Ruling(after, (cite,), lines=(Line(move.player, 0, rule, "joined"),))
