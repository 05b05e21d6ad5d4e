"""A first sheet of one's own on a small phone, with scripts and without: made, tried, found, played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone

Axe = Callable[[Page], None]


def looked_at(phone: Phone, axe: Axe) -> None:
    """Nothing hangs over the edge, and everybody can use it."""
    assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    axe(phone.page)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_sheet_is_made_tried_found_and_played(unlock: Unlock, axe: Axe, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    page = phone.page
    phone.go("/new/")
    phone.tap("All score sheets")
    looked_at(phone, axe)
    phone.tap("New sheet")
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
    phone.sees("Your own")
    field = page.get_by_label("Find a game")
    field.fill("black lady")
    if javascript:
        expect(page.locator(".listed:visible")).to_have_count(1)
        field.fill("nothing like it")
        phone.sees("No sheet is called that.")
        field.fill("nine")
    else:
        phone.tap("Find")
        expect(page.locator(".listed")).to_have_count(1)
        page.get_by_label("Find a game").fill("nine")
        phone.tap("Find")
    phone.tap("Start Nines")
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
