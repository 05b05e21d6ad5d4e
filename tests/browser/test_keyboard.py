"""A keyboard at the table: few stops, arrows between the keys, a ring that is always seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import LONG, SHORT
from tests.browser.walks import crazy_eights, numzumzero, zarathustra, zero_zap

HELD = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"


@pytest.fixture
def ann(unlock: Unlock) -> Phone:
    """Ann's phone: the red moon lies, and it is Ann's turn."""
    phone = unlock()
    phone.sit_down(SHORT[:3], dealer="2")
    phone.fast(flip("red moon"))
    return phone


def press(phone: Phone, *keys: str) -> str:
    """Presses keys in a row; what has the focus then."""
    for key in keys:
        phone.page.keyboard.press(key)
    return str(phone.page.evaluate(HELD))


def focus(phone: Phone, name: str, within: str = ".pad") -> None:
    phone.find(name, within).focus()


def stops(phone: Phone, within: str) -> int:
    """How often Tab is pressed from the first control of a part of the page to past its last."""
    inside = "selector => Boolean(document.activeElement.closest(selector))"
    phone.page.locator(f"{within} :is(a, button, input, select)").and_(
        phone.page.locator(":not([tabindex='-1'], :disabled, [type=hidden])")
    ).first.focus()
    pressed = 0
    while phone.page.evaluate(inside, within):
        press(phone, "Tab")
        pressed += 1
    return pressed


# --- stops


def test_the_31_keys_of_zar_are_four_stops_and_each_row_has_its_name(ann: Phone) -> None:
    expect(ann.page.locator(".pad button.k")).to_have_count(31)
    assert stops(ann, ".pad .keyrow") == 4
    assert stops(ann, ".pad") <= 8
    for name in ("Blue", "Red", "Yellow", "Power cards"):
        expect(ann.page.get_by_role("toolbar", name=name, exact=True)).to_have_count(1)


def _fourteen(phone: Phone) -> None:
    phone.sit_down(LONG[:9], half_decks="8", chameleons="8", dealer="8")
    phone.fast(flip("red moon"))


def _quick(phone: Phone) -> None:
    phone.sit_down(SHORT[:3], track="quick", dealer="2")
    phone.fast(flip("plain"))


def _typing(phone: Phone) -> None:
    phone.sit_down(SHORT[:3], dealer="2")
    moves = [flip("red moon"), {"do": "recount", "player": "Ann", "number": 1}, play("Ann", "red sun")]
    phone.fast(*moves, {"do": "out", "player": "Ann"})
    phone.tap("Type points")


def _at(walk: Callable[[Phone, list[str]], Iterator[str]], state: str) -> Callable[[Phone], None]:
    def go(phone: Phone) -> None:
        assert any(each == state for each in walk(phone, SHORT[:3]))

    return go


def _house(phone: Phone) -> None:
    phone.sit_down(SHORT[:3], game="house_zar", copies="3")
    phone.fast(flip("green 3"))


def _sheet(phone: Phone) -> None:
    names = SHORT[:9]
    phone.sit_down(names, game="score_sheet")
    phone.fast(*({"do": "round", **{f"score {name}": "7" for name in names}} for _ in range(3)))


@pytest.mark.parametrize(
    ("lead", "within", "most"),
    [
        (_fourteen, ".pad", 6),
        (_quick, ".pad", 2),
        (_typing, ".keypad", 1),
        (_house, ".pad", 6),
        (_at(crazy_eights.screens, "play"), ".pad", 3),
        (_at(crazy_eights.screens, "count"), ".counting", 2),
        (_at(numzumzero.screens, "play"), ".pad", 2),
        (_at(lambda phone, names: zarathustra.screens(phone, *names), "play"), ".board", 1),
        (_at(lambda phone, names: zarathustra.screens(phone, *names), "tray"), ".tray", 1),
        (_at(zero_zap.screens, "discard"), ".card-pad", 4),
        (_at(zero_zap.screens, "lay"), ".card-pad", 5),
        (_at(zero_zap.screens, "calculator"), ".card-pad", 3),
        (_sheet, ".tallies tbody", 1),
    ],
    ids=[
        "zar, Chameleons",
        "zar, quick",
        "zar, points",
        "house_zar",
        "crazy_eights",
        "crazy_eights, count",
        "numzumzero",
        "zarathustra, board",
        "zarathustra, tiles",
        "zero_zap, discard",
        "zero_zap, lay",
        "zero_zap, calculator",
        "score_sheet",
    ],
)
def test_a_pad_has_a_stop_for_each_row(
    unlock: Unlock, lead: Callable[[Phone], None], within: str, most: int
) -> None:
    phone = unlock()
    lead(phone)
    assert 1 <= stops(phone, within) <= most


def test_without_scripts_every_key_is_a_stop(unlock: Unlock) -> None:
    phone = unlock(javascript=False)
    phone.sit_down(SHORT[:3], dealer="2")
    assert phone.page.locator(".pad [tabindex]").count() == 0
    expect(phone.page.get_by_role("group", name="Blue", exact=True)).to_have_count(1)


# --- arrows


def test_arrows_move_in_a_row_and_between_the_rows(ann: Phone) -> None:
    focus(ann, "blue moon")
    row = ann.page.locator(".keyrow").first.locator("button")
    names = [key.get_attribute("aria-label") for key in row.all()]
    assert press(ann, "Home") == names[0]
    assert press(ann, "ArrowLeft") == names[0]
    assert press(ann, "ArrowRight") == names[1]
    assert press(ann, "End") == names[-1]
    assert press(ann, "ArrowRight") == names[-1]
    assert press(ann, "ArrowDown").partition(" ")[2] == str(names[-1]).partition(" ")[2]
    assert press(ann, "Home", "ArrowUp") == names[0]
    assert press(ann, "ArrowUp") == names[0]


def test_a_walk_down_over_wide_keys_comes_back_to_its_column(ann: Phone) -> None:
    focus(ann, "blue moon")
    start = press(ann, "Home")
    powers = ann.page.locator(".keyrow button.pw")
    assert press(ann, "ArrowDown", "ArrowDown", "ArrowDown") == powers.first.get_attribute("aria-label")
    assert press(ann, "ArrowUp", "ArrowUp", "ArrowUp") == start


def test_arrows_go_along_the_lines_of_a_board(unlock: Unlock) -> None:
    phone = unlock()
    _at(lambda phone, names: zarathustra.screens(phone, *names), "start")(phone)
    focus(phone, "c3", ".board")
    assert press(phone, "ArrowLeft").startswith("b3")
    assert press(phone, "ArrowUp")[:2] in {"b2", "b4"}
    end = press(phone, "End")
    assert end.startswith("f")
    assert press(phone, "ArrowRight") == end


# --- swaps


def test_a_row_keeps_its_stop_through_a_swap_and_the_focus_stays_on_its_key(ann: Phone) -> None:
    focus(ann, "red sun")
    focus(ann, "blue moon")
    press(ann, "Enter")
    ann.turn("Bob")
    expect(ann.find("blue moon", ".pad")).to_be_focused()
    assert press(ann, "Tab") == "red sun"
    assert press(ann, "Shift+Tab") == "blue moon"
    assert stops(ann, ".pad .keyrow") == 4


def test_a_swap_from_another_phone_leaves_the_stops(unlock: Unlock, ann: Phone) -> None:
    focus(ann, "red sun")
    other = unlock()
    other.join(ann)
    other.go(ann.page.url)
    other.play("blue moon")
    ann.turn("Bob")
    expect(ann.page.locator(".pad button[aria-label='red sun'][tabindex='0']")).to_be_focused()
    expect(ann.page.locator(".pad button[tabindex='0']")).to_have_count(4)


# --- the skip link


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("path", ["/", "/new/", "/games/", "/rules/", "/nowhere/"])
def test_the_first_stop_of_a_page_skips_to_its_content(
    unlock: Unlock, path: str, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    phone.go(path)
    _skips(phone, "To the content", "main")


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize(
    "lead",
    [
        _house,
        _sheet,
        _typing,
        _at(numzumzero.screens, "bonus"),
        _at(crazy_eights.screens, "over"),
        _at(zero_zap.screens, "draw"),
        _at(lambda phone, names: zarathustra.screens(phone, *names), "play"),
    ],
)
def test_the_first_stop_of_a_table_skips_to_its_keys(
    unlock: Unlock, lead: Callable[[Phone], None], *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    lead(phone)
    phone.go(phone.page.url.partition("#")[0])
    _skips(phone, "To the keys", "#keys")
    press(phone, "Tab")
    below = "!document.activeElement.closest('.bar, .now, .action, .seats, .skip')"
    assert phone.page.evaluate(below), press(phone)


def _skips(phone: Phone, name: str, target: str) -> None:
    link = phone.page.get_by_role("link", name=name, exact=True)
    heights = (
        "[document.documentElement.scrollHeight, document.querySelector('h1').getBoundingClientRect().top]"
    )
    before = phone.page.evaluate(heights)
    assert press(phone, "Tab") == name
    assert phone.page.evaluate(heights) == before
    box = link.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["x"] >= 0 <= box["y"]
    press(phone, "Enter")
    expect(phone.page.locator(target)).to_be_focused()


def test_the_skip_link_leads_to_a_sheet_that_lies_over_the_keys_and_leaves_it_open(ann: Phone) -> None:
    length = ann.page.evaluate("history.length")
    ann.tap("Dispute")
    ann.page.locator(".skip").focus()
    press(ann, "Enter")
    expect(ann.page.locator(".sheet h2").first).to_be_focused()
    assert ann.page.evaluate("history.length") == length + 1
    ann.page.go_back()
    expect(ann.page.locator(".sheet")).to_have_count(0)
