"""The states of a score sheet, and how docs/record.md shows them."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.rules import engine
from referee.rules.engine import Json
from referee.rules.score_sheet.moves import Number

MOST_PLAYERS = 20
_LIMIT = 1_000_000_000


class Ending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the game is over, whichever is first; neither, and only `end` ends it (3)."""

    score: Annotated[int, Meta(gt=0, le=_LIMIT)] | Annotated[float, Meta(gt=0, le=_LIMIT)] | None = None
    rounds: Annotated[int, Meta(ge=1, le=_LIMIT)] | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the game."""

    wins: Literal["high", "low"] = "high"
    end: Ending = Ending()


class Row(Struct, frozen=True):
    """A round as it was written down: who played it, and for how much."""

    name: str | None
    scores: dict[str, Number]


class Sheet(engine.State, frozen=True, kw_only=True):
    """`scores` has everybody who ever sat here, those who quit too."""

    options: Options
    rounds: tuple[Row, ...]
    scores: dict[str, int | float]


class Playing(Sheet, frozen=True, kw_only=True, tag="play"):
    """Rounds can be written down."""


class Over(Sheet, frozen=True, kw_only=True, tag="over"):
    """The game is over."""

    winners: tuple[str, ...]


States = Playing | Over


def total(rounds: tuple[Row, ...], name: str) -> int | float:
    """What a player's column adds up to on paper: 0.1 and 0.2 are 0.3, and whole sums have no point."""
    column = (Decimal(str(row.scores[name])) for row in rounds if name in row.scores)
    exact = sum(column, Decimal())
    if exact == exact.to_integral_value():
        return int(exact)
    # A fraction too fine for a float becomes a whole number in it.
    near = float(exact)
    return int(near) if near.is_integer() else near


def show(state: States) -> Json:
    """The state in the words of docs/record.md, and the number of the last round as `hand`."""
    return {
        "phase": state.phase,
        "players": list(state.players),
        "rounds": [{"name": row.name, "scores": dict(row.scores)} for row in state.rounds],
        "hand": len(state.rounds),
        "scores": dict(state.scores),
        "winners": list(state.winners) if isinstance(state, Over) else [],
    }
