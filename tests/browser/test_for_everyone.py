"""What axe-core, a keyboard and a screen reader make of every page and every sheet, light and dark."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import SHORT, sheets, states
from tests.browser.walks.every import TABLES
from tests.browser.walks.score_sheet import score_sheet
from tests.browser.walks.zar import zar


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def phone(unlock: Unlock, request: pytest.FixtureRequest) -> Phone:
    return unlock(javascript=request.param)


def _approve(phone: Phone, axe: Callable[[Page], None]) -> None:
    expect(phone.page.locator("h1")).to_have_count(1)
    axe(phone.page)


def test_axe_finds_nothing_in_any_state_of_a_table(phone: Phone, axe: Callable[[Page], None]) -> None:
    for _ in states(phone, SHORT[:4]):
        _approve(phone, axe)
        phone.tap("Menu")
        _approve(phone, axe)


def test_axe_finds_nothing_on_any_sheet(phone: Phone, axe: Callable[[Page], None]) -> None:
    phone.sit_down(SHORT[:4])
    phone.fast(flip("red moon"), play("Bob", "red sun"))
    for _, opened in sheets():
        opened(phone)
        _approve(phone, axe)
        phone.tap("Back to the table")


@pytest.mark.parametrize("walk", TABLES, ids=lambda walk: walk.__name__)
def test_axe_finds_nothing_on_any_table_without_scripts_and_clauses_have_the_names_that_people_say(
    unlock: Unlock, axe: Callable[[Page], None], walk: Callable[[Phone], Iterator[str]]
) -> None:
    phone = unlock(javascript=False)
    names = set()
    for state in walk(phone):
        # ZAR's states and sheets are approved above, without scripts too.
        if walk is not zar:
            _approve(phone, axe)
        links = phone.page.locator("cite a, a[href*='clause=']").all_text_contents()
        names |= {(name.strip(), state) for name in links}
    named = re.compile(r"(Rule|FAQ|Our reading|Point) \d\S*")
    wrong = {(name, state) for name, state in names if not named.fullmatch(name)}
    assert not wrong
    assert names or walk is score_sheet


def test_axe_finds_nothing_on_any_page(phone: Phone, axe: Callable[[Page], None]) -> None:
    phone.go("/")
    _approve(phone, axe)
    table = ""
    for state in states(phone, SHORT[:3]):
        table = phone.page.url
        if state == "count":
            for path in (f"{table}log/", f"{table}correct/3/", "/", "/new/", "/new/zar/"):
                phone.go(path)
                _approve(phone, axe)
            phone.go(f"{table}correct/3/")
            phone.tap("Preview")
            _approve(phone, axe)
            phone.go(table)
    for path in ("/games/", table.replace("/t/", "/games/"), "/nowhere/"):
        phone.go(path)
        _approve(phone, axe)
    phone.go("/new/zar/")
    phone.tap("Start")
    _approve(phone, axe)


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
