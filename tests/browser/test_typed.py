"""What was typed is never lost: whoever goes back, looks up a rule or reloads finds it again."""

from __future__ import annotations

import pytest

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
    phone.fast({"do": "round", "score Ann": "3", "score Bob": "4"})
    table = phone.page.url
    begun = phone.page.get_by_text("You had begun this")
    phone.go(f"{table}correct/1/")
    expect(begun).to_be_hidden()
    for way in ("Start over", "Change nothing"):
        _fill(phone, Ann="33")
        phone.go(table)
        phone.go(f"{table}correct/1/")
        _has(phone, Ann="33", Bob="4")
        expect(begun).to_be_visible()
        phone.tap(way)
        phone.go(f"{table}correct/1/")
        _has(phone, Ann="3", Bob="4")
        expect(begun).to_be_hidden()
