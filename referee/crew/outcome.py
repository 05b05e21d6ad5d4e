"""How a game went, told alike on its own page and by its link: the ranks, its line, and every hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from referee.crew.titles import highest_wins
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.sentences import side_name
from referee.web.charts.lines import Limit, LineChart, Series, line_chart, sums
from referee.web.components import FaceView, StandingView, View, face, ranked
from referee.web.wording import Number, gained, written
from scoring.history.scores import HandRow, Matrix, in_hands
from scoring.log.values import number
from scoring.models import Game, Seat

#: More winners than these have no face at the top: their names stand in the heading, or are counted.
MOST_CROWNED = 3


class Person(View, frozen=True):
    """A player in the result; `href` is their page, "" where nothing leads there."""

    name: str
    face: FaceView
    href: str = ""


class RankedRow(View, frozen=True):
    """Somebody in the result, or partners: `rank` is 0 for who left, `note` is what else is to tell."""

    rank: int
    people: tuple[Person, ...]
    points: str
    note: str = ""
    won: bool = False


class HandCell(View, frozen=True):
    """What somebody got in a hand, and the total after it; a dash and "" before they came."""

    gained: str
    total: str
    won: bool = False


class HandLine(View, frozen=True):
    """One hand: its name or number ("Start" for what came before the first), and a cell for each player.

    They are in the order of the heads. `href` shows what was counted, `here` says that it is shown.
    """

    hand: str
    cells: tuple[HandCell, ...]
    href: str = ""
    dealer: str = ""
    face: FaceView | None = None
    here: bool = False


class SeatView(View, frozen=True):
    """A player at the head of the table of hands, or partners."""

    name: str
    faces: tuple[FaceView, ...]
    total: str


def called(game: Game) -> str:
    """What was played, by title and rules, as far as the heading of its page does not say it."""
    rules = GAMES[game.game].name
    if not game.finished_at:
        return rules if game.title else ""
    return f"{game.title}, {rules}" if game.title and game.title != rules else rules


def who_wins(game: Game) -> str:
    """How the scores of a game are read; "" of one alone."""
    wins = "highest wins" if highest_wins(game) else "lowest wins"
    return wins if len(game.standing["scores"]) > 1 else ""


def faces_of(matrix: Matrix, *, photos: bool = True) -> dict[str, FaceView]:
    """The players' faces by the names at the table; without `photos` they are initials in a colour.

    A photo is for the crew alone.
    """
    found = {seat.name: face(seat.player) for seat in matrix.seats}
    if photos:
        return found
    return {name: FaceView(initials=each.initials, colour=each.colour) for name, each in found.items()}


def crowned(game: Game, faces: Mapping[str, FaceView]) -> tuple[FaceView, ...]:
    """The faces of who won, as far as they have room."""
    found = [faces[name] for name in game.standing["winners"] if name in faces]
    return tuple(found) if len(found) <= MOST_CROWNED else ()


def standings(game: Game) -> list[StandingView]:
    """Everybody as they sit, and who left last."""
    here, points = game.standing["players"], game.standing["scores"]
    return [
        StandingView(
            name=name,
            points=number(points[name]),
            leader=name in game.standing["winners"],
            here=name in here,
        )
        for name in (*here, *(name for name in points if name not in here))
    ]


def ranks(game: Game) -> dict[tuple[str, ...], StandingView]:
    """Everybody by rank, partners as one: who won first, who left last; whoever is alone has none."""
    found = ranked(standings(game), highest=highest_wins(game), sides=game.standing.get("sides", ()))
    found = found if len(found) > 1 else tuple(replace(row, rank=0) for row in found)
    return {game.side_of(row.name): row for row in found}


def heads(game: Game, matrix: Matrix, faces: Mapping[str, FaceView]) -> tuple[SeatView, ...]:
    """Those at the head of the table of hands, with what they have in the end."""
    sides = [game.side_of(seat.name) for seat in matrix.seats]
    return tuple(
        SeatView(name=side_name(side), faces=tuple(faces[name] for name in side), total=written(total))
        for side, total in zip(sides, matrix.totals, strict=True)
    )


def cells(
    matrix: Matrix, won: Mapping[int, Collection[str]]
) -> Iterator[tuple[HandRow, tuple[HandCell, ...]]]:
    """Hand by hand what everybody got, and had after it; `won` says by a hand's first move who won it."""
    totals: dict[str, Number] = {}
    for row in matrix.rows:
        found = []
        for seat, points in zip(matrix.seats, row.points, strict=True):
            totals[seat.name] = number(totals.get(seat.name, 0) + (points or 0))
            found.append(
                HandCell(
                    gained=gained(points) if row.firsts else written(totals[seat.name]),
                    total="" if points is None or not row.firsts else written(totals[seat.name]),
                    won=seat.name in won.get(row.first, ()),
                )
            )
        yield row, tuple(found)


def chart(game: Game, matrix: Matrix, moves: Mapping[int, Mapping[str, Number]]) -> LineChart | None:
    """The scores after every hand, or after every one of the `moves` that scored; None where nothing did.

    What came before the first hand is where a line begins.
    """
    hands = in_hands(matrix)
    before = 1 if hands and not matrix.rows[0].number else 0
    steps = [str(row.number) for row in matrix.rows][before:] if hands else [str(at) for at in moves]
    if not steps:
        return None

    def points(place: int, seat: Seat) -> list[Number | None]:
        if hands:
            return [row.points[place] for row in matrix.rows]
        return [got.get(seat.name) for got in moves.values()]

    series = [
        Series(
            side_name(side := game.side_of(seat.name)),
            sums(points(place, seat), joins=hands)[before:],
            won=seat.name in game.standing["winners"],
            colour=seat.player.colour,
            partners=side,
        )
        for place, seat in enumerate(matrix.seats)
    ]
    at = PRESENTERS[game.game].agreement(game.options).limit
    limit = None if at is None else Limit(at, f"ends at {at}")
    return line_chart(series, steps, GAMES[game.game].unit_of(game.options) if hands else "move", limit)
