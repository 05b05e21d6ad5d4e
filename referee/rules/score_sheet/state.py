"""The states of a score sheet, and how docs/record.md shows them."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from referee.rules import engine
from referee.rules.engine import Json
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.formulas import LIMIT
from referee.rules.score_sheet.moves import Entered, Entries, Number

MOST_PLAYERS = 20


class Ending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the game is over, whichever is first; neither, and what its definition says, or only `end` (3)."""

    score: Annotated[int, Meta(gt=0, le=LIMIT)] | Annotated[float, Meta(gt=0, le=LIMIT)] | None = None
    rounds: Annotated[int, Meta(ge=1, le=LIMIT)] | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the game.

    `sheet` is the definition that the game is played with, whole; `agreed` what its options are, where not
    the usual; `first` who deals or starts first, if not the first seat. With a definition `wins` is its own.
    """

    wins: Literal["high", "low"] = "high"
    end: Ending = Ending()
    sheet: Definition | None = None
    agreed: dict[str, Entered] = {}
    first: str | None = None


class Row(Struct, frozen=True, omit_defaults=True):
    """A round as it was written down: who played it, and for how much.

    With a definition `entries` and `table` are what was entered; `key` is its category, `at` the number
    of the entry by which each player filled it in.
    """

    name: str | None
    scores: dict[str, Number]
    entries: Entries = {}
    table: dict[str, Entered] = {}
    key: str | None = None
    at: dict[str, int] = {}


class Clock(Struct, frozen=True):
    """A clock that runs since `at` (milliseconds since 1970): down from `seconds`, or up for a player."""

    at: int
    seconds: int | None = None
    player: str | None = None


#: By player and tally.
Tallies = dict[str, dict[str, int | float]]


class Sheet(engine.State, frozen=True, kw_only=True):
    """`scores` has everybody who ever sat here, those who quit too.

    With a definition: `dealer` deals or starts, `turn` enters next, `out` are out of the game, `bid` is the
    round that is being played, `tallies` go along beside the points. `clock` runs, and `spent` is how long
    the clocks of players ran before, in milliseconds.
    """

    options: Options
    rounds: tuple[Row, ...]
    scores: dict[str, int | float]
    dealer: str | None = None
    turn: str | None = None
    out: tuple[str, ...] = ()
    bid: Row | None = None
    tallies: Tallies = {}
    clock: Clock | None = None
    spent: dict[str, int] = {}

    @property
    def inside(self) -> tuple[str, ...]:
        """Who is at the table and not out."""
        return tuple(name for name in self.players if name not in self.out)


def written(state: Sheet) -> int:
    """How many rounds, turns or entries stand on the sheet."""
    sheet = state.options.sheet
    if sheet and sheet.by == "row":
        return max((n for row in state.rounds for n in row.at.values()), default=0)
    return len(state.rounds)


class Playing(Sheet, frozen=True, kw_only=True, tag="play"):
    """Rounds can be written down."""


class Over(Sheet, frozen=True, kw_only=True, tag="over"):
    """The game is over."""

    winners: tuple[str, ...]


States = Playing | Over


def exact(numbers: list[int | float]) -> int | float:
    """What a column adds up to on paper: 0.1 and 0.2 are 0.3, and whole sums have no point."""
    total = sum((Decimal(str(one)) for one in numbers), Decimal())
    if total == total.to_integral_value():
        return int(total)
    # A fraction too fine for a float becomes a whole number in it.
    near = float(total)
    return int(near) if near.is_integer() else near


def total(rounds: tuple[Row, ...], name: str, start: float = 0) -> int | float:
    """What a player's column adds up to."""
    return exact([start, *(row.scores[name] for row in rounds if name in row.scores)])


def show(state: States) -> Json:
    """The state in the words of docs/record.md, and the number of the last round as `hand`."""
    shown: Json = {
        "phase": state.phase,
        "players": list(state.players),
        "rounds": [_row(row, state.options.sheet) for row in state.rounds],
        "hand": len(state.rounds),
        "scores": dict(state.scores),
        "winners": list(state.winners) if isinstance(state, Over) else [],
    }
    if sheet := state.options.sheet:
        shown |= {
            "sheet": {"key": sheet.key, "name": sheet.name, "version": sheet.version},
            "dealer": state.dealer,
            "turn": state.turn,
            "out": list(state.out),
            "bid": _row(state.bid, sheet) if state.bid else None,
            "clock": msgspec.to_builtins(state.clock),
            "spent": dict(state.spent),
            "tallies": {name: dict(kept) for name, kept in state.tallies.items()},
        }
    return shown


def _row(row: Row, sheet: Definition | None) -> Json:
    shown: Json = {"name": row.name, "scores": dict(row.scores)}
    if sheet:
        entries = {name: dict(entry) for name, entry in row.entries.items()}
        shown |= {"entries": entries, "table": dict(row.table), "row": row.key}
    return shown
