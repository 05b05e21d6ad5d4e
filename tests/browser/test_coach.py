"""Three hints in a phone's first game, which go for good; and how the screen works, in the menu."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Unlock
from tests.browser.phone import flip
from tests.browser.tables import SHORT
from tests.marks import long_except


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no scripts"])
def test_a_first_game_has_three_hints_and_the_next_one_none(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.page.context.clear_cookies(name="coach")
    phone.sit_down(SHORT[:3])
    hint = phone.page.locator(".coach")
    expect(hint).to_have_count(0)
    phone.fast(flip("red moon"))
    phone.sees("Whose turn it is", within=".coach")
    phone.play("blue moon")
    phone.sees("Whose turn it is", within=".coach")
    phone.tap("Next")
    phone.sees("What hands must do", within=".coach")
    phone.tap("Next")
    phone.sees("Wrong tap?", within=".coach")
    box = hint.bounding_box()
    assert box
    assert box["y"] + box["height"] < 574, "it never lies over the keys at the foot"
    assert phone.overflow() <= 0
    phone.tap("Sound or voice?")
    phone.sees("Sound", "Voice", "Vibration")
    phone.tap("Back to the table")
    phone.tap("Got it")
    expect(hint).to_have_count(0)
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"))
    expect(hint).to_have_count(0)


def test_hints_are_refused_with_one_tap_and_the_menu_tells_it_all(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.context.clear_cookies(name="coach")
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"))
    phone.tap("No hints")
    expect(phone.page.locator(".coach")).to_have_count(0)
    phone.tap("Menu")
    phone.tap("How this screen works")
    phone.sees("Filled keys may be played", within=".sheet")
    phone.tap("Back to the table")
    phone.turn("Bob")
