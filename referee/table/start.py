"""Setting a game up: who sits where, what is agreed; without an account and without a script."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from referee.games.context import AgreedView
from referee.games.presenter import AnyPresenter
from referee.games.registry import PRESENTERS
from referee.requests import TableRequest
from referee.rules.engine import NotARecord, State
from referee.table import tap
from referee.table.context import GameChoice, NewPage, PlaceField, SetupPage
from referee.table.judging import table_of
from referee.web.numbers import whole_number
from referee.web.requests import see, sound_fields, status_of
from referee.web.views import reads, writes
from scoring.crew.visitor import Visitor, get_game_or_404, join_own_crew
from scoring.log import tap_keys
from scoring.log.start import names_now, start_game
from scoring.models import Game
from scoring.models.people import clean_name, fold_name
from scoring.players.roster import offered as offered_players

EMPTY_PLACES = 3
MOST_PLACES = 20
LONGEST_TITLE = 80


@dataclass
class Places:
    """The seats as they are typed: names in order, and which of them deals first."""

    names: list[str]
    dealer: int = 0
    errors: dict[int, str] = field(default_factory=dict)

    @classmethod
    def sent(cls, form: QueryDict) -> Places:
        names = [str(name) for name in form.getlist("name")[:MOST_PLACES]]
        return cls(names, _place(form.get("dealer", ""), len(names)) or 0)

    def change(self, form: QueryDict) -> None:
        """What the button asks for: up, down, remove a place, or add one."""
        for button, step in (("up", -1), ("down", 1)):
            place = _place(form.get(button, ""), len(self.names))
            if place is not None:
                self._swap(place, place + step)
        gone = _place(form.get("remove", ""), len(self.names))
        if gone is not None:
            del self.names[gone]
            self.dealer = max(self.dealer - (gone < self.dealer), 0)
        if "add" in form and len(self.names) < MOST_PLACES:
            self._add(str(form["add"]))

    def _swap(self, one: int, other: int) -> None:
        if 0 <= other < len(self.names):
            self.names[one], self.names[other] = self.names[other], self.names[one]
            self.dealer = {one: other, other: one}.get(self.dealer, self.dealer)

    def _add(self, name: str) -> None:
        empty = [place for place, typed in enumerate(self.names) if not typed.strip()]
        if name and empty:
            self.names[empty[0]] = name
        else:
            self.names.append(name)

    def seated(self) -> tuple[list[str], str]:
        """The tidied names of those who play, and the dealer's; passes over empty places, notes errors."""
        found: dict[str, str] = {}
        dealer = ""
        for place, typed in enumerate(self.names):
            if not typed.strip():
                continue
            try:
                name = clean_name(typed)
            except ValidationError as error:
                self.errors[place] = error.messages[0]
                continue
            if fold_name(name) in found:
                self.errors[place] = f"“{name}” is in the list twice."
            found[fold_name(name)] = name
            dealer = name if place == self.dealer else dealer
        names = list(found.values())
        return names, dealer or (names[0] if names else "")


def _place(text: str, length: int) -> int | None:
    place = whole_number(text, digits=2)
    return place if place is not None and place < length else None


@reads
def choose(request: TableRequest) -> HttpResponse:
    """Which game to begin."""
    choices = tuple(
        GameChoice(href=reverse("setup", args=[key]), name=presenter.rules.name, blurb=presenter.blurb)
        for key, presenter in PRESENTERS.items()
    )
    return render(request, "pages/new.html", {"page": NewPage(games=choices)})


@reads
@writes
def setup(request: TableRequest, key: str) -> HttpResponse:
    """The page that agrees on a game; its `start` button begins it and deals."""
    if key not in PRESENTERS:
        raise Http404(key)
    presenter = PRESENTERS[key]
    if request.method == "POST":
        sound_fields(request)
        places = Places.sent(request.POST)
        if "start" not in request.POST:
            places.change(request.POST)
            return _page(request, presenter, places, presenter.agreed(request.POST))
        return _start(request, presenter, places)
    earlier = _rematch(request)
    names = _names(earlier) if earlier else [""] * EMPTY_PLACES
    options = earlier.options if earlier and earlier.game == key else None
    title = earlier.title if earlier and earlier.game == key else ""
    return _page(request, presenter, Places(names), presenter.agreed(QueryDict(), options), title=title)


def _rematch(request: TableRequest) -> Game | None:
    wanted = request.GET.get("rematch")
    return get_game_or_404(request, wanted) if wanted else None


def _names(earlier: Game) -> list[str]:
    """Those who stayed to the end, in their order at the table, by the names that they have today."""
    called = names_now(earlier)
    return [called[name] for name in earlier.standing["players"]]


def _start(request: TableRequest, presenter: AnyPresenter, places: Places) -> HttpResponse:
    names, dealer = places.seated()
    options, errors = presenter.options(request.POST)
    page = presenter.agreed(request.POST)
    errors += places.errors.values()
    state = None
    try:
        state = presenter.rules.start(options, names)
    except NotARecord:
        errors = errors or [_wrong_number(presenter, len(names), page.limits or presenter.limits)]
    if errors or state is None:
        return _page(request, presenter, places, page, errors=errors)
    sent = request.POST.get("key", "")
    game = begin(
        request.visitor,
        presenter,
        state,
        key=sent if 0 < len(sent) <= 64 else secrets.token_urlsafe(12),
        options=dict(options),
        dealer=dealer,
        title=_title(request),
    )
    return see(reverse("table", args=[game.public_id]))


def _wrong_number(presenter: AnyPresenter, number: int, limits: str) -> str:
    """Why so many cannot play."""
    if number < presenter.fewest:
        return "Type at least two names." if presenter.fewest > 1 else "Type at least one name."
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

    The same `key` again returns the same game. Raises what `start_game` raises.
    """
    game = start_game(
        actor=join_own_crew(visitor),
        key=key,
        game=presenter.rules.key,
        options=dict(options),
        table=table_of(presenter.rules, state),
        title=title,
    )
    opening = presenter.opening(dealer)
    if opening and not game.version:
        with tap.open_table(visitor, game.public_id, tap_keys.new_key(game)) as table:
            game = tap.make(table, opening, QueryDict()).game
    return game


def _title(request: TableRequest) -> str:
    """What the game is called, tidied; "" for the name of its rules."""
    printable = "".join(each if each.isprintable() else " " for each in request.POST.get("title", ""))
    return " ".join(printable.split())[:LONGEST_TITLE].strip()


def _page(
    request: TableRequest,
    presenter: AnyPresenter,
    places: Places,
    agreed: AgreedView,
    *,
    title: str = "",
    errors: Sequence[str] = (),
) -> HttpResponse:
    last = len(places.names) - 1
    here = {name.strip().casefold() for name in places.names}
    known = [player.name for player in offered_players(request.visitor) if player.name.casefold() not in here]
    page = SetupPage(
        url=reverse("setup", args=[presenter.rules.key]),
        key=request.POST.get("key") or secrets.token_urlsafe(12),
        game=presenter.rules.name,
        rules=reverse("rulebook", args=[presenter.rules.key]),
        limits=agreed.limits or presenter.limits,
        places=tuple(
            PlaceField(
                place=place,
                name=name,
                error=places.errors.get(place, ""),
                first=place == 0,
                last=place == last,
            )
            for place, name in enumerate(places.names)
        ),
        known=tuple(known[:30]),
        room=len(places.names) < MOST_PLACES,
        first=presenter.first,
        dealer=places.dealer,
        agreed=agreed,
        title=title or _title(request),
        longest_title=LONGEST_TITLE,
        errors=tuple(errors),
    )
    return render(request, "pages/setup.html", {"page": page}, status=status_of(errors))
