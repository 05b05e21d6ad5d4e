"""A walk through every screen of ZAR's table: the states of a hand, then the sheets."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.boxes import boxes, cut
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import LONG, SHORT, sheets, states


def zar(phone: Phone) -> Iterator[str]:
    yield from states(phone, LONG[:9])
    phone.sit_down(SHORT[:4])
    phone.fast(flip("red moon"), play("Bob", "red sun"))
    for name, opened in sheets():
        opened(phone)
        yield f"sheet, {name}"
        phone.tap("Back to the table")


#: What fingers have to hit, beside the keys of the pad.
TARGETS = "button:not(.k), a:not(cite a), input:not([type=hidden]):not(.multi input), select, summary"


def fits(phone: Phone, state: str, targets: str = TARGETS) -> None:
    """No table in play needs scrolling, no row is cut, and every target is large enough."""
    if state.startswith(("flip", "play", "out")):
        assert phone.overflow() <= 0, state
    found = cut(phone.page)
    assert found == [], (state, found)
    wide, high = (38, 60) if state.startswith(("flip", "play")) else (36, 50)
    # A row of how many leaves the others less.
    high = 44 if phone.page.locator(".keys > .many").count() else high
    for name, width, height, right, bottom in boxes(phone.page, ".k:not(.multi)"):
        assert (width >= wide, height >= high) == (True, True), (state, name, width, height)
        assert (right <= 360, bottom <= 640 or state == "count") == (True, True), (state, name)
    for name, width, height, *_ in boxes(phone.page, targets):
        assert min(width, height) >= 44, (state, name, width, height)
