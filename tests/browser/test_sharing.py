"""A result is shown to somebody who was not there, taken back, and played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do
from tests.browser.tables import LONG
from tests.marks import long_except

Axe = Callable[[Page], None]
NAMES = [*LONG[:4], "Жанна", "田中"]

#: A phone whose share sheet takes pictures; it remembers what it was given.
SHARES = """
navigator.canShare = (given) => given.files.every((file) => file.type === "image/png");
navigator.share = async (given) => { window.shared = [...(window.shared ?? []), given.files[0]]; };
"""
#: One whose sheet is shut again by its owner.
SHUT = """
navigator.canShare = () => true;
navigator.share = async () => {
  setTimeout(() => { window.shut = true; });
  throw new DOMException("", "AbortError");
};
"""


@pytest.fixture(params=long_except([True, False], False), ids=["scripts", "no scripts"])
def phone(unlock: Unlock, request: pytest.FixtureRequest) -> Phone:
    return unlock(javascript=request.param)


def _game(phone: Phone, *, over: bool = True) -> str:
    """A sheet of three rounds; returns the public id of the game."""
    phone.sit_down(NAMES, game="score_sheet", wins="high", title="Hearts at Grandma’s")
    rounds = [
        {f"score {name}": str(place * number - 3) for place, name in enumerate(NAMES)} for number in (1, 3, 2)
    ]
    phone.fast(*(do("round", **scores) for scores in rounds), *([do("end")] if over else []))
    return phone.page.url.rstrip("/").rsplit("/", 1)[1]


def _fits(phone: Phone) -> None:
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert phone.page.evaluate(wide) <= 0
    parts = (
        "[...document.querySelectorAll('main :is(a.act, button, input)')].filter(part => part.offsetWidth)"
    )
    small = f"{parts}.filter(part => Math.min(part.offsetHeight, part.offsetWidth) < 44).length"
    assert phone.page.evaluate(small) == 0


def test_a_link_is_made_opened_by_a_stranger_and_taken_back(phone: Phone, unlock: Unlock, axe: Axe) -> None:
    game = _game(phone)
    phone.go(f"/games/{game}/share/")
    _fits(phone)
    axe(phone.page)
    phone.tap("Make a link")
    phone.sees("Made by this phone")
    expect(phone.page.get_by_label("Link", exact=True)).to_be_in_viewport()
    expect(phone.page.locator("#link")).to_be_focused()
    expect(phone.page.locator(".qr svg")).to_be_visible()
    scripts = phone.page.evaluate("!matchMedia('(scripting: none)').matches")
    expect(phone.page.locator("[data-copy]")).to_be_visible(visible=scripts)
    expect(phone.page.get_by_text("Copied.")).to_be_hidden()
    _fits(phone)
    axe(phone.page)
    link = phone.page.get_by_label("Link", exact=True).input_value()

    guest = unlock(dark=True)
    guest.go(link)
    guest.sees("田中 won", within="h1")
    guest.sees("Hearts at Grandma’s", "Жанна", "+12")
    shown = guest.page.locator("main img")
    assert (
        shown.evaluate("async img => { await img.decode(); return img.naturalHeight / img.naturalWidth }")
        == 1.25
    )
    assert [cookie["name"] for cookie in guest.page.context.cookies()] == ["coach"], "the test's own"
    _fits(guest)
    axe(guest.page)

    phone.tap("Cancel the link")
    phone.sees("Make a link")
    guest.go(link)
    guest.sees("This link shows no result")
    axe(guest.page)


@pytest.mark.parametrize("javascript", long_except([True, False], True), ids=["scripts", "no scripts"])
def test_where_there_is_no_share_sheet_the_picture_is_saved(
    unlock: Unlock, tmp_path: Path, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    phone.go(f"/games/{_game(phone)}/share/")
    with phone.page.expect_download() as download:
        phone.find("Save the picture").tap()
    assert download.value.suggested_filename.startswith("hearts-at-grandmas-")
    download.value.save_as(tmp_path / "result.png")
    with Image.open(tmp_path / "result.png") as picture:
        assert picture.size == (1080, 1350)


def test_the_share_sheet_gets_the_picture(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script(SHARES)
    phone.go(f"/games/{_game(phone)}/share/")
    for times in (1, 2):
        phone.find("Share the picture").tap()
        phone.until(f"window.shared?.length === {times}")
    name, kind, size = phone.page.evaluate("[shared[0].name, shared[0].type, shared[0].size]")
    assert (name[:19], kind, size > 10_000) == ("hearts-at-grandmas-", "image/png", True)


def test_a_share_sheet_that_is_shut_again_leaves_the_page_as_it_was(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script(SHUT)
    phone.go(f"/games/{_game(phone)}/share/")
    here = phone.page.url
    phone.find("Share the picture").tap()
    # By then whatever was to be done about it has begun.
    phone.until("window.shut === true")
    assert phone.page.url == here


def test_the_link_is_copied_where_the_browser_lets_pages_do_that(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.go(f"/games/{_game(phone)}/share/")
    phone.tap("Make a link")
    phone.find("Copy").tap()
    phone.sees("Copied.")
    link = phone.page.get_by_label("Link", exact=True).input_value()
    assert phone.page.evaluate("navigator.clipboard.readText()") == link
