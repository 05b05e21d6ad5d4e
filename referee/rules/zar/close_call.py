"""Close calls: Table 1 of section 10, with the evidence in its order (settled 17)."""

from __future__ import annotations

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.zar.moves import CloseCall
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
        return Refused("impossible", "zar 10", message)
    favours, why = _favoured(state, move, row)
    event = NAMES[move.events[move.players.index(favours)]]
    facts = {"player": favours, "event": event, "why": why}
    return Ruling(
        state, (Cite("zar 10", "{player} was first, {event}: {why}.", facts),), {"favours": favours}
    )


def _favoured(state: Live, move: CloseCall, row: frozenset[str]) -> tuple[str, str]:
    first, second = move.players
    if move.knocked_by in move.players:
        return (
            second if move.knocked_by == first else first
        ), f"{move.knocked_by} knocked cards off the Playpile"
    if row in UNDERNEATH and move.underneath in move.players:
        return move.underneath, "that card lies underneath"
    event = ROWS[row]
    if event is not None:
        return move.players[move.events.index(event)], "that takes precedence"
    ahead = sorted(move.players, key=lambda name: _seats_away(state, name))
    return ahead[0], "next in the direction of play"


def _seats_away(state: Live, name: str) -> int:
    """How many seats a player is from the turn, in the direction of play; the player on turn is 0."""
    players = state.players
    return (players.index(name) - players.index(state.turn)) * state.direction % len(players)
