"""What goes over the wire, counted by the browser: a phone on a weak network waits for each byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any
from urllib.parse import urljoin

import msgspec
import pytest
from playwright.sync_api import Page

from referee.games.registry import GAMES
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip
from tests.browser.tables import LONG
from tests.conftest import PATIENCE
from tests.marks import long_except
from tests.random_play import play as by_chance

#: A first load, with all that is fetched for it: compressed by gzip, as over plain http, heads counted.
#: The heaviest, the menu of a table of ZAR with nine, takes 51,790, a score sheet of nine 49,500.
#: The headless shell does not fetch the tab's icon, of 600 bytes.
MOST = 52_000
#: How many sit down here: the more, the longer the page.
SEATS = {"zarathustra": 4, "zero_zap": 4, "crazy_eights": 5}
#: Pages that no game has.
PAGES = [
    "/", "/new/", "/games/", "/players/", "/crew/", "/crew/leaders/", "/crew/nights/", "/crew/records/",
    "/crew/seasons/",
    "/crew/export/", "/crew/invites/new/", "/settings/", "/rules/", "/account/", "/nowhere/",
]  # fmt: skip


class Meter:
    """Counts the bytes of the answers to a page that has nothing yet, with their heads, as they come."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.answers: dict[str, int] = {}
        self._urls: dict[str, str] = {}
        self._first = ""
        session = page.context.new_cdp_session(page)
        session.on("Network.responseReceived", self._began)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        page.set_extra_http_headers({"Accept-Encoding": "gzip"})

    def _began(self, event: dict[str, Any]) -> None:
        url = event["response"]["url"]
        if event["type"] == "Document":
            # What the page of before still fetched is not of this one.
            self._urls.clear()
            self.answers.clear()
        # Where all is slow a table looks for news before it is whole: its own address, asked by a script.
        looks = url == self._first and event["type"] != "Document"
        # A stream has no end, clocks are compared for ever, and a result's picture is what its page is about.
        if not looks and not re.search(r"/live/|/clock/|result\.png", url):
            self._urls[event["requestId"]] = url

    def _ended(self, event: dict[str, Any]) -> None:
        if url := self._urls.pop(event["requestId"], None):
            # A file is fetched once, as long as what was fetched is kept, whoever asks for it again.
            more = 0 if "/static/" in url else self.answers.get(url, 0)
            self.answers[url] = more + event["encodedDataLength"]

    @contextmanager
    def one(self) -> Iterator[Meter]:
        """Counts anew."""
        self.answers.clear()
        yield self

    def first_load(self, url: str) -> int:
        """The bytes of a page and of all that it fetches by itself."""
        with self.one():
            self._first = urljoin(self._page.url, url)
            self._page.goto(url, wait_until="load")
            if self._page.locator("use").count():
                self.waits_for(".svg")
            for _ in range(PATIENCE // 20):
                if not self._urls:
                    break
                self._page.wait_for_timeout(20)
            self.waits_for(".css")
            self._first = ""
        return self.total

    def waits_for(self, part: str) -> None:
        """Until an answer has come whole whose address has this part."""
        for _ in range(PATIENCE // 20):
            if any(part in url for url in self.answers):
                return
            self._page.wait_for_timeout(20)
        raise AssertionError(f"nothing from {part}: {self.answers}")

    @property
    def total(self) -> int:
        return int(sum(self.answers.values()))


def a_game(phone: Phone, key: str, names: Sequence[str]) -> str:
    """The address of a game's page: one that is in play, imported as it was played by chance."""
    options: dict[str, Any]
    game, options = GAMES[key], {} if key in {"numzumzero", "zarathustra"} else {"end": {}}
    told = islice(by_chance(game, options, names, "wire"), 40)
    record = {
        "format": "referee-record/1",
        "game": key,
        "options": options,
        "players": names,
        "played_at": "2026-01-01T00:00:00Z",
        "moves": [msgspec.to_builtins(move) for _, move, _ in told],
    }
    form = phone.page.request.get("/crew/export/").text()
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)[0]
    file = {"name": "game.json", "mimeType": "application/json", "buffer": msgspec.json.encode(record)}
    sent = {"csrfmiddlewaretoken": token, "file": file}
    answer = phone.page.request.post("/crew/export/", multipart=sent)
    assert "/games/" in answer.url, answer.text()
    return answer.url


@pytest.mark.parametrize("key", long_except(GAMES, "zar"))
def test_a_first_load_of_any_page_of_a_game_stays_light(unlock: Unlock, key: str) -> None:
    phone = unlock()
    home = a_game(phone, key, LONG[: SEATS.get(key, 9)])
    table = home.replace("/games/", "/t/")
    meter = Meter(phone.page)
    pages = [table, f"{table}?sheet=menu", f"{table}log/", f"{table}log/3/", f"{table}correct/3/", home]
    pages += [f"{home}replay/20/", f"{home}share/", f"/new/{key}/", f"/rules/{key}/"]
    found = {page: meter.first_load(page) for page in pages}
    # The phone of a seat, at its turn where a game lets it come to that: its own part, and the whole table.
    html = phone.page.request.get(table).text()
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', html)[0]
    turn = re.findall(r'aria-current="true">\s*<span class="name">.*?([^<>]+)</span>', html, re.DOTALL)
    taken = {"csrfmiddlewaretoken": token, "take": turn[0].strip() if turn else LONG[0]}
    assert phone.page.request.post(f"{table}seat/", form=taken).ok
    own = [f"{table}?whole=0", f"{table}?whole=1"]
    found |= {page: meter.first_load(page) for page in own}
    assert {page: size for page, size in found.items() if not 5_000 < size <= MOST} == {}


def test_a_first_load_of_any_other_page_stays_light(unlock: Unlock) -> None:
    phone = unlock()
    phone.go(a_game(phone, "score_sheet", LONG))
    meter = Meter(phone.page)
    found = {page: meter.first_load(page) for page in PAGES}
    player = re.search(r'href="(/players/[\w-]{22}/)"', phone.page.request.get("/players/").text())
    assert player
    found |= {page: meter.first_load(page) for page in (player[1], f"{player[1]}edit/")}
    assert all(4_000 < size <= MOST for size in found.values()), found


def test_a_look_for_news_is_no_part_of_a_first_load(unlock: Unlock) -> None:
    phone = unlock()
    menu = a_game(phone, "score_sheet", LONG[:4]).replace("/games/", "/t/") + "?sheet=menu"
    meter = Meter(phone.page)
    once = meter.first_load(menu)
    looks = "addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('online')))"
    phone.page.add_init_script(looks)
    with phone.page.expect_response(
        lambda answer: answer.url.endswith(menu) and answer.request.resource_type != "document"
    ):
        assert abs(meter.first_load(menu) - once) < 500


@pytest.mark.parametrize("players", [4, 9])
def test_a_tap_costs_8_kb_at_most(unlock: Unlock, players: int) -> None:
    seated = unlock()
    names = LONG[:players]
    seated.sit_down(names, dealer=str(players - 1))
    seated.fast(flip("red moon"))
    phone = unlock()
    phone.join(seated)
    meter = Meter(phone.page)
    assert meter.first_load(seated.page.url) <= MOST
    for card in ("blue moon", "yellow star", "Back to the table", "blue wasp", "MATCH"):
        with meter.one():
            phone.tap(card)
            meter.waits_for("/t/")
            taps = [size for url, size in meter.answers.items() if "/t/" in url]
            assert max(taps) <= 8_000, card
