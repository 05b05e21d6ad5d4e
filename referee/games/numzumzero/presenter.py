"""From a NumZumZero state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from referee.games.numzumzero import sheets, table
from referee.games.numzumzero.dispute import NumZumZeroAnswers
from referee.games.presenter import MomentText, TablePresenter
from referee.games.setup import Ask, Group, Number, Setup
from referee.games.wording import PLAYER, Edit, Wording, seats
from referee.rules.engine import Move, Refused
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.state import PLAYERS_A_BOX, States, Table
from referee.rules.sentences import counted
from referee.web.components import TileView

_COLUMNS = Edit("columns", "Column", cards.CARDS)


def _plays(move: moves.Play) -> str:
    # Refused at once, it may still lack its column.
    where = f" on column {move.column}" if move.column else ""
    return f"{move.player} plays {move.card}{where}"


def _numbers(state: Table, _move: moves.Play) -> list[str]:
    return [str(number) for number in range(1, len(state.columns) + 1)]


class Agreed(Struct, frozen=True):
    """What the setup page asks; without a number the boxes are as many as are needed."""

    advanced: bool = False
    boxes: int | None = None


class NumZumZeroPresenter(TablePresenter[States, moves.Move]):
    """How NumZumZero looks."""

    rules = GAME
    blurb = "Make blue and orange equal in a column, collect it, take a token. Seven tokens end the game."
    limits = "1 to 12 players, and a box for every 4. Alone you play Solo."
    tile = TileView(look="t-blue", letter="7")
    badges: ClassVar[Mapping[str, TileView]] = {
        "column": TileView(look="t-blue", sign="up"),
        "cards": TileView(look="t-yellow", sign="cards"),
        "field": TileView(look="t-green", sign="reshuffle"),
        "longest": TileView(sign="star"),
    }
    mishaps: ClassVar[Mapping[str, TileView]] = {"returned": TileView(look="t-red", sign="token")}
    moments: ClassVar[Mapping[str, MomentText]] = {
        "longest": MomentText(
            "{n:card|cards} in one column",
            "{player} collected them all",
            "cards",
            "t-blue",
            least=3,
            top=True,
        ),
        "field": MomentText("The field was empty", "{player} collected its last cards", "star", "t-yellow"),
        "returned": MomentText(
            "A token given back", "{player} had to return it", "token", "t-red", weight=20
        ),
    }
    fewest = 1
    # Who leads is asked at the table, with the cards that are turned over.
    answers = NumZumZeroAnswers()
    overrulable = (moves.Play,)
    seats_look = "tokens"
    seats_label = "Players and their tokens"
    setup = Setup(
        Agreed,
        asked=[
            Group(
                "The game",
                [
                    Ask(
                        "advanced",
                        "",
                        texts={"": "Basic", "1": "Advanced: bonus marks"},
                        read=bool,
                        summary={"1": "Advanced game"},
                        wrong="Choose Basic or Advanced.",
                    ),
                    Number("boxes", "Boxes of cards", what="The number of boxes", most=99),
                ],
                hint="Empty: one box for every 4 players.",
            )
        ],
    )
    wordings: ClassVar[Mapping[type[Move], Wording]] = {
        moves.Deal: Wording("{lead} leads; turned over: {columns}", [Edit("lead", "Leads", seats), _COLUMNS]),
        moves.Play: Wording(
            _plays,
            [PLAYER, Edit("card", "Card", cards.CARDS), Edit("column", "Column", _numbers)],
        ),
        moves.Refill: Wording("The field is filled again: {columns}", [_COLUMNS]),
        moves.Bonus: Wording("{player}’s bonus marks: {tokens}", [PLAYER, Edit("tokens", "Tokens")]),
        moves.End: Wording("The game is ended"),
    }
    headline = staticmethod(table.headline)
    stage = staticmethod(table.stage)
    now = staticmethod(table.now)
    action = staticmethod(table.action)
    seats = staticmethod(table.seats)
    sheet = staticmethod(sheets.sheet)

    def missing_sheet(self, state: States, move: moves.Move) -> str | Refused:
        """The query of the sheet that asks for the column of a card; see Presenter."""
        if not isinstance(move, moves.Play) or move.column or move.card not in cards.CARDS:
            return ""
        tries = [replace(move, column=number) for number in range(1, len(state.columns) + 1)]
        answers = [GAME.judge(state, each) for each in tries]
        never = [answer for answer in answers if isinstance(answer, Refused) and answer.code != "illegal"]
        return never[0] if len(never) == len(answers) else urlencode({"sheet": "column", "card": move.card})

    def options(self, sent: QueryDict) -> tuple[dict[str, object], list[str]]:
        """What the setup page agreed on; so many boxes as are needed are the usual (1)."""
        raw, wrong = super().options(sent)
        players = sum(bool(name.strip()) for name in sent.getlist("name"))
        boxes, needed = raw.pop("boxes", None), -(-players // PLAYERS_A_BOX)
        if isinstance(boxes, int) and boxes < needed:
            wrong.append(f"{counted(players, 'player')} need at least {counted(needed, 'box')}.")
        return raw | ({"boxes": boxes} if boxes not in (None, needed) else {}), wrong
