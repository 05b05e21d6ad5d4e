"""The way in: the games that are still open."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from referee.crew.links import discard_url
from referee.requests import TableRequest
from referee.table.context import HomePage
from referee.table.titles import card_of
from referee.web.views import reads
from scoring import discarding
from scoring.history import search


@reads
def home(request: TableRequest) -> HttpResponse:
    """The games that are still open, and the way to a new one."""
    cards = tuple(
        card_of(game, reverse("table", args=[game.public_id]), discard=discard_url(game))
        for game in search.open_games(request.visitor)
    )
    page = HomePage(
        open=cards,
        discarded=discarding.discarded(request.visitor).count(),
        https=reverse("https") if settings.HTTPS_LOCAL and not request.is_secure() else "",
    )
    return render(request, "pages/home.html", {"page": page})


@reads
def last(request: TableRequest) -> HttpResponse:
    """Leads to the table that was begun last and is still open; home where there is none."""
    for game in search.open_games(request.visitor)[:1]:
        return redirect("table", game.public_id)
    return redirect("home")
