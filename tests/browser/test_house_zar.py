"""The Game of Zar in a browser: a whole game by tapping, every kind of screen for everyone, on one screen."""

from __future__ import annotations

import pytest

from tests.browser.boxes import spilt
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, do, flip, play
from tests.browser.tables import LONG
from tests.browser.walks.house_zar import fits, states


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_ann_keeps_a_game_of_one_hand_from_the_names_to_the_winner(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.go("/new/")
    phone.tap("The Game of Zar")
    for place, name in enumerate(("Ann", "Bob", "Cat"), 1):
        phone.choose(f"Player {place}", name)
    phone.page.get_by_label("Triple Zar").check()
    phone.choose("hands", "1")
    phone.tap("Start")
    _the_play(phone)
    _the_race(phone)
    _the_end(phone)


def _the_play(phone: Phone) -> None:
    phone.turn("Ann flips", "Tap the first card")
    phone.play("Wild")
    phone.turn("Ann flips")
    phone.play("green 3")
    phone.turn("Bob")
    phone.sees("Any 3, anything green, a wild or a dragon", within=".follow")
    phone.play("yellow 1")
    phone.sees("Against the rules", "Rule 5", within=".s-refused")
    phone.tap("Back to the table")
    phone.play("green draw two")
    phone.turn("Cat", "Draw 2, or add a draw two")
    phone.tap("MATCH")
    phone.page.locator(".s-match .multi", has_text="×2").tap()
    phone.tap("Ann", ".s-match")
    phone.turn("Bob", "Draw 6, or add a draw two")
    phone.holds(Ann=5, Bob=7, Cat=7)
    phone.tap("Take 6")
    phone.play("dragon (red 9)")
    phone.tap("Any 5", ".s-declare")
    phone.says("5")
    phone.turn("Cat")
    phone.play("blue 5", "Wild +4")
    phone.tap("Blue", ".s-declare")
    phone.turn("Bob")


def _the_race(phone: Phone) -> None:
    phone.tap("Dispute")
    phone.tap("Cat", ".race")
    phone.tap("Nobody can tell: toss a coin")
    phone.sees("First", within=".say")
    phone.sees("the coin fell for", within=".s-ruled")
    phone.tap("Back to the table")
    phone.tap("Undo")
    phone.turn("Bob")
    phone.tap("Draw 1, pass")
    phone.turn("Cat")
    phone.tap("Menu")
    phone.tap("Show ZAR’s own cards")
    phone.play("blue crab")
    phone.turn("Bob")
    phone.tap("Menu")
    phone.tap("Show Uno cards")
    phone.sees("Reverse", within=".top")


def _the_end(phone: Phone) -> None:
    phone.seat("Bob")
    phone.choose("Cards in hand", "2")
    phone.tap("Set")
    phone.play("blue 6")
    phone.says("ONE")
    phone.sees("must say “one”", within=".seat.owes")
    phone.seat("Bob")
    phone.tap("Ann", "form:has([value=gotcha])")
    phone.holds(Bob=2)
    phone.tap("Undo")
    phone.seat("Bob")
    phone.tap("Said “one”")
    phone.misses("must say “one”", within=".seats")
    for _ in range(2):
        phone.tap("Draw 1, pass")
    phone.play("blue 2")
    phone.turn("Bob is out")
    phone.told("Does anybody match?")
    phone.tap("Nobody matched: out!")
    phone.points("7")
    phone.points("11")
    phone.sees("Bob wins", within="h1")
    phone.tap("Done")
    phone.tap("History", ".tabbar")
    phone.tap("Bob won The Game of Zar")
    phone.sees("Bob won", within="h1")


# Four are looked at in test_controls.py, where every screen of a table is.
@pytest.mark.long
@pytest.mark.parametrize("players", [2, 9])
def test_no_table_in_play_needs_scrolling_and_every_key_is_large_enough(unlock: Unlock, players: int) -> None:
    phone = unlock()
    for state in states(phone, LONG[:players]):
        fits(phone, state)


def test_a_counted_card_has_its_colour_and_its_points_are_smaller(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(LONG[:3], game="house_zar")
    phone.fast(flip("green 3"))
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=1), play(turn, "green 5"), do("out", player=turn))
    colours = set()
    for card in ("green 1", "blue 2"):
        phone.tap(card, ".pad")
        chip = phone.page.locator(".chosen .chip").first
        colours.add(chip.evaluate("chip => getComputedStyle(chip).getPropertyValue('--c')"))
        sizes = [phone.page.locator(f".chosen .chip > {part}").first for part in ("b", "span")]
        large, small = (
            each.evaluate("part => parseFloat(getComputedStyle(part).fontSize)") for each in sizes
        )
        assert large > 1.4 * small
    assert len(colours) == 2
    violet = phone.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--power')")
    assert violet
    assert violet not in colours


def test_long_names_are_whole_on_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Wilhelmine Herrmann", "Ann", "Bartholomew Jo", "Cat", "Annemarie Schmitz"]
    phone.page.set_viewport_size({"width": 640, "height": 360})
    short = """parts => parts.filter(part => part.scrollWidth > part.clientWidth
      || part.scrollHeight > part.clientHeight + 2 || part.offsetHeight > 40)"""
    for seated in (names[:2], names[:3], names):
        phone.sit_down(seated, game="house_zar")
        phone.fast(flip("green 3"))
        parts = phone.page.locator(".seat .name > span:first-child, .top small > span, .whose small .name")
        assert parts.evaluate_all(f"{short}.map(part => part.innerText)") == [], seated
        assert spilt(phone.page, ".seat", ".dealer") == []
