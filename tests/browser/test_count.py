"""The count under a thumb: its own row for the sum, its own keys for the points, all of it on one screen."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Locator, Route

from tests.browser.boxes import boxes
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, do, expect, flip, play
from tests.browser.tables import LONG


def counting(phone: Phone, names: list[str]) -> Phone:
    """The first of them is out; everybody else is counted."""
    first = names[0]
    phone.sit_down(names, dealer=str(len(names) - 1), score="300")
    phone.fast(flip("red moon"), do("recount", player=first, cards=1), play(first, "blue moon"))
    phone.fast(do("out", player=first))
    return phone


def fits(phone: Phone, state: str) -> None:
    """Nothing has to be scrolled to, nothing lies over another, and thumbs hit what they mean."""
    assert phone.overflow() <= 0, state
    rows = phone.page.evaluate(
        "[...document.querySelectorAll('#table > :is(.bar, .action, .losers, .tally, .counting, .bar-keys)')]"
        ".map(row => row.getBoundingClientRect()).map(box => [box.top, box.bottom])"
    )
    assert len(rows) == 6, state
    for (_, bottom), (top, _) in itertools.pairwise(rows):
        assert bottom <= top + 0.5, (state, rows)
    assert rows[-1][1] <= 640, state
    for name, width, height, right, _ in boxes(phone.page, "#table :is(a, button:not(.k), #points)"):
        if name.startswith("Take ") and name != "Take the last one away":
            continue  # a chip may be scrolled to
        assert min(width, height) >= 44, (state, name, width, height)
        assert right <= 360, (state, name)


def test_on_a_desktop_what_is_tapped_fills_the_places_of_what_is_left(unlock: Unlock) -> None:
    phone = counting(unlock(), ["Ann", "Bob"])
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    places = phone.page.locator(".chosen > :is(.chip, .untapped):visible")
    left = places.count()
    assert left > 2
    first = places.first.bounding_box()
    phone.play("red wasp")
    expect(phone.page.locator(".chosen > .chip")).to_have_count(1)
    expect(places).to_have_count(left)
    assert places.first.bounding_box() == first
    assert phone.overflow() <= 0


@pytest.mark.long
@pytest.mark.parametrize(("players", "dealt"), [(2, 8), (4, 6), (9, 3)])
def test_every_row_of_the_count_is_on_one_screen(unlock: Unlock, players: int, dealt: int) -> None:
    phone = counting(unlock(), LONG[:players])
    fits(phone, "empty")
    phone.play(*["red wasp", "winged dragon", "blue cloud", "blue star"][:dealt])
    fits(phone, "cards")
    phone.tap("Type points")
    fits(phone, "points")
    phone.tap("9", ".keypad")
    phone.tap("9", ".keypad")
    phone.tap("Save")
    phone.sees("anyway", within=".doubt")
    fits(phone, "asked")
    inside = phone.page.evaluate(
        "[...document.querySelectorAll('.doubt .act')].map(key => key.getBoundingClientRect().bottom)"
    )
    assert max(inside) <= phone.page.locator(".bar-keys").bounding_box()["y"]  # type: ignore[index]
    filled = "key => getComputedStyle(key).backgroundColor != 'rgba(0, 0, 0, 0)' && [key.innerText]"
    keys = phone.page.locator(".doubt .act").all()
    assert [key.evaluate(filled) for key in keys] == [False, ["Change it"]], "the safe one is filled"


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_points_are_typed_without_the_keyboard_of_the_phone(take: Take, *, javascript: bool) -> None:
    phone = counting(take(javascript=javascript), ["Ann", "Bob", "Cat"])
    phone.tap("Type points")
    field = phone.page.get_by_label("Points of Bob")
    expect(field).to_have_attribute("inputmode", "none")
    for key in ("1", "2", "+ next card", "5", "Delete the last digit", "4"):
        phone.tap(key, ".keypad")
    expect(field).to_have_value("12+4")
    phone.sees("16", within=".sum")
    phone.sees("Bob: 0 → 16", within=".bar-keys")
    if not javascript:
        phone.page.reload()
        expect(field).to_have_value("12+4")
    phone.tap("Save 16")
    phone.sees("16 points", within=".losers")
    phone.sees("Cat: 7 cards", within=".tally")
    phone.tap("4", ".keypad")
    phone.tap("4", ".keypad")
    phone.tap("Save 44")
    phone.sees("44 points for 7 cards?", within=".doubt")
    phone.tap("Save 44 anyway")
    phone.sees("After hand 1", within="h1")
    phone.tap("Undo")
    phone.sees("Cat: 0 of 7 cards", within=".tally")


def test_a_keyboard_that_is_plugged_in_types_into_the_field_and_goes_on_where_a_key_stopped(
    unlock: Unlock,
) -> None:
    phone = counting(unlock(), ["Ann", "Bob", "Cat"])
    phone.tap("Type points")
    field = phone.page.get_by_label("Points of Bob")
    field.press_sequentially("1")
    expect(phone.page.locator(".sum")).to_be_hidden()
    phone.tap("4", ".keypad")
    expect(field).to_have_value("14")
    field.press("End")
    field.press_sequentially("+3")
    field.press("Enter")
    phone.sees("17 points", within=".losers")


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_card_can_be_taken_away_after_all_are_there_and_another_tapped(
    take: Take, *, javascript: bool
) -> None:
    phone = counting(take(javascript=javascript), ["Ann", "Bob", "Cat"])
    phone.play("red wasp", "winged dragon", "blue cloud", "blue star", "red star", "yellow sun", "red sun")
    phone.sees("Save 13", "Bob: 0 → 13", within=".bar-keys")
    phone.tap("Take red wasp away")
    phone.sees("Save 10", "1 not tapped yet", within=".bar-keys")
    phone.play("red crab")
    phone.tap("Save 12")
    phone.sees("12 points", within=".losers")


def counting_slowly(phone: Phone) -> Phone:
    """A count whose clock stands still: how long there is between two taps does not depend on the machine."""
    counting(phone, ["Ann", "Bob", "Cat"])
    phone.page.clock.install()
    phone.go(phone.page.url)
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() / 1000 + 10"))
    return phone


def quick(phone: Phone, pause: int, *names: str) -> None:
    """Taps where keys are on the screen, so many ms between them: no answer is waited for."""
    boxes = {name: phone.find(name, "#table").bounding_box() for name in names}
    for name in names:
        box = boxes[name]
        assert box
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.clock.run_for(pause)


def type_points(phone: Phone) -> Locator:
    """Where the points of Bob are typed."""
    quick(phone, 1, "Type points")
    field = phone.page.get_by_label("Points of Bob")
    field.wait_for()
    # Longer than a second tap on the same spot is the same tap.
    phone.page.clock.run_for(400)
    return field


PAUSES = [60, 120, 200, 300]


@pytest.mark.parametrize("pause", PAUSES)
def test_a_digit_typed_twice_is_two_digits_and_two_backspaces_take_two(unlock: Unlock, pause: int) -> None:
    phone = counting_slowly(unlock())
    field = type_points(phone)
    quick(phone, pause, "2", "2", "0", "0")
    expect(field).to_have_value("2200")
    quick(phone, pause, "Delete the last digit", "Delete the last digit")
    expect(field).to_have_value("22")
    quick(phone, pause, "Save")
    phone.sees("22 points", within=".losers")


@pytest.mark.parametrize("pause", PAUSES)
def test_two_like_cards_of_a_count_are_two_cards(unlock: Unlock, pause: int) -> None:
    phone = counting_slowly(unlock())
    quick(phone, pause, "red wasp", "red wasp", "winged dragon", "blue cloud")
    phone.sees("Bob: 4 of 7 cards", within=".tally")
    quick(phone, pause, "Take the last one away", "Take the last one away")
    phone.sees("Bob: 2 of 7 cards", within=".tally")
    expect(phone.page.get_by_label("Take red wasp away", exact=False)).to_have_count(2)


@pytest.mark.parametrize("pause", PAUSES)
def test_points_saved_by_two_quick_taps_are_saved_once(unlock: Unlock, pause: int) -> None:
    phone = counting_slowly(unlock())
    field = type_points(phone)
    quick(phone, 400, "2", "2")
    expect(field).to_have_value("22")
    quick(phone, pause, "Save", "Save")
    phone.sees("22 points", within=".losers")
    phone.sees("Cat: 7 cards", within=".tally")
    expect(phone.page.get_by_label("Points of Cat")).to_have_value("")


def test_save_is_pressed_before_the_digits_have_come_back_and_saves_them(unlock: Unlock) -> None:
    phone = counting_slowly(unlock())
    field = type_points(phone)
    quick(phone, 400, "1")
    expect(field).to_have_value("1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route(re.compile("digit=2"), hold, times=1)
    quick(phone, 120, "2", "2", "Save")
    while not held:
        phone.page.wait_for_timeout(20)
    held.pop().continue_()
    phone.sees("Save 122 anyway", within=".doubt")


def test_the_last_two_cards_are_taken_away_before_the_first_answer_has_come(unlock: Unlock) -> None:
    phone = counting_slowly(unlock())
    quick(phone, 400, "red wasp", "winged dragon", "blue cloud", "blue star")
    phone.sees("Bob: 4 of 7 cards", within=".tally")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/t/**", hold, times=1)
    quick(phone, 120, "Take the last one away", "Take the last one away")
    while not held:
        phone.page.wait_for_timeout(20)
    held.pop().continue_()
    phone.sees("Bob: 2 of 7 cards", within=".tally")


def test_a_digit_typed_while_the_last_that_waited_is_being_put_away_is_not_lost(unlock: Unlock) -> None:
    phone = counting_slowly(unlock())
    field = type_points(phone)
    # What keeps the taps that wait is slow, as on a busy phone.
    phone.page.evaluate("""() => {
      const alone = outbox.alone, done = new Promise(open => { window.putAway = open; });
      outbox.alone = async (...all) => { await alone(...all); await done; };
    }""")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route(re.compile("digit=2"), hold, times=1)
    quick(phone, 120, "2", "2")
    while not held:
        phone.page.wait_for_timeout(20)
    held.pop().continue_()
    expect(field).to_have_value("22")
    phone.until("!document.querySelector('#table[aria-busy]')")
    quick(phone, 120, "0")
    phone.page.evaluate("putAway()")
    expect(field).to_have_value("220")
