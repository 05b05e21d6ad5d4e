"""People stop the game to argue: every dispute is ruled on within three taps of the live table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Take, Unlock
from tests.browser.phone import expect, flip, play
from tests.browser.tables import LONG
from tests.marks import long_except

#: What is tapped, and what the referee then says.
DISPUTES = {
    "who was first": (("Dispute", "Cat", "Cat did: knocked cards off"), "was first"),
    "that was illegal": (("Dispute", "Illegal!", "Bartholomew-Christopher blue moon"), "draws 1 card"),
    "gotcha": (("Dispute", "GOTCHA?"), "owes nothing"),
    "may I play this": (("Dispute", "May I?", "yellow star"), "No."),
    "must I draw": (("Dispute", "FAQ"), "Must Cat draw?"),
}


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no scripts"])
def test_every_dispute_is_ruled_on_within_three_taps(
    take: Take, axe: Callable[[Page], None], *, javascript: bool
) -> None:
    phone = take(javascript=javascript)
    phone.sit_down([LONG[0], LONG[1], "Cat", LONG[3]])
    phone.fast(flip("red moon"), play(LONG[1], "blue moon"))
    table = phone.page.url
    for taps, ruling in DISPUTES.values():
        assert len(taps) <= 3
        for name in taps:
            phone.tap(name)
            if javascript:
                assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        phone.sees(ruling, within=".sheet")
        if javascript:
            axe(phone.page)
        phone.go(table)


@pytest.mark.parametrize("size", [(360, 640), (640, 360)], ids=["upright", "on its side"])
def test_a_decision_is_in_sight_without_scrolling(unlock: Unlock, size: tuple[int, int]) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.sit_down([LONG[0], LONG[1], "Cat", LONG[3]])
    phone.fast(flip("red moon"), play(LONG[1], "red sun"), play("Cat", "red frog"))
    table = phone.page.url

    def tap_where_it_stands(name: str) -> None:
        box = phone.page.get_by_role("button", name=name).bounding_box()
        assert box
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    phone.go(f"{table}?sheet=undoing&move=3")
    tap_where_it_stands("It was illegal: undo it")
    phone.turn(LONG[1])
    phone.page.wait_for_timeout(400)
    phone.play("blue sun")
    phone.open("The table allows it")
    expect(phone.page.get_by_label("The table overrules")).to_be_in_viewport(ratio=1)
    tap_where_it_stands("Allow it")
    phone.turn("Cat")


def test_what_stands_is_noted_with_one_tap_more(unlock: Unlock, axe: Callable[[Page], None]) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"])
    phone.fast(flip("red moon"), play("Bob", "blue moon"))
    phone.tap("Dispute")
    assert phone.page.get_by_role("group", name="a match by:").count() > 1, (
        "the same names, each under its question"
    )
    phone.tap("Cat", ".race")
    axe(phone.page)
    phone.tap("Cat’s card lies underneath")
    axe(phone.page)
    phone.tap("Cat matches with a red moon")
    phone.turn("Ann")
    phone.holds(Ann=8, Bob=7, Cat=6)


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no scripts"])
def test_a_play_or_several_cards_that_were_first_take_the_place_of_a_noted_match(
    take: Take, axe: Callable[[Page], None], *, javascript: bool
) -> None:
    phone = take(javascript=javascript)
    phone.sit_down([LONG[0], "Bob", LONG[3], "Dan"], half_decks="4", chameleons="2")
    phone.fast(flip("red moon"), play("Dan", "red moon"))
    phone.tap("Dispute")
    phone.tap("play", ".race")
    phone.tap("Bob’s card lies underneath")
    if javascript:
        axe(phone.page)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap("Winged dragon", ".s-ruled")
    phone.tap("Suns", ".s-declare")
    phone.turn(LONG[3])
    phone.tap("Dispute")
    phone.tap("Dan", f".race:has-text('{LONG[3]}’s play')")
    phone.tap("Dan’s card lies underneath")
    if javascript:
        axe(phone.page)
    phone.page.locator(".s-ruled .multi", has_text="×2").tap()
    phone.tap("Clouds", ".s-ruled")
    expect(phone.page.locator(".top")).to_have_accessible_name(
        "On top: winged dragon, 2 of them, by Dan, asks for clouds"
    )
    phone.turn(LONG[0])
