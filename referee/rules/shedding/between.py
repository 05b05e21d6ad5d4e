"""Between hands: the deal, who comes and goes, a hand given up, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.rules.engine import Cite, Json, Line, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding import moves
from referee.rules.shedding.scoring import between, over, taken_back
from referee.rules.shedding.state import (
    Agreed,
    AgreedT_co,
    Between,
    Counting,
    Dealt,
    Flipping,
    Over,
    Top,
    around,
)


def dealt(state: Between[AgreedT_co], dealer: str) -> Flipping[AgreedT_co] | Refused:
    """The hands as dealt: everybody gets as many cards as the number of players says."""
    number = len(state.players)
    if number < 2:
        message = "It takes two to play: let somebody join first."
        return Refused("illegal", state.options.clauses.deal, message)
    each = state.options.dealt(number)
    return Flipping(
        options=state.options,
        players=state.players,
        scores=state.scores,
        hand=state.hand + 1,
        dealer=dealer,
        hands=dict.fromkeys(state.players, each),
        drawpile=state.options.deck - each * number,
    )


def another_dealer(state: Between[Agreed], dealer: str) -> Iterator[Cite]:
    """That another than the one proposed may deal, where another does."""
    if state.dealer not in (None, dealer):
        facts: Facts = {"proposed": state.dealer or "", "dealer": dealer}
        message = "{proposed} was proposed, but any player may deal: {dealer} does."
        yield Cite(state.options.clauses.next_dealer, message, facts)


def first_card(state: Flipping[Agreed], top: Top, *, turned: bool, passed: int, draws: int) -> Json:
    """What a hand begins with in both games, by its first card: the fields of `Live`.

    The card is the dealer's play: `turned` says whether it reverses, `passed` how many it skips, `draws` how
    many cards the next player faces.
    """
    direction = -1 if turned else 1
    return {
        "options": state.options,
        "players": state.players,
        "scores": state.scores,
        "hand": state.hand,
        "dealer": state.dealer,
        "hands": state.hands,
        "drawpile": state.drawpile - 1,
        "top": top,
        "playpile": 1,
        "laid": {top.cards[0]: 1},
        "direction": direction,
        "turn": around(state.players, state.dealer, direction * (1 + passed)),
        "matchable": True,
        "draw_count": draws,
        "owes": (),
    }


def join(state: Between[AgreedT_co], move: moves.Join) -> Ruling[Between[AgreedT_co]] | Refused:
    """A player sits down: at the mean of those here, or at the highest score if they were here before."""
    clauses = state.options.clauses
    if len(state.players) >= state.options.most_players:
        full = "The table is full: {n:player|players} is the most."
        return Refused("illegal", clauses.most_players, full, {"n": state.options.most_players})
    back = move.player in state.scores
    here = [state.scores[name] for name in state.players]
    start = max(state.scores.values()) if back else -(-sum(here) // len(here)) if here else 0
    place = len(state.players) if move.after is None else state.players.index(move.after) + 1
    players = (*state.players[:place], move.player, *state.players[place:])
    what = "the highest score so far" if back else "the mean score"
    facts: Facts = {"player": move.player, "n": start, "what": what}
    cite = Cite(clauses.joining, "{player} sits down with {n:point|points}, {what}.", facts)
    after = between(state, state.dealer)
    changed = {"players": players, "scores": {**state.scores, move.player: start}}
    line = Line(move.player, start - state.scores.get(move.player, 0), clauses.joining, what)
    return Ruling(
        replace(after, **changed),
        (cite, Cite(clauses.seats, "New players sit where they choose.")),
        lines=(line,),
    )


def quit_table(state: Between[AgreedT_co], move: moves.Quit) -> Ruling[Between[AgreedT_co]]:
    """A player leaves; the score stays, and a proposed deal goes to the next clockwise."""
    players = tuple(name for name in state.players if name != move.player)
    dealer = state.dealer
    if dealer == move.player:
        dealer = around(state.players, move.player, 1) if players else None
    left = "{player} leaves; only those at the table can win."
    cite = Cite(state.options.clauses.joining, left, {"player": move.player})
    return Ruling(replace(between(state, dealer), players=players), (cite,))


def given_up(state: Dealt[AgreedT_co]) -> Between[AgreedT_co]:
    """The table as before the running hand: nothing of it scores, the same dealer is proposed."""
    counted = state.counted if isinstance(state, Counting) else {}
    scores = {name: score - counted.get(name, 0) for name, score in state.scores.items()}
    return replace(between(state, state.dealer), scores=scores, hand=state.hand - 1, gained={})


def void(state: Dealt[AgreedT_co], _move: moves.Void) -> Ruling[Between[AgreedT_co]]:
    """The hand is given up: nothing of it scores, the same dealer is proposed, the number is free again."""
    rule = state.options.clauses.void
    message = "Hand {n} is given up and does not count: {dealer} may deal it anew."
    cite = Cite(rule, message, {"n": state.hand, "dealer": state.dealer})
    return Ruling(given_up(state), (cite,), lines=taken_back(state, rule, "hand given up"))


def end(state: Between[AgreedT_co], _move: moves.End) -> Ruling[Over[AgreedT_co]]:
    """Ends the game as it stands."""
    after, won = over(state)
    return Ruling(after, (Cite(state.options.clauses.ending, "The table ends the game here."), *won))
