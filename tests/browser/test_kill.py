"""The power goes in the middle of taps: what was answered is there, once, and the page finds its way back."""

import signal
import threading

import pytest

from tests.browser.phone import Phone, flip
from tests.conftest import House, NewPhone, OpenHouse

SAFE = 7  # taps before the power goes


@pytest.mark.long
def test_every_answered_tap_survives_a_kill_and_none_counts_twice(
    new_phone: NewPhone, open_house: OpenHouse
) -> None:
    house = open_house()
    phone = Phone(new_phone(url=house.url.rstrip("/")))
    phone.sit_down(["Ann", "Bob"], dealer="1")
    phone.fast(flip("red moon"))
    answered = _tap_until_it_dies(phone, house)
    port = house.url.rstrip("/").rpartition(":")[2]
    open_house(PORT=port)
    phone.page.reload()
    draws = [text for text in phone.logged() if text.endswith(("draws", "passes"))]
    # One more may have been saved whose answer never came.
    assert len(draws) in (answered, answered + 1)
    assert answered >= SAFE
    turns = ["Ann draws", "Ann passes", "Bob draws", "Bob passes"] * (len(draws) // 4 + 1)
    assert draws == turns[: len(draws)]


def _tap_until_it_dies(phone: Phone, house: House) -> int:
    """Draws and passes by turns, while another hand kills the server; returns how many taps were answered."""
    killer = threading.Timer(0.03, house.stop, [signal.SIGKILL])
    table = phone.page.locator("#table")
    for answered in range(100):
        if answered == SAFE:
            killer.start()
        version = int(table.get_attribute("data-version") or 0)
        phone.page.locator(".acts [name=do]").nth(answered % 2).tap()
        now = phone.page.locator(f"#table[data-version='{version + 1}'], #lost:not([hidden])")
        now.first.wait_for()
        if phone.page.locator("#lost").is_visible():
            killer.join()
            return answered
    raise AssertionError("the server lives")
