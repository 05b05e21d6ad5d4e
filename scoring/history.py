"""Looking back at a game: standings, scores and the log, in a fixed number of queries however long it was.

Games themselves are found by `scoring.search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Sum

from scoring.crew import Visitor
from scoring.models import Game, Hand, Membership, Move, Player, Score, Seat
from scoring.values import Number

OPEN_GAMES = 50


@dataclass(frozen=True)
class HandRow:
    """One line of the score table: what every seat got in the hand, None where nothing was written.

    `first` is the position of the hand's first move: a number may come twice.
    """

    number: int
    first: int
    points: Sequence[Number | None]


@dataclass(frozen=True)
class Matrix:
    """Scores by hand: a column for each seat, in the order of sitting down, and their totals."""

    seats: Sequence[Seat]
    rows: Sequence[HandRow]
    totals: Sequence[Number]


@dataclass(frozen=True)
class Best:
    """The highest score of somebody who played alone."""

    points: Number
    name: str


def open_games(visitor: Visitor) -> list[Game]:
    """The crew's newest 50 games that are not over. One query: names and scores are in `standing`."""
    found = Game.objects.visible_to(visitor).unfinished().newest_first()
    return list(found.defer("snapshot", "options")[:OPEN_GAMES])


def known_players(visitor: Visitor) -> list[Player]:
    """The crew's players by name."""
    return list(Player.objects.visible_to(visitor).order_by("folded"))


def standings(game: Game) -> dict[str, Number]:
    """The sum of each seat's lines by the name at the table, in the order of sitting down; 0 without any."""
    seats = Seat.objects.filter(game=game).order_by("place").annotate(total=Sum("scores__points"))
    return {name: number(total or 0) for name, total in seats.values_list("name", "total")}


def by_hand(game: Game) -> Matrix:
    """The scores of a game hand by hand; a hand that scored nothing is left out. Two queries."""
    seats = list(Seat.objects.filter(game=game).order_by("place"))
    sums = (
        Score.objects.filter(game=game)
        .order_by("hand__first")
        .values_list("hand__first", "hand__number", "seat")
        .annotate(points=Sum("points"))
    )
    cells: dict[tuple[int, int], dict[int, Number]] = {}
    for first, hand, seat, points in sums:
        cells.setdefault((first, hand), {})[seat] = number(points)
    rows = [
        HandRow(hand, first, [row.get(seat.pk) for seat in seats]) for (first, hand), row in cells.items()
    ]
    totals = [number(sum(row.get(seat.pk, 0) for row in cells.values())) for seat in seats]
    return Matrix(seats, rows, totals)


def best_alone(game: Game) -> Best | None:
    """The crew's best score in earlier games of this kind, with the same options, that one player played.

    The first of those with equal scores; None where there is no such game. One query.
    """
    earlier = Seat.objects.filter(
        game__crew=game.crew_id,
        game__game=game.game,
        game__options=game.options,
        game__created_at__lt=game.created_at,
        score__isnull=False,
    )
    alone = earlier.annotate(players=Count("game__seats")).filter(players=1)
    found = alone.order_by("-score", "game__created_at").values_list("score", "name").first()
    return Best(number(found[0]), found[1]) if found else None


def lines(game: Game) -> list[Score]:
    """Every line of a game's scores with its hand and seat, in the order of its moves. One query."""
    found = Score.objects.filter(game=game).select_related("hand", "seat").defer("hand__snapshot")
    return list(found.order_by("position", "pk"))


def hands(game: Game) -> list[Hand]:
    """The hands in force, without their states; the opening is number 0."""
    return list(Hand.objects.filter(game=game).defer("snapshot").order_by("first"))


def whole_log(game: Game) -> list[Move]:
    """All rows of a game's log, oldest first, for `force.in_force` and `force.story`. One query."""
    return list(Move.objects.filter(game=game).order_by("seq"))


def phones(game: Game) -> dict[int, str]:
    """What the crew's phones are called: their labels, or by the order in which they came, "phone 2".

    The one that looks, if it has no label, is "this phone". One query.
    """
    found = Membership.objects.filter(crew=game.crew_id).order_by("pk").values_list("pk", "label")
    return {
        pk: label or ("this phone" if pk == game.viewer_id else f"phone {number}")
        for number, (pk, label) in enumerate(found, 1)
    }


def number(points: Any) -> Number:
    """Points as people write them: 7, not 7.0; a fraction stays one, without what adding up leaves behind."""
    rounded = round(points, 6)
    return int(rounded) if float(rounded).is_integer() else float(rounded)
