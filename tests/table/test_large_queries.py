"""What an address asks a table for makes no page that grows out of proportion, and fills no memory."""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

import referee
import scoring
from referee.games.registry import GAMES
from referee.games.zero_zap import build as tally
from scoring.crew.visitor import Visitor
from tests.table.page import Phone, new_game

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

#: Bytes of a query, and its fields, which are no more than Django reads.
LONGEST, MOST = 7_000, 490
#: What may be asked for over and over, beside what the keys of the page say.
ASKED = {
    "cards": ("blue moon", "red 1", "yellow 6", "red 7 of hearts", "wild"),
    "events": ("play match",),
    "players": ("Ann", "Bob"),
    "points": ("1",),
    "card": ("x",),
    "take": ("red 1",),
    "names": ("Ann",),
}
SHEETS = ("", "declare", "close", "card")


def queries(sheet: str) -> Iterator[str]:
    for name, values in ASKED.items():
        for value in values:
            pair = urlencode({name: value})
            more = "&".join(min(LONGEST // (len(pair) + 1), MOST) * [pair])
            yield f"?sheet={sheet}&player=Ann&score=1&of=0&{more}"
        yield f"?sheet={sheet}&player=Ann&{urlencode({name: 'x' * LONGEST})}"


@pytest.mark.parametrize("key", GAMES)
def test_no_long_query_makes_a_page_out_of_proportion(ann: Visitor, key: str) -> None:
    phone = Phone(ann, new_game(ann, game=key))
    plain = len(phone.client.get(phone.url).content)
    for sheet in SHEETS:
        for query in queries(sheet):
            found = len(phone.client.get(f"{phone.url}{query}").content)
            assert found <= 4 * plain + 4 * len(query), query[:120]


def test_the_calculator_reads_a_hundred_taps_and_no_more(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, game="zero_zap"))

    def page(taps: int) -> bytes:
        sent: list[tuple[str, str]] = [("score", "1"), ("of", "0"), *taps * [("e", "0 set red 3")]]
        content: bytes = phone.client.get(f"{phone.url}?{urlencode(sent)}").content
        return content

    assert page(60).count(b"Take away: set of 3 red") == 60
    most = page(tally.MOST_TAPS)
    assert len(most) < 500_000
    # The address of the page itself stands in it.
    assert len(page(MOST)) < len(most) + 2 * LONGEST


#: What these keep is of the app itself: its games, its models, its files.
OUR_OWN = {
    "_by_tag",
    "_decoder",
    "load",
    "shelf",
    "_script",
    "_insertion",
    "_change",
    "_on_this_server",
    "_file",
    "_fields",
    "drawings",
    "wordings",
    "_shared",
}

#: They open or lock a data folder as they are loaded.
SERVERS = {"referee.wsgi", "referee.asgi"}


def test_whatever_is_kept_by_what_somebody_typed_is_kept_so_often_and_no_more() -> None:
    for part in (referee, scoring):
        for module in pkgutil.walk_packages(part.__path__, f"{part.__name__}."):
            if ".migrations." not in module.name and module.name not in SERVERS:
                importlib.import_module(module.name)
    # What was loaded before the tests is frozen, and no object that the collector names.
    ours = ("referee.", "scoring.")
    loaded = [vars(module) for name, module in sys.modules.items() if name.startswith(ours)]
    endless: set[Any] = {
        found.__name__
        for found in (*gc.get_objects(), *(each for names in loaded for each in names.values()))
        if type(found) is functools._lru_cache_wrapper
        and found.__module__.startswith(ours)
        and found.cache_parameters()["maxsize"] is None
    }
    assert endless <= OUR_OWN
