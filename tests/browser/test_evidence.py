"""A photo is taken on the phone and seen in the log, with or without scripts; the log is for everyone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, do, expect, flip, play
from tests.hostile import photo
from tests.marks import long_except

Axe = Callable[[Page], None]


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A photo of the table."""
    path = tmp_path / "table.jpg"
    path.write_bytes(photo(size=(2400, 1800), color=(60, 90, 160)))
    return path


@pytest.fixture(params=long_except([True, False], False), ids=["scripts", "no scripts"])
def phone(take: Take, request: pytest.FixtureRequest) -> Phone:
    return take(javascript=request.param)


def _argue(phone: Phone) -> str:
    """A hand with a refusal, an overruling, a penalty, an undo and a correction; returns its address."""
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="0")
    table = phone.page.url
    phone.fast(flip("blue sun"))
    phone.play("red moon")
    phone.sees("does not go on")
    phone.open("The table allows it")
    phone.tap("Allow it")
    phone.fast(play("Cat", "red star"), do("penalty", player="Ann", why="a false call"))
    phone.tap("Undo")
    phone.go(f"{table}correct/3/")
    phone.tap("blue moon", ".pad")
    phone.tap("Save and remove 1 move")
    return table


def _take(phone: Phone, picture: Path) -> None:
    """Takes a photo on a sheet: with scripts that is all, without them it is sent."""
    field = phone.page.get_by_label("Take or choose a photo")
    field.set_input_files(picture)
    if not phone.drawn:
        phone.tap("Save the photo")


def _is_fine(phone: Phone, axe: Axe) -> None:
    expect(phone.page.locator("h1")).to_have_count(1)
    if phone.drawn:
        assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        axe(phone.page)


def test_a_photo_is_taken_looked_at_and_removed(phone: Phone, axe: Axe, picture: Path) -> None:
    table = _argue(phone)
    for path in ("log/", "log/?only=disputes", "log/3/", "log/refused/1/", "log/7/"):
        phone.go(f"{table}{path}")
        _is_fine(phone, axe)
    phone.go(f"{table}?sheet=menu")
    phone.tap("Add a photo")
    _take(phone, picture)
    expect(phone.page.locator(".sheet .photos img")).to_have_count(1)
    _is_fine(phone, axe)
    phone.tap("This ruling in the log")
    shown = phone.page.locator(".photo img")
    expect(shown).to_have_count(1)
    if phone.drawn:
        assert shown.evaluate("async img => { await img.decode(); return img.naturalWidth }") == 360
    phone.sees("Photo by this phone")
    _is_fine(phone, axe)
    phone.tap("Show in the log")
    phone.tap("Disputes")
    phone.sees("Refused", "Move 3 is corrected")
    phone.open("Move 3 is corrected")
    phone.tap("Photo by this phone")
    phone.tap("Remove this photo")
    phone.sees("Photo removed by this phone")
    expect(phone.page.locator(".photo")).to_have_count(0)


def test_a_photo_of_a_refusal_is_taken_over_the_table_and_the_ruling_stands_again(
    phone: Phone, axe: Axe, picture: Path
) -> None:
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="0")
    phone.fast(flip("blue sun"))
    phone.play("red moon")
    phone.sees("does not go on")
    assert phone.overflow() <= 0
    phone.tap("Add a photo of this")
    phone.sees("Bob plays a red moon", within=".sheet")
    _is_fine(phone, axe)
    _take(phone, picture)
    phone.sees("The photo is saved.", within=".s-photo")
    expect(phone.page.locator(".s-photo .photos img")).to_have_count(1)
    phone.tap("Back to the ruling")
    phone.sees("does not go on", "Bob draws 1", within=".s-refused")
    phone.tap("Bob draws 1")
    phone.sees("Bob draws 1", within=".action")
    phone.go(f"{phone.page.url.partition('?')[0]}log/refused/1/")
    expect(phone.page.locator(".photo img")).to_have_count(1)


def test_a_photo_of_a_close_call_is_taken_in_its_place_and_what_was_ruled_is_saved(
    phone: Phone, picture: Path
) -> None:
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="0")
    phone.fast(flip("red moon"), play("Bob", "blue moon"))
    for name in ("Dispute", "Cat", "Cat’s card lies underneath"):
        phone.tap(name, ".race" if name == "Cat" else "body")
    if phone.drawn:
        expect(phone.page.get_by_label("Take or choose a photo")).to_be_in_viewport(ratio=1)
    _take(phone, picture)
    expect(phone.page.locator(".s-ruled .photos img")).to_have_count(1)
    phone.tap("Cat matches with a red moon", ".s-ruled")
    phone.turn("Ann")
    phone.go(f"{phone.page.url.partition('?')[0]}log/4/")
    expect(phone.page.locator(".photo img")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_what_is_no_photo_is_refused_on_the_page(
    unlock: Unlock, axe: Axe, tmp_path: Path, *, javascript: bool
) -> None:
    # A browser reads what the app says before it has taken all of a file.
    phone = unlock(javascript=javascript)
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="0")
    ruling = f"{phone.page.url}log/1/"
    lie, large = tmp_path / "page.jpg", tmp_path / "large.jpg"
    lie.write_bytes(b"<!doctype html><script>alert(1)</script>")
    large.write_bytes(photo() + bytes(30 * 1024 * 1024))
    for path, said in ((lie, "This is no photo"), (large, "That is too large")):
        phone.go(ruling)
        phone.page.get_by_label("Take or choose a photo").set_input_files(path)
        phone.tap("Save the photo")
        phone.sees(said)
        _is_fine(phone, axe)
    phone.go(ruling)
    expect(phone.page.locator(".photo")).to_have_count(0)
