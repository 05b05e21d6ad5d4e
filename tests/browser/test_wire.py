"""What goes over the wire, counted by the browser: a phone on a weak network waits for each byte."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Unlock
from tests.browser.phone import flip
from tests.browser.tables import LONG
from tests.conftest import PATIENCE


class Meter:
    """Counts the bytes of the answers to a page, with their headers, compressed as they come."""

    def __init__(self, page: Page) -> None:
        self.answers: dict[str, int] = {}
        self._page = page
        self._urls: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.responseReceived", self._began)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")

    def _began(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["response"]["url"]

    def _ended(self, event: dict[str, Any]) -> None:
        self.answers[self._urls[event["requestId"]]] = event["encodedDataLength"]

    def waits_for(self, part: str) -> None:
        """Until an answer has come whole whose address has this part."""
        for _ in range(PATIENCE // 20):
            if any(part in url for url in self.answers):
                return
            self._page.wait_for_timeout(20)
        raise AssertionError(f"{part} did not come: {list(self.answers)}")

    @contextmanager
    def one(self) -> Iterator["Meter"]:
        """Counts anew."""
        self.answers.clear()
        yield self

    @property
    def total(self) -> int:
        return int(sum(self.answers.values()))


@pytest.mark.parametrize("players", [4, 9])
def test_a_first_load_costs_60_kb_and_a_tap_8_kb_at_most(unlock: Unlock, players: int) -> None:
    seated = unlock()
    names = LONG[:players]
    seated.sit_down(names, dealer=str(players - 1))
    seated.fast(flip("red moon"))
    phone = unlock()
    phone.join(seated)
    meter = Meter(phone.page)
    phone.page.goto(seated.page.url, wait_until="load")
    phone.page.locator(".pad").wait_for()
    for part in (".css", "htmx", ".svg"):
        meter.waits_for(part)
    phone.page.wait_for_timeout(300)  # whatever else comes
    assert 10_000 < meter.total <= 60_000, meter.answers
    for card in ("blue moon", "yellow star", "Back to the table", "blue wasp", "MATCH"):
        with meter.one():
            phone.tap(card)
            meter.waits_for("/t/")
            taps = {url: size for url, size in meter.answers.items() if "/t/" in url}
            assert max(taps.values()) <= 8_000, taps
