"""Three phones in one game: each plays on its own, and two that buzz at once see the same evidence."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import parse_qs

from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do, flip

NAMES = ["Ann", "Bob", "Cat"]


def _sit(phone: Phone, link: str, name: str) -> None:
    phone.go(link)
    phone.page.get_by_role("button", name=f"{name}: That’s me").tap()
    expect(phone.page.locator(".in-own .calls, .in-own .pad").first).to_be_visible()
    # It has measured its clock.
    phone.page.locator("html[data-clock=set]").wait_for(state="attached")


def _spot(phone: Phone, name: str) -> tuple[float, float]:
    box = phone.find(name, ".calls").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_buzz_at_once_and_every_phone_sees_who_was_first(
    unlock: Unlock, axe: Callable[[Page], None]
) -> None:
    ann, bob, cat = unlock(), unlock(), unlock(dark=True)
    ann.sit_down(NAMES, dealer="0")
    ann.fast(flip("red moon"), do("recount", player="Cat", cards="2"))
    ann.tap("Invite")
    link = ann.page.locator(".s-seats input[readonly]").input_value()
    ann.tap("Back to the table")
    _sit(bob, link, "Bob")
    _sit(cat, link, "Cat")
    axe(bob.page)
    axe(cat.page)
    # Bob plays on their own pad, and Cat matches with one tap on theirs.
    bob.turn("Your turn")
    bob.play("red star")
    expect(cat.page.locator(".c-match:not(.no)")).to_be_visible()
    cat.turn("Your turn")
    cat.tap("MATCH!", ".calls")
    cat.told("Bob draws 1")
    cat.sees("You owe “ZAR”", within=".own")
    bob.told("Bob draws 1")
    expect(cat.page.locator(".c-zar:not(.no)")).to_be_visible()
    # Both at once: fingers wait for nothing.
    gotcha, zar = _spot(bob, "GOTCHA! Cat"), _spot(cat, "ZAR!")
    bob.page.touchscreen.tap(*gotcha)
    cat.page.touchscreen.tap(*zar)
    for phone in (ann, bob, cat):
        expect(phone.page.locator(".s-close .measured")).to_be_visible()
    texts = {phone.page.locator(".measured p").inner_text() for phone in (ann, bob, cat)}
    assert len(texts) == 1
    told = texts.pop()
    assert "sure to within" in told, told
    axe(ann.page)
    assert ann.overflow() <= 0
    ann.tap("No, nothing of the kind")
    ann.sees("was first", within=".s-ruled h2")
    for phone in (bob, cat):
        expect(phone.page.locator(".measured")).to_have_count(0)


def _sent(phone: Phone, name: str) -> list[str]:
    """The figures that go with a buzz."""
    with phone.page.expect_request(lambda request: request.method == "POST") as asked:
        phone.tap(name, ".calls")
    found = parse_qs(asked.value.post_data or "", keep_blank_values=True)["buzz"][0]
    return found.split()


def test_a_clock_that_was_set_anew_or_slept_tells_nothing_until_it_is_measured_again(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(NAMES, dealer="0")
    phone.fast(flip("red moon"))
    phone.tap("Invite")
    phone.open("This phone is mine")
    phone.tap("Ann: That’s me")
    phone.tap("Back to the table")
    phone.tap("Mine")
    phone.page.locator("html[data-clock=set]").wait_for(state="attached")
    pressed, offset, doubt = map(float, _sent(phone, "GOTCHA! Bob"))
    assert abs(pressed + offset - time.time() * 1000) < 10_000
    assert 0 <= doubt < 5_000, "half of what the fastest of eight exchanges took"
    phone.page.evaluate("{ const now = Date.now.bind(Date); Date.now = () => now() + 5000; }")
    assert _sent(phone, "GOTCHA! Cat") == []
    # As when the page is seen again.
    phone.page.evaluate("delete document.documentElement.dataset.clock")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.page.locator("html[data-clock=set]").wait_for(state="attached")
    assert len(_sent(phone, "GOTCHA! Bob")) == 3
