"""What a Zarathustra table shows beside the play: one player's tiles, the menu, the end."""

from __future__ import annotations

from referee.rules.engine import joined
from referee.rules.zarathustra.state import Over, Playing, States, blanks
from referee.table.context import Cited, Field, Sheet, StandingView
from referee.table.frame import menu
from referee.table.look import Look
from referee.table.zarathustra.context import OverView, SeatSheet
from referee.table.zarathustra.live import held, left

#: What the end rests on: the rest of the last move's rulings is about the move.
_DECIDES = ("zarathustra 9", "zarathustra settled 6")


def asked(look: Look, state: States) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    match look.asked.get("sheet"):
        case "menu":
            ending = Field(name="End the game as it stands", value="end")
            return menu(look, moves=[ending] if isinstance(state, Playing) else ())
        case "tiles":
            return _tiles(look, state)
    return None


def _tiles(look: Look, state: States) -> SeatSheet | None:
    place = look.asked.get("player", "")
    if not (place.isascii() and place.isdigit() and int(place[:3]) < len(state.players)):
        return None
    name = state.players[int(place[:3])]
    detail = f"{left(state, name)} left, {_edges(blanks(state)[name])} on the board."
    return SeatSheet(name=name, detail=detail, tiles=held(look, state, name))


def _edges(number: int) -> str:
    return "1 blank edge" if number == 1 else f"{number} blank edges"


def over(look: Look, state: Over) -> OverView:
    """The end of the game."""
    count = blanks(state)
    most = max(count.values())
    won = "wins" if len(state.winners) == 1 else "share the win"
    return OverView(
        heading=f"{joined(state.winners)} {won}",
        detail=f"{_edges(most)} on the board. The most win.",
        cites=tuple(
            Cited(text=cite["text"], rule=cite["rule"])
            for cite in look.outcome.get("rulings", ())
            if cite["rule"] in _DECIDES
        ),
        standings=tuple(
            StandingView(name=name, points=count[name], leader=name in state.winners)
            for name in state.players
        ),
        page=f"/games/{look.game.public_id}/",
    )
