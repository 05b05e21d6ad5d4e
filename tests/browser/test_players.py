"""Players get a name, a colour and a face, and see what their games came to; with or without scripts."""

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

_SMALL = """[...document.querySelectorAll(
  "button, a:not(.hint a, .skip), input:not([type=hidden], [type=radio]), select, summary, .pick label")]
  .filter(part => part.checkVisibility())
  .map(part => [part.innerText || part.name, part.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.9)
  .map(([name]) => name)"""


@pytest.fixture(params=long_except([True, False], False), ids=["scripts", "no scripts"])
def phone(take: Take, request: pytest.FixtureRequest) -> Phone:
    return take(javascript=request.param)


def _play_a_game(phone: Phone, *names: str) -> None:
    phone.sit_down(names, dealer=str(len(names) - 1))
    phone.fast(flip("blue sun"), do("recount", player=names[0], cards=1), play(names[0], "blue moon"))
    phone.fast(do("out", player=names[0]), *(do("count", player=name, points=7) for name in names[1:]))
    phone.fast(do("end"))


def _is_fine(phone: Phone, axe: Axe) -> None:
    expect(phone.page.locator("h1")).to_have_count(1)
    if phone.drawn:
        phone.page.wait_for_load_state()
        assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert phone.page.evaluate(_SMALL) == []
        axe(phone.page)


def test_a_player_gets_a_face_and_sees_what_the_games_came_to(phone: Phone, axe: Axe, tmp_path: Path) -> None:
    picture = tmp_path / "face.jpg"
    picture.write_bytes(photo(size=(1200, 1600), color=(60, 90, 160)))
    phone.go("/players/")
    phone.sees("No players yet")
    _is_fine(phone, axe)
    _play_a_game(phone, "Ann", "Wolfeschlegelsteinhausen", "Cat")
    _play_a_game(phone, "Ann", "Anna", "Cat")
    phone.go("/players/")
    phone.choose("New player", "Dan")
    phone.tap("Add")
    phone.sees("No finished games yet")
    _is_fine(phone, axe)
    phone.tap("Players", ".tabbar")
    phone.tap("Wolfeschlegelsteinhausen")
    phone.tap("Edit name, colour and picture")
    phone.tap("Teal")
    expect(phone.page.locator(".colours [aria-pressed=true]")).to_have_text("Teal")
    if phone.drawn:
        expect(phone.page.locator(":focus")).to_have_text("Teal")
    phone.choose("Name", "Wolf")
    phone.tap("Save")
    expect(phone.page.locator("h1")).to_have_text("Wolf")
    phone.tap("Edit name, colour and picture")
    phone.page.get_by_label("Choose a picture").set_input_files(picture)
    phone.tap("Save picture", "form:has(input:not([capture])[type=file])")
    face = phone.page.locator("img.face")
    expect(face).to_have_count(1)
    if phone.drawn:
        assert face.evaluate("async img => { await img.decode(); return img.naturalWidth }") >= 80
    phone.sees("ZAR", "Best hand", "Against the others", "provisional")
    _is_fine(phone, axe)
    phone.tap("Edit name, colour and picture")
    _is_fine(phone, axe)
    phone.tap("Merge with another player")
    phone.page.get_by_label("The same person under another name").select_option(label="Anna")
    phone.tap("Preview")
    phone.sees("becomes Wolf's")
    _is_fine(phone, axe)
    phone.tap("Merge Anna into Wolf")
    phone.sees("2", within=".figures")
    phone.tap("Players", ".tabbar")
    phone.tap("Leaders", ".seg")
    phone.sees("Ann", "Wolf", "Cat", within=".cols")
    _is_fine(phone, axe)
    for page in ("Records", "History", "Nights"):
        phone.tap(page)
        _is_fine(phone, axe)


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_hostile_face_is_refused_on_the_page(
    unlock: Unlock, axe: Axe, tmp_path: Path, *, javascript: bool
) -> None:
    # A browser reads what the app says before it has taken all of a file.
    phone = unlock(javascript=javascript)
    lie, large = tmp_path / "page.jpg", tmp_path / "large.jpg"
    lie.write_bytes(b"<!doctype html><script>alert(1)</script>")
    large.write_bytes(photo() + bytes(30 * 1024 * 1024))
    phone.go("/players/")
    phone.choose("New player", "Dan")
    phone.tap("Add")
    phone.tap("Edit name, colour and picture")
    edit = phone.page.url
    for path, said in ((lie, "This is no photo"), (large, "That is too large")):
        phone.go(edit)
        phone.page.get_by_label("Take a picture").set_input_files(path)
        phone.tap("Save picture", "form:has(input[capture])")
        phone.sees(said)
        _is_fine(phone, axe)
    phone.go(edit)
    expect(phone.page.locator("img.face")).to_have_count(0)


def test_a_picture_is_seen_as_soon_as_it_was_chosen(unlock: Unlock, tmp_path: Path) -> None:
    phone, picture = unlock(), tmp_path / "face.jpg"
    picture.write_bytes(photo(size=(1200, 1600), color=(60, 90, 160)))
    phone.go("/players/")
    phone.choose("New player", "Dan")
    phone.tap("Add")
    phone.tap("Edit name, colour and picture")
    save, field = (
        phone.page.get_by_role("button", name="Save picture"),
        phone.page.locator(".pick-photo").last,
    )
    expect(save).to_have_count(0)
    phone.page.get_by_label("Choose a picture").set_input_files(picture)
    expect(field).to_contain_text("face.jpg")
    middle = "shown => [...shown.getContext('2d').getImageData(70, 70, 1, 1).data]"
    assert field.locator("canvas").evaluate(middle)[2] > 140, "the picture itself"
    expect(save).to_have_count(1)
