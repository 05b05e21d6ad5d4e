"""The sheets of a NumZumZero table: the menu, and the column for a card that was tapped first."""

from __future__ import annotations

from referee.games.frame import fields_of, menu
from referee.games.look import AnyLook
from referee.games.numzumzero.table import face
from referee.games.parts import Face, Key, Sheet
from referee.rules.engine import Ruling
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.state import Playing, Refilling, is_full
from referee.web.components import Field
from referee.web.wording import signed


def sheet(look: AnyLook) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    state = look.state
    match look.asked.get("sheet"):
        case "menu":
            ends = isinstance(state, Playing | Refilling)
            return menu(
                look, GAME, moves=[Field(name="End the game as it stands", value="end")] if ends else ()
            )
        case "column" if isinstance(state, Playing):
            return _which_column(state, look.asked.get("card", ""))
    return None


def _which_column(state: Playing, card: str) -> Sheet | None:
    """A card was tapped first: what would it do on each column?"""
    if card not in cards.CARDS:
        return None
    columns = (_column(state, card, number) for number in range(1, len(state.columns) + 1))
    return Sheet.of(
        "column",
        "games/numzumzero/sheets/column.html",
        card=face(card),
        fields=tuple(fields_of({"do": "play", "player": state.turn, "card": card})),
        columns=tuple(key for key in columns if key),
    )


def _column(state: Playing, card: str, number: int) -> Key | None:
    answer = GAME.judge(state, moves.Play(player=state.turn, card=card, column=number))
    name = Face(card="", name=f"Column {number}", label="")
    if not isinstance(answer, Ruling):
        never = answer.code != "illegal"
        return None if never else Key(face=name, sent=str(number), under="full", mark="no")
    column = (*state.columns[number - 1], card)
    gained = sum(line.points for line in answer.lines)
    sums = " : ".join(str(cards.total(color, column)) for color in cards.COLORS)
    seventh = " · the seventh" if is_full(column) else ""
    text = f"{sums}{seventh}{f', {signed(gained)}' if gained else ''}"
    return Key(face=name, sent=str(number), under=text, look="match" if gained > 0 else "")
