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
# The title lies on top, and no word of the hint below it.
_TITLE = """title => {
  const { left, top, bottom } = title.getBoundingClientRect(), words = document.createRange();
  words.selectNodeContents(document.querySelector(".coach p"));
  const lines = [...words.getClientRects()].filter(line => line.left < left + 60);
  return title.contains(document.elementFromPoint(left + 4, (top + bottom) / 2))
    && top >= 0 && lines.every(line => line.bottom <= top || line.top >= bottom - 3);
}"""


@pytest.mark.parametrize(
    ("game", "names"), [("zar", SHORT[:5]), ("house_zar", SHORT[:5]), ("house_zar", LONG[:4])]
)
def test_all_hints_lie_beside_invite_or_below_and_seats_keys_and_the_first_wasp_are_seen(
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
            # On its side a small phone has room for it below the seats, and none beside "Invite".
            assert phone.page.evaluate(_COVERED) == ([] if width == 640 else ["bar"]), (what, width)
            assert phone.page.locator(".bar h2 b").evaluate(_TITLE), (what, width)
            assert phone.overflow() <= 0, (what, width)
            assert phone.page.locator(".coach p").evaluate(_LINES) <= 2, (what, width)
            for free in (".bar .invite", ".bar .icon:not(.invite)", ".coach .act:last-child"):
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
