"""The live table. A tap is read here from top to bottom:

view -> the game's form -> with _open(...): judged and appended -> saved -> the page
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import urlencode

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.games.look import Reply
from referee.games.registry import PRESENTERS
from referee.table import correction, races, taps
from referee.table.page import COACH, WHOLE, chosen_mode, next_hint, table_page
from referee.table.requests import TableRequest, at_table
from referee.table.taps import OpenTable, Result
from referee.web.audit import note
from referee.web.requests import NotHere, check_form_fields, see_other
from referee.web.wording import whole_number
from scoring.crew import invites, loggers
from scoring.crew import seats as seating
from scoring.crew.visitor import check_mark, get_game_or_404
from scoring.log import tap_keys, writer
from scoring.models import Game, Logger, Role
from scoring.models.nights import tonight

#: How a phone likes a game shown is a word in a cookie of its own: it is no part of the record.
_MODE = re.compile(r"[a-z_]{0,12}")
COOKIE_AGE = 400 * 24 * 3600
#: As many phones may come in by one code of a table.
PHONES = 20


@require_safe
@at_table()
def table(request: TableRequest, game: Game) -> HttpResponse:
    """The table as it is now, with the sheet that the query asks for."""
    standing = taps.standing_of(game)
    asked = request.GET.copy()
    for name in (WHOLE, races.PAST, "taken"):
        asked.pop(name, None)
    # Said once: a page loaded again is silent.
    done = asked.pop("notice", None)
    reply = Reply(notice=taps.notice_of_last_row(game, standing.undone)) if done else None
    response = table_page(request, game, standing, asked=asked, reply=reply)
    mode = chosen_mode(request, game)
    if "mode" in request.GET and _MODE.fullmatch(mode):
        _remember(request, response, f"mode_{game.game}", mode)
    if request.GET.get(WHOLE) in ("0", "1"):
        _remember(request, response, WHOLE, request.GET[WHOLE])
    if COACH in request.GET:
        _remember(request, response, COACH, str(next_hint(request)))
    return response


@require_POST
def move(request: TableRequest, public_id: str) -> HttpResponse:
    """A tap that makes a move; where something is missing of it, the sheet that asks.

    `instead` is the number of the move whose place it takes; `then` the query of the sheet to open after it.
    """
    place = request.POST.get("instead", "")
    received_at = races.received_at(request)
    with _open(request, public_id) as table:
        sent = _followed(table, request.POST)
        move = races.with_buzzes(table, table.presenter.move(sent), sent)
        if place:
            result = correction.correct(table, whole_number(place) or 0, move, sent)
        else:
            result = taps.make(table, move, sent)
            result = races.note_buzz(table, move, sent, result, received_at)
    return _answer(request, result)


def _followed(table: OpenTable, sent: QueryDict) -> QueryDict:
    """What was sent, with whose turn it is now in the field that `follows` names, if it names one."""
    field, turn = sent.get("follows", ""), getattr(table.state, "turn", "")
    if not turn or field not in sent:
        return sent
    followed = sent.copy()
    followed[field] = turn
    return followed


@require_POST
def undo(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes the last move off, or takes a correction back that was the last thing done."""
    with _open(request, public_id) as table:
        result = correction.undo(table)
    return _answer(request, result)


@require_POST
def redo(request: TableRequest, public_id: str) -> HttpResponse:
    """Puts back the move undone last."""
    with _open(request, public_id) as table:
        result = taps.redo(table)
    return _answer(request, result)


@require_POST
def back(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    """Takes back a move and everything after it."""
    with _open(request, public_id) as table:
        result = correction.take_back(table, n)
    return _answer(request, result)


@contextmanager
def _open(request: TableRequest, public_id: str) -> Iterator[OpenTable]:
    """The game under lock, for the key of the page that was tapped; stored when the block ends well."""
    check_form_fields(request)
    try:
        with taps.open_table(request.visitor, public_id, request.POST.get("key", "")) as table:
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
    """After the write: other phones hear of it; this one gets its table, or is sent there without htmx."""
    game, reply = result.game, result.reply
    done = reply.status == HTTPStatus.OK
    # Two buzzes may have met also where the second one is refused: every phone is to see it.
    if (done and not reply.asks) or races.is_open(game):
        taps.saved(game)
    asks = reply.asks or (QueryDict(request.POST.get("then", "")).urlencode() if done else "")
    # What is drawn from the tap itself no other request could show.
    if done and not request.htmx and reply.asks not in PRESENTERS[game.game].transient_sheets:
        query = asks or ("notice=1" if reply.notice else "")
        url = reverse("table", args=[game.public_id])
        return see_other(f"{url}?{query}" if query else url)
    return table_page(request, game, result.standing, asked=QueryDict(asks), reply=reply)


# --- whose phone sits where, and who logs


@require_POST
@at_table()
def invite(request: TableRequest, game: Game) -> HttpResponse:
    """Makes the table's code, good until tomorrow ends, if none is open, and opens the sheet that shows it.

    Raises PermissionDenied for all but the keeper.
    """
    me = request.visitor.membership
    if me is None or not me.is_keeper:
        raise PermissionDenied("Only the keeper of the crew lets phones in.")
    if not invites.of_table(me, game):
        until = invites.end_of(tonight() + timedelta(days=1))
        try:
            invites.make_invite(actor=me, game=game, role=Role.SCORER, uses=PHONES, until=until)
        except invites.CannotInvite as error:
            if me.crew.discarded_at:
                raise PermissionDenied(str(error)) from None
            # Only for too many that are open: they are taken back there.
            return see_other(reverse("crew"))
        note(request, "invited", role=Role.SCORER, uses=PHONES)
    return _see_sheet(game, "seats")


@require_POST
@at_table(writes=True)
def seat(request: TableRequest, game: Game) -> HttpResponse:
    """Takes a seat for this phone, gives it up, or (the keeper) frees that of another phone.

    Raises PermissionDenied, NotHere.
    """
    taken: dict[str, str] = {}
    if name := request.POST.get("take", ""):
        try:
            seating.take(game, name, game.viewer_id)
        except seating.SeatTaken:
            taken = {"taken": name}
        except seating.NoSeat:
            raise NotHere("Nobody of that name is at this table.") from None
    elif request.POST.get("leave"):
        seating.give_up(game, game.viewer_id)
    elif name := request.POST.get("free", ""):
        if not game.viewer_is_keeper:
            raise PermissionDenied("Only the keeper of the crew frees the seat of another phone.")
        seating.free(game, name)
    taps.saved(game)
    return _see_sheet(game, "seats", **taken)


@require_POST
@at_table(writes=True)
def log_by(request: TableRequest, game: Game) -> HttpResponse:
    """Chooses who logs the game: `who`, or as the `one` the phone of a seat, "" for this one.

    Raises PermissionDenied for all but the keeper, NotHere for a seat without a phone, BadRequest.
    """
    if not game.viewer_is_keeper:
        raise PermissionDenied("Only the keeper of the crew chooses whose phones log the moves.")
    if "one" in request.POST:
        name = request.POST["one"]
        phone = game.seated.get(name) if name else game.viewer_id
        if phone is None:
            raise NotHere("No phone has that seat.")
        loggers.choose(game, Logger.ONE, phone)
    else:
        who = request.POST.get("who", "")
        if who not in (Logger.SEATS, Logger.ANYONE):
            raise BadRequest("The form was not made by this table’s page.")
        loggers.choose(game, Logger(who))
    taps.saved(game)
    return _see_sheet(game, "loggers")


def _see_sheet(game: Game, kind: str, **more: str) -> HttpResponse:
    query = urlencode({"sheet": kind, **more})
    return see_other(f"{reverse('table', args=[game.public_id])}?{query}")


def _remember(request: TableRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=COOKIE_AGE, secure=request.is_secure(), httponly=True, samesite="Lax"
    )
