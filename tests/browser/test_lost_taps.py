"""Two phones at one table on lines that are cut, with pages that are closed: no tap is lost, doubled or given
to another player.

Each walk is its seed's: `WALKS=300 python -m pytest tests/browser/test_lost_taps.py`, from `FIRST_WALK` on.
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import msgspec
import pytest
from playwright.sync_api import Error, Page, Request, Route

from tests.browser.phone import Phone, flip
from tests.browser.wire import Cut, Wire
from tests.conftest import PATIENCE, House, NewPhone

WALKS, FIRST = int(os.environ.get("WALKS", "3")), int(os.environ.get("FIRST_WALK", "1"))
STEPS = 24
#: How long somebody answers, in milliseconds: retries are up to 20 seconds apart.
_REST = 6 * PATIENCE
#: What is tapped: nothing that opens a sheet where it is lawful.
KEYS = ("Draw", "Pass", "blue moon", "blue star", "red star", "yellow moon", "red sun", "Undo")
CUTS: tuple[Cut, ...] = ("before", "after", "middle")
#: Says what the outbox took of a tap: its id, who was on turn on the page, whether that is to be followed;
#: when it lies on the phone, some milliseconds later; and which of those that wait a dialog's button lets go.
_WATCH = """addEventListener("DOMContentLoaded", () => {
  if (!window.outbox) return;
  const add = outbox.add;
  outbox.add = (tap, ...more) => {
    add(tap, ...more);
    const fields = new URLSearchParams(tap.fields);
    taken(tap.id, tap.name, tap.url, fields.get("player") ?? "", fields.has("follows"));
    const until = setInterval(() => tap.kept && (clearInterval(until), stored(tap.id)), 1);
  };
  addEventListener("click", ({ target }) => {
    const words = target.closest("#stopped button")?.textContent.trim() ?? "";
    const waits = outbox.taps.map(({ id }) => id);
    if (words.startsWith("Drop all")) dropped(waits);
    else if (words.startsWith("Drop it") || words.startsWith("Change it")) dropped(waits.slice(0, 1));
  }, true);
})"""


@dataclass
class Tap:
    """A tap: the player it names, whether whoever is on turn then is meant, and what it was answered."""

    phone: str
    name: str
    url: str
    player: str
    follows: bool
    statuses: Counter[int] = field(default_factory=Counter)
    #: It lies on the phone. No finger closes a page before; a test does.
    stored: bool = False
    #: Somebody was asked, and wanted it no more.
    dropped: bool = False


class Hand:
    """A phone that taps by chance, on a line of its own, and remembers every tap that was taken."""

    def __init__(self, name: str, page: Page, wire: Wire, taps: dict[str, Tap]) -> None:
        self.name, self.wire, self.taps = name, wire, taps
        self.phone = Phone(page)
        self._follow(page)

    @property
    def page(self) -> Page:
        return self.phone.page

    def _follow(self, page: Page) -> None:
        page.expose_function("taken", self._taken)
        page.expose_function("stored", self._stored)
        page.expose_function("dropped", self._dropped)
        page.add_init_script(_WATCH)
        page.on("response", lambda response: self._answered(response.request, response.status))

    def _taken(self, tap: str, name: str, url: str, player: str, follows: bool) -> None:
        self.taps[tap] = Tap(self.name, name, url, player, follows)

    def _stored(self, tap: str) -> None:
        self.taps[tap].stored = True

    def _dropped(self, unwanted: list[str]) -> None:
        for tap in unwanted:
            if tap in self.taps:
                self.taps[tap].dropped = True

    def _answered(self, request: Request, status: int) -> None:
        if request.method == "POST" and request.post_data:
            key = parse_qs(request.post_data).get("key", [""])[0]
            if (tap := self.taps.get(key.partition("-")[2])) and status:
                tap.statuses[status] += 1

    def open(self, url: str) -> None:
        """Opens the table, as soon as the line lets it."""
        with suppress(Error):
            self.page.goto(url, wait_until="domcontentloaded", timeout=3_000)

    def close_and_open(self, url: str) -> None:
        """The page is closed in the middle of anything, and opened anew in the same browser."""
        context = self.page.context
        self.page.close()
        self.wire.mend()
        self.phone = Phone(context.new_page())
        self._follow(self.page)
        self.open(url)

    def tap(self, name: str) -> None:
        """Taps what is called so, if there is anything, and waits for nothing."""
        with suppress(Error):
            # By the page itself: fingers of a test are slow, and this has to be quick.
            self.page.evaluate(
                """name => {
                  const words = (part) => part.getAttribute("aria-label") || part.textContent.trim();
                  const all = [...document.querySelectorAll("#table :is(button, a)")];
                  all.find((part) => !part.disabled && words(part).startsWith(name))?.click();
                }""",
                name,
            )

    def answer(self, chance: random.Random) -> bool:
        """Says what becomes of what was stopped; whether anything was asked."""
        with suppress(Error):
            buttons = self.page.locator("#stopped button")
            if number := buttons.count():
                buttons.nth(chance.randrange(number)).click(timeout=2_000)
                return True
            back = self.page.locator(".sheet .back")
            if back.count():
                back.first.click(timeout=2_000)
        return False

    def waiting(self) -> list[str]:
        """The ids of what is still kept."""
        found: list[str] = self.page.evaluate(
            "outbox.of(document.querySelector('#live').dataset.mark).then(all => all.map(({ id }) => id))"
        )
        return found


@pytest.fixture
def wires(town: House) -> Iterator[list[Wire]]:
    lines = [Wire(town.port), Wire(town.port)]
    yield lines
    for line in lines:
        line.close()


def _delay(page: Page, chance: random.Random) -> None:
    """The next answer takes a while."""
    late = chance.choice((60, 200, 500))

    def held(route: Route) -> None:
        page.wait_for_timeout(late)
        route.continue_()

    page.route("**/move/", held, times=1)


def _walk(ann: Hand, bob: Hand, table: str, chance: random.Random) -> None:
    for _ in range(STEPS):
        hand = chance.choice((ann, ann, bob))
        match chance.random():
            case x if x < 0.55:
                for name in chance.choices(
                    KEYS, weights=(4, 4, 3, 2, 2, 1, 2, 1), k=chance.choice((1, 1, 2, 3))
                ):
                    hand.tap(name)
            case x if x < 0.7:
                hand.wire.cut(chance.choice(CUTS))
            case x if x < 0.82:
                hand.wire.mend()
                with suppress(Error):
                    hand.page.evaluate("dispatchEvent(new Event('online'))")
            case x if x < 0.87:
                hand.close_and_open(hand.wire.url + table)
            case x if x < 0.93:
                hand.answer(chance)
            case _:
                hand.page.wait_for_timeout(chance.choice((50, 200, 700)))
        hand.page.wait_for_timeout(chance.choice((0, 20, 120)))


def _rest(hand: Hand, table: str, chance: random.Random) -> None:
    """The line is whole, and somebody answers until nothing waits."""
    hand.wire.mend()
    for number in range(_REST // 250):
        with suppress(Error):
            if not hand.page.locator("#live").count():
                hand.open(hand.wire.url + table)
            if not hand.answer(chance):
                send = hand.page.locator("#lost button:visible")
                if send.count() and number % 3 == 0:
                    send.click(timeout=1_000)
                hand.page.evaluate("dispatchEvent(new Event('online'))")
            hand.page.wait_for_timeout(250)
            if (
                not hand.waiting()
                and not hand.page.locator("#table[aria-busy], #stopped, #lost:visible").count()
            ):
                return
    raise AssertionError(
        f"{hand.name} still waits: {hand.waiting()} {hand.page.locator('body').inner_text()}"
    )


def _log(town: House, game: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(town.folder / "referee.sqlite3", timeout=30)) as base:
        rows = base.execute(
            "select m.seq, m.key, m.kind, m.body from scoring_move m join scoring_game g on g.id = m.game_id"
            " where g.public_id = ? order by m.seq",
            [game],
        )
        return [
            {"seq": seq, "key": key, "kind": kind, "body": msgspec.json.decode(body) if body else None}
            for seq, key, kind, body in rows
        ]


def _check(log: list[dict[str, Any]], taps: dict[str, Tap], walk: int) -> None:
    """Every tap is in the log once, or was answered by no, or by a question, or somebody dropped it."""
    found = Counter(row["key"].partition("-")[2] for row in log)
    assert max(found.values()) == 1, (walk, "doubled", found)
    for row in log:
        shown, _, own = row["key"].partition("-")
        version, _, ahead = shown.partition("+")
        tap = taps.get(own)
        if tap is None:
            continue
        where = (walk, row, tap)
        if ahead:
            assert row["seq"] == int(version) + int(ahead) + 1, (*where, "another tapped in between")
        if row["body"] and tap.player and not tap.follows:
            assert row["body"].get("player") == tap.player, (*where, "given to another player")
    for own, tap in taps.items():
        no = {status for status in tap.statuses if 400 <= status < 500}
        assert own in found or no or tap.dropped or not tap.stored, (walk, "lost", own, tap)


@pytest.mark.parametrize("walk", range(FIRST, FIRST + WALKS))
def test_two_phones_with_cuts_delays_and_closed_pages_lose_double_and_mistake_nothing(
    new_phone: NewPhone, town: House, wires: list[Wire], walk: int
) -> None:
    chance = random.Random(walk)
    taps: dict[str, Tap] = {}
    ann, bob = (
        Hand(name, new_phone(url=wire.url), wire, taps)
        for name, wire in zip(("Ann", "Bob"), wires, strict=True)
    )
    ann.phone.sit_down(["Ann", "Bob", "Cat"], dealer="2")
    ann.phone.fast(flip("red moon"))
    table = ann.page.url.replace(ann.wire.url, "")
    bob.phone.join(ann.phone)
    bob.open(bob.wire.url + table)
    _walk(ann, bob, table, chance)
    for hand in (ann, bob):
        _rest(hand, table, chance)
    log = _log(town, table.split("/")[2])
    _check(log, taps, walk)
    for hand in (ann, bob):
        hand.page.goto(hand.wire.url + table)
        assert hand.page.locator("#table").get_attribute("data-version") == str(len(log))
