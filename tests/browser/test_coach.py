"""Three hints in a phone's first game, which go for good; and how the screen works, in the menu."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Unlock
from tests.browser.phone import flip, play
from tests.browser.tables import LONG, SHORT
from tests.marks import long_except

_PLAYED = (("Bob", "star"), ("Cat", "sun"), ("Ann", "crab"))


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no scripts"])
def test_a_first_game_has_three_hints_and_the_next_one_none(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.page.context.clear_cookies(name="coach")
    phone.sit_down(SHORT[:3])
    hint = phone.page.locator(".coach")
    expect(hint).to_have_count(0)
    phone.fast(flip("red moon"))
    phone.sees("Tap the card", within=".coach")
    phone.play("blue moon")
    phone.sees("Tap the card", within=".coach")
    phone.tap("Next")
    phone.sees("What to do", within=".coach")
    phone.tap("Next")
    phone.sees("Wrong?", within=".coach")
    assert phone.overflow() <= 0
    phone.tap("Got it")
    expect(hint).to_have_count(0)
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"))
    expect(hint).to_have_count(0)


def test_no_word_of_the_sample_game_lies_on_its_hints(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.context.clear_cookies(name="coach")
    phone.go("/")
    phone.tap("Try a sample game")
    for _ in range(3):
        assert phone.page.locator(".coach").evaluate(_WHOLE)
        phone.page.locator(".coach .act").first.tap()


def test_hints_go_by_themselves_after_a_few_moves(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.context.clear_cookies(name="coach")
    phone.sit_down(SHORT[:3])
    hint = phone.page.locator(".coach")
    phone.fast(flip("red moon"), *(play(name, f"red {card}") for name, card in _PLAYED))
    expect(hint).to_have_count(1)
    phone.play("red wasp")
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


#: The rows of the table that a hint lies over.
_COVERED = """() => {
  const hint = document.querySelector(".coach").getBoundingClientRect();
  return [...document.querySelectorAll("#table > :not(.vh)")]
    .filter(row => !row.matches(".coach") && row.checkVisibility() && row.offsetHeight)
    .filter(row => { const box = row.getBoundingClientRect();
      return box.top < hint.bottom - 1 && hint.top < box.bottom - 1
        && box.left < hint.right - 1 && hint.left < box.right - 1; })
    .map(row => row.className);
}"""

_LINES = "hint => Math.round(hint.offsetHeight / parseFloat(getComputedStyle(hint).lineHeight))"
_SEEN = """part => {
  // A key that was just pressed is a little smaller.
  const { left, right, top } = part.getBoundingClientRect();
  return [left + 2, right - 2].every(x => part.contains(document.elementFromPoint(x, top + 21)));
}"""
_WHOLE = """hint => {
  const { left, right, top, bottom } = hint.getBoundingClientRect(), words = document.createRange();
  words.selectNodeContents(hint.querySelector("p"));
  const bar = document.querySelector(".bar h2").getBoundingClientRect();
  return top >= 0 && [...words.getClientRects()].every(line => line.top >= top && line.bottom <= bottom)
    // The title lies below, all of it.
    && left <= bar.left && bar.right <= right && top <= bar.top && bar.bottom <= bottom
    && [left + 20, (left + right) / 2].every(x => hint.contains(document.elementFromPoint(x, top + 8)));
}"""


@pytest.mark.parametrize(
    ("game", "names"), [("zar", SHORT[:5]), ("house_zar", SHORT[:5]), ("house_zar", LONG[:4])]
)
def test_all_hints_lie_on_the_title_and_seats_keys_and_the_first_wasp_are_seen(
    unlock: Unlock, game: str, names: list[str]
) -> None:
    phone = unlock()
    phone.page.context.clear_cookies(name="coach")
    phone.sit_down(names, game=game)
    phone.fast(flip("red moon" if game == "zar" else "green 3"))
    key = phone.page.locator(".pad .k").first
    place = key.bounding_box()
    phone.play("red wasp" if game == "zar" else "green draw two")
    for what in ("Tap the card", "What to do", "Wrong?"):
        phone.sees(what, within=".coach")
        phone.told("Draw 2")
        for width, height in ((360, 640), (640, 360), (1440, 900)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(_COVERED) == ["bar"], (what, width)
            assert phone.page.locator(".coach").evaluate(_WHOLE), (what, width)
            assert phone.overflow() <= 0, (what, width)
            assert phone.page.locator(".coach p").evaluate(_LINES) <= 2, (what, width)
            # On its side a small phone has no room for it beside "Invite".
            free_ones = (".coach .act:last-child", ".bar .icon:not(.invite)", ".bar .invite")
            for free in free_ones[: 2 if width == 640 else 3]:
                assert phone.page.locator(free).evaluate(_SEEN), (free, what, width)
        phone.page.set_viewport_size({"width": 360, "height": 640})
        assert key.bounding_box() == place, "no key moves"
        # Large letters have the title's place and that of "Invite", which the menu has as well.
        phone.page.evaluate("document.documentElement.dataset.text = 'large'")
        assert phone.page.locator(".coach p").evaluate(_LINES) <= 2, what
        assert phone.page.locator(".bar .invite").is_hidden()
        assert phone.page.evaluate(_COVERED) == ["bar"], what
        phone.page.evaluate("document.documentElement.dataset.text = ''")
        if what != "Wrong?":
            phone.tap("Next")
