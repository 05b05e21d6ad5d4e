"""A first sheet of one's own on a small phone, with scripts and without: made, tried, found, played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone

Axe = Callable[[Page], None]


def looked_at(phone: Phone, axe: Axe) -> None:
    """Nothing hangs over the edge, and everybody can use it."""
    assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    axe(phone.page)


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False])
def test_a_sheet_is_made_tried_found_and_played(unlock: Unlock, axe: Axe, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    page = phone.page
    phone.go("/new/")
    looked_at(phone, axe)
    phone.tap("Make your own")
    page.get_by_label("Name", exact=True).fill("Nines")
    # What belongs to another answer is not asked.
    expect(page.get_by_label("Expression")).to_be_hidden()
    page.get_by_label("What it is worth").select_option("formula")
    expect(page.get_by_label("Expression")).to_be_visible()
    page.get_by_label("Expression").fill("9 * points")
    page.get_by_text("By category, each once").tap()
    expect(page.get_by_role("button", name="Add category")).to_be_visible()
    page.get_by_text("Everybody at once, round by round").tap()
    page.get_by_label("Points, Bob").fill("2")
    looked_at(phone, axe)
    phone.tap("Count it")
    phone.sees("+18")
    expect(page.locator("#try")).to_be_in_viewport()
    phone.tap("Save")
    phone.sees("Your sheets", "Saved.")
    phone.go("/new/")
    field = page.get_by_label("Find a game")
    field.fill("black lady")
    if javascript:
        expect(page.locator(".spine:visible")).to_have_count(1)
        # What is found is not behind a phone's keyboard.
        expect(page.locator(".cover:visible")).to_have_count(0)
        assert page.locator(".spine").evaluate("part => part.getBoundingClientRect().top") < 200
        field.fill("nothing like it")
        phone.sees("No game is called “nothing like it”.")
        phone.sees("Nothing found")
        field.fill("ninse")
        phone.sees("Games found")
    else:
        phone.tap("Find")
        expect(page.locator(".spine")).to_have_count(1)
        page.get_by_label("Find a game").fill("nine")
        phone.tap("Find")
    phone.tap("Nines")
    phone.choose("Player 1", "Ann")
    phone.choose("Player 2", "Bob")
    phone.tap("Start")
    phone.sees("Nines")
    phone.go("/sheets/")
    phone.open("Edit, export, share, remove Nines")
    phone.tap("Share Nines")
    phone.tap("Make a link")
    looked_at(phone, axe)
    phone.tap("Open the shared page")
    phone.sees("Use this sheet")
    looked_at(phone, axe)


#: Seconds of somebody who is not in a hurry: to tap or to scroll, to type a letter, to look at a new screen.
A_TAP, A_LETTER, A_SCREEN = 1.5, 1 / 3, 4.0
#: Whether a finger in its middle would hit it.
IN_REACH = """part => {
  const { left, top, width, height } = part.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && (part.contains(hit) || hit.contains(part) && hit.matches("label, span"));
}"""


class Hand:
    """A hand that taps where something is on the glass and types; it takes its time, which is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.scrolls = self.letters = self.screens = 0

    @property
    def seconds(self) -> float:
        return A_TAP * (self.taps + self.scrolls) + A_LETTER * self.letters + A_SCREEN * self.screens

    def tap(self, spot: Locator) -> None:
        """Scrolls as often as it takes until it is in reach, and taps in its middle."""
        expect(spot).to_be_visible()
        while not spot.evaluate(IN_REACH):
            assert self.scrolls < 30
            spot.evaluate(
                "part => scrollBy(0, part.getBoundingClientRect().top > innerHeight / 2 ? 400 : -400)"
            )
            self.scrolls += 1
        box = spot.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def open(self, spot: Locator, seen: str) -> None:
        """A tap that leads to a new screen."""
        self.tap(spot)
        expect(self.page.get_by_role("heading", name=seen).first).to_be_visible()
        self.screens += 1

    def type(self, field: Locator, text: str) -> None:
        if not field.evaluate("field => field === document.activeElement"):
            self.tap(field)
        expect(field).to_be_focused()
        self.page.keyboard.type(text)
        self.letters += len(text)

    def choose(self, field: Locator, value: str) -> None:
        """A list opens, and one of it is tapped."""
        self.tap(field)
        field.select_option(value)
        self.taps += 1


def test_a_first_own_sheet_is_made_tried_and_begun_in_less_than_two_minutes(unlock: Unlock) -> None:
    """On a phone that nobody has used: two fields are added up, the fewest points win, to 40.

    A round is tried, the sheet saved, and a game of two begun with it: 15 taps, 3 scrolls, 23 letters and
    5 screens are 55 seconds at leisure (`docs/sheets.md`).
    """
    page = unlock().page
    hand = Hand(page)

    def button(name: str) -> Locator:
        return page.get_by_role("button", name=name)

    def link(name: str) -> Locator:
        return page.get_by_role("link", name=name)

    def field(name: str) -> Locator:
        return page.get_by_label(name, exact=True)

    page.goto("/")
    hand.open(link("Start your first game"), "New game")
    hand.open(link("Make your own"), "New sheet")
    hand.type(field("Name"), "Sea salt")
    hand.tap(button("Add field"))
    expect(field("Name of field 2")).to_be_focused()
    hand.type(field("Name of field 2"), "Bonus")
    hand.tap(page.get_by_text("The fewest points"))
    hand.type(field("a score of"), "40")
    hand.tap(button("Count it"))
    expect(page.locator("#try")).to_be_in_viewport()
    hand.type(field("Points, Ann"), "7")
    hand.type(field("Bonus, Ann"), "2")
    hand.tap(button("Count"))
    expect(page.locator("#try")).to_contain_text("+9")
    hand.open(button("Save"), "Your sheets")
    hand.open(link("Start Sea salt"), "Sea salt")
    for place, name in enumerate(("Ann", "Bob"), 1):
        hand.type(field(f"Player {place}"), name)
    hand.open(button("Start"), "Round 1")
    expect(page.locator(".numpad")).to_be_visible()
    assert (hand.taps, hand.letters, hand.screens) == (15, 23, 5)
    assert hand.seconds < 70


def test_what_can_be_tried_and_counted_follows_the_names(unlock: Unlock) -> None:
    page = unlock().page
    page.goto("/sheets/new/")
    page.get_by_role("button", name="Add field").tap()
    page.get_by_label("Name of field 2").fill("Bonus")
    page.get_by_label("Points, Bob").tap()
    page.keyboard.type("42")
    expect(page.locator("#try").get_by_role("rowheader")).to_have_text(["Points", "Bonus"])
    expect(page.get_by_label("Points, Bob")).to_be_focused()
    expect(page.get_by_label("Points, Bob")).to_have_value("42")
    page.get_by_label("Name of field 1").fill("Tricks")
    page.keyboard.press("Tab")
    page.get_by_label("What it is worth").select_option("formula")
    expect(page.get_by_text("You may use:")).to_have_text(
        "You may use: Tricks, Bonus. For example 3 × Tricks − Bonus."
    )
