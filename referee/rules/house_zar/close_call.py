"""Close races (21): the card on top lost; where the cards do not overlap, a coin is tossed."""

from __future__ import annotations

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.house_zar.state import Playing, States, Waiting
from referee.rules.sentences import Facts
from referee.rules.shedding.moves import CloseCall

#: A play against a match, and a match against a match (settled 12).
ROWS = (frozenset({"play", "match"}), frozenset({"match"}))


def close_call(state: Playing | Waiting, move: CloseCall) -> Ruling[States] | Refused:
    """Whose card stands; nothing on the table changes. Needs the card underneath, a sure order or a toss."""
    if frozenset(move.events) == {"match"} and state.options.copies_each == 2:
        message = "Every card is there twice and can be matched only once: two matches cannot meet."
        return Refused("impossible", "house_zar 1", message)
    measured = move.measured
    if move.underneath in move.players:
        favours, message = move.underneath, "{player} was first: the other card is on top."
    elif measured and measured.sure:
        favours = move.players[measured.first]
        message = "{player} was first: {gap} ms before {later}, sure to within {doubt} ms."
    else:
        favours, message = move.toss or "", "Nobody can tell; the coin fell for {player}."
    facts: Facts = {"player": favours}
    if measured:
        later = move.players[1 - measured.first]
        facts = {**facts, "gap": measured.gap, "doubt": measured.doubt, "later": later}
    cites = (
        Cite("house_zar 21", message, facts),
        Cite("house_zar settled 12", "{player}’s card stands, the other one is taken back.", facts),
    )
    return Ruling(state, cites, {"favours": favours})


def undecided(move: CloseCall) -> bool:
    """Whether a race has neither evidence about one of the two nor a toss between them."""
    if move.measured and move.measured.sure:
        return False
    return move.underneath not in move.players and move.toss not in move.players
