"""The page of one game of the crew's history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew.exchange.pages import export_links
from referee.crew.history.context import GamePage, HandRow, LineRow, PhotoLink
from referee.crew.history.counts import count_view, line_row
from referee.games.registry import GAMES, PRESENTERS
from referee.requests import TableRequest
from referee.table.logbook import Event, event_url
from referee.table.titles import highest_wins, name_of, result_of, title_of, when_of
from referee.web.charts import LineChart, line_chart, sums
from referee.web.context import StandingView
from referee.web.numbers import written
from referee.web.standings import ranked
from referee.web.views import reads
from referee.web.wording import gained
from scoring.crew.visitor import get_game_or_404
from scoring.history import scores
from scoring.log.values import number
from scoring.models import Game, Refusal, Score
from scoring.pictures.photos import photos_of


@reads
def game(request: TableRequest, public_id: str) -> HttpResponse:
    """A game's page: the result and the score of every hand, or, if it has none, of every move."""
    game = get_game_or_404(request, public_id)
    matrix = scores.by_hand(game)
    in_hands = any(row.number for row in matrix.rows)
    lines = [] if in_hands else scores.lines(game)
    here = _shown(request.GET.get("hand", ""), matrix.rows) if in_hands else None
    page = GamePage(
        public_id=public_id,
        title=title_of(game),
        above=_above(game),
        heading=result_of(game) if game.finished_at else name_of(game),
        detail=", ".join(filter(None, [when_of(game), game.place])),
        notes=game.notes,
        standings=ranked(_standings(game), highest=highest_wins(game)),
        names=tuple(seat.name for seat in matrix.seats),
        unit=GAMES[game.game].unit,
        hands=tuple(_hand(public_id, row, here=row is here) for row in matrix.rows) if in_hands else (),
        totals=tuple(map(written, matrix.totals)) if in_hands else (),
        lines=tuple(_line(game, line) for line in lines),
        chart=_by_hand(game, matrix) if in_hands else _by_move(game, matrix, lines),
        count=count_view(game, matrix.rows, here) if here else None,
        photos=tuple(_photos(game)),
        log=reverse("log", args=[public_id]),
        take=export_links(game),
        replay=reverse("replay", args=[public_id]) if game.length else "",
        resume=reverse("table", args=[public_id]) if game.finished_at is None else "",
        sheet=f"{reverse('sheet_new')}?{urlencode({'from': f'game-{public_id}'})}"
        if game.game == "score_sheet" and game.viewer_may_write
        else "",
        rematch=f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': public_id})}"
        if game.finished_at
        else "",
        writes=game.viewer_may_write,
    )
    return render(request, "crew/game.html", {"page": page})


def _above(game: Game) -> str:
    """What was played, as far as the heading does not say it."""
    known = [game.title] if game.finished_at else []
    return ", ".join(filter(None, [*known, GAMES[game.game].name if game.title or game.finished_at else ""]))


def _standings(game: Game) -> Iterator[StandingView]:
    here = game.standing["players"]
    scores = game.standing["scores"]
    for name in (*here, *(name for name in scores if name not in here)):
        won = name in game.standing["winners"]
        yield StandingView(name=name, points=number(scores[name]), leader=won, here=name in here)


def _shown(asked: str, rows: Sequence[scores.HandRow]) -> scores.HandRow:
    """The hand whose count is shown: the one asked for by its first move, or else the last."""
    return next((row for row in rows if str(row.first) == asked), rows[-1])


def _hand(public_id: str, row: scores.HandRow, *, here: bool) -> HandRow:
    return HandRow(
        hand=row.name or str(row.number or "Start"),
        points=tuple(map(gained, row.points)),
        href=f"{reverse('game', args=[public_id])}?hand={row.first}#count",
        here=here,
    )


def _line(game: Game, line: Score) -> LineRow:
    return line_row(game, line, line.position)


def _by_hand(game: Game, matrix: scores.Matrix) -> LineChart:
    """The chart of the scores after every hand; what came before the first hand is where a line begins."""
    return line_chart(
        [
            sums(
                seat.name,
                [row.points[place] for row in matrix.rows],
                joins=True,
                won=seat.name in game.standing["winners"],
            )
            for place, seat in enumerate(matrix.seats)
        ],
        [str(row.number or "Start") for row in matrix.rows],
        GAMES[game.game].unit,
    )


def _by_move(game: Game, matrix: scores.Matrix, lines: Sequence[Score]) -> LineChart | None:
    """The chart of the scores after every move that scored; None where nothing did."""
    steps = list(dict.fromkeys(line.position for line in lines))
    if not steps:
        return None
    at = {position: place for place, position in enumerate(steps)}
    got: dict[int, list[float]] = {seat.pk: [0] * len(steps) for seat in matrix.seats}
    for line in lines:
        got[line.seat_id][at[line.position]] += line.points
    winners = game.standing["winners"]
    series = [sums(seat.name, got[seat.pk], joins=False, won=seat.name in winners) for seat in matrix.seats]
    return line_chart(series, list(map(str, steps)), "move")


def _photos(game: Game) -> Iterator[PhotoLink]:
    for photo in photos_of(game):
        yield PhotoLink(
            href=event_url(game.public_id, photo.event),
            src=reverse("photo", args=[game.public_id, photo.public_id]),
            width=photo.width,
            height=photo.height,
            alt=f"Photo for {_told(game, photo.event)}",
        )


def _told(game: Game, event: Event) -> str:
    """A row of the log or a refusal in a few words."""
    tell = PRESENTERS[game.game].described
    if isinstance(event, Refusal):
        return f"refusal {event.number}, {tell(event.body)}"
    told = f", {tell(event.body)}" if event.kind == event.Kind.MOVE and event.body else ""
    return f"log entry {event.seq}{told}"
