"""What the history is searched by: the form, and the chips of what is looked for."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import cast
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.template.defaultfilters import date as written

from referee.crew.days import PeriodForm, day_field
from referee.crew.history.context import Chip, Search
from referee.crew.links import kinds_to_choose
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.score_sheet.shelf import shelf
from referee.table.setup import ANY
from referee.web.components import face, options
from referee.web.nearest import nearest
from referee.web.wording import day
from scoring.history.folding import letters
from scoring.history.search import Wanted
from scoring.history.titles import Kind
from scoring.models import Player
from scoring.models.nights import night_begins
from scoring.played import what_was_played

FIELDS = ("q", "since", "until", "game", "player", "place", "state")
STATES = {"open": "Still open", "ended": "Ended"}
#: So many of a kind are a tap away; all of them stand under "Filters".
SUGGESTED = 3


@dataclass(frozen=True)
class Known:
    """What a crew's history can be asked for: its players, what it played (the newest first), where and when.

    `lately` are the primary keys of those who played in the newest games, the most frequent first.
    """

    players: Sequence[Player]
    kinds: Sequence[Kind]
    places: Sequence[str]
    years: Sequence[int]
    lately: Sequence[int] = ()


class SearchForm(PeriodForm):
    """What games are looked for; `wanted` tells the store. A field left empty asks for nothing."""

    q = forms.CharField(
        required=False, max_length=80, error_messages={"max_length": "Search for at most 80 characters."}
    )
    since = day_field("The first day is not a valid date.")
    until = day_field("The last day is not a valid date.")
    game = forms.ChoiceField(required=False, error_messages={"invalid_choice": "There is no such game."})
    player = forms.ChoiceField(required=False, error_messages={"invalid_choice": "There is no such player."})
    place = forms.ChoiceField(required=False, error_messages={"invalid_choice": "There is no such place."})
    state = forms.ChoiceField(
        required=False, choices=[*STATES.items()], error_messages={"invalid_choice": "Choose open or ended."}
    )

    def __init__(self, sent: QueryDict, crew: Known) -> None:
        super().__init__({name: sent.get(name, "") for name in FIELDS})
        self.crew = crew
        self.players = {player.public_id: player.name for player in crew.players}
        titles = {kind.played: kind.title for kind in crew.kinds if kind.title}
        self.games = kinds_to_choose({*GAMES, *titles}, titles)
        self.places = {place: place for place in crew.places}
        for name, choices in (("game", self.games), ("player", self.players), ("place", self.places)):
            cast("forms.ChoiceField", self.fields[name]).choices = [*choices.items()]

    @property
    def wanted(self) -> Wanted:
        """What is looked for; only of a valid form."""
        return self._asks(self.cleaned_data["q"])

    @property
    def meant(self) -> tuple[str, Wanted] | None:
        """The same with one mistyped word put right by the names of players and games."""
        names = (*self.players.values(), *self.games.values(), *(game.name for game in GAMES.values()))
        near = nearest(letters(self.cleaned_data["q"]), [letters(name) for name in names])
        return (near, self._asks(near)) if near else None

    def _asks(self, q: str) -> Wanted:
        found = self.cleaned_data
        words = q.split()
        names = {key: letters(" ".join([one.rules.name, *one.names])) for key, one in PRESENTERS.items()}
        # A sheet's own name is looked for in the titles.
        names |= {what_was_played(ANY, one.name): letters(" ".join(one.names)) for one in shelf().values()}
        return Wanted(
            since=night_begins(found["since"]) if found["since"] else None,
            until=night_begins(found["until"] + timedelta(days=1)) if found["until"] else None,
            game=found["game"],
            player=found["player"],
            place=found["place"],
            is_over=None if not found["state"] else found["state"] == "ended",
            words=tuple(words),
            called={word: [key for key in names if letters(word) in names[key]] for word in words},
        )

    @property
    def asked(self) -> dict[str, str]:
        """The query that asks for the same again, without what was left empty."""
        return {name: self.data[name] for name in FIELDS if self.data[name].strip()}

    def view(self, url: str) -> Search:
        """The form as a page shows it."""
        sent = self.data
        valid = self.is_valid()
        return Search(
            url=url,
            q=sent["q"],
            since=sent["since"],
            until=sent["until"],
            games=options({"": "All games", **self.games}, sent["game"]),
            players=options({"": "All players", **self.players}, sent["player"]),
            places=options({"": "All places", **self.places}, sent["place"]),
            states=options({"": "Open or ended", **STATES}, sent["state"]),
            chips=(*self._in_use(url), *self._suggested(url)) if valid else (),
            clear=url if self.asked else "",
            errors=tuple(str(text) for texts in self.errors.values() for text in texts),
        )

    def _in_use(self, url: str) -> Iterator[Chip]:
        """The filters in use: a link takes one away. A whole month or year is one filter."""
        found = self.cleaned_data
        words = {
            "q": f"“{found['q']}”",
            "since": f"From {day(found['since'])}" if found["since"] else "",
            "until": f"Until {day(found['until'])}" if found["until"] else "",
            "game": self.games.get(found["game"], ""),
            "player": self.players.get(found["player"], ""),
            "place": found["place"],
            "state": STATES.get(found["state"], ""),
        }
        span = _span(found["since"], found["until"])
        faces = {player.public_id: face(player) for player in self.crew.players}
        for name in self.asked:
            if span and name == "until":
                continue
            gone = {"since", "until"} if span and name == "since" else {name}
            rest = {other: value for other, value in self.asked.items() if other not in gone}
            yield Chip(
                href=_url(url, rest),
                text=span if span and name == "since" else words[name],
                on=True,
                face=faces.get(found["player"]) if name == "player" else None,
            )

    def _suggested(self, url: str) -> Iterator[Chip]:
        """Filters that are a tap away, beside those in use."""
        asked = self.asked
        by_pk = {player.pk: player for player in self.crew.players}
        if "player" not in asked:
            for player in [by_pk[pk] for pk in self.crew.lately if pk in by_pk][:SUGGESTED]:
                yield Chip(_url(url, asked | {"player": player.public_id}), player.name, face=face(player))
        if "game" not in asked:
            for kind in self.crew.kinds[:SUGGESTED] if len(self.crew.kinds) > 1 else ():
                if kind.played in self.games:
                    yield Chip(_url(url, asked | {"game": kind.played}), self.games[kind.played])
        if "state" not in asked:
            yield Chip(href=_url(url, asked | {"state": "open"}), text=STATES["open"])
        if "place" not in asked:
            for place in self.crew.places[:SUGGESTED]:
                yield Chip(href=_url(url, asked | {"place": place}), text=place)
        if not asked.keys() & {"since", "until"} and len(self.crew.years) > 1:
            for year in sorted(self.crew.years, reverse=True)[:SUGGESTED]:
                span = {"since": f"{year}-01-01", "until": f"{year}-12-31"}
                yield Chip(href=_url(url, asked | span), text=str(year))


def _url(url: str, asked: Mapping[str, str]) -> str:
    return f"{url}?{urlencode(asked)}" if asked else url


def _span(since: date | None, until: date | None) -> str:
    """What people call the days from one to another, "" where they are no whole month or year, and no day."""
    if not (since and until):
        return ""
    if since == until:
        return day(since)
    if since.day == 1 and (until.year, until.month) == (since.year, since.month):
        return written(since, "F Y") if until.day == monthrange(until.year, until.month)[1] else ""
    whole = (since.month, since.day, until.month, until.day) == (1, 1, 12, 31)
    return str(since.year) if whole and since.year == until.year else ""
