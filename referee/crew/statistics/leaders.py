"""The leaderboard, by game and period."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.crew.statistics.board import board_of, board_of_ratings
from referee.crew.statistics.choosing import EVERY, Chosen, game_chosen
from referee.crew.statistics.context import BoardView
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import RATING_IN_WORDS
from referee.crew.statistics.periods import Period, month_ways, period_asked, period_ways
from referee.table.requests import TableRequest
from scoring.crew.visitor import Visitor
from scoring.models.nights import tonight
from scoring.played import BY_TITLE, rules_of
from scoring.statistics import spans, tallies
from scoring.statistics.periods import years
from scoring.statistics.seasons import seasons


@require_safe
def leaders(request: TableRequest) -> HttpResponse:
    """Who leads in a game, of all time, lately, in a year, a month or a season."""
    visitor, url, today = request.visitor, reverse("leaders"), tonight()
    made = seasons(visitor)
    here = period_asked(request.GET.get("period", ""), made, today)
    game = game_chosen(request, every=True)
    if here.season and here.season.played in game.names:
        game = Chosen(here.season.played, game.names)
    months = sorted({night.day.month for night in tallies.nights(visitor, here.year)}) if here.year else []
    board = _board(visitor, game, here) if game.key else None
    page = {
        "heading": f"{game.name}, {here.name}" if game.key else "Leaders",
        "games": game.ways(url, period=here.key),
        "periods": tuple(
            period_ways(
                url,
                game.key,
                here,
                years=years(visitor),
                seasons=[season for season in made if season.played in ("", game.key) or game.key == EVERY],
                today=today,
            )
        )
        if game.key
        else (),
        "months": tuple(month_ways(url, game.key, here, months)) if here.year else (),
        "board": board,
        "order": "Ranked by games won. Ratings are of all time."
        if here.key
        else "Ranked by games won."
        if game.key == EVERY
        else "",
        "rated": RATING_IN_WORDS if board and board.rated else "",
        "all_time": f"{url}?{urlencode({'game': game.key})}" if here.key else "",
        "season": reverse("season", args=[here.season.public_id]) if here.season else "",
        "retitle": f"{reverse('titles')}?{urlencode({'title': game.key})}"
        if visitor.is_keeper and board and rules_of(game.key) in BY_TITLE
        else "",
        "uncounted": uncounted(request),
    }
    return render(request, "crew/leaders.html", {"page": page})


def _board(visitor: Visitor, game: Chosen, here: Period) -> BoardView | None:
    """The board; None where nothing was played."""
    if not here.key and game.key != EVERY:
        rated = tallies.leaders(visitor, game.key)
        return board_of_ratings(rated) if rated else None
    (found,) = spans.standings(visitor, [here.span(game.played)], today=tonight())
    return board_of(found) if found else None
