"""The live table. A tap is read here from top to bottom:

view -> the game's form -> with open_table(...): judged and appended -> ring -> presenter -> template
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from referee.games.context import TableView
from referee.games.look import AnyLook, Reply
from referee.games.registry import PRESENTERS
from referee.stream.endpoint import CLOCK
from referee.stream.hub import HUB
from referee.table import correction, disputes, own, races, tap, told
from referee.table.along import with_phones
from referee.table.faces import with_faces
from referee.table.looking import Now, look_at, now_of, plain_look
from referee.table.region import region
from referee.table.requests import TableRequest
from referee.table.tap import OpenTable, Result
from referee.web.requests import NotHere, check_form_fields, see_other, swaps
from referee.web.wording import whole_number
from scoring.crew.visitor import check_mark, get_game_or_404
from scoring.log import reader, tap_keys, writer
from scoring.models import Game
from scoring.statistics.counting import count_ended

#: So many moves are told to who only looks.
RECENT = 8
#: How a phone likes a game shown is a word in a cookie of its own: it is no part of the record.
_MODE = re.compile(r"[a-z_]{0,12}")
MODE_AGE = 400 * 24 * 3600
#: Which hint comes next; they go for good.
COACH, HINTS = "coach", (1, 2, 3)
#: Whether a phone that has a seat shows the whole table all the same.
WHOLE = "whole"


@require_safe
def table(request: TableRequest, public_id: str) -> HttpResponse:
    """The table as it is now, with the sheet that the query asks for."""
    game = get_game_or_404(request, public_id)
    mode = request.GET.get("mode", request.COOKIES.get(f"mode_{game.game}", ""))
    asked = request.GET.copy()
    asked.pop(WHOLE, None)
    asked.pop(races.PAST, None)
    look, view = (_look(game, asked, mode), None) if asked else plain_look(game, mode)
    response = _page(request, game, look, view)
    if "mode" in request.GET and _MODE.fullmatch(mode):
        _remember(request, response, f"mode_{game.game}", mode)
    if request.GET.get(WHOLE) in ("0", "1"):
        _remember(request, response, WHOLE, request.GET[WHOLE])
    if "coach" in request.GET:
        _remember(request, response, COACH, str(_coach(request)))
    return response


@require_POST
def move(request: TableRequest, public_id: str) -> HttpResponse:
    """A tap that makes a move; where something is missing of it, the sheet that asks.

    `instead` is the number of the move whose place it takes; `then` the query of the sheet to open after it.
    """
    place = request.POST.get("instead", "")
    came = races.came_at(request)
    with _open(request, public_id) as table:
        move = races.with_buzzes(table, table.presenter.move(request.POST), request.POST)
        if place:
            result = correction.correct(table, whole_number(place) or 0, move, request.POST)
        else:
            result = races.note(table, move, request.POST, tap.make(table, move, request.POST), came)
    return _answer(request, result)


@require_POST
def undo(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes the last move off."""
    with _open(request, public_id) as table:
        result = tap.undo(table)
    return _answer(request, result)


@require_POST
def redo(request: TableRequest, public_id: str) -> HttpResponse:
    """Puts back the move undone last."""
    with _open(request, public_id) as table:
        result = tap.redo(table)
    return _answer(request, result)


@require_POST
def back(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    """Takes back a move and everything after it."""
    with _open(request, public_id) as table:
        result = correction.take_back(table, n)
    return _answer(request, result)


@contextmanager
def _open(request: TableRequest, public_id: str) -> Iterator[OpenTable]:
    """The game under lock, for the key of the page that was tapped; saved when the block ends well."""
    check_form_fields(request)
    try:
        with tap.open_table(request.visitor, public_id, request.POST.get("key", "")) as table:
            check_mark(request, table.game.viewer_id)
            yield table
    except Game.DoesNotExist:
        get_game_or_404(request, public_id)
        raise Http404 from None
    except writer.NothingThere as gone:
        raise NotHere(str(gone)) from None
    except tap_keys.BadKey:
        raise BadRequest("The form was not made by this table's page. Open the table again.") from None


def _answer(request: TableRequest, result: Result) -> HttpResponse:
    """It is saved: the other phones are told, and this one gets its table, or is sent to it without htmx."""
    game, reply = result.game, result.reply
    count_ended(game)
    done = reply.status == HTTPStatus.OK
    # Two buzzes may have met also where the second one is refused: every phone is to see it.
    if (done and not reply.asks) or races.is_on(game):
        HUB.notify(game.public_id, game.version)
    asks = reply.asks or (QueryDict(request.POST.get("then", "")).urlencode() if done else "")
    # What is drawn from the tap itself no other request could show.
    if done and not request.htmx and reply.asks not in PRESENTERS[game.game].passing:
        url = reverse("table", args=[game.public_id])
        query = asks or ("told=1" if reply.told.text else "")
        return see_other(f"{url}?{query}" if query else url)
    mode = request.COOKIES.get(f"mode_{game.game}", "")
    now = Now(result.state, result.outcome, result.undone)
    if done and not (asks or reply.changed or reply.told.text):
        return _page(request, game, *plain_look(game, mode, now))
    return _page(request, game, look_at(game, now, asked=QueryDict(asks), reply=reply, mode=mode))


def _look(game: Game, asked: QueryDict, mode: str) -> AnyLook:
    """A look at the table and at what the query asks for beside it."""
    now = now_of(game)
    # Said once: a page loaded again is silent.
    reply = Reply(told=told.of_last_row(game, now.undone)) if asked.pop("told", None) else None
    return look_at(game, now, asked=asked, reply=reply, mode=mode)


def _coach(request: TableRequest) -> int:
    """Which of the hints on how the screen works this phone sees next, from 1; 0 for none any more."""
    step = whole_number(request.GET.get("coach", request.COOKIES.get(COACH, "1")))
    return step if step in HINTS else 0


def _remember(request: TableRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=MODE_AGE, secure=request.is_secure(), httponly=True, samesite="Lax"
    )


def _page(request: TableRequest, game: Game, look: AnyLook, view: TableView | None = None) -> HttpResponse:
    """The whole page, or for htmx the region of it that changes. `view` is what the look shows, if known."""
    presenter = PRESENTERS[game.game]
    race, call = races.race_or_call(game)
    past = race is not None and races.is_looked_past(race, request)
    status = look.reply.status if look.reply else HTTPStatus.OK
    if race and not past and "sheet" not in look.asked and look.about.may_write:
        look, view = races.look_at_race(look, race), None
    view = view or presenter.view(look)
    if view.sheet is None:
        view = disputes.with_sheet(view, game, look)
    view = with_phones(with_faces(view, game), request, game, look)
    view = own.with_own(view, game, look, whole=request.GET.get(WHOLE, request.COOKIES.get(WHOLE, "")))
    if race:
        view = races.with_evidence(view, race, past=past)
    elif call:
        view = races.with_call(view, call)
    if view.timed or (game.seated and look.about.may_write):
        view = replace(view, clock=CLOCK)
    if view.looks and view.sheet is None:
        view = replace(view, recent=tuple(map(tap.happened, reader.last_rows(game, RECENT))))
    if (
        presenter.hinted
        and view.sheet is None
        and view.own is None
        and view.phase == "play"
        and look.about.may_write
    ):
        view = replace(view, coach=_coach(request))
    if swaps(request):
        response = region(request, view, status=status)
    else:
        response = render(request, "table/table.html", {"t": view}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
