"""The page that corrects an older move: change it, see what follows, save."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.games.cited import Cited
from referee.games.context import Consequence, EditField
from referee.games.frame import stylesheet
from referee.games.presenter import refilled
from referee.games.registry import PRESENTERS
from referee.rules.engine import Move, Refused, State
from referee.stream import ring
from referee.table import correction, tap
from referee.table.context import CorrectPage
from referee.table.differences import differences
from referee.table.requests import TableRequest
from referee.web.context import Option
from referee.web.requests import NotHere, see, sound_fields, status_of
from referee.web.views import form_view
from scoring import models
from scoring.crew.visitor import get_game_or_404
from scoring.log import reader, tap_keys
from scoring.log.values import Entry
from scoring.statistics.counting import count_ended

STRIKE = "strike"


@form_view
def correct(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    """A move of the log: its fields, then what follows from other ones, then saved and back to the table."""
    game = get_game_or_404(request, public_id)
    if not 1 <= n <= game.length:
        raise Http404(f"There is no move {n}.")
    entry, fold = correction.found(game, n)
    presenter = PRESENTERS[game.game]
    move = presenter.rules.logged(entry.body)
    before = Before(entry, move, fold.state)
    if request.method != "POST":
        return _page(request, game, before)
    sound_fields(request)
    sent = request.POST
    made = None if sent.get(STRIKE) else presenter.edited(sent, move)
    if "save" not in sent:
        if isinstance(made, Refused):
            return _page(request, game, before, sent, refused=made)
        plan = correction.plan(game, n, made)
        return _page(request, game, before, sent, refused=plan.refused or plan.doubt, plan=plan)
    try:
        with tap.open_table(request.visitor, public_id, sent.get("key", "")) as table:
            result = correction.correct(table, n, made, sent)
    except tap_keys.BadKey:
        raise BadRequest("The form was not made by this page. Open the log again.") from None
    count_ended(result.game)
    if result.reply.status == HTTPStatus.OK:
        ring(game.public_id, result.game.version)
        return see(reverse("table", args=[public_id]))
    if result.reply.barred:
        raise PermissionDenied(result.reply.barred)
    return _page(request, result.game, before, sent, refused=result.reply.refused, status=result.reply.status)


@require_safe
def hand(request: TableRequest, public_id: str, number: int) -> HttpResponse:
    """The way to the correction of the move that began a hand; where a sheet is filled in, that is its round.

    The query names a field, and goes along; `do` names another kind of move, the first of it in that hand.
    """
    game = get_game_or_404(request, public_id)
    first = [found.first for found in reader.hands(game) if found.number == number and found.first]
    if not first:
        raise NotHere(f"There is no hand {number} in this game.")
    n = first[-1]
    if do := request.GET.get("do", ""):
        n = next((entry.position for entry in reader.past(game, n).entries if entry.body["do"] == do), n)
    url = reverse("correct", args=[public_id, n])
    field = request.GET.get("field", "")
    return HttpResponseRedirect(f"{url}?{urlencode({'field': field})}" if field else url)


class Before(NamedTuple):
    """The move to correct, and the state before it."""

    entry: Entry
    move: Move
    state: State


def _page(
    request: TableRequest,
    game: models.Game,
    before: Before,
    sent: QueryDict | None = None,
    *,
    refused: Refused | None = None,
    plan: correction.Plan | None = None,
    status: HTTPStatus | None = None,
) -> HttpResponse:
    presenter, position = PRESENTERS[game.game], before.entry.position
    struck = sent is not None and bool(sent.get(STRIKE))
    fields = presenter.edit(before.state, before.move)
    page = CorrectPage(
        url=reverse("correct", args=[game.public_id, position]),
        key=tap_keys.new_key(game),
        version=game.version,
        log=reverse("log", args=[game.public_id]),
        style=stylesheet(presenter.rules),
        n=position,
        move=presenter.describe(before.move),
        fields=(_strike(struck=struck), *(refilled(fields, sent) if sent and not struck else fields)),
        focus=request.GET.get("field", ""),
        previewed=plan is not None and not refused,
        refused=_no(refused, late=status == HTTPStatus.CONFLICT),
        consequences=tuple(_consequences(game, plan)) if plan and not refused else (),
    )
    return render(request, "pages/correct.html", {"page": page}, status=status or status_of(refused))


def _no(refused: Refused | None, *, late: bool) -> Cited | None:
    if refused:
        return Cited(text=refused.text, rule=refused.rule or "")
    return Cited(text="Somebody tapped meanwhile: look at the effects again.") if late else None


def _strike(*, struck: bool) -> EditField:
    texts = {"": "Replace it", "1": "Remove this move"}
    options = tuple(
        Option(value=value, text=text, chosen=struck == bool(value)) for value, text in texts.items()
    )
    return EditField(name=STRIKE, label="This move", value="", choices=options)


def _consequences(game: models.Game, plan: correction.Plan) -> Iterator[Consequence]:
    """What no longer holds, and what is different on the table and in the scores."""
    presenter = PRESENTERS[game.game]
    for item in plan.dropped:
        yield _dropped(item, presenter.described(item.entry.body))
    rules = presenter.rules
    yield from differences(rules, rules.load(game.state), plan.fold.state)


def _dropped(item: correction.Dropped, move: str) -> Consequence:
    """A later move that falls away; after the end there is no more to say of why."""
    if item.after_end:
        text = f"Move {item.entry.position} would come after the end and is dropped: {move}."
        return Consequence(text=text, breaks=True)
    text = f"Move {item.entry.position} is dropped: {move}. {item.refused.text}"
    return Consequence(text=text, breaks=True, rule=item.refused.rule or "")
