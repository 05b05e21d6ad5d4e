"""The sheets of a Zarathustra table: the menu, and one player's tiles."""

from __future__ import annotations

from referee.games.frame import menu
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.zarathustra.table import held, left
from referee.rules.sentences import counted
from referee.rules.zarathustra.game import GAME
from referee.rules.zarathustra.state import Playing, blanks
from referee.web.components import Field
from referee.web.wording import whole_number


def sheet(look: AnyLook) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    state = look.state
    match look.asked.get("sheet"):
        case "menu":
            ending = Field(name="End the game as it stands", value="end")
            return menu(look, GAME, moves=[ending] if isinstance(state, Playing) else ())
        case "tiles":
            place = whole_number(look.asked.get("player", ""))
            if place is not None and place < len(state.players):
                return _tiles(look, state.players[place])
    return None


def _tiles(look: AnyLook, name: str) -> Sheet:
    """The tiles of one player, those that they have played left out of use."""
    state = look.state
    detail = f"{left(state, name)} left, {counted(blanks(state)[name], 'blank edge')} on the board."
    template, tiles = "games/zarathustra/sheets/tiles.html", held(look, state, name)
    return Sheet.of("tiles", template, name=name, detail=detail, tiles=tiles)
