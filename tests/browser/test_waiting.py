"""Taps without a network: kept on the phone, sent in order when the way is back, and nothing counts twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip
from tests.browser.wire import Cut, Wire
from tests.conftest import PATIENCE, House, NewPhone
from tests.marks import long_except

#: What the browser itself keeps.
KEPT = """() => new Promise(done => { const asked = indexedDB.open("referee");
  asked.onsuccess = () => { const base = asked.result;
    const all = base.transaction("taps").objectStore("taps").getAll();
    all.onsuccess = () => { base.close();
      done(all.result.sort((a, b) => a.order - b.order).map(tap => tap.name)); }; }; })"""
ASKED = """() => { const ask = fetch; window.asked = 0;
  window.fetch = (...of) => { asked += 1; return ask(...of); }; }"""
NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined })"
PLAYED = ["Ann plays a blue moon", "Bob draws", "Bob passes", "Cat plays a blue sun"]


@pytest.fixture
def wire(town: House) -> Iterator[Wire]:
    line = Wire(town.port)
    yield line
    line.close()


@pytest.fixture
def ann(new_phone: NewPhone, wire: Wire) -> Phone:
    """Ann's phone, where the red moon was flipped and Ann is on turn, at a line that can be cut."""
    phone = Phone(new_phone(url=wire.url))
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="2")
    phone.fast(flip("red moon"))
    return phone


def _kept(phone: Phone, *names: str) -> None:
    found: list[str] = []
    for _ in range(PATIENCE // 50):
        found = phone.page.evaluate(KEPT)
        if found == list(names):
            return
        phone.page.wait_for_timeout(50)
    assert found == list(names)


def _version(phone: Phone, number: int) -> None:
    expect(phone.page.locator("#table")).to_have_attribute("data-version", str(number))


def _back(phone: Phone) -> None:
    phone.page.evaluate("dispatchEvent(new Event('online'))")


def _stopped(phone: Phone, *texts: str) -> None:
    phone.page.locator("#stopped").wait_for()
    phone.sees(*texts, within="#stopped")


def _four(phone: Phone) -> None:
    phone.play("blue moon")
    phone.tap("Draw", ".bar-keys")
    phone.tap("Pass", ".bar-keys")
    phone.play("blue sun")


def _again(phone: Phone) -> Phone:
    """The page is closed and opened anew, in the same browser."""
    url, context = phone.page.url, phone.page.context
    phone.page.close()
    fresh = Phone(context.new_page())
    fresh.go(url)
    return fresh


@pytest.mark.parametrize("where", long_except(["before", "after", "middle"], "after"))
def test_taps_without_a_connection_wait_and_land_once_in_their_order(
    ann: Phone, wire: Wire, where: Cut
) -> None:
    wire.cut(where)
    _four(ann)
    ann.sees("4 waiting", within="#lost")
    ann.sees("Waiting: blue moon, Draw, Pass, blue sun", "Not judged yet", within=".waits")
    waits = ann.page.locator("[data-waits]").evaluate_all("parts => parts.map(part => part.dataset.waits)")
    assert sorted(waits) == ["1", "2", "3", "4"]
    _kept(ann, "blue moon", "Draw", "Pass", "blue sun")
    ann.turn("Ann")
    # The phone dies, and the line with it.
    wire.mend()
    ann = _again(ann)
    _version(ann, 6)
    expect(ann.page.locator("#lost")).to_be_hidden()
    _kept(ann)
    assert ann.logged()[2:] == PLAYED


@pytest.mark.parametrize("where", long_except(["before", "after", "middle"], "after"))
def test_a_line_that_is_cut_at_each_step_loses_nothing(ann: Phone, wire: Wire, where: Cut) -> None:
    wire.cut("before")
    _four(ann)
    for landed in range(4):
        # One of them gets through, the next is cut.
        answers = 0

        def passes(route: Any) -> None:
            nonlocal answers
            answers += 1
            if answers > 1:
                wire.cut(where)
            route.continue_()

        ann.page.route("**/move/", passes)
        wire.mend()
        _back(ann)
        _version(ann, 3 + landed)
        # The next was sent, and it is known that it came to nothing.
        for _ in range(PATIENCE // 20):
            if answers == min(2, 4 - landed):
                break
            ann.page.wait_for_timeout(20)
        expect(ann.page.locator("#table[aria-busy]")).to_have_count(0)
        if landed < 3:
            ann.sees("No connection", within="#lost")
        ann.page.unroute("**/move/")
    expect(ann.page.locator("#lost")).to_be_hidden()
    assert ann.logged()[2:] == PLAYED


def test_the_first_that_is_refused_stops_the_rest_and_somebody_decides(
    ann: Phone, wire: Wire, axe: Callable[[Page], None]
) -> None:
    wire.cut("before")
    ann.play("blue moon", "yellow star", "blue sun", "blue star")
    wire.mend()
    _back(ann)
    _stopped(ann, "yellow star", "does not go on", "Bob, clockwise, then Cat", "blue sun", "blue star")
    axe(ann.page)
    # Kept, and the page is closed over it.
    ann.page.keyboard.press("Escape")
    ann.sees("3 waiting", within="#lost")
    ann = _again(ann)
    ann.sees("3 waiting", within="#lost")
    assert ann.logged()[2:] == ["Ann plays a blue moon"]
    ann.page.get_by_role("button", name="Send").tap()
    _stopped(ann, "yellow star")
    ann.page.get_by_role("button", name="Change it").tap()
    expect(ann.page.locator(".sheet, #stopped")).to_have_count(0)
    ann.sees("2 waiting", within="#lost")
    ann.play("blue cloud")
    _version(ann, 6)
    assert ann.logged()[2:] == [
        "Ann plays a blue moon",
        "Bob plays a blue cloud",
        "Cat plays a blue sun",
        "Ann plays a blue star",
    ]
    _kept(ann)
    # Dropped, one of them and all.
    wire.cut("before")
    ann.play("yellow moon", "blue sun", "blue cloud")
    wire.mend()
    _back(ann)
    _stopped(ann, "yellow moon", "Waiting")
    ann.page.get_by_role("button", name="Drop it, send the rest").tap()
    expect(ann.page.locator("#stopped li")).to_have_count(0)
    _version(ann, 8)
    assert ann.logged()[6:] == ["Bob plays a blue sun", "Cat plays a blue cloud"]


def test_a_question_whose_script_did_not_come_whole_is_asked_all_the_same(ann: Phone, wire: Wire) -> None:
    wire.cut("before")
    ann.play("blue moon", "yellow star", "blue sun")
    # A head that is cut is a whole one to a browser without https: the script is there, and empty.
    empty = {"content_type": "text/javascript", "body": ""}
    ann.page.route("**/stopped*", lambda route: route.fulfill(**empty), times=1)
    wire.mend()
    _back(ann)
    send = ann.page.get_by_role("button", name="Send", exact=True)
    send.wait_for()
    assert not ann.page.locator("#stopped").count()
    send.tap()
    _stopped(ann, "yellow star")
    ann.page.get_by_role("button", name="Drop all 2").tap()
    _kept(ann)


def test_what_others_did_meanwhile_is_asked_about_before_anything_goes_on(
    ann: Phone, wire: Wire, unlock: Unlock
) -> None:
    bob = unlock()
    bob.join(ann)
    wire.cut("before")
    ann.play("blue moon", "blue sun")
    table = ann.page.url.replace(wire.url, "")
    bob.go(table)
    bob.play("blue moon", "blue cloud")
    wire.mend()
    _back(ann)
    # It is the very move that Bob's phone has noted.
    _stopped(
        ann,
        "The table has moved on",
        "blue moon",
        "Ann plays a blue moon. Bob plays a blue cloud.",
        "Cat, clockwise",
    )
    ann.page.get_by_role("button", name="Drop it, send the rest").tap()
    _version(ann, 5)
    assert ann.logged()[2:] == ["Ann plays a blue moon", "Bob plays a blue cloud", "Cat plays a blue sun"]
    # The next one was meant for another table.
    wire.cut("before")
    ann.play("blue star", "blue cloud")
    bob.tap("Undo")
    wire.mend()
    _back(ann)
    _stopped(ann, "blue star")


@pytest.mark.long
def test_no_more_than_twenty_wait_at_a_table_and_a_score_sheet_has_no_limit(
    ann: Phone, wire: Wire, new_phone: NewPhone
) -> None:
    wire.cut("before")
    for _ in range(10):
        ann.tap("Draw", ".bar-keys")
        ann.tap("Pass", ".bar-keys")
    ann.sees("20 waiting", within="#lost")
    ann.play("blue moon")
    ann.sees("Not kept: blue moon. 20 taps wait already.", within="#lost")
    ann.tap("Menu")
    ann.sees("Menu needs the connection", within="#lost")
    wire.mend()
    _back(ann)
    _version(ann, 22)
    sheet = Phone(new_phone(url=wire.url))
    sheet.sit_down(["Ann", "Bob"], game="score_sheet")
    wire.cut("before")
    for number in range(1, 23):
        sheet.page.get_by_label("Ann", exact=True).fill(str(number))
        sheet.page.get_by_label("Bob", exact=True).fill("0")
        sheet.tap("Save round")
    sheet.sees("22 waiting", within="#lost")
    # What is typed while they go stays.
    sheet.page.get_by_label("Ann", exact=True).fill("99")
    wire.mend()
    _back(sheet)
    _version(sheet, 22)
    expect(sheet.page.get_by_label("Ann", exact=True)).to_have_value("99")
    # The total has what is typed as well.
    sheet.sees(str(sum(range(1, 23)) + 99), within=".tallies")


@pytest.mark.parametrize("locks", long_except([True, False], True))
def test_of_two_pages_of_one_table_one_sends_and_each_tap_counts_once(
    ann: Phone, wire: Wire, locks: bool
) -> None:
    table, context = ann.page.url, ann.page.context
    if not locks:
        context.add_init_script(NO_LOCKS)
    ann.go(table)
    wire.cut("before")
    _four(ann)
    wire.mend()
    sent = []
    context.on(
        "request", lambda request: sent.append(request.url) if request.url.endswith("/move/") else None
    )
    other = Phone(context.new_page())
    other.go(table)
    _back(ann)
    for phone in (ann, other):
        _version(phone, 6)
        expect(phone.page.locator("#lost")).to_be_hidden()
    _kept(ann)
    # Where the browser has no locks, as on plain http, both send: each tap counts once.
    assert len(sent) == 4 if locks else len(sent) >= 4
    assert ann.logged()[2:] == PLAYED


def test_a_page_that_another_one_sends_for_asks_soon_whether_it_did(ann: Phone, wire: Wire) -> None:
    # Its live stream died in the pocket, as phones let it.
    ann.page.route("**/live/**", lambda route: route.fulfill(status=204))
    ann.go(ann.page.url)
    other = ann.page.context.new_page()
    other.goto(ann.page.url)
    # It has the turn to send, and is not through with it.
    other.evaluate("""() => new Promise(has => navigator.locks.request(
      `taps ${location.pathname}`, () => new Promise(done => { window.through = done; has(); })))""")
    wire.cut("before")
    ann.play("blue moon")
    _kept(ann, "blue moon")
    wire.mend()
    _back(ann)
    expect(ann.page.locator("#lost")).to_have_text(re.compile(r"^\s*1\s+waiting\s*Send again"))
    # The next look is due long before the usual 20 seconds.
    other.evaluate("through()")
    _version(ann, 3)
    expect(ann.page.locator("#lost")).to_be_hidden()


def test_whoever_leaves_the_crew_leaves_nothing_to_be_sent(ann: Phone, wire: Wire) -> None:
    table = ann.page.url
    wire.cut("before")
    ann.play("blue moon")
    _kept(ann, "blue moon")
    wire.mend()
    # By another page of the browser, and this one is still open.
    cookies = [cookie for cookie in ann.page.context.cookies() if cookie["name"] != "crew"]
    ann.page.context.clear_cookies()
    ann.page.context.add_cookies([dict(cookie) for cookie in cookies])  # type: ignore[misc]
    _back(ann)
    ann.page.locator("h1", has_text="There is nothing here").wait_for()
    _kept(ann)
    ann.sit_down(["Dan", "Eve"])
    assert ann.page.url != table


def test_a_game_that_is_gone_meanwhile_is_said_and_one_that_is_waiting_is_told_at_home(
    ann: Phone, wire: Wire, town: House
) -> None:
    # Another page of the same browser, on a line of its own.
    other = Phone(ann.page.context.new_page())
    wire.cut("before")
    ann.play("blue moon")
    other.go(ann.page.url.replace(wire.url, town.url).replace("/t/", "/games/") + "discard/")
    other.tap("Discard")
    wire.mend()
    _back(ann)
    _stopped(ann, "This game was discarded", "blue moon")
    # Whoever reads it looks at the table no more: a second answer would lay a second question over the first.
    ann.page.evaluate(ASKED)
    _back(ann)
    assert ann.page.evaluate("asked") == 0
    ann.page.get_by_role("button", name="Keep it waiting").tap()
    ann.page.locator("h1", has_text="There is nothing here").wait_for()
    ann.go("/")
    ann.sees("1 tap waits to be sent", within="#waits")
    other.go(f"{town.url}/games/discarded/")
    other.tap("Restore")
    ann.tap("1 tap waits")
    ann.page.get_by_role("button", name="Send").tap()
    _version(ann, 3)
    ann.go("/")
    expect(ann.page.locator("#waits")).to_be_hidden()
