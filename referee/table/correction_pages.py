"""Correcting a move by the keys that its table had, and what follows from it before it is saved."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from urllib.parse import urlencode

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.template.backends.utils import csrf_input
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe
from msgspec import structs

from referee.games.cited import Cited, cite_of
from referee.games.frame import fields_of
from referee.games.look import NO_REPLY, Reply
from referee.games.presenter import body_of
from referee.games.registry import PRESENTERS
from referee.rules.engine import AnyFold, Move, Refused, State
from referee.rules.record import Outcome, read_outcome
from referee.table import correction, disputes, taps
from referee.table.correction import Plan
from referee.table.logbook import spoken
from referee.table.page import Correction, TablePage, look_at
from referee.table.requests import TableRequest, at_table
from referee.table.seats import faces_of
from referee.table.taps import Result, Standing
from referee.web.requests import NotHere, see_other
from referee.web.views import form_view
from referee.web.wording import instead_of
from scoring import models
from scoring.history import scores
from scoring.log import reader, tap_keys
from scoring.log.values import Entry, Past

#: The field that says that the move is removed.
STRIKE = "strike"
#: Of which version of the game the address of a preview is.
AS_OF = "as_of"
#: What is sent that is no part of the move.
_AROUND = ("key", "csrfmiddlewaretoken", "save", "field", AS_OF)


@form_view
@at_table()
def page(request: TableRequest, game: models.Game, *, n: int) -> HttpResponse:
    """The keys that a move of the log was entered by; once one is tapped, what follows from that; once it is
    saved, the table.
    """
    presenter, sent = PRESENTERS[game.game], request.POST or request.GET
    # Back from what was saved leads to the page before it.
    if sent.get(AS_OF, str(game.version)) != str(game.version):
        return see_other(_back(request, game, n))
    past, fold = _at(game, n)
    old = presenter.rules.logged(_entry(past, n).body)
    if request.method != "POST" and AS_OF not in sent:
        return _keys(request, game, n, past, fold, asked=QueryDict(presenter.entered(fold.state, old)))
    move = None if sent.get(STRIKE) else presenter.move(sent)
    if "save" in sent:
        result = _save(request, game, n, move)
        game, reply = result.game, result.reply
        if reply.status == HTTPStatus.OK and not reply.asks:
            return see_other(f"{reverse('table', args=[game.public_id])}?notice=1")
    else:
        reply, made = _previewed(game, n, fold.state, move, sent)
        if made and move == old:
            return see_other(_back(request, game, n))
        if request.method == "POST" and (made or reply.asks):
            # Back finds again what has an address.
            seen = {name: sent.getlist(name) for name in sent if name not in _AROUND}
            return see_other(_url(game, n, request.GET.get("field"), seen | {AS_OF: [str(game.version)]}))
        if made:
            return _effects(request, game, _entry(past, n), reply.move, made)
    return _keys(request, game, n, past, fold, asked=QueryDict(reply.asks), reply=reply)


@require_safe
@at_table()
def keys(request: TableRequest, game: models.Game, *, n: int) -> HttpResponse:
    """The keys that the table had at a move of the log, as the query shows them."""
    return _keys(request, game, n, *_at(game, n), asked=request.GET)


def _at(game: models.Game, n: int) -> tuple[Past, AnyFold]:
    if not 1 <= n <= game.length:
        raise Http404(f"There is no move {n}.")
    return correction.before(game, n)


def _entry(past: Past, n: int) -> Entry:
    return next(entry for entry in past.entries if entry.position == n)


def _previewed(
    game: models.Game, n: int, before: State, move: Move | Refused | None, sent: QueryDict
) -> tuple[Reply, Plan | None]:
    """What another move would do; without a plan, what is against it, or what has to be asked first."""
    if isinstance(move, Refused):
        return Reply(sent=sent, refused=move, instead=n), None
    made = correction.plan(game, n, move)
    no = made.refused or made.doubt
    if made.refused and move:
        lacks = PRESENTERS[game.game].missing_sheet(before, move) or made.refused
        if isinstance(lacks, str):
            return Reply(move, sent, asks=lacks), None
        no = lacks
    return Reply(move, sent, refused=no, instead=n), None if no else made


def _keys(
    request: TableRequest,
    game: models.Game,
    n: int,
    past: Past,
    fold: AnyFold,
    *,
    asked: QueryDict,
    reply: Reply = NO_REPLY,
) -> HttpResponse:
    """The table before a move, and all that could be tapped there: it makes the correction."""
    presenter = PRESENTERS[game.game]
    entry = _entry(past, n)
    old = presenter.rules.logged(entry.body)
    earlier = [each.outcome for each in past.entries if each.position < n]
    standing = Standing(fold.state, read_outcome(earlier[-1]) if earlier else Outcome(), None)
    url = reverse("correct_keys", args=[game.public_id, n])
    look = replace(look_at(game, standing, asked=asked, reply=reply), url=url, hand=lambda: fold)
    shown = presenter.view(look)
    entered = presenter.fields(old)
    table = shown.table.with_people(faces_of(game), {}, "").marked(entered)
    sheet = shown.sheet or disputes.sheet_of(game, look)
    token, key = csrf_input(request), tap_keys.new_key(game)
    view = structs.replace(shown, table=table, sheet=sheet, back=shown.back or url, moment=None, voice="")
    t = TablePage(
        **structs.asdict(view),
        public_id=game.public_id,
        url=url,
        here=look.here,
        move_url=_url(game, n, request.GET.get("field")),
        csrf_input=token,
        csrf_and_key=format_html('{}<input type="hidden" name="key" value="{}">', token, key),
        version=game.version,
        length=game.length,
        corrects=Correction(
            n=n,
            move=presenter.describe(fold.state, old),
            spoken=spoken(game.game, presenter.disclosed(fold.state, read_outcome(entry.outcome))),
            fields=entered,
            back=_back(request, game, n),
            focus=request.GET.get("field", ""),
        ),
    )
    return render(request, "table/correct.html", {"t": t}, status=reply.status)


def _effects(
    request: TableRequest, game: models.Game, entry: Entry, move: Move | None, made: Plan
) -> HttpResponse:
    """What takes the place of what, and what follows from it; only here it can be saved."""
    presenter, n = PRESENTERS[game.game], entry.position
    was = presenter.describe(made.fold.state, presenter.rules.logged(entry.body))
    sent = {name: request.GET.getlist(name) for name in request.GET if name not in _AROUND}
    rules = presenter.rules
    unit = rules.unit_of(game.options)
    hand = max((hand.number for hand in reader.hands(game) if hand.first <= n), default=0)
    # As the log heads them: of turns, categories and free entries it has only the moves.
    numbered = hand and scores.by_rounds(game) and rules.now_played(made.fold.state).startswith(f"{unit} ")
    page = {
        "n": n,
        "hand": f"{unit} {hand}" if numbered else "",
        "url": _url(game, n, request.GET.get("field")),
        "key": tap_keys.new_key(game),
        "change": instead_of(was, presenter.describe(made.fold.state, move)) if move else f"Without “{was}”",
        "cards": (presenter.faces(entry.body), presenter.faces(body_of(move)) if move else ()),
        "lost": len(made.dropped),
        "dropped": _dropped(game, made),
        "changes": tuple(correction.differences(rules, rules.load(game.state), made.fold.state)),
        "fields": tuple(fields_of(sent)),
        "back": _back(request, game, n),
    }
    return render(request, "pages/correct.html", {"page": page})


def _url(game: models.Game, n: int, field: str | None, seen: dict[str, list[str]] | None = None) -> str:
    url = reverse("correct", args=[game.public_id, n])
    asked = (seen or {}) | ({} if field is None else {"field": [field]})
    return f"{url}?{urlencode(asked, doseq=True)}" if asked else url


def _back(request: TableRequest, game: models.Game, n: int) -> str:
    """The table, where its last move is corrected or one of its numbers was tapped; else the log."""
    at_the_table = n == game.length or "field" in request.GET
    return reverse("table" if at_the_table else "log", args=[game.public_id])


def _dropped(game: models.Game, made: Plan) -> dict[Cited, list[str]]:
    """The later moves that no longer hold, by what is against them."""
    tell = PRESENTERS[game.game].teller(game.state)
    by_reason: dict[Cited, list[str]] = {}
    for dropped in made.dropped:
        # There is no more to say of why.
        why = Cited(text="By then the game is over.") if dropped.after_end else cite_of(dropped.refused)
        by_reason.setdefault(why, []).append(f"Move {dropped.entry.position}: {tell(dropped.entry.body)}")
    return by_reason


def _save(request: TableRequest, game: models.Game, n: int, move: Move | Refused | None) -> Result:
    """Raises PermissionDenied where another phone has to do it, BadRequest."""
    try:
        with taps.open_table(request.visitor, game.public_id, request.POST.get("key", "")) as table:
            result = correction.correct(table, n, move, request.POST)
    except tap_keys.BadKey:
        raise BadRequest("The form was not made by this page. Open the log again.") from None
    if result.reply.barred:
        raise PermissionDenied(result.reply.barred)
    if result.reply.status == HTTPStatus.OK:
        taps.saved(result.game)
    return result


@require_safe
@at_table()
def hand(request: TableRequest, game: models.Game, *, number: int) -> HttpResponse:
    """The way to the correction of the move that began a hand; where a sheet is filled in, that is its round.

    `do` of the query names another kind of move, the first of it in that hand; `field` goes along.
    """
    n = max((hand.first for hand in reader.hands(game) if hand.number == number), default=0)
    if not n:
        raise NotHere(f"There is no hand {number} in this game.")
    if do := request.GET.get("do", ""):
        n = next((entry.position for entry in reader.past(game, n).entries if entry.body["do"] == do), n)
    return HttpResponseRedirect(_url(game, n, request.GET.get("field", "")))
