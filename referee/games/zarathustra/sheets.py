"""What a Zarathustra table shows beside the play: one player's tiles, the menu, the end."""

from __future__ import annotations

from referee.games.context import Sheet
from referee.games.ending import why_over
from referee.games.frame import cites_of, menu
from referee.games.look import AnyLook
from referee.games.zarathustra.context import SeatSheet, ZarathustraOver
from referee.games.zarathustra.in_play import held, left
from referee.rules.sentences import counted
from referee.rules.zarathustra import place
from referee.rules.zarathustra.game import GAME
from referee.rules.zarathustra.state import Over, Playing, States, blanks
from referee.web.components import Field, StandingView, ranked
from referee.web.wording import whole_number

#: By which equal players win together.
_SHARED = "zarathustra settled 6"


def asked(look: AnyLook, state: States) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    match look.asked.get("sheet"):
        case "menu":
            ending = Field(name="End the game as it stands", value="end")
            return menu(look, GAME, moves=[ending] if isinstance(state, Playing) else ())
        case "tiles":
            return _tiles(look, state)
    return None


def _tiles(look: AnyLook, state: States) -> SeatSheet | None:
    place = whole_number(look.asked.get("player", ""))
    if place is None or place >= len(state.players):
        return None
    name = state.players[place]
    detail = f"{left(state, name)} left, {_edges(blanks(state)[name])} on the board."
    return SeatSheet(name=name, detail=detail, tiles=held(look, state, name))


def _edges(number: int) -> str:
    return counted(number, "blank edge")


def over(look: AnyLook, state: Over) -> ZarathustraOver:
    """The end of the game."""
    count = blanks(state)
    rows = (
        StandingView(name=name, points=count[name], leader=name in state.winners) for name in state.players
    )
    return ZarathustraOver(
        winners=state.winners,
        why=why_over(look, place.why_over(state), rule="zarathustra 9"),
        detail="The most blank edges on the board win.",
        standings=ranked(rows, highest=True),
        counts=GAME.counts,
        decided=tuple(cite for cite in cites_of(look.outcome) if cite.rule == _SHARED),
    )
