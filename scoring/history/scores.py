"""The scores of a game, in a fixed number of queries however long it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from django.db.models import Count, Max, Q, Sum

from scoring.log.values import JsonObject, Number, number
from scoring.models import Game, Score, Seat

#: The clause and the reason of the lines by which everybody begins with points.
OPENING = "score_sheet 4", "Start"
#: What a round is called that nobody has named.
_NUMBERED = re.compile(r"\S+ (\d+)")


@dataclass(frozen=True)
class HandRow:
    """One line of the score table: what every seat got in the hand, None where nothing was written.

    `first` is the position of the hand's first move: a number may come twice. `name` is what a score sheet's
    round was called, or its category; "" for one that is only numbered. `firsts` has the first move of
    everybody who filled in the row, where each does so for themselves.
    """

    number: int
    first: int
    points: Sequence[Number | None]
    name: str = ""
    firsts: Sequence[int] = ()


@dataclass(frozen=True)
class Matrix:
    """Scores by hand: a column for each seat, in the order of sitting down, and their totals.

    `in_time` are the rows as they came: of categories that everybody takes in an order of their own, each
    entry is one.
    """

    seats: Sequence[Seat]
    rows: Sequence[HandRow]
    totals: Sequence[Number]
    in_time: Sequence[HandRow]


@dataclass(frozen=True)
class Best:
    """The highest score of somebody who played alone."""

    points: Number
    name: str


def by_rounds(game: Game) -> bool:
    """Whether a hand or round is everybody's, and no sheet where each has turns, categories or entries."""
    sheet: JsonObject = game.options.get("sheet") or {}
    return sheet.get("by", "round") == "round"


def by_hand(game: Game) -> Matrix:
    """The scores of a game hand by hand; a hand that scored nothing is left out. Two queries.

    Everybody's entries of a turn or category stand side by side, as a row with its own number. What a game
    begins with is a row before all: number 0, and no move's.
    """
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("place"))
    sums = (
        Score.objects.filter(game=game)
        .annotate(opens=Q(clause=OPENING[0], reason=OPENING[1]))
        .order_by("-opens", "hand__first")
        .values_list("opens", "hand__first", "hand__number", "seat")
        .annotate(points=Sum("points"), reason=Max("reason"))
    )
    sheet = game.options.get("sheet") or {}
    by_name = sheet.get("by") in ("turn", "row")
    numbers: dict[int, int] = {}
    cells: dict[int, dict[int, Number]] = {}
    called: dict[int, str] = {}
    for opens, position, hand, seat, points, reason in sums:
        first = -1 if opens else position
        numbers[first] = 0 if opens else hand
        cells.setdefault(first, {})[seat] = number(points)
        if game.game == "score_sheet" and reason and not opens:
            called[first] = max(called.get(first, ""), reason)
    places = [*dict.fromkeys(called.values())]
    alike: dict[int | str, HandRow] = {}
    in_time = []
    for first, row in cells.items():
        name = called.get(first, "")
        numbered = _NUMBERED.fullmatch(name)
        points = [row.get(seat.pk) for seat in seats]
        made = HandRow(numbers[first], first, points, "" if numbered else name, [first] * (first >= 0))
        if by_name and name:
            made = replace(made, number=int(numbered[1]) if numbered else places.index(name) + 1)
        in_time.append(made)
        key = name if by_name and name else first
        alike[key] = _together(alike[key], made) if key in alike else made
    totals = [number(sum(row.get(seat.pk, 0) for row in cells.values())) for seat in seats]
    rows = [*alike.values()]
    # What comes later may count in what stands there, as two balls do in the frame of a strike.
    worth = msgspec.json.decode(bytes(game.snapshot))["rounds"] if sheet.get("ordered") else []
    if len(worth) == len(rows):
        points_of = [[found["scores"].get(seat.name) for seat in seats] for found in worth]
        rows = [replace(row, points=points) for row, points in zip(rows, points_of, strict=True)]
    apart = sheet.get("by") == "row" and not sheet.get("ordered")
    return Matrix(seats, rows, totals, in_time if apart else rows)


def _together(row: HandRow, other: HandRow) -> HandRow:
    """Two entries of one turn or category."""
    points = [
        one if two is None else number((one or 0) + two)
        for one, two in zip(row.points, other.points, strict=True)
    ]
    return replace(row, points=points, firsts=[*row.firsts, *other.firsts])


def by_side(game: Game, matrix: Matrix) -> Matrix:
    """The same with one column for partners, whose points are alike: that of the first of their side."""
    firsts = [place for place, seat in enumerate(matrix.seats) if game.side_of(seat.name)[0] == seat.name]
    return replace(
        matrix,
        seats=[matrix.seats[place] for place in firsts],
        rows=[replace(row, points=[row.points[place] for place in firsts]) for row in matrix.rows],
        totals=[matrix.totals[place] for place in firsts],
    )


def best_alone(game: Game) -> Best | None:
    """The crew's best score in earlier games of this kind, with the same options, that one player played.

    The first of those with equal scores; None where there is no such game. One query.
    """
    earlier = Seat.objects.filter(
        game__crew=game.crew_id,
        game__discarded_at__isnull=True,
        game__played=game.played,
        game__options=game.options,
        game__created_at__lt=game.created_at,
        score__isnull=False,
    )
    alone = earlier.annotate(players=Count("game__seats")).filter(players=1)
    found = alone.order_by("-score", "game__created_at").values_list("score", "name").first()
    return Best(number(found[0] or 0), found[1]) if found else None


def lines(game: Game) -> list[Score]:
    """Every line of a game's scores with its hand and seat, in the order of its moves. One query."""
    found = Score.objects.filter(game=game).select_related("hand", "seat").defer("hand__snapshot")
    return list(found.order_by("position", "pk"))


def in_hands(matrix: Matrix) -> bool:
    """Whether the game scores hand by hand, and not move by move."""
    return any(row.number for row in matrix.rows)


def by_move(game: Game, lines: Sequence[Score]) -> dict[int, dict[str, Number]]:
    """What everybody got in the moves that scored, by their positions."""
    found: dict[int, dict[str, Number]] = {}
    for line in lines:
        points = found.setdefault(line.position, dict.fromkeys(game.standing["scores"], 0))
        points[line.seat.name] = points.get(line.seat.name, 0) + line.points
    return found
