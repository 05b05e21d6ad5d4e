"""The crew's seasons: a list, each one's board and champion, and the form that makes or changes one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import cast
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.crew.days import PeriodForm, day_field
from referee.crew.links import kinds_to_choose
from referee.crew.people.who import writer
from referee.crew.statistics.board import board_of
from referee.crew.statistics.counting import uncounted
from referee.crew.titles import kind_name
from referee.games.registry import GAMES
from referee.rules.sentences import joined
from referee.table.requests import TableRequest
from referee.web.components import face, options
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from referee.web.views import form_view
from referee.web.wording import day, many
from scoring.history.titles import titles
from scoring.models import Season
from scoring.models.nights import tonight
from scoring.models.people import NAME_LENGTH, clean_name
from scoring.statistics import seasons as shelf
from scoring.statistics import spans
from scoring.statistics.spans import Span, Standing

EVERY_GAME = "Every game"


@require_safe
def seasons(request: TableRequest) -> HttpResponse:
    """All seasons, those that go on first, each with who leads in it or won it."""
    visitor, today = request.visitor, tonight()
    found = shelf.seasons(visitor)
    called = titles(visitor) if found else {}
    boards = spans.standings(visitor, [shelf.span_of(season) for season in found], today=today)
    cards = [_card(season, board, called, today) for season, board in zip(found, boards, strict=True)]
    page = {
        "now": tuple(card for card in cards if not card["over"]),
        "over": tuple(card for card in cards if card["over"]),
        "new": reverse("season_new") if visitor.membership and visitor.may_write else "",
        "uncounted": uncounted(request),
    }
    return render(request, "crew/seasons.html", {"page": page})


@require_safe
def season(request: TableRequest, public_id: str) -> HttpResponse:
    """Who leads in a season, or is its champion. Raises NotHere."""
    visitor, today = request.visitor, tonight()
    found = _found(request, public_id)
    (board,) = spans.standings(visitor, [shelf.span_of(found)], today=today)
    query = {"since": found.since, "until": found.until or "", "game": found.played}
    page = {
        "card": _card(found, board, titles(visitor), today),
        "board": board_of(board) if board else None,
        "games": f"{reverse('games')}?{urlencode({name: value for name, value in query.items() if value})}",
        "edit": reverse("season_edit", args=[public_id]) if visitor.may_write else "",
        "uncounted": uncounted(request),
    }
    return render(request, "crew/season.html", {"page": page})


@form_view
def new(request: TableRequest) -> HttpResponse:
    """The form of a new season, and what it makes."""
    me = writer(request)
    if request.method != "POST":
        return _form(request, _SeasonForm(_kinds(request), {"since": tonight().isoformat()}))
    check_form_fields(request)
    form = _SeasonForm(_kinds(request), request.POST)
    if not form.is_valid():
        return _form(request, form)
    try:
        made = shelf.make(me, form.cleaned_data["name"], form.span)
    except shelf.NameTaken:
        form.add_error("name", TAKEN)
        return _form(request, form)
    except shelf.TooMany:
        form.add_error(None, f"{shelf.MOST_SEASONS} seasons are the most. Delete an old one first.")
        return _form(request, form)
    return see_other(reverse("season", args=[made.public_id]))


@form_view
def edit(request: TableRequest, public_id: str) -> HttpResponse:
    """The form of a season that is there."""
    found = _found(request, public_id)
    me = writer(request)
    if request.method != "POST":
        now = {
            "name": found.name,
            "game": found.played,
            "since": found.since.isoformat(),
            "until": found.until.isoformat() if found.until else "",
        }
        return _form(request, _SeasonForm(_kinds(request, found.played), now), season=found)
    check_form_fields(request)
    form = _SeasonForm(_kinds(request, found.played), request.POST)
    if not form.is_valid():
        return _form(request, form, season=found)
    try:
        shelf.change(me, found, form.cleaned_data["name"], form.span)
    except shelf.NameTaken:
        form.add_error("name", TAKEN)
        return _form(request, form, season=found)
    return see_other(reverse("season", args=[public_id]))


@require_POST
def delete(request: TableRequest, public_id: str) -> HttpResponse:
    """Deletes a season; its games stay."""
    check_form_fields(request)
    shelf.delete(writer(request), _found(request, public_id))
    return see_other(reverse("seasons"))


TAKEN = "Your crew has a season of this name. Give this one another."


def dates(season: Season, today: date) -> str:
    """When it is, in words: "1 Mar 2026 to 30 Jun 2026", "since 1 Mar 2026"."""
    if season.until:
        return f"{day(season.since)} to {day(season.until)}"
    return f"{'from' if season.since > today else 'since'} {day(season.since)}"


def _found(request: TableRequest, public_id: str) -> Season:
    found = Season.objects.find(request.visitor, public_id)
    if found is None:
        raise NotHere("Your crew has no such season. It may have been deleted.")
    return found


def _card(
    season: Season, board: Sequence[Standing], called: Mapping[str, str], today: date
) -> dict[str, object]:
    """A season in a list: its `line` says who leads or has won, with their faces."""
    first = [each for each in board if each.facts.wins == board[0].facts.wins > 0]
    over = shelf.is_over(season, today)
    return {
        "href": reverse("season", args=[season.public_id]),
        "name": season.name,
        "game": kind_name(season.played, called) if season.played else EVERY_GAME,
        "dates": dates(season, today),
        "over": over,
        "line": _line(first, over=over, begun=season.since <= today),
        "faces": tuple(face(each.player) for each in first),
    }


def _line(first: Sequence[Standing], *, over: bool, begun: bool) -> str:
    """Who leads or has won, in a sentence without its stop."""
    if not first:
        return "No game was won in it" if over else "No game was won in it yet" if begun else "Not begun yet"
    names = joined([each.player.name for each in first])
    one = len(first) == 1
    wins = f"{many(first[0].facts.wins, 'win')}{'' if one else ' each'}"
    if over:
        return f"{names} {'is the champion' if one else 'are the champions'}, with {wins}"
    return f"{names} {'leads' if one else 'lead'}, with {wins}"


def _kinds(request: TableRequest, played: str = "") -> dict[str, str]:
    """What a season can be over, with its name: everything, each game, each title."""
    called = titles(request.visitor)
    return {"": EVERY_GAME} | kinds_to_choose({*GAMES, *called} | ({played} if played else set()), called)


def _form(request: TableRequest, form: _SeasonForm, *, season: Season | None = None) -> HttpResponse:
    wrong = form.errors if request.method == "POST" else {}
    errors = tuple(str(error) for each in wrong.values() for error in each)
    page = {
        "url": reverse("season_edit", args=[season.public_id]) if season else reverse("season_new"),
        "back": reverse("season", args=[season.public_id]) if season else reverse("seasons"),
        "heading": f"Edit “{season.name}”" if season else "New season",
        "name": form.data.get("name", ""),
        "since": form.data.get("since", ""),
        "until": form.data.get("until", ""),
        "games": options(form.kinds, form.data.get("game", "")),
        "longest": NAME_LENGTH,
        "delete": reverse("season_delete", args=[season.public_id]) if season else "",
        "wrong": tuple(wrong),
        "errors": errors,
    }
    return render(request, "crew/season_form.html", {"page": page}, status=status_of(errors))


class _SeasonForm(PeriodForm):
    """A season as it is typed in; `kinds` are what it can be over."""

    name = forms.CharField(error_messages={"required": "Give the season a name."})
    game = forms.ChoiceField(required=False, error_messages={"invalid_choice": "There is no such game."})
    since = day_field("The first day is not a valid date.", required=True)
    until = day_field("The last day is not a valid date.")

    def __init__(self, kinds: Mapping[str, str], sent: QueryDict | Mapping[str, str]) -> None:
        super().__init__({name: str(sent.get(name, "")) for name in ("name", "game", "since", "until")})
        self.kinds = kinds
        cast("forms.ChoiceField", self.fields["game"]).choices = [*kinds.items()]

    def clean_name(self) -> str:
        """The name, tidied as players' are."""
        try:
            return clean_name(self.cleaned_data["name"])
        except ValidationError as error:
            # Its words are of players.
            said = f"A name has at most {NAME_LENGTH} characters, all of them visible."
            raise forms.ValidationError(said) from error

    @property
    def span(self) -> Span:
        """The days, and what it is over; only of a valid form."""
        found = self.cleaned_data
        return Span(found["game"], found["since"], found["until"])
