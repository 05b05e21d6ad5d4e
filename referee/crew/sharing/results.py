"""What a result card tells of a game of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.crew import outcome
from referee.crew.sharing.card import Person, Result, Side
from referee.crew.titles import day_of
from referee.games.registry import GAMES, PRESENTERS, tile
from scoring.history import scores
from scoring.log.values import Number, number
from scoring.models import Game, Player
from scoring.players.faces import face_path

Points = Sequence[Number | None]


def result_of(game: Game, matrix: scores.Matrix, *, photos: bool = False) -> Result:
    """A game as a card tells it; `matrix` has its scores by hand. A game without hands runs move by move.

    The photos of players are the crew's.

    No query for a game with hands, one for a game without.
    """
    in_hands = scores.in_hands(matrix)
    rows = [row.points for row in matrix.rows] if in_hands else _by_move(game, matrix)
    # What came before the first hand is where the line begins.
    before = 1 if in_hands and not matrix.rows[0].number else 0
    places = {seat.name: place for place, seat in enumerate(matrix.seats)}
    players = {seat.name: seat.player for seat in matrix.seats}
    return Result(
        game=GAMES[game.game].name,
        title=game.title,
        day=day_of(game),
        over=game.finished_at is not None,
        sides=tuple(
            Side(
                people=tuple(_person(players[name], name, photos=photos) for name in side),
                score=row.points,
                won=row.leader,
                here=row.here,
                totals=(run := tuple(_running([points[places[row.name]] for points in rows])))[before:],
                start=(run[0] or 0) if before else 0,
                rank=row.rank,
            )
            for side, row in outcome.ranks(game).items()
        ),
        step=GAMES[game.game].unit_of(game.options) if in_hands else "move",
        tile=tile(game.game, game.title),
        symbols=tuple(PRESENTERS[game.game].symbols),
    )


def _person(player: Player, name: str, *, photos: bool) -> Person:
    return Person(name, player.colour, face_path(player) if photos and player.avatar else None)


def _running(points: Points) -> Iterator[Number | None]:
    """The sums so far, None until there is something to add up."""
    total: Number | None = None
    for each in points:
        if each is not None:
            total = number((total or 0) + each)
        yield total


def _by_move(game: Game, matrix: scores.Matrix) -> list[Points]:
    """What every seat got in every move up to the last that scored; nobody comes later here."""
    lines = scores.lines(game)
    last = max((line.position for line in lines), default=0)
    rows = [[0.0] * len(matrix.seats) for _ in range(last)]
    places = {seat.pk: place for place, seat in enumerate(matrix.seats)}
    for line in lines:
        rows[line.position - 1][places[line.seat_id]] += line.points
    return [tuple(row) for row in rows]
