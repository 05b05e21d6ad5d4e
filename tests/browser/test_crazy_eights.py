"""Crazy Eights in a browser: a hand by tapping, every kind of screen for everyone, on one screen."""

from __future__ import annotations

import pytest

from tests.browser.boxes import boxes
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, expect, flip
from tests.browser.tables import LONG
from tests.browser.walks.crazy_eights import fits, screens


def turn_over(phone: Phone, card: str) -> None:
    """The first card of a hand: its suit, then its rank."""
    phone.tap(card.rsplit(maxsplit=1)[-1], ".suits")
    phone.play(card)


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_hand_is_tapped_from_the_names_to_its_score(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/new/crazy_eights/")
    for place, name in enumerate(("Ann", "Bob"), 1):
        phone.choose(f"Player {place}", name)
    phone.tap("Start")
    phone.sees("Ann turns over a card", within="h1")
    turn_over(phone, "8 of spades")
    phone.told("Put the eight back", "Turn over another")
    turn_over(phone, "queen of hearts")
    phone.turn("Bob")
    phone.holds(Ann=7, Bob=7)
    phone.play("3 of hearts")
    phone.turn("Ann")
    phone.play("8 of clubs")
    phone.tap("Spades", ".s-suit")
    phone.turn("Bob")
    phone.sees("asks ♠\ufe0e", "by Ann", within=".top")
    expect(phone.page.locator(".top")).to_have_attribute(
        "aria-label", "On top: 8 of clubs, by Ann, asks for spades"
    )
    phone.tap("Doesn’t fit")
    phone.tap("Hearts", ".s-cards")
    phone.play("4 of hearts")
    phone.sees("spades are asked for", "Rule 5", within=".s-refused")
    phone.tap("Back to the table")
    phone.tap("Draw")
    phone.told("Bob draws a card")
    phone.holds(Ann=6, Bob=7)
    phone.tap("Pass")
    phone.turn("Ann")
    for name, cards in (("Bob", "2"), ("Ann", "1")):
        phone.seat(name)
        phone.choose("Cards in hand", cards)
        phone.tap("Set")
    phone.play("ace of spades")
    phone.sees("Ann is out!", within="h1")
    phone.play("8 of diamonds", "king of diamonds")
    phone.sees("60", within=".sum")
    phone.tap("Save 60")
    phone.sees("After hand 1", within="h1")
    phone.sees("+60", within=".standings")
    phone.tap("Bob deals")
    phone.sees("Bob turns over a card", within="h1")


def test_on_a_large_screen_the_suits_of_the_other_cards_are_as_large_as_the_cards(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    assert "another card" in iter(screens(phone, LONG[:2]))
    letters = "all => all.map(sign => parseFloat(getComputedStyle(sign).fontSize))"
    assert min(phone.page.locator(".s-cards .suits b").evaluate_all(letters)) >= 50


def test_an_eight_of_a_long_name_leaves_four_seats_their_room_on_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    names = ["Alexandra Papadopoulos", "Wilhelmina Herrmann", "Ann", "Bob"]
    phone.sit_down(names, game="crazy_eights", score="100")
    phone.fast(flip("10 of spades"))
    phone.play("8 of spades")
    phone.tap("Diamonds", ".s-suit")
    keys = phone.page.locator(".bar-keys").evaluate("keys => keys.getBoundingClientRect().top")
    assert [name for name, *_, bottom in boxes(phone.page, ".seat") if bottom > keys] == []
    assert phone.overflow() <= 0


# Five are looked at in test_controls.py, where every screen of a table is.
@pytest.mark.long
@pytest.mark.parametrize(("names", "packs"), [(LONG[:2], "1"), (LONG[:4], "1"), (LONG[:7], "2")])
def test_no_table_in_play_needs_scrolling_and_every_target_is_large_enough(
    unlock: Unlock, names: list[str], packs: str
) -> None:
    phone = unlock()
    for screen in screens(phone, names, packs=packs):
        fits(phone, screen)
