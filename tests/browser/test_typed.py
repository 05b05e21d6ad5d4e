"""What was typed is never lost: whoever goes back, looks up a rule or reloads finds it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, expect

BOTH = pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])


def _names(phone: Phone) -> list[str]:
    return [field.input_value() for field in phone.page.locator("input[name=name]").all()]


def _fill(phone: Phone, **values: str) -> None:
    for label, value in values.items():
        phone.page.get_by_label(label, exact=True).fill(value)


def _has(phone: Phone, **values: str) -> None:
    for label, value in values.items():
        expect(phone.page.get_by_label(label, exact=True)).to_have_value(value)


@BOTH
def test_names_typed_for_a_new_game_are_there_after_a_look_at_the_rules(
    unlock: Unlock, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/new/zar/")
    for place, name in enumerate(("Ann", "Bob", "Cat"), 1):
        phone.page.get_by_label(f"Player {place}", exact=True).fill(name)
    if javascript:
        phone.add_place()
        phone.page.get_by_label("Player 4", exact=True).fill("Dan")
    typed = _names(phone)
    phone.tap("How to play")
    phone.page.go_back()
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("Ann")
    assert _names(phone) == typed
    phone.page.go_forward()
    phone.page.go_back()
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("Ann")
    if javascript:
        phone.page.reload()
        expect(phone.page.get_by_label("Player 4", exact=True)).to_have_value("Dan")
        phone.page.get_by_text("Dan", exact=True).last.tap()
    phone.tap("Start")
    phone.go("/new/zar/")
    assert not any(_names(phone)), "it was taken"


@BOTH
def test_what_is_typed_on_a_sheet_is_there_after_a_question_and_after_leaving_it(
    unlock: Unlock, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    phone.sit_down(["Ann", "Bob"], game="score_sheet")
    name = "Name of round 1, if it has one"
    _fill(phone, Ann="12+8", **{name: "First"})
    phone.tap("Save round")
    phone.sees("Does blank mean 0?")
    phone.tap("Back to the table")
    _has(phone, Ann="12+8", Bob="", **{name: "First"})
    _fill(phone, Ann="7")
    if javascript:
        phone.tap("Menu")
        phone.tap("Back to the table")
        _has(phone, Ann="7", **{name: "First"})
        phone.page.reload()
        _has(phone, Ann="7", **{name: "First"})
    phone.tap("Menu")
    phone.tap("The rules")
    phone.page.go_back()
    if not javascript:
        phone.page.go_back()
    _has(phone, Ann="7", **{name: "First"})
    _fill(phone, Bob="5")
    phone.tap("Save round")
    phone.sees("7", within=".tallies tbody")
    _has(phone, Ann="", Bob="")
    phone.page.reload()
    _has(phone, Ann="", Bob="")


def test_what_is_typed_is_the_tabs_own_and_goes_with_whose_it_was(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet")
    _fill(phone, Ann="12")
    table = phone.page.url
    other = phone.page.context.new_page()
    other.goto(table)
    expect(other.get_by_label("Ann", exact=True)).to_have_value("")
    other.close()
    assert phone.page.evaluate("Object.keys(sessionStorage).length") == 1
    phone.page.context.clear_cookies()
    phone.go("/new/zar/")
    assert phone.page.evaluate("Object.keys(sessionStorage).length") == 0


@BOTH
def test_a_sheet_being_made_is_there_after_its_answers_and_a_look_elsewhere(
    unlock: Unlock, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/sheets/new/")
    phone.page.get_by_label("Name", exact=True).fill("Farkle at home")
    phone.tap("Add", "#sheet")
    phone.page.get_by_label("Name", exact=True).fill("Farkle in the garden")
    phone.page.locator("a[href='/sheets/'], a.backward").first.tap()
    phone.page.wait_for_url(lambda url: not url.endswith("/new/"))
    phone.page.go_back()
    expect(phone.page.get_by_label("Name", exact=True)).to_have_value("Farkle in the garden")


def test_a_correction_that_was_begun_says_so_and_one_that_was_given_up_is_gone(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet")
    phone.fast(*({"do": "round", "score Ann": "3", "score Bob": "4"} for _ in range(2)))
    table = phone.page.url
    begun = phone.page.get_by_text("You had begun this")
    then = phone.page.get_by_text("The sheet as it was then")
    phone.go(f"{table}correct/1/")
    expect(begun).to_be_hidden()
    for way in ("Start over", "Change nothing"):
        _fill(phone, Ann="33")
        phone.go(table)
        phone.go(f"{table}correct/1/")
        _has(phone, Ann="33", Bob="4")
        expect(begun).to_be_visible()
        expect(then).to_be_hidden()
        phone.tap(way)
        phone.go(f"{table}correct/1/")
        _has(phone, Ann="3", Bob="4")
        expect(begun).to_be_hidden()
        expect(then).to_be_visible()
    names = ["Ann", "Bob", "Cat", "Dan"]
    phone.sit_down(names, game="score_sheet", sheet="spades")
    phone.fast({"do": "bids", **{f"n bid {name}": "3" for name in names}})
    table = phone.page.url
    phone.go(f"{table}correct/1/")
    phone.page.locator(".numpad [data-pick='4']").tap()
    phone.go(f"{table}correct/1/")
    expect(begun).to_be_visible()
    tops = phone.page.locator(".correcting > .bar > :is(a, form):visible").evaluate_all(
        "parts => parts.map(part => part.getBoundingClientRect().top)"
    )
    assert max(tops) < 24, "in one line"


@contextmanager
def _on_its_way(phone: Phone) -> Iterator[None]:
    """Saves what is filled in; the answer has to wait until this is over."""
    held: list[Route] = []
    # On a busy machine it takes longer than the page has patience.
    phone.page.evaluate("htmx.config.defaultTimeout = 0")
    phone.page.route("**/move/", lambda route: held.append(route), times=1)  # noqa: PLW0108 - no builtin
    # At a real keyboard the cell has the focus, and Enter is what saves.
    if phone.page.locator("[data-cell]:focus").count():
        phone.page.keyboard.press("Enter")
    else:
        phone.page.locator(".noting .match").tap()
    while not held:
        phone.page.wait_for_timeout(20)
    yield
    held.pop().continue_()


def _keys(phone: Phone, *keys: str) -> None:
    for key in keys:
        phone.page.locator(f".numpad :is([data-key='{key}'], [data-pick='{key}']):visible").tap()


@pytest.mark.parametrize(
    ("sheet", "first", "then", "has"),
    [
        ("darts_501", ("6", "0"), ("4", "9", "back", "5"), {"Bob: Thrown": "45"}),
        ("mini_golf", ("3", "next", "4"), ("5", "next", "6"), {"Ann: Strokes": "5", "Bob: Strokes": "6"}),
        ("bowling", ("3", "4"), ("5", "2"), {"Bob: First ball": "5", "Bob: Second ball": "2"}),
    ],
)
def test_what_is_typed_before_the_answer_is_there_stands_in_what_is_asked_then(
    unlock: Unlock, sheet: str, first: tuple[str, ...], then: tuple[str, ...], has: dict[str, str]
) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet=sheet)
    _keys(phone, *first)
    with _on_its_way(phone):
        _keys(phone, *then)
        phone.sees("Next", within=".typing .into")
        phone.sees(then[-1], within=".typing .sum")
        assert not any(cell.input_value() for cell in phone.page.locator("[data-cell]").all())
    _has(phone, **has)
    _keys(phone, "back")
    expect(phone.page.get_by_label(list(has)[-1], exact=True)).to_have_value(list(has.values())[-1][:-1])


def test_a_keyboard_types_on_for_the_next_two_before_an_answer_is_there(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="darts_501")
    keys = phone.page.keyboard
    phone.page.get_by_label("Ann: Thrown").focus()
    keys.type("60")
    with _on_its_way(phone):
        keys.type("49")
        keys.press("Backspace")
        keys.type("5\n10")
    _has(phone, **{"Ann: Thrown": "10"})
    expect(phone.page.get_by_label("Ann: Thrown")).to_be_focused()
    assert phone.logged() == ["Ann\u00a0−60", "Bob\u00a0−45"]


def test_what_was_typed_behind_an_entry_that_is_refused_changes_nothing_of_it(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet="hearts")
    _keys(phone, "9", "next", "9", "next", "9")
    with _on_its_way(phone):
        _keys(phone, "4")
    phone.sees("27 of 26 points are given.", within=".sheet")
    _has(phone, **{f"{name}: Points taken": "9" for name in ("Ann", "Bob", "Cat")})
    _keys(phone, "8")
    assert sorted(cell.input_value() for cell in phone.page.locator("[data-cell]").all()) == ["8", "9", "9"]


def test_without_a_connection_the_round_after_begins_with_its_first_cell(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="mini_golf")
    phone.page.route("**/t/**", lambda route: route.abort())
    _keys(phone, "3", "next", "4")
    phone.tap("Save")
    phone.sees("1 waiting", within="#lost")
    _keys(phone, "5")
    _has(phone, **{"Ann: Strokes": "5", "Bob: Strokes": ""})


def test_a_dot_stands_only_between_two_numbers_beside_a_total(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="phase_10")
    dot = "getComputedStyle(document.querySelector('.sums small + small'), '::before').content"
    assert phone.page.evaluate(dot) == "none"
    phone.page.evaluate("document.querySelector('.sums small').append('+5')")
    assert "·" in phone.page.evaluate(dot)
