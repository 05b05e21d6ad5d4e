"""The pages around the table: the way in, history, a game's page."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from referee.rules.engine import games as rules
from referee.rules.engine import joined
from referee.table.context import StandingView
from referee.table.page_context import (
    GameCard,
    GameChoice,
    GamePage,
    GamesPage,
    HandRow,
    HomePage,
    LineRow,
    NewPage,
)
from referee.table.presenters import offered, presenter_of
from referee.table.requests import TableRequest
from scoring import history
from scoring.crew import get_game_or_404
from scoring.models import Game
from scoring.values import Number


@require_GET
def home(request: TableRequest) -> HttpResponse:
    """The games that are still open, and the way to a new one."""
    cards = tuple(
        _card(game, reverse("table", args=[game.public_id])) for game in history.open_games(request.visitor)
    )
    return render(request, "pages/home.html", {"page": HomePage(open=cards)})


@require_GET
def choose(request: TableRequest) -> HttpResponse:
    """Which game to begin."""
    choices = tuple(
        GameChoice(href=reverse("setup", args=[key]), name=rules()[key].name, blurb=presenter_of(key).blurb)
        for key in offered()
    )
    return render(request, "pages/new.html", {"page": NewPage(games=choices)})


@require_GET
def games(request: TableRequest) -> HttpResponse:
    """History: the crew's games, newest first, a page at a time."""
    after = request.GET.get("after", "")
    try:
        found = history.games(request.visitor, after=after)
    except history.BadPlace:
        raise BadRequest("No page of the history is called that.") from None
    url = reverse("games")
    page = GamesPage(
        games=tuple(_card(game, reverse("game", args=[game.public_id])) for game in found.games),
        older=f"{url}?{urlencode({'after': found.next})}" if found.next else "",
        newer=url if after else "",
    )
    return render(request, "pages/games.html", {"page": page})


@require_GET
def game(request: TableRequest, public_id: str) -> HttpResponse:
    """A game's page: the result and the score of every hand, or, if it has none, of every move."""
    game = get_game_or_404(request, public_id)
    matrix = history.by_hand(game)
    rows = [row for row in matrix.rows if row.number]
    page = GamePage(
        title=title_of(game),
        heading=_result(game),
        detail=_when(game),
        standings=tuple(_standings(game)),
        names=tuple(seat.name for seat in matrix.seats),
        unit=presenter_of(game.game).rules.unit,
        hands=tuple(HandRow(hand=row.number, points=tuple(map(_points, row.points))) for row in rows),
        lines=() if rows else tuple(_lines(game)),
        log=reverse("log", args=[public_id]),
        resume=reverse("table", args=[public_id]) if game.finished_at is None else "",
        rematch=f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': public_id})}"
        if game.finished_at
        else "",
    )
    return render(request, "pages/game.html", {"page": page})


def _card(game: Game, href: str) -> GameCard:
    return GameCard(href=href, title=_name(game), line=_result(game), meta=_when(game))


def _name(game: Game) -> str:
    return game.title or rules()[game.game].name


def title_of(game: Game) -> str:
    """A game by its name and its day."""
    return f"{_name(game)}, {date(timezone.localtime(game.created_at), 'j M Y')}"


def _when(game: Game) -> str:
    began = date(timezone.localtime(game.created_at), "j M Y, H:i")
    return began if game.finished_at else f"{began}, still open"


def _result(game: Game) -> str:
    """Who won, or who plays."""
    players, winners = game.standing["players"], game.standing["winners"]
    if not game.finished_at:
        return joined(players)
    if len(players) == 1 and not winners:
        # Alone nobody wins: the score is what there is to tell.
        return f"{players[0]}: {history.number(game.standing['scores'][players[0]])}"
    return f"{joined(winners)} won" if winners else "Nobody won"


def _standings(game: Game) -> Iterator[StandingView]:
    here = game.standing["players"]
    scores = game.standing["scores"]
    for name in (*here, *(name for name in scores if name not in here)):
        won = name in game.standing["winners"]
        yield StandingView(name=name, points=history.number(scores[name]), leader=won, here=name in here)


def _lines(game: Game) -> Iterator[LineRow]:
    for line in history.lines(game):
        points = _points(history.number(line.points))
        yield LineRow(move=line.position, name=line.seat.name, points=points, reason=line.reason)


def _points(points: Number | None) -> str:
    return "–" if points is None else f"{points:+}" if points else "0"
