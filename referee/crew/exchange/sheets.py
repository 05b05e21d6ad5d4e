"""The seam between a result from elsewhere and a game of the log: a result becomes options and moves.

Where the scores alone say who won, it is a plain score sheet with one round. Where they do not, the game
brings a definition of its own (docs/sheets.md): places, who won, or scores beside who won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from referee.crew.exchange.results import Number, Part, Result, too_many
from referee.rules.score_sheet.definition import Definition, Field, Tally
from referee.rules.score_sheet.state import MOST_PLAYERS
from referee.rules.sentences import joined
from referee.web.wording import written
from scoring.played import UNDECIDED

Json = dict[str, object]
Way = Literal["high", "low"]

PLACES, WHO_WON, BY_HAND = "places", "who_won", "by_hand"
#: Definitions whose points are no scores of the game.
POINTLESS = (PLACES, WHO_WON, UNDECIDED)


class Sat(NamedTuple):
    """Somebody at the table, by their name there."""

    name: str
    part: Part


class Sheet(msgspec.Struct, frozen=True):
    """A score sheet as it is played: what was agreed on, and the moves. `says` tells the result in a line."""

    names: tuple[str, ...]
    options: Json
    moves: tuple[Json, ...]
    says: str


def sheet_of(result: Result, seats: Sequence[Sat], *, title: str, low: bool, complete: bool) -> Sheet | str:
    """The game of a result, or why there can be none. `low` says that few points win a game of this title,
    `complete` that nobody of it was left out.
    """
    if len(seats) > MOST_PLAYERS:
        return too_many(len(seats))
    winners = _won(result, seats, "low" if low else "high", complete=complete)
    names = tuple(seat.name for seat in seats)
    wins = _by_scores(result, seats, winners)
    if wins:
        scores = {seat.name: seat.part.points for seat in seats}
        first: Json = {"do": "round", "scores": scores}
        options: Json = {"wins": wins}
    else:
        definition, entries = _defined(result, seats, winners, title)
        options = {"sheet": msgspec.to_builtins(definition)}
        if definition.wins == "low":
            options["wins"] = "low"
        first = {"do": "entry", "players": entries}
    return Sheet(names, options, (first, {"do": "end"}), _says(result, seats, winners))


def _won(result: Result, seats: Sequence[Sat], way: Way, *, complete: bool) -> list[str]:
    """Who won, as the file says; else by the ranks, or by the scores: in its own way, or in the usual one."""
    said = [seat.name for seat in seats if seat.part.won]
    if said or result.together or not complete or any(part.won is not None for part in result.parts):
        return said
    ranked = [seat.part.rank for seat in seats if seat.part.rank]
    # The first place of all is none.
    if ranked and len({seat.part.rank for seat in seats}) > 1:
        return [seat.name for seat in seats if seat.part.rank == min(ranked)]
    points = _points(seats)
    if result.pointless or result.own_way or points is None or _is_undecided(result):
        return []
    return _best(points, result.wins or way)


def _is_undecided(result: Result) -> bool:
    """Whether a file says of nobody that they won, and has neither places nor scores: it was only played."""
    parts = result.parts
    told = any(part.won or part.points for part in parts) or len({part.rank for part in parts}) > 1
    return not told and not result.together


def _by_scores(result: Result, seats: Sequence[Sat], winners: Sequence[str]) -> Way | None:
    """Which score has to win for just these to have won; None where it does not follow from the scores.

    Where the file says which, no other is tried: who has the highest score of a game that low ones win was
    made the winner by hand. Nor is it for one alone, whom no score lets win.
    """
    points = _points(seats)
    if points is None or result.together or not winners or len(seats) == 1:
        return None
    ways: tuple[Way, ...] = (result.wins,) if result.wins else ("high", "low")
    return next((way for way in ways if _best(points, way) == list(winners)), None)


def _defined(
    result: Result, seats: Sequence[Sat], winners: Sequence[str], title: str
) -> tuple[Definition, Json]:
    """A definition by which just these won, and what is entered on it."""
    scored = any(seat.part.points is not None for seat in seats)
    nobody = not winners or (result.together and len(winners) == len(seats))
    everybody = (1, MOST_PLAYERS)
    if not scored and not result.together and _placed(seats, winners):
        sheet = Definition(
            key=PLACES,
            name=title,
            players=everybody,
            wins="low",
            fields=(Field(key="position", name="Place", kind="place"),),
        )
        return sheet, {seat.name: {"position": seat.part.rank} for seat in seats}
    ticked = Field(key="won", name="Won", kind="tick", blank=True)
    if not scored or _is_undecided(result):
        sheet = Definition(
            key=UNDECIDED if _is_undecided(result) else WHO_WON,
            name=title,
            players=everybody,
            wins="all" if nobody else "high",
            rank="max(all_total)" if nobody else None,
            fields=(ticked,),
        )
        return sheet, {seat.name: {"won": seat.name in winners} for seat in seats}
    low = result.wins == "low"
    sheet = Definition(
        key=BY_HAND,
        name=title,
        players=everybody,
        wins="all" if nobody else "low" if low else "high",
        rank="max(all_winner)" if nobody else "1 - winner" if low else "winner",
        points="score",
        fields=(
            Field(key="score", name="Score", least=-_MOST, most=_MOST, fractions=True, blank=True),
            ticked,
        ),
        tallies=(Tally(key="winner", then="won"),),
    )
    points = {seat.name: {"score": seat.part.points} for seat in seats if seat.part.points is not None}
    return sheet, {name: {**points.get(name, {}), "won": name in winners} for name, _ in seats}


_MOST = 1_000_000_000


def _placed(seats: Sequence[Sat], winners: Sequence[str]) -> bool:
    """Whether everybody has a place, and the first ones won; who share one leave the next out."""
    places = sorted(seat.part.rank for seat in seats)
    first = [seat.name for seat in seats if seat.part.rank == 1]
    return first == list(winners) and all(place == places.index(place) + 1 for place in places)


def _points(seats: Sequence[Sat]) -> dict[str, Number] | None:
    """Everybody's points; None where somebody has none."""
    found = {seat.name: seat.part.points for seat in seats if seat.part.points is not None}
    return found if len(found) == len(seats) else None


def _best(points: dict[str, Number], way: Way) -> list[str]:
    best = (max if way == "high" else min)(points.values())
    return [name for name, each in points.items() if each == best]


def _says(result: Result, seats: Sequence[Sat], winners: Sequence[str]) -> str:
    """The result in a line: "Ann 12, Bob 9; Ann won.".

    A name may end in a full stop, and two never meet.
    """
    scored = ", ".join(
        name if part.points is None else f"{name} {written(part.points)}" for name, part in seats
    )
    if _is_undecided(result):
        return f"{joined([seat.name for seat in seats])} played; who won is not said."
    return f"{scored}; {joined(list(winners)) if winners else 'nobody'} won."
