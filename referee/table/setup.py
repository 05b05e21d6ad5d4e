"""Setting a game up: who sits where, what is agreed; without an account and without a script."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from operator import itemgetter

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control

from referee.games.presenter import AnyPresenter
from referee.games.registry import PRESENTERS
from referee.games.setup import AgreedView
from referee.rules.engine import NotARecord, State
from referee.rules.sentences import counted, joined
from referee.stream.hub import HUB
from referee.table import last_time, score_sheets, taps
from referee.table.requests import TableRequest
from referee.table.score_sheets import SheetForm
from referee.table.setup_form import Places
from referee.table.taps import table_of
from referee.web.components import face
from referee.web.requests import check_form_fields, see_other, status_of
from referee.web.views import form_view
from scoring.crew.visitor import Visitor, get_game_or_404, join_own_crew, must_write
from scoring.discarding import sweep
from scoring.history.cards import who_played_lately
from scoring.history.titles import newest, titles
from scoring.log import tap_keys
from scoring.log.start import start_game
from scoring.models import Game, Role
from scoring.models.games import TITLE_LENGTH
from scoring.models.limits import TooMany, TooOften
from scoring.played import clean_title
from scoring.players.roster import known_players
from scoring.players.roster import offered as offered_players
from scoring.sharing import links as sharing

EMPTY_PLACES = 3
#: Titles that are offered to whoever types one, and those that are a tap away.
MOST_TITLES = 100
SUGGESTED = 4
#: Players that are a tap away, and those of them that are seen at once where there are more than a few.
MOST_OFFERED = 30
FIRST_OFFERED, FEW = 6, 8
#: The game that any other can be kept with.
ANY = "score_sheet"


@form_view
def setup(request: TableRequest, key: str) -> HttpResponse:
    """The page that agrees on a game; its `start` button begins it and deals."""
    if key not in PRESENTERS:
        raise Http404(key)
    may_start(request)
    presenter, sent = PRESENTERS[key], request.POST
    if request.method != "POST":
        return _first_page(request, presenter)
    check_form_fields(request)
    if "same" in sent:
        return _same_again(request, presenter, sent["same"])
    places = Places.sent(sent)
    if sent.keys() & {"start", "add"}:
        places.recognise({player.folded: player.name for player in known_players(request.visitor)})
    if "recall" in sent:
        return _recall(request, presenter, places)
    form = score_sheets.with_sheet(request, sent)
    agreed = presenter.agreed(form.sent)
    if "start" in sent:
        return _start(request, presenter, places, form, agreed)
    places.change(sent, _most(presenter, agreed))
    return _page(request, presenter, places, agreed, errors=form.errors)


def may_start(request: TableRequest) -> None:
    """Raises PermissionDenied for who only looks: a form that is refused in the end is none."""
    if not request.visitor.may_write:
        must_write(Role.WATCHER)


def _most(presenter: AnyPresenter, agreed: AgreedView) -> int:
    """How many may play, by what is agreed so far."""
    return agreed.most or presenter.most


def _first_page(request: TableRequest, presenter: AnyPresenter) -> HttpResponse:
    """The page before anything was sent: empty, or with who played an earlier game, and what was agreed."""
    rematch, by_sheet = request.GET.get("rematch"), "sheet" in request.GET
    earlier = get_game_or_404(request, rematch) if rematch else None
    places = Places(last_time.names_of(earlier) if earlier else [])
    if earlier and earlier.game == presenter.rules.key and not by_sheet:
        last = last_time.rematch_from(request.visitor, presenter, earlier)
        places.dealer = places.names.index(last.next_dealer()) if last else 0
        return _recalled(request, presenter, places, earlier)
    form = score_sheets.with_sheet(request, request.GET if by_sheet else QueryDict())
    agreed = presenter.agreed(form.sent)
    return _page(request, presenter, places, agreed, errors=form.errors, status=HTTPStatus.OK)


def _same_again(request: TableRequest, presenter: AnyPresenter, public_id: str) -> HttpResponse:
    """Begins with the people of that game; where they can no longer play, their names stand on the page."""
    earlier = get_game_or_404(request, public_id)
    last = last_time.rematch_from(request.visitor, presenter, earlier)
    if last is None:
        places = Places(last_time.names_of(earlier))
        options = earlier.options if earlier.game == presenter.rules.key else None
        agreed = presenter.agreed(QueryDict(), options)
        errors = [_wrong_number(presenter, agreed, len(places.names))]
        return _page(request, presenter, places, agreed, errors=errors)
    if score_sheets.newer_version(request.visitor, last.options):
        return _recalled(request, presenter, Places(list(last.names)), last.same or earlier)
    game = begin(
        request.visitor,
        presenter,
        last.state,
        key=_key(request),
        options=last.options,
        dealer=last.next_dealer(),
        title=last.title,
    )
    return see_other(reverse("table", args=[game.public_id]))


def _recall(request: TableRequest, presenter: AnyPresenter, places: Places) -> HttpResponse:
    """The page with what was agreed in the crew's newest game of a title, and, where nobody is typed in yet,
    with who played. A title that was never played leaves all as it was sent.
    """
    title = clean_title(request.POST["recall"]) or _title(request)
    earlier = newest(request.visitor, presenter.rules.key, title) if title else None
    if earlier is None:
        return _page(request, presenter, places, presenter.agreed(request.POST), title=title)
    if not any(map(str.strip, places.names)):
        places = Places(last_time.names_of(earlier))
    return _recalled(request, presenter, places, earlier)


def _recalled(request: TableRequest, presenter: AnyPresenter, places: Places, game: Game) -> HttpResponse:
    """The page with what was agreed in a game; it says where the crew's sheet was changed since."""
    form = score_sheets.sheet_of_game(request.visitor, game)
    agreed = presenter.agreed(form.sent, game.options)
    return _page(
        request, presenter, places, agreed, title=game.title, errors=form.errors, status=HTTPStatus.OK
    )


def _start(
    request: TableRequest, presenter: AnyPresenter, places: Places, form: SheetForm, agreed: AgreedView
) -> HttpResponse:
    names, dealer = places.seated()
    options, errors = presenter.options(form.sent)
    if agreed.first or presenter.first:
        options = presenter.begins(options, dealer)
    errors += [*form.errors, *places.errors.values()]
    try:
        state = presenter.rules.start(options, names)
        if not errors:
            game = begin(
                request.visitor,
                presenter,
                state,
                key=_key(request),
                options=options,
                dealer=dealer,
                title=presenter.titled(options) or _title(request),
            )
            return see_other(reverse("table", args=[game.public_id]))
    except NotARecord:
        if not errors:
            errors = [_wrong_number(presenter, agreed, len(names))]
            if len(names) < (agreed.fewest or presenter.fewest):
                places.ask_for_more(errors[0])
    except TooMany as error:
        errors = [str(error)]
    return _page(request, presenter, places, agreed, errors=errors)


def _wrong_number(presenter: AnyPresenter, agreed: AgreedView, number: int) -> str:
    """Why so many cannot play."""
    fewest, limits = agreed.fewest or presenter.fewest, agreed.limits or presenter.limits
    if number < fewest:
        return f"Type at least {counted(fewest, 'name')}."
    return f"{number} names are too many: {limits[:1].lower()}{limits[1:]}"


def begin(
    visitor: Visitor,
    presenter: AnyPresenter,
    state: State,
    *,
    key: str,
    options: Mapping[str, object],
    dealer: str,
    title: str = "",
) -> Game:
    """The game that begins with a state of the rules, and its first move where that makes itself.

    Phones that played along in the crew's last game keep their seats, and the same ones log. The same `key`
    again returns the same game. Raises what `start_game` raises, and TooOften.
    """
    actor = join_own_crew(visitor)
    if not visitor.may_begin():
        raise TooOften("This phone began many games just now. Wait 15 minutes, then begin the next one.")
    before = Game.objects.visible_to(visitor).newest_first().first()
    game = start_game(
        actor=actor,
        key=key,
        game=presenter.rules.key,
        options=dict(options),
        table=table_of(presenter.rules, state),
        title=title,
        **last_time.phones_of(before),
    )
    if before:
        if last_time.goes_on(before, game):
            sharing.carry_board(before, game)
        # Phones that are still at its table see the way to this one.
        HUB.notify(before.public_id, before.version)
    opening = presenter.opening(dealer)
    # A key that somebody made up may be that of another kind of game, which is no page's doing.
    if opening and not game.version and game.game == presenter.rules.key:
        with taps.open_table(visitor, game.public_id, tap_keys.new_key(game)) as table:
            game = taps.make(table, opening, QueryDict()).game
    # A write that comes along now and then: it takes what was discarded long ago with it.
    sweep(game.crew_id)
    return game


def _key(request: TableRequest) -> str:
    """What the page's form calls its game, or a new word for it."""
    sent = request.POST.get("key", "")
    return sent if 0 < len(sent) <= 64 else secrets.token_urlsafe(12)


def _title(request: TableRequest) -> str:
    """What the game is called, tidied; "" for the name of its rules."""
    return clean_title(request.POST.get("title", ""))


def _page(
    request: TableRequest,
    presenter: AnyPresenter,
    places: Places,
    agreed: AgreedView,
    *,
    title: str = "",
    errors: Sequence[str] = (),
    status: HTTPStatus | None = None,
) -> HttpResponse:
    """The page, drawn again from what was sent until a game begins; `status` where `errors` are no mistakes.

    It sends `name` for each place in order, `dealer` (a place) where `first` says what that one does, what
    the game asks, and `title`; the button is `up`, `down` or `remove` (a place), `add` (a known name, "" for
    one more), `recall` (a title, "" for the one typed, whose settings of last time come back), `start`, or
    `same` (the game whose people play again).
    """
    offered = {player.name.casefold(): player for player in offered_players(request.visitor)}
    faces = {name: face(player) for name, player in offered.items()}
    here = places.here
    most = _most(presenter, agreed)
    places.fill(min(max(EMPTY_PLACES, agreed.fewest), most))
    lately = who_played_lately(request.visitor)[:FIRST_OFFERED]
    first = lately or [player.pk for player in offered.values()][:FEW]
    rest = {player.pk for player in offered.values()}.difference(first) if len(offered) > FEW else set()
    known = [
        {"name": player.name, "face": faces[name], "seat": here.get(name), "more": player.pk in rest}
        for name, player in offered.items()
    ]
    last = last_time.last_game(request.visitor, presenter, agreed)
    title = title or _title(request)
    same = last and {
        "value": last.game.public_id,
        "text": joined(last.names),
        "title": last.title,
        "off": bool(here),
    }
    played = list(titles(request.visitor).values())[:MOST_TITLES] if agreed.titled else []
    page = {
        "url": reverse("setup", args=[presenter.rules.key]),
        "key": _key(request),
        "game": agreed.called or presenter.rules.name,
        # A sheet says how it is counted itself.
        "rules": "" if agreed.by_sheet else reverse("rulebook", args=[presenter.rules.key]),
        "limits": agreed.limits or presenter.limits,
        "places": places.fields(faces),
        "known": sorted(known, key=itemgetter("more"))[:MOST_OFFERED],
        "full": sum(1 for name in places.names if name.strip()) >= most,
        "same": same,
        "most": most,
        "first": agreed.first or presenter.first,
        "dealer": places.dealer,
        "agreed": agreed,
        "title": title,
        "titles": played,
        "suggested": [] if title else played[:SUGGESTED],
        "longest_title": TITLE_LENGTH,
        "errors": errors,
    }
    response = render(request, "pages/setup.html", {"page": page}, status=status or status_of(errors))
    # Nowhere else is as much typed before it is sent: a browser may keep the page for Back (decision 20).
    patch_cache_control(response, private=True, no_cache=True)
    return response
