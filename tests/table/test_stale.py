"""Taps that come twice, late, or from two phones at a time."""

import pytest

from scoring.crew.visitor import Visitor
from scoring.models import Move
from tests.table.page import Phone, look, shape


@pytest.fixture
def other(bob: Visitor, phone: Phone) -> Phone:
    """Bob's phone at Ann's table; the first card lies, and it is Bob's turn."""
    phone.tap("Ann deals")
    phone.tap("blue sun")
    return Phone(bob, phone.game)


@pytest.mark.parametrize("htmx", [True, False])
def test_a_double_tap_counts_once_and_both_answers_show_the_table(
    phone: Phone, other: Phone, htmx: bool
) -> None:
    phone.open()
    phone.htmx = htmx
    tap = phone.request_of(phone.shown.find("blue moon"))
    first = phone.send(tap)
    version = phone.game.version
    second = phone.send(tap)
    assert second.status == first.status == 200
    assert phone.game.version == version
    assert shape(second.table) == shape(first.table)


@pytest.mark.parametrize("button", ["Undo", "Redo"])
def test_a_double_tap_on_undo_or_redo_takes_one_move(phone: Phone, other: Phone, button: str) -> None:
    phone.open()
    for name in ("blue moon", "blue star", "Pass", "Undo"):
        phone.tap(name)
    tap = phone.request_of(phone.shown.find(button))
    first = phone.send(tap)
    version = phone.game.version
    second = phone.send(tap)
    assert second.status == 200
    assert phone.game.version == version
    assert shape(second.table) == shape(phone.reloaded().table)
    assert look(second) == look(first), "what it did is told once"


def test_a_resent_form_shows_the_table_as_it_is_now_and_not_what_was_said_then(
    phone: Phone, other: Phone
) -> None:
    phone.open()
    tap = phone.request_of(phone.shown.find("blue moon"))
    phone.send(tap)
    other.open()
    other.tap("Draw")
    resent = phone.send(tap)
    assert resent.status == 200
    assert shape(resent.table) == shape(phone.reloaded().table)


def test_a_refused_tap_that_is_sent_again_is_refused_again(phone: Phone, other: Phone) -> None:
    tap = other.request_of(other.shown.find("red moon"))
    assert [other.send(tap).status for _ in range(2)] == [422, 422]
    assert other.game.version == 2


@pytest.mark.parametrize("htmx", [True, False])
def test_a_tap_from_a_stale_page_lands_where_it_still_holds_and_says_what_came_between(
    phone: Phone, other: Phone, htmx: bool
) -> None:
    phone.open()
    phone.htmx = htmx
    pass_ = phone.request_of(phone.shown.find("Pass"))
    other.tap("Draw")
    shown = phone.send(pass_)
    assert shown.status == 200
    assert [row["do"] for row in phone.bodies[2:]] == ["draw", "pass"]
    assert phone.state["turn"] == "Cat"
    if htmx:
        assert shown.one(".notice").startswith("Meanwhile: Bob draws")


def test_a_tap_from_a_stale_page_that_no_longer_holds_is_refused_with_what_changed(
    phone: Phone, other: Phone
) -> None:
    phone.open()
    play = phone.request_of(phone.shown.find("blue star"))
    other.tap("Pass")
    shown = phone.send(play)
    assert shown.status == 422
    assert shown.one(".changed li") == "Bob passes."
    assert phone.game.version == 3


@pytest.mark.parametrize("htmx", [True, False])
def test_one_move_noted_by_two_phones_counts_once(phone: Phone, other: Phone, htmx: bool) -> None:
    phone.open()
    phone.htmx = htmx
    draw = phone.request_of(phone.shown.find("Draw"))
    other.tap("Draw")
    shown = phone.send(draw)
    assert shown.status == 409
    assert shown.is_whole != htmx
    assert "your tap changed nothing" in shown.one(".sheet")
    assert "Bob draws" in shown.one(".changed")
    assert phone.state["hands"]["Bob"] == 8


def test_the_same_move_can_be_made_again_from_a_fresh_page(phone: Phone, other: Phone) -> None:
    phone.open("?sheet=seat&player=2").find("Penalty card")
    phone.tap("Penalty card")
    phone.open("?sheet=seat&player=2")
    phone.tap("Penalty card")
    assert phone.state["hands"]["Cat"] == 9


@pytest.mark.parametrize("button", ["Undo", "Redo"])
def test_undo_and_redo_from_a_stale_page_take_nothing_off_and_put_nothing_back(
    phone: Phone, other: Phone, button: str
) -> None:
    phone.open()
    phone.tap("blue moon")
    phone.tap("Undo")
    late = phone.request_of(phone.shown.find(button))
    other.open()
    other.tap("Redo")
    rows = Move.objects.count()
    shown = phone.send(late)
    assert shown.status == 409
    assert shown.one(".changed li") == "Move 3 was redone."
    assert Move.objects.count() == rows


def test_a_power_card_from_a_stale_page_still_asks_what_comes_next(phone: Phone, other: Phone) -> None:
    phone.open()
    dragon = phone.request_of(phone.shown.find("winged dragon"))
    other.tap("Draw")
    shown = phone.send(dragon)
    assert shown.status == 200
    phone.tap("moon", within=".sheet")
    assert phone.state["top"]["symbol"] == "moon"


def test_a_page_learns_of_the_taps_of_others_by_its_own_address(phone: Phone, other: Phone) -> None:
    before = other.shown.version
    phone.open()
    phone.tap("blue moon")
    assert other.reloaded().version == before + 1
