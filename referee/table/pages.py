"""The pages around the table: the way in, the choice of a game; and how a game is called in a line."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from referee.rules.engine import games as rules
from referee.rules.engine import joined
from referee.table.page_context import GameCard, GameChoice, HomePage, NewPage
from referee.table.presenters import offered, presenter_of
from referee.table.requests import TableRequest
from referee.table.wording import day, day_and_time
from scoring import history
from scoring.models import Game


@require_GET
def home(request: TableRequest) -> HttpResponse:
    """The games that are still open, and the way to a new one."""
    cards = tuple(
        card_of(game, reverse("table", args=[game.public_id])) for game in history.open_games(request.visitor)
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


def card_of(game: Game, href: str) -> GameCard:
    """A game in a list."""
    return GameCard(href=href, title=name_of(game), line=result_of(game), meta=when_of(game))


def name_of(game: Game) -> str:
    """Its title, or else the name of its rules."""
    return game.title or rules()[game.game].name


def title_of(game: Game) -> str:
    """A game by its name and its day."""
    return f"{name_of(game)}, {day(game.created_at)}"


def when_of(game: Game) -> str:
    """When it began, and whether it is over."""
    began = day_and_time(game.created_at)
    return began if game.finished_at else f"{began}, still open"


def result_of(game: Game) -> str:
    """Who won, or who plays."""
    players, winners = game.standing["players"], game.standing["winners"]
    if not game.finished_at:
        return joined(players)
    if len(players) == 1 and not winners:
        # Alone nobody wins: the score is what there is to tell.
        return f"{players[0]}: {history.number(game.standing['scores'][players[0]])}"
    return f"{joined(winners)} won" if winners else "Nobody won"
