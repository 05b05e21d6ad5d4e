"""A phone in somebody's hand: what can be tapped is named by the words on it, what is seen is read off it.

The same hands serve a page with scripts, where a tap swaps a region, and one without, where it loads a page.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any, cast
from urllib.parse import urlencode

from bs4 import BeautifulSoup
from playwright.sync_api import ElementHandle, Error, Locator, Page
from playwright.sync_api import expect as expect_drawn
from playwright.sync_api._generated import LocatorAssertions

from tests.browser.paper import Claim, Paper, Spot
from tests.conftest import PATIENCE

# The page says when an answer has been dealt with; one that was loaded anew has forgotten that it was asked.
_ANSWERED = """{
  const done = () => setTimeout(() => delete document.documentElement.dataset.asked);
  document.addEventListener("table:answered", done);
  document.addEventListener("htmx:finally:request", () => document.querySelector("#live") || done());
}"""
# Where a finger will hit it, from when on the page counts as asked.
_ASKED = """part => {
  part.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.documentElement.dataset.asked = "";
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
# A second tap on the same spot, so many seconds after the answer or so many pixels from it, is the same tap.
# The page says 24 of them; where a tap falls, it is rounded.
_SAME_TAP, _SAME_SPOT = 0.35, 26
#: What htmx sends: the answer is the region alone, and not a page that is loaded after it.
_SWAPS = {"HX-Request": "true", "HX-Target": "table"}
_KEY = re.compile(r'name="key" value="([^"]+)"')
_CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def expect(spot: Locator) -> LocatorAssertions:
    """What is claimed of a part of a page, drawn or on paper."""
    found: object = spot
    return cast("LocatorAssertions", Claim(found)) if isinstance(found, Spot) else expect_drawn(spot)


class Phone:
    """A page of the app, and the finger on it."""

    #: Whether anybody sees how it looks.
    drawn = True

    def __init__(self, page: Page) -> None:
        self.page = page
        self._last: tuple[float, float] | None = None
        self._answer = 0.0
        page.add_init_script(_ANSWERED)

    # --- the finger

    def tap(self, name: str, within: str = "body") -> None:
        """Taps the button or link of this name (the whole of it, or else how it begins), and waits."""
        try:
            self._answered(self._target(name, within))
        except Error as error:
            if "not attached" not in error.message:
                raise
            # Swapped away meanwhile by what another phone did: nothing was tapped.
            self._answered(self._target(name, within))

    def find(self, name: str, within: str = "body") -> Locator:
        """The button or link of this name, once it is there."""
        for _ in self._patience():
            for found in self._called(name, within):
                if found.count():
                    return found.first
        raise self._nothing(name)

    def _target(self, name: str, within: str) -> ElementHandle:
        for _ in self._patience():
            # Looked for once for each way: the names of all buttons are costly to compute.
            for found in self._called(name, within):
                if targets := self._handles(found):
                    return targets[0]
        raise self._nothing(name)

    def _patience(self) -> Iterator[None]:
        """Once more and once more, for as long as a page is waited for."""
        end = time.monotonic() + PATIENCE / 1000
        yield
        while time.monotonic() < end:
            self.page.wait_for_timeout(50)
            yield

    def _handles(self, found: Locator) -> list[ElementHandle]:
        try:
            return found.element_handles()
        except Error as error:
            if "navigation" not in error.message:
                raise
        # The page was on its way out.
        self.page.wait_for_load_state("domcontentloaded")
        return found.element_handles()

    def _called(self, name: str, within: str) -> Iterator[Locator]:
        scope = self.page.locator(within)
        for end in ("$", r"\b"):
            called = re.compile(rf"^{re.escape(name)}{end}", re.IGNORECASE)
            yield scope.get_by_role("button", name=called).or_(scope.get_by_role("link", name=called))

    def _nothing(self, name: str) -> AssertionError:
        return AssertionError(f"nothing called {name!r} to tap: {self.page.locator('body').inner_text()}")

    def play(self, *cards: str) -> None:
        """Taps keys of the pad."""
        for card in cards:
            self.tap(card, ".pad")

    def points(self, number: str) -> None:
        """Types the points of the hand that is counted on the app's own keys, and saves them."""
        if not self.page.locator(".keypad").count():
            self.tap("Type points")
        for digit in number:
            self.tap(digit, ".keypad")
        self.tap("Save")

    def seat(self, name: str) -> None:
        """Taps a player at the table."""
        seat = self.page.locator(".seat", has=self.page.locator(".name", has_text=name))
        self._answered(seat)

    def add_place(self) -> None:
        """One more seat at the setup: with scripts it is there at once, without them a page brings it."""
        self.page.get_by_role("button", name="Add player").tap()

    def choose(self, label: str, value: str) -> None:
        """Fills a field in: a number, a text, or a choice from a list."""
        field = self.page.locator("input, select").and_(self.page.get_by_label(label))
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)

    def open(self, summary: str) -> None:
        """Folds a part of the page out."""
        self.page.locator("summary", has_text=summary).tap()

    def go(self, path: str) -> None:
        """Opens an address."""
        self.page.goto(path)

    def until(self, expression: str) -> None:
        """Waits until it holds, asking from outside: the page's policy lets nothing evaluate a text."""
        for _ in self._patience():
            if self.page.evaluate(expression):
                return
        raise AssertionError(expression)

    def _answered(self, target: ElementHandle | Locator) -> None:
        spot = target.evaluate(_ASKED)
        if self._last and math.dist(spot, self._last) <= _SAME_SPOT:
            self.page.wait_for_timeout(max(0, 1000 * (self._answer + _SAME_TAP - time.monotonic())) + 1)
        target.tap()
        self.page.locator("html:not([data-asked])").wait_for(state="attached")
        # A page that was loaded anew may have begun only.
        self.page.wait_for_load_state("domcontentloaded")
        self._last, self._answer = spot, time.monotonic()

    # --- the eye

    def sees(self, *texts: str, within: str = "body") -> None:
        """All of these stand on the page (or in the part of it), as somebody reads them."""
        for text in texts:
            expect(self.page.locator(within).first).to_contain_text(text)

    def misses(self, *texts: str, within: str = "body") -> None:
        """None of these stands there."""
        for text in texts:
            expect(self.page.locator(within).first).not_to_contain_text(text)

    def turn(self, name: str, demand: str = "") -> None:
        """Whose turn the table shows in large letters, and what faces them: there, or on the action line."""
        words = r"\s+".join(map(re.escape, name.split()))
        expect(self.page.locator(".now h1")).to_have_text(re.compile(rf"^\s*{words}\s*(,.*)?$", re.DOTALL))
        if demand:
            told = self.page.locator(".now .demand, .action .tiles").filter(has_text=demand)
            expect(told).to_have_count(1)

    def told(self, *texts: str) -> None:
        """What the action line says hands must do, or what was ruled last."""
        self.sees(*texts, within=".deed")

    def whose_turn(self) -> str:
        """The player whose turn the table shows."""
        return self.page.locator(".now h1 > .name").inner_text()

    def says(self, words: str) -> None:
        """What has to be said for the last play."""
        expect(self.page.locator(".say b")).to_have_text(re.compile(f"^“?{re.escape(words)}”?$"))

    def holds(self, **cards: int) -> None:
        """The number of cards at each player's seat."""
        for name, number in cards.items():
            seat = self.page.locator(".seat", has=self.page.locator(".name", has_text=name))
            expect(seat.locator(".held")).to_have_text("1 card" if number == 1 else f"{number} cards")

    def overflow(self) -> int:
        """By how many pixels the page is longer or wider than the screen."""
        root = "document.documentElement"
        long, wide = f"{root}.scrollHeight - innerHeight", f"{root}.scrollWidth - innerWidth"
        return int(self.page.evaluate(f"Math.max({long}, {wide})"))

    def join(self, other: Phone) -> None:
        """Becomes a phone of the same crew as the other, by its cookie."""
        cookies = other.page.context.cookies()
        crew = next(cookie["value"] for cookie in cookies if cookie["name"] == "crew")
        self.page.context.add_cookies([{"name": "crew", "value": crew, "url": other.page.url}])

    # --- the fast lane: what other tests tap is sent here without a page

    def sit_down(self, names: Sequence[str], *, game: str = "zar", **fields: str) -> None:
        """Starts a game and opens its table."""
        pairs = [("name", name) for name in names] + list(({"dealer": "0", "start": "1"} | fields).items())
        answer = self._send(f"/new/{game}/", self._read(f"/new/{game}/"), pairs)
        self.page.goto(answer.url)

    def fast(self, *moves: dict[str, Any]) -> None:
        """Makes moves in a row, and then looks at the table."""
        table = self.page.url.partition("?")[0]
        html = self._read(table)
        for move in moves:
            pairs = [
                (name, each)
                for name, value in move.items()
                for each in (value if isinstance(value, list) else [value])
            ]
            answer = self._send(f"{table}move/", html, pairs, _SWAPS)
            html = answer.text()
            assert answer.ok, f"{move}: {re.sub(r'<[^>]+>', ' ', html)}"
        self.page.goto(table)

    def logged(self) -> list[str]:
        """The moves in force, oldest first, as the log tells them."""
        log = BeautifulSoup(self._read(f"{self.page.url.partition('?')[0]}log/"), "lxml")
        return [text.get_text() for text in reversed(log.select(".n:not(:empty, :has(s)) ~ .what .text"))]

    def _read(self, url: str) -> str:
        return self.page.request.get(url).text()

    def _send(
        self, url: str, html: str, pairs: list[tuple[str, Any]], more: dict[str, str] | None = None
    ) -> Any:
        hidden = [("key", _KEY.findall(html)[0]), ("csrfmiddlewaretoken", _CSRF.findall(html)[0])]
        headers = {"Content-Type": "application/x-www-form-urlencoded"} | (more or {})
        # A server that is busy may close the line between two taps; the key counts once.
        data = urlencode([*hidden, *pairs])
        return self.page.request.post(url, headers=headers, data=data, max_retries=2)


class PaperPhone(Phone):
    """A phone without scripts whose pages nobody draws (`tests.browser.paper`)."""

    drawn = False

    def __init__(self, base: str) -> None:
        self.paper = Paper(base)
        # Hints for a first game: those who want to see them ask for them.
        self.paper.context.add_cookies([{"name": "coach", "value": "0"}])
        self.page = cast("Page", self.paper)

    def tap(self, name: str, within: str = "body") -> None:
        self._spot(name, within).tap()

    def find(self, name: str, within: str = "body") -> Locator:
        return cast("Locator", self._spot(name, within))

    def _spot(self, name: str, within: str) -> Spot:
        scope = self.paper.locator(within)
        for end in ("$", r"\b"):
            called = re.compile(rf"^{re.escape(name)}{end}", re.IGNORECASE)
            found = scope.get_by_role("button", name=called).or_(scope.get_by_role("link", name=called))
            if found.count():
                return found.first
        raise AssertionError(f"nothing called {name!r} to tap: {self.paper.soup.get_text(' ', strip=True)}")

    def choose(self, label: str, value: str) -> None:
        field = self.paper.get_by_label(label)
        if field.one().name == "select":
            field.select_option(label=value)
        else:
            field.fill(value)

    def overflow(self) -> int:
        """Paper has no edges: what fits a screen is looked at where one is."""
        return 0

    def _answered(self, target: ElementHandle | Locator) -> None:
        target.tap()


def flip(card: str) -> dict[str, Any]:
    """The first card of a hand."""
    return {"do": "flip", "card": card}


def play(player: str, card: str, count: int = 1, **more: Any) -> dict[str, Any]:
    """A play, or a match."""
    return {"do": "play", "player": player, "card": card, "count": count} | more


def do(what: str, **more: Any) -> dict[str, Any]:
    """Any other move."""
    return {"do": what} | more
