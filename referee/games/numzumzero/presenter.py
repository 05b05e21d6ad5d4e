"""NumZumZero on a page: what it says of itself, of its moves, on its sheets, and in a dispute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.forms import PLAYER, Edit, Wording
from referee.games.frame import fields_of, menu
from referee.games.look import AnyLook
from referee.games.numzumzero import table
from referee.games.numzumzero.table import any_card, face
from referee.games.parts import Face, Key, Sheet
from referee.games.presenter import Answers, Check, MomentText, Question, TablePresenter
from referee.games.setup import Ask, Group, Number, Setup
from referee.rules.engine import Move, Refused
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.state import (
    FULL,
    MOST_PLAYERS,
    PLAYERS_A_BOX,
    Column,
    Playing,
    States,
    Table,
    columns,
    is_full,
)
from referee.rules.sentences import counted
from referee.web.components import TileView
from referee.web.wording import signed


def sheet(look: AnyLook) -> Sheet | None:
    state = look.state
    match look.asked.get("sheet"):
        case "menu":
            return menu(look, GAME)
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
    if isinstance(answer, Refused):
        full = answer.code == "illegal"
        return Key(face=name, sent=str(number), under="full", mark="no") if full else None
    column = (*state.columns[number - 1], card)
    gained = sum(line.points for line in answer.lines)
    sums = " : ".join(str(cards.total(color, column)) for color in cards.COLORS)
    seventh = " · the seventh" if is_full(column) else ""
    text = f"{sums}{seventh}{f', {signed(gained)}' if gained else ''}"
    return Key(face=name, sent=str(number), under=text, look="match" if gained > 0 else "")


class NumZumZeroAnswers(Answers[States, moves.Move]):
    routine = ("5", "10", "16")

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:
        """The sums of the column that was played on, with the card, and those of all columns now."""
        if isinstance(move, moves.Play):
            lying = before.columns[move.column - 1]
            lines = (
                Cited(text=f"Before: {_sums(lying)}.", rule="numzumzero 7"),
                Cited(text=f"With {move.card}: {_sums((*lying, move.card))}.", rule="numzumzero 7"),
            )
            yield Check(heading=f"Column {move.column}", lines=lines)
        yield from _columns_now(after)

    def questions(self, state: States) -> Iterator[Question]:
        """Whether a card may be played on a column."""
        if isinstance(state, Playing):
            play = moves.Play(player=state.turn, card=any_card(state), column=1)
            yield Question("May this card be played there?", play)

    def beside(self, state: States, move: moves.Move) -> Iterator[Check]:  # noqa: ARG002 - see Answers
        yield from _columns_now(state)


def _sums(column: tuple[str, ...]) -> str:
    """`blue 3 + 4 = 7, orange 5 = 5`."""
    told = []
    for color in cards.COLORS:
        values = [str(cards.value(card)) for card in column if card.startswith(color)]
        told.append(f"{color} {' + '.join(values) or 'none'} = {cards.total(color, column)}")
    return ", ".join(told)


def _columns_now(state: States) -> Iterator[Check]:
    if state.columns and any(state.columns):
        yield Check(heading="The columns now", lines=tuple(map(_sums_of, columns(state))))


def _sums_of(column: Column) -> Cited:
    sums = f"Column {column.number}: {_sums(column.cards) if column.cards else 'empty'}"
    if column.full:
        return Cited(text=f"{sums}. {counted(len(column.cards), 'card')}: closed.", rule="numzumzero 5")
    collects = f" {column.collects} collects it." if column.collects else ""
    if column.last:
        seventh = f"{'Any other' if collects else 'The next'} card is the {FULL}th and costs a token."
        return Cited(text=f"{sums}.{collects} {seventh}", rule="numzumzero 6")
    apart = f", {abs(column.difference)} apart: no single card collects it."
    return Cited(text=sums + (f".{collects}" if collects or not column.cards else apart), rule="numzumzero 7")


def _plays(move: moves.Play) -> str:
    # Refused at once, it may still lack its column.
    return f"{move.player} plays {move.card}" + (f" on column {move.column}" if move.column else "")


def _numbers(state: Table, _move: moves.Play) -> list[str]:
    return [str(number) for number in range(1, len(state.columns) + 1)]


_ADVANCED = Ask(
    "advanced",
    "",
    texts={"": "Basic", "1": "Advanced: bonus marks"},
    read=bool,
    summary={"1": "Advanced game"},
    wrong="Choose Basic or Advanced.",
)
_BOXES = Number("boxes", "Boxes of cards", what="The number of boxes", most=99)


class Agreed(Struct, frozen=True):
    """What the setup page asks; without a number the boxes are as many as are needed."""

    advanced: bool = False
    boxes: int | None = None


class NumZumZeroPresenter(TablePresenter[States, moves.Move]):
    rules = GAME
    blurb = "Make blue and orange equal in a column, collect it, take a token. Seven tokens end the game."
    limits = "1 to 12 players, and a box for every 4. Alone you play Solo."
    tile = TileView(look="t-blue", letter="7")
    symbols = "1234567"
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
    most = MOST_PLAYERS
    # Who leads is asked at the table, with the cards that are turned over.
    answers = NumZumZeroAnswers()
    overrulable = (moves.Play,)
    seats_look = "tokens"
    seats_label = "Players and their tokens"
    setup = Setup(
        Agreed, asked=[Group("The game", [_ADVANCED, _BOXES], hint="Empty: one box for every 4 players.")]
    )
    wordings: ClassVar[Mapping[type[Move], Wording]] = {
        moves.Deal: Wording("{lead} leads; turned over: {columns}"),
        moves.Play: Wording(
            _plays, [PLAYER, Edit("card", "Card", cards.CARDS), Edit("column", "Column", _numbers)]
        ),
        moves.Refill: Wording("The field is filled again: {columns}"),
        moves.Bonus: Wording("{player}’s bonus marks: {tokens}"),
        moves.End: Wording("The game is ended"),
    }
    headline = staticmethod(table.headline)
    face = staticmethod(table.face)
    stage = staticmethod(table.stage)
    now = staticmethod(table.now)
    action = staticmethod(table.action)
    seats = staticmethod(table.seats)
    sheet = staticmethod(sheet)

    def entered(self, state: States, move: moves.Move) -> str:  # noqa: ARG002
        """The query of the cards that were turned over but for the last, or of whose marks; see Presenter."""
        match move:
            case moves.Deal():
                return urlencode([("lead", move.lead), *(("cards", card) for card in move.columns[:-1])])
            case moves.Refill():
                return urlencode([("cards", card) for card in move.columns[:-1]])
            case moves.Bonus():
                return urlencode({"player": move.player})
        return ""

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
