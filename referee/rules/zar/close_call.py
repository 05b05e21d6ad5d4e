"""Close calls: Table 1 of section 10, with the evidence in its order (settled 17)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding.moves import CloseCall
from referee.rules.zar.state import Live, Playing, States, Waiting

#: The event that takes precedence where nothing else decides; None for the row that goes by the turn.
ROWS: dict[frozenset[str], str | None] = {
    frozenset({"zar", "gotcha"}): "zar",
    frozenset({"play", "match"}): "play",
    frozenset({"draw", "match"}): "draw",
    frozenset({"draw", "gotcha"}): "draw",
    frozenset({"gotcha", "last_card"}): "gotcha",
    frozenset({"match"}): None,
}
#: The rows on which two cards lie on each other, so that the lower one shows who was first.
UNDERNEATH = (frozenset({"play", "match"}), frozenset({"match"}))
NAMES = {
    "zar": "saying “ZAR”",
    "gotcha": "calling GOTCHA",
    "play": "playing in turn",
    "match": "playing a match",
    "draw": "drawing a card",
    "last_card": "playing the last card",
}


def close_call(state: Playing | Waiting, move: CloseCall) -> Ruling[States] | Refused:
    """Whose event stands; nothing on the table changes."""
    row = frozenset(move.events)
    if row == {"match"} and state.options.half_decks == 2 and not state.options.chameleons:
        message = "With two half decks a card can be matched only once: two matches cannot meet."
        return Refused("impossible", "zar settled 17", message)
    favours, because = _favoured(state, move, row)
    event = NAMES[move.events[move.players.index(favours)]]
    facts: Facts = {"player": favours, "event": event, "turn": state.turn, "knocker": move.knocked_by or ""}
    if measured := move.measured:
        later = move.players[1 - measured.first]
        facts = {**facts, "gap": measured.gap, "doubt": measured.doubt, "later": later}
    decided = Cite("zar 10", "{player} was first, {event}: " + because, facts)
    return Ruling(state, (decided, *_readings(state, move, row)), {"favours": favours})


def _favoured(state: Live, move: CloseCall, row: frozenset[str]) -> tuple[str, str]:
    """Who was first, and the end of the sentence that says why."""
    first, second = move.players
    if move.knocked_by in move.players:
        other = second if move.knocked_by == first else first
        return other, "{knocker} knocked cards off the Playpile."
    if row in UNDERNEATH and move.underneath in move.players:
        return move.underneath, "that card is underneath."
    measured = move.measured
    if measured and measured.sure:
        return move.players[measured.first], "{gap} ms before {later}, sure to within {doubt} ms."
    event = ROWS[row]
    if event is not None:
        return move.players[move.events.index(event)], "that takes precedence."
    ahead = sorted(move.players, key=lambda name: _seats_away(state, name))
    return ahead[0], "next in the direction of play."


def _readings(state: Live, move: CloseCall, row: frozenset[str]) -> Iterator[Cite]:
    """Where our reading of section 10 decides: the order of the evidence, and what is none (settled 17)."""
    named = [name for name in (move.knocked_by, move.underneath) if name is not None]
    heeded = [name for name in named if name in move.players]
    if len(heeded) < len(named):
        yield Cite("zar settled 17", "Evidence about anyone but these two is none.")
    if move.knocked_by in move.players and move.underneath is not None:
        yield Cite("zar settled 17", "Who knocked cards off is asked first.")
    measured = move.measured
    if measured and (
        move.knocked_by in move.players or (row in UNDERNEATH and move.underneath in move.players)
    ):
        yield Cite("zar settled 17", "The cards are asked before the buzzes.")
    elif measured and not measured.sure:
        message = "The buzzes are too close to call: {gap} ms apart, sure to within {doubt} ms."
        facts: Facts = {"gap": measured.gap, "doubt": measured.doubt}
        yield Cite("zar settled 17", message, facts)
    if ROWS[row] is None and not heeded and not (measured and measured.sure):
        message = "The direction is counted from {turn}, whose turn it is."
        yield Cite("zar settled 17", message, {"turn": state.turn})
    if "last_card" in row and state.options.late_gotcha:
        yield Cite("zar settled 6", "A GOTCHA is good until the hand is won, even after the last card.")
    elif "last_card" in row:
        yield Cite("zar settled 6", "At this table a last card that is clearly first ends the debt.")


def _seats_away(state: Live, name: str) -> int:
    """How many seats a player is from the turn, in the direction of play; the player on turn is 0."""
    players = state.players
    return (players.index(name) - players.index(state.turn)) * state.direction % len(players)
