"""The page that corrects an older move: change it, see what follows, save."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from referee.rules.engine import games
from referee.table import correction, play
from referee.table.context import Cited
from referee.table.differences import differences
from referee.table.page_context import Consequence, CorrectPage, EditField, Option
from referee.table.presenters import presenter_of
from referee.table.requests import NotHere, TableRequest, see, sound_fields, status_of
from scoring import history, log, models
from scoring.crew import get_game_or_404
from scoring.values import Entry

STRIKE = "strike"


@require_http_methods(["GET", "POST"])
def correct(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    """A move of the log: its fields, then what follows from other ones, then saved and back to the table."""
    game = get_game_or_404(request, public_id)
    if not 1 <= n <= game.length:
        raise Http404(f"There is no move {n}.")
    entry, fold = correction.found(game, n)
    state = fold.state
    if request.method == "GET":
        return _page(request, game, entry, state, entry.body)
    sound_fields(request)
    sent = request.POST
    raw = None if sent.get(STRIKE) else presenter_of(game.game).edited(sent, entry.body)
    if "save" not in sent:
        return _page(request, game, entry, state, raw, plan=correction.plan(game, n, raw))
    try:
        answer = correction.correct(request.visitor, public_id, sent.get("key", ""), position=n, raw=raw)
    except log.BadKey:
        raise BadRequest("The form was not made by this page. Open the log again.") from None
    if answer.status == HTTPStatus.OK:
        return see(reverse("table", args=[public_id]))
    return _page(request, answer.game, entry, state, raw, answer=answer)


@require_GET
def hand(request: TableRequest, public_id: str, number: int) -> HttpResponse:
    """The way to the correction of the move that began a hand; where a sheet is filled in, that is its round.

    The query names a field, and goes along.
    """
    game = get_game_or_404(request, public_id)
    first = [found.first for found in history.hands(game) if found.number == number and found.first]
    if not first:
        raise NotHere(f"There is no hand {number} in this game.")
    url = reverse("correct", args=[public_id, first[-1]])
    field = request.GET.get("field", "")
    return HttpResponseRedirect(f"{url}?{urlencode({'field': field})}" if field else url)


def _page(
    request: TableRequest,
    game: models.Game,
    entry: Entry,
    state: Any,
    raw: dict[str, Any] | None,
    *,
    plan: correction.Plan | None = None,
    answer: play.Answer | None = None,
) -> HttpResponse:
    presenter = presenter_of(game.game)
    refused = plan.refused if plan else answer.refused if answer else None
    late = answer is not None and answer.late
    page = CorrectPage(
        url=reverse("correct", args=[game.public_id, entry.position]),
        key=log.new_key(game),
        version=game.version,
        log=reverse("log", args=[game.public_id]),
        n=entry.position,
        move=presenter.tell(entry.body),
        fields=(_strike(struck=raw is None), *presenter.edit(state, raw or entry.body)),
        focus=request.GET.get("field", ""),
        previewed=plan is not None and not refused,
        refused=Cited(text=refused.text, rule=refused.rule or "")
        if refused
        else Cited(text="The table has moved on: look again at what follows.")
        if late
        else None,
        consequences=tuple(_consequences(game, plan)) if plan and not refused else (),
    )
    status = answer.status if answer else status_of(refused)
    return render(request, "pages/correct.html", {"page": page}, status=status)


def _strike(*, struck: bool) -> EditField:
    texts = {"": "Replace it", "1": "Strike it out"}
    options = tuple(
        Option(value=value, text=text, chosen=struck == bool(value)) for value, text in texts.items()
    )
    return EditField(name=STRIKE, label="This move", value="", choices=options)


def _consequences(game: models.Game, plan: correction.Plan) -> Iterator[Consequence]:
    """What no longer holds, and what is different on the table and in the scores."""
    presenter = presenter_of(game.game)
    for item in plan.dropped:
        text = f"No longer holds: {presenter.tell(item.entry.body)}. {item.refused.text}"
        yield Consequence(text=text, breaks=True, rule=item.refused.rule or "")
    rules = games()[game.game]
    yield from differences(rules, rules.load(game.state), plan.fold.state)
