"""What the history is searched by: the form, and the chips of what is looked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import cast
from urllib.parse import urlencode

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils import timezone

from referee.crew.history.context import Search
from referee.crew.links import kinds_to_choose
from referee.games.registry import GAMES
from referee.web.context import Link, Option
from referee.web.wording import day
from scoring.history.search import Wanted
from scoring.models import Player

FIELDS = ("q", "since", "until", "game", "player", "state")
STATES = {"open": "Open", "ended": "Ended"}


def _day_field(wrong: str) -> forms.DateField:
    """A day as browsers send it, of a year that a clock can show."""
    limits = [MinValueValidator(date(1900, 1, 1), wrong), MaxValueValidator(date(2999, 12, 31), wrong)]
    return forms.DateField(
        required=False, input_formats=["%Y-%m-%d"], validators=limits, error_messages={"invalid": wrong}
    )


class SearchForm(forms.Form):
    """What games are looked for; `wanted` tells the store. A field left empty asks for nothing."""

    q = forms.CharField(
        required=False, max_length=80, error_messages={"max_length": "Search for at most 80 characters."}
    )
    since = _day_field("The first day is not a valid date.")
    until = _day_field("The last day is not a valid date.")
    game = forms.ChoiceField(required=False, error_messages={"invalid_choice": "There is no such game."})
    player = forms.ChoiceField(
        required=False, error_messages={"invalid_choice": "Your crew has no such player."}
    )
    state = forms.ChoiceField(
        required=False,
        choices=[*STATES.items()],
        error_messages={"invalid_choice": "Choose open or ended."},
    )

    def __init__(self, sent: QueryDict, players: Sequence[Player], titles: Mapping[str, str]) -> None:
        super().__init__({name: sent.get(name, "") for name in FIELDS})
        self.players = {player.public_id: player.name for player in players}
        self.games = kinds_to_choose({*GAMES, *titles}, titles)
        for name, choices in (("game", self.games), ("player", self.players)):
            cast("forms.ChoiceField", self.fields[name]).choices = [*choices.items()]

    def clean(self) -> dict[str, object]:
        """A period runs forwards."""
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            raise forms.ValidationError("The last day is before the first.")
        return found

    @property
    def wanted(self) -> Wanted:
        """What is looked for; only of a valid form."""
        found = self.cleaned_data
        return Wanted(
            since=_midnight(found["since"]) if found["since"] else None,
            until=_midnight(found["until"] + timedelta(days=1)) if found["until"] else None,
            game=found["game"],
            player=found["player"],
            is_over=None if not found["state"] else found["state"] == "ended",
            words=tuple(found["q"].split()),
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
            games=_options("All games", self.games, sent["game"]),
            players=_options("All players", self.players, sent["player"]),
            states=_options("Open or ended", STATES, sent["state"]),
            chips=tuple(self._chips(url)) if valid else (),
            clear=url if self.asked else "",
            errors=tuple(str(text) for texts in self.errors.values() for text in texts),
        )

    def _chips(self, url: str) -> Iterator[Link]:
        found = self.cleaned_data
        words = {
            "q": f"“{found['q']}”",
            "since": f"from {day(found['since'])}" if found["since"] else "",
            "until": f"until {day(found['until'])}" if found["until"] else "",
            "game": self.games.get(found["game"], ""),
            "player": self.players.get(found["player"], ""),
            "state": STATES.get(found["state"], ""),
        }
        for name in self.asked:
            rest = {other: value for other, value in self.asked.items() if other != name}
            yield Link(href=f"{url}?{urlencode(rest)}" if rest else url, text=words[name])


def _options(nothing: str, names: Mapping[str, str], chosen: str) -> tuple[Option, ...]:
    return tuple(
        Option(value=value, text=text, chosen=value == chosen)
        for value, text in (("", nothing), *names.items())
    )


def _midnight(begins: date) -> datetime:
    """When a day begins where the table stands."""
    return timezone.make_aware(datetime.combine(begins, time()))
