"""The score sheet, played by tapping and looked at with twenty at the table; and the rulebook."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import LONG
from tests.browser.walks.score_sheet import round_of


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_ann_keeps_the_score_of_a_game_from_the_shelf(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/new/")
    phone.tap("Score sheet")
    phone.choose("What is played?", "Golf")
    for place, name in enumerate(("Ann", "Bob"), 1):
        phone.choose(f"Player {place}", name)
    phone.page.get_by_label("The lowest score").check()
    phone.choose("a score of", "20")
    phone.tap("Start")
    phone.sees("Golf", "fewest points win · to 20", within=".bar")
    _note(phone, Ann="4", Bob="7,5")
    phone.sees("Ann leads with 4", within="h1")
    phone.tap("Menu")
    phone.tap("Add or remove players")
    phone.choose("New player", "Cat")
    phone.choose("sits after", "Ann")
    phone.tap("Join")
    _heads(phone, "Ann 4", "Cat 0", "Bob 7.5")
    phone.page.locator(".blank", has_text="Cat").locator(".minus").tap()
    _note(phone, Ann="3", Cat="2", Bob="1")
    _heads(phone, "Ann 7 +3", "Cat −2 −2", "Bob 8.5 +1")
    phone.tap("Undo")
    _heads(phone, "Ann 4", "Cat 0", "Bob 7.5")
    phone.tap("Redo")
    phone.page.locator(".tallies tbody tr").last.get_by_role("link", name="7.5").tap()
    expect(phone.page.get_by_label("Bob", exact=True)).to_be_focused()
    phone.choose("Bob", "17.5")
    phone.choose("Name of the round", "First hole")
    phone.tap("Preview")
    phone.sees("Bob: 18.5 points instead of 8.5.", within=".effects")
    phone.tap("Save the correction")
    phone.sees("First hole", within=".tallies")
    assert phone.overflow() <= 0
    _note(phone, Ann="1", Cat="1", Bob="2")
    phone.sees("Cat wins", within=".over h1")
    phone.sees("the game was to 20.", within=".why-over")
    phone.tap("See the whole game")
    phone.sees("Cat won", within="h1")


def _note(phone: Phone, **points: str) -> None:
    for name, number in points.items():
        phone.page.locator(".blank", has_text=name).locator("> input").fill(number)
    phone.tap("Save round")


def _heads(phone: Phone, *texts: str) -> None:
    """What stands over each column: name, total, and what the last round added."""
    heads = phone.page.locator(".tallies thead th:not(:first-child)")
    expect(heads).to_have_count(len(texts))
    for place, text in enumerate(texts):
        assert " ".join(heads.nth(place).inner_text().split()).startswith(text)


def test_a_blank_is_not_sent_as_nought(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet")
    phone.page.get_by_label("Ann", exact=True).fill("3")
    phone.page.get_by_role("button", name="Save round").tap()
    expect(phone.page.get_by_label("Bob", exact=True)).to_be_focused()
    phone.sees("Round 1", within="h1")


@pytest.mark.parametrize("players", [1, 2, 9, 20])
def test_the_sheet_fits_and_its_names_stay_in_sight(unlock: Unlock, players: int) -> None:
    phone = unlock()
    names = [f"{name[:21]}{place:02}" for place, name in enumerate((LONG * 3)[:players])]
    phone.sit_down(
        names, game="score_sheet", title="An evening of Shanghai Rummy with everybody from the club"
    )
    phone.fast(*(round_of(names, number) for number in range(8)))
    assert phone.overflow() <= 0
    sheet = phone.page.locator(".tallies")
    sheet.evaluate("sheet => sheet.scrollTo(sheet.scrollWidth, sheet.scrollHeight)")
    head, last = sheet.locator("thead th").last, sheet.locator("tbody th").last
    assert abs(_top(head) - _top(sheet)) <= 3
    assert last.evaluate("cell => cell.getBoundingClientRect().left") <= 20
    targets = "a:not(cite a), button, input"
    small = phone.page.locator("main").evaluate(_TOO_SMALL, targets)
    assert small == []


_TOO_SMALL = """(main, targets) => [...main.querySelectorAll(targets)]
  .filter(part => part.type !== 'hidden' && part.checkVisibility() && !part.closest('.vh'))
  .filter(part => Math.min(part.offsetWidth, part.offsetHeight) < 43.5).map(part => part.outerHTML)"""


def _top(part: Any) -> float:
    return float(part.evaluate("part => part.getBoundingClientRect().top"))


def test_a_tap_costs_8_kb_at_most_with_twenty_at_the_table(unlock: Unlock) -> None:
    phone = unlock()
    names = [f"{name[:21]}{place:02}" for place, name in enumerate((LONG * 3)[:20])]
    phone.sit_down(names, game="score_sheet")
    phone.fast(*(round_of(names, number) for number in range(30)))
    for place in range(20):
        phone.page.locator(f"#b{place}").fill(str(place))
    with phone.page.expect_response("**/move/") as answer:
        phone.tap("Save round")
    assert 1_000 < answer.value.request.sizes()["responseBodySize"] <= 8_000


def test_axe_finds_nothing_on_a_sheet_nor_in_the_rulebook(
    unlock: Unlock, axe: Callable[[Page], None]
) -> None:
    phone = unlock()
    names = ["Ann", "Bob", "Cat"]
    phone.sit_down(names, game="score_sheet", rounds="3")
    phone.fast(*(round_of(names, number) for number in range(2)), {"do": "quit", "player": "Cat"})
    table = phone.page.url
    for path in ("", "?sheet=people", "?sheet=rounds", "hand/1/?field=score+Ann"):
        phone.go(table + path)
        expect(phone.page.locator("h1")).to_have_count(1)
        axe(phone.page)
    phone.go(table)
    for place in (0, 1):
        phone.page.locator(f"#b{place}").fill("9999999999")
    phone.tap("Save round")
    phone.sees("Not understood")
    axe(phone.page)
    phone.go(table)
    _note(phone, Ann="1", Bob="2")
    axe(phone.page)
    for path in (
        "/rules/",
        "/rules/?q=draw",
        "/rules/zar/#settled-4",
        "/rules/score_sheet/",
        "/rules/zar/99/",
    ):
        phone.go(path)
        expect(phone.page.locator("h1")).to_have_count(1)
        axe(phone.page)


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_clause_is_found_as_it_is_typed_and_from_every_ruling(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.sit_down(["Ann", "Bob"], dealer="1")
    phone.fast(flip("red moon"), play("Ann", "blue moon"))
    phone.page.locator(".action summary").tap()
    phone.tap("Rule 4", ".action cite")
    phone.sees("Your turn", within=".s-clause")
    phone.tap("The whole rulebook", ".s-clause")
    expect(phone.page.locator(".clause:target h3")).to_contain_text("Your turn")
    phone.page.locator(".clause:target .ruled a").tap()
    expect(phone.page.locator(".log.one li")).to_contain_text("Ann plays blue moon")
    phone.sees("Rule 4", within="main")
    phone.tap("Show in the log")
    expect(phone.page.locator(".log li:target")).to_contain_text("Ann plays blue moon")
    phone.go("/")
    phone.tap("Rules of every game")
    assert phone.overflow() > 0
    search = phone.page.get_by_label("Search the rules")
    if javascript:
        search.press_sequentially("skips the next")
        expect(search).to_be_focused()
    else:
        search.fill("skips the next")
        phone.page.get_by_role("button", name="Search").tap()
    phone.sees("rules contain “skips the next”.", within="[role=status]")
    phone.sees("9.2.2", within=".book")
    expect(search).to_have_value("skips the next")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
