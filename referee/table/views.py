"""The live table: look at it, tap on it, take a tap back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET, require_POST

from referee import live
from referee.rules.engine import Refused, games
from referee.table import correction, play
from referee.table.look import Look
from referee.table.presenters import Presenter, presenter_of
from referee.table.requests import NotHere, TableRequest, see, sound_fields, whole_number
from scoring import log
from scoring.crew import get_game_or_404
from scoring.models import Game

#: How a phone likes a game shown is a word in a cookie of its own: it is no part of the record.
_TASTE = re.compile(r"[a-z_]{0,12}")
TASTE_AGE = 400 * 24 * 3600


@require_GET
def table(request: TableRequest, public_id: str) -> HttpResponse:
    """The table as it is now, with the sheet that the query asks for."""
    game = get_game_or_404(request, public_id)
    state = games()[game.game].load(game.state)
    look = _look(request, game, state, outcome=log.last_outcome(game), asked=request.GET)
    response = _page(request, presenter_of(game.game), look)
    if "taste" in request.GET and _TASTE.fullmatch(look.taste):
        response.set_cookie(
            f"taste_{game.game}",
            look.taste,
            max_age=TASTE_AGE,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return response


@require_POST
def move(request: TableRequest, public_id: str) -> HttpResponse:
    """A tap that makes a move; where something is missing of it, the sheet that asks.

    `instead` is the number of the move whose place it takes; `then` the query of the sheet to open after it.
    """

    def read(game: str) -> dict[str, Any]:
        return presenter_of(game).move(request.POST)

    def asks(game: str, state: Any, raw: Mapping[str, Any]) -> str | Refused:
        return presenter_of(game).asks(state, raw)

    place = request.POST.get("instead", "")
    if not place:
        return _write(request, public_id, partial(play.tap, read=read, asks=asks))
    raw = read(get_game_or_404(request, public_id).game)
    fixed = partial(correction.correct, position=whole_number(place), raw=raw, asks=asks)
    return _write(request, public_id, fixed)


@require_POST
def undo(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes the last move off."""
    return _write(request, public_id, play.undo)


@require_POST
def redo(request: TableRequest, public_id: str) -> HttpResponse:
    """Puts back the move undone last."""
    return _write(request, public_id, play.redo)


@require_POST
def back(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    """Takes back a move and everything after it."""
    return _write(request, public_id, partial(correction.take_back, position=n))


def _write(request: TableRequest, public_id: str, write: Callable[..., play.Answer]) -> HttpResponse:
    sound_fields(request)
    try:
        answer = write(request.visitor, public_id, request.POST.get("key", ""))
    except Game.DoesNotExist:
        raise Http404 from None
    except log.NothingThere as gone:
        raise NotHere(str(gone)) from None
    except log.BadKey:
        raise BadRequest("The form was not made by this table's page. Open the table again.") from None
    presenter = presenter_of(answer.game.game)
    done = answer.status == HTTPStatus.OK
    asks = answer.asks or (QueryDict(request.POST.get("then", "")).urlencode() if done else "")
    if done and not request.htmx:
        url = reverse("table", args=[public_id])
        return see(f"{url}?{asks}" if asks else url)
    outcome = answer.outcome if done else log.last_outcome(answer.game)
    asked = QueryDict(asks)
    look = _look(request, answer.game, answer.state, outcome=outcome, asked=asked, answer=answer)
    return _page(request, presenter, look)


def _look(
    request: TableRequest,
    game: Game,
    state: Any,
    *,
    outcome: Mapping[str, Any],
    asked: QueryDict,
    answer: play.Answer | None = None,
) -> Look:
    return Look(
        game=game,
        state=state,
        key=log.new_key(game),
        url=reverse("table", args=[game.public_id]),
        live=live.url(game.public_id, game.viewer_id),
        now=timezone.localtime(),
        outcome=outcome,
        hand=lambda: play.fold_of(games()[game.game], log.past(game)),
        asked=asked,
        answer=answer,
        taste=request.GET.get("taste", request.COOKIES.get(f"taste_{game.game}", "")),
    )


def _page(request: TableRequest, presenter: Presenter, look: Look) -> HttpResponse:
    """The whole page, or for htmx the region of it that changes."""
    template = "table/table.html#table" if request.htmx else "table/table.html"
    status = look.answer.status if look.answer else HTTPStatus.OK
    response = render(request, template, {"t": presenter.view(look)}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
