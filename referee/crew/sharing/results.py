"""What a result card tells of a game of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.crew.sharing.card import Player, Result
from referee.crew.titles import day_of, highest_wins
from referee.games.registry import GAMES, PRESENTERS, tile
from referee.web.components import StandingView, ranked
from scoring.history import scores
from scoring.log.values import Number, number
from scoring.models import Game
from scoring.players.faces import face_path

Points = Sequence[Number | None]


def result_of(game: Game, matrix: scores.Matrix, *, photos: bool = False) -> Result:
    """A game as a card tells it; `matrix` has its scores by hand. A game without hands runs move by move.

    The photos of players are the crew's.

    No query for a game with hands, one for a game without.
    """
    in_hands = any(row.number for row in matrix.rows)
    rows = [row.points for row in matrix.rows] if in_hands else _by_move(game, matrix)
    standing = game.standing
    # What came before the first hand is where the line begins.
    before = 1 if in_hands and not matrix.rows[0].number else 0
    places = {seat.name: place for place, seat in enumerate(matrix.seats)}
    players = {seat.name: seat.player for seat in matrix.seats}
    standings = (
        StandingView(
            name=name,
            points=number(standing["scores"][name]),
            leader=game.finished_at is not None and name in standing["winners"],
            here=name in standing["players"],
        )
        for name in places
    )
    return Result(
        game=GAMES[game.game].name,
        title=game.title,
        day=day_of(game),
        over=game.finished_at is not None,
        players=tuple(
            Player(
                name=row.name,
                colour=players[row.name].colour,
                score=row.points,
                won=row.leader,
                here=row.here,
                totals=tuple(_running([points[places[row.name]] for points in rows]))[before:],
                rank=row.rank,
                photo=face_path(players[row.name]) if photos and players[row.name].avatar else None,
            )
            for row in ranked(standings, highest=highest_wins(game), sides=game.standing.get("sides", ()))
        ),
        step=GAMES[game.game].unit_of(game.options) if in_hands else "move",
        tile=tile(game.game, game.title),
        symbols=tuple(PRESENTERS[game.game].symbols),
    )


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
