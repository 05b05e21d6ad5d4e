"""What axe-core, a keyboard and a screen reader make of every page and every sheet, light and dark."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import SHORT, sheets, states
from tests.browser.walks.score_sheet import score_sheet


# With scripts test_controls.py looks at every screen of every game.
@pytest.fixture
def plain(unlock: Unlock) -> Phone:
    """A phone without scripts."""
    return unlock(javascript=False)


def _approve(phone: Phone, axe: Callable[[Page], None]) -> None:
    expect(phone.page.locator("h1")).to_have_count(1)
    axe(phone.page)


@pytest.mark.long
def test_axe_finds_nothing_in_any_state_of_a_table_without_scripts(
    plain: Phone, axe: Callable[[Page], None]
) -> None:
    for _ in states(plain, SHORT[:4]):
        _approve(plain, axe)
        plain.tap("Menu")
        _approve(plain, axe)


@pytest.mark.long
def test_axe_finds_nothing_on_any_sheet_without_scripts(plain: Phone, axe: Callable[[Page], None]) -> None:
    plain.sit_down(SHORT[:4])
    plain.fast(flip("red moon"), play("Bob", "red sun"))
    for _, opened in sheets():
        opened(plain)
        _approve(plain, axe)
        plain.tap("Back to the table")


@pytest.mark.long
def test_axe_finds_nothing_on_a_score_sheet_without_scripts(
    plain: Phone, axe: Callable[[Page], None]
) -> None:
    for _ in score_sheet(plain):
        _approve(plain, axe)


@pytest.mark.long
def test_axe_finds_nothing_on_any_page_without_scripts(plain: Phone, axe: Callable[[Page], None]) -> None:
    plain.go("/")
    _approve(plain, axe)
    table = ""
    for state in states(plain, SHORT[:3]):
        table = plain.page.url
        if state == "count":
            for path in (f"{table}log/", f"{table}correct/3/", "/", "/new/", "/new/zar/"):
                plain.go(path)
                _approve(plain, axe)
            plain.go(f"{table}correct/3/")
            plain.tap("blue star", ".pad")
            _approve(plain, axe)
            plain.go(table)
    for path in ("/games/", table.replace("/t/", "/games/"), "/nowhere/"):
        plain.go(path)
        _approve(plain, axe)
    plain.go("/new/zar/")
    plain.tap("Start")
    _approve(plain, axe)


_RING = """() => { const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 }"""
_HELD = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"


def _walk(page: Page, goal: str) -> list[str]:
    """Tabs on until the thing called `goal` has the focus; returns what was passed, each ringed."""
    passed = []
    for _ in range(60):
        page.keyboard.press("Tab")
        passed.append(page.evaluate(_HELD))
        assert page.evaluate(_RING), passed
        if passed[-1] == goal:
            return passed
    raise AssertionError(f"no {goal} in {passed}")


def test_a_keyboard_reaches_the_pad_and_a_sheet_gives_the_focus_back(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(SHORT[:3], dealer="2")
    phone.fast(flip("red moon"))
    page = phone.page
    _walk(page, "Menu")
    passed = _walk(page, "blue cloud")
    assert passed[0].endswith("(why?)")
    assert [name.split()[0] for name in passed[1:5]] == ["Ann", "Bob", "Cat", "blue"]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(_HELD) == "blue moon"
    assert page.evaluate(_RING)
    page.keyboard.press("Enter")
    phone.turn("Bob")
    _walk(page, "MATCH")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet h2")).to_be_focused()
    _walk(page, "Back to the table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="MATCH")).to_be_focused()
