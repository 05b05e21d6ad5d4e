"""The moves of the score sheet, word for word those of docs/record.md."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from referee.rules import engine
from referee.rules.score_sheet.formulas import LIMIT

#: So long is a text that is entered.
LONGEST_ENTRY = 80
Number = Annotated[int, Meta(ge=-LIMIT, le=LIMIT)] | Annotated[float, Meta(ge=-LIMIT, le=LIMIT)]
#: What stands in a field: a number, a tick, a choice or a player's name.
Entered = bool | Number | Annotated[str, Meta(max_length=LONGEST_ENTRY)]
#: What players entered, by name and field.
Entries = dict[str, dict[str, Entered]]


class Round(engine.Move, frozen=True, kw_only=True, tag="round"):
    """A round is written down: a number for everybody at the table, and what the round is called (1)."""

    scores: dict[str, Number]
    name: str | None = None


class Entry(engine.Move, frozen=True, kw_only=True, tag="entry"):
    """A round, a turn or a category of a sheet with a definition: what its fields ask for (4).

    `table` has the fields of the whole round, `row` the category. `anyway` writes down what a check doubts.
    """

    players: Entries
    table: dict[str, Entered] = {}
    row: str | None = None
    name: str | None = None
    anyway: bool = False


class Bids(engine.Move, frozen=True, kw_only=True, tag="bids"):
    """What is entered before a round is played (4)."""

    players: Entries
    table: dict[str, Entered] = {}
    anyway: bool = False


class Result(engine.Move, frozen=True, kw_only=True, tag="result"):
    """What came of the bids (4)."""

    players: Entries
    table: dict[str, Entered] = {}
    name: str | None = None
    anyway: bool = False


class Throw(engine.Move, frozen=True, kw_only=True, tag="throw"):
    """Dice, coins or the choice of who starts, thrown by a phone and told to all (5)."""

    names = ("starts",)
    dice: Annotated[tuple[Annotated[int, Meta(ge=1, le=1_000)], ...], Meta(max_length=20)] = ()
    sides: Annotated[int, Meta(ge=2, le=1_000)] = 6
    coin: Literal["heads", "tails"] | None = None
    starts: str | None = None


class Timer(engine.Move, frozen=True, kw_only=True, tag="timer"):
    """The clock runs: down from `seconds`, or up for a player; neither, and it stops (5).

    `at` is when, in milliseconds since 1970 by the server's clock.
    """

    names = ("player",)
    at: Annotated[int, Meta(ge=0, le=10**14)]
    seconds: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    player: str | None = None


class Join(engine.Move, frozen=True, kw_only=True, tag="join"):
    """A player sits down, new or back again, to the left of `after` or last (2)."""

    names = ("after",)
    player: Annotated[str, Meta(min_length=1)]
    after: str | None = None


class Quit(engine.Move, frozen=True, kw_only=True, tag="quit"):
    """A player leaves the table (2)."""

    names = ("player",)
    player: str


class End(engine.Move, frozen=True, kw_only=True, tag="end"):
    """The table ends the game as it stands (3)."""


#: What is filled in on a sheet with a definition.
Filled = Entry | Bids | Result
Move = Round | Entry | Bids | Result | Throw | Timer | Join | Quit | End
