"""The states of a NumZumZero table: one struct for each phase, and how docs/record.md shows them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from msgspec import Meta, Struct

from referee.rules import engine
from referee.rules.engine import Json
from referee.rules.numzumzero import cards

#: A column with this many cards is full (5).
FULL = 7
#: As many tokens end the game (8).
GOAL = 7
MOST_PLAYERS = 12
PLAYERS_A_BOX = 4


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table agrees on before the game; 1000 boxes are a limit for machines, not for players."""

    boxes: Annotated[int, Meta(ge=1, le=1000)]
    advanced: bool = False


class Table(engine.State, frozen=True, kw_only=True):
    """What every phase knows. `tokens` has no bonus; `piles` are the Collection Piles, card by card."""

    options: Options
    columns: tuple[tuple[str, ...], ...]
    tokens: dict[str, int]
    piles: dict[str, tuple[str, ...]]
    drawpile: int

    @property
    def solo(self) -> bool:
        """Whether one player plays alone (15)."""
        return len(self.players) == 1

    @property
    def each(self) -> int:
        """How many cards everybody holds between two turns (3, 15)."""
        return 1 if self.solo else 2

    @property
    def seen(self) -> Iterator[str]:
        """The cards known by name: all in columns and Collection Piles."""
        return chain(*self.columns, *self.piles.values())


class Dealing(Table, frozen=True, kw_only=True, tag="deal"):
    """Before the deal."""


class Turn(Table, frozen=True, kw_only=True):
    """It is the turn of `turn`."""

    turn: str


class Playing(Turn, frozen=True, kw_only=True, tag="play"):
    """A card has to be played."""


class Refilling(Turn, frozen=True, kw_only=True, tag="refill"):
    """`turn` has emptied the field: new cards have to be turned over (9)."""


class Counting(Table, frozen=True, kw_only=True, tag="bonus"):
    """The Advanced game is played; `bonus` has the tokens of those who looked at their pile (14)."""

    bonus: dict[str, int]


class Over(Table, frozen=True, kw_only=True, tag="over"):
    """The game is over; nobody wins where every tie-break leaves a tie."""

    bonus: dict[str, int]
    winners: tuple[str, ...]


States = Dealing | Playing | Refilling | Counting | Over


def before_deal(options: Options, players: tuple[str, ...]) -> Dealing:
    """Three empty columns for one or two players, five for more (4), and all cards in the Draw Pile."""
    return Dealing(
        options=options,
        players=players,
        columns=((),) * (3 if len(players) <= 2 else 5),
        tokens=dict.fromkeys(players, 0),
        piles=dict.fromkeys(players, ()),
        drawpile=cards.BOX * options.boxes,
    )


def known(state: Table) -> Json:
    """The fields of a state that its next phase starts from."""
    return {name: getattr(state, name) for name in Table.__struct_fields__}


def totals(state: Table) -> list[dict[str, int]]:
    """For each column what its cards of each colour add up to."""
    return [{color: cards.total(color, column) for color in cards.COLORS} for column in state.columns]


def tokens(state: Table) -> dict[str, int]:
    """Each player's tokens, those for bonus marks included."""
    bonus = state.bonus if isinstance(state, Counting | Over) else {}
    return {name: number + bonus.get(name, 0) for name, number in state.tokens.items()}


def show(state: States) -> Json:
    """The state in the words of docs/record.md; the tokens are the scores that the history keeps."""
    held = tokens(state)
    shown = {
        "phase": state.phase,
        "players": list(state.players),
        "turn": state.turn if isinstance(state, Turn) else None,
        "columns": [list(column) for column in state.columns],
        "totals": totals(state),
        "tokens": held,
        "collected": {name: len(pile) for name, pile in state.piles.items()},
        "drawpile": state.drawpile,
        "scores": dict(held),
        "winners": list(state.winners) if isinstance(state, Over) else [],
    }
    return {**shown, "score": held[state.players[0]]} if state.solo else shown
