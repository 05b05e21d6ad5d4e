"""A walk through every screen of ZAR's table: the states of a hand, then the sheets."""

from __future__ import annotations

from collections.abc import Iterator

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
