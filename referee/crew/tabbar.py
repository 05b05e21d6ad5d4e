"""The tab bar: five places, the current one marked by the room that the page's view lives in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest
from django.urls import reverse

from referee.web.components import Link

#: Of each tab the page that it leads to, its sign in tabs.svg and its words.
_TABS = (
    ("home", "cards", "Play"),
    ("games", "history", "History"),
    ("players", "players", "Players"),
    ("crew", "crew", "Crew"),
    ("rules", "rules", "Rules"),
)
#: Which views belong to which tab, by the beginning of their module's name; the first that fits counts.
_ROOMS = (
    ("referee.crew.home", "home"),
    ("referee.table.setup", "home"),
    ("referee.table.shelf", "home"),
    ("referee.table.", "games"),
    ("referee.crew.history.", "games"),
    ("referee.crew.sharing.", "games"),
    ("referee.crew.statistics.night", "games"),
    ("referee.crew.statistics.", "players"),
    ("referee.crew.players.", "players"),
    # A phone's settings are no crew's.
    ("referee.crew.this_phone", ""),
    ("referee.crew.", "crew"),
    ("referee.rulebooks.", "rules"),
)


class Tab(Link, frozen=True):
    """A tab; `current` is "page" where it is that page, "true" where it is one behind it, else ""."""

    sign: str
    current: str = ""


def on_page(request: HttpRequest) -> dict[str, Callable[[], tuple[Tab, ...]]]:
    """A context processor: `tabs` for tabbar.html, made where that is drawn: what is swapped in has none."""
    return {"tabs": partial(_tabs, request)}


def _tabs(request: HttpRequest) -> tuple[Tab, ...]:
    """A page that is not found has no place."""
    match = request.resolver_match
    module = match.func.__module__ if match else ""
    place = next((place for room, place in _ROOMS if module.startswith(room)), "")
    here = match.url_name if match else ""
    return tuple(
        Tab(
            href=reverse(name),
            sign=sign,
            text=text,
            current="page" if name == here else "true" if name == place else "",
        )
        for name, sign, text in _TABS
    )
