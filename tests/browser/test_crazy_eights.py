"""Crazy Eights in a browser: a hand by tapping, every kind of screen for everyone, on one screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import boxes, cut
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone
from tests.browser.tables import LONG
from tests.browser.walks.crazy_eights import screens


def turn_over(phone: Phone, card: str) -> None:
    """The first card of a hand: its suit, then its rank."""
    phone.tap(card.rsplit(maxsplit=1)[-1], ".suits")
    phone.play(card)


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
    phone.says("spades ♠\ufe0e")
    phone.tap("Another card")
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
    phone.tap("Diamonds", ".suits")
    phone.play("8 of diamonds", "king of diamonds")
    phone.sees("60", within=".sum")
    phone.tap("Save 60")
    phone.sees("After hand 1", within="h1")
    phone.sees("+60", within=".standings")
    phone.tap("Bob deals")
    phone.sees("Bob turns over a card", within="h1")


def test_axe_finds_nothing_on_any_screen(unlock: Unlock, axe: Callable[[Page], None]) -> None:
    phone = unlock()
    phone.go("/new/crazy_eights/")
    axe(phone.page)
    for screen in screens(phone, ["Ann", "Bob", "Cat"]):
        expect(phone.page.locator("h1"), screen).to_have_count(1)
        axe(phone.page)


@pytest.mark.parametrize(("names", "packs"), [(LONG[:2], "1"), (LONG[:5], "1"), (LONG[:7], "2")])
def test_no_table_in_play_needs_scrolling_and_every_target_is_large_enough(
    unlock: Unlock, names: list[str], packs: str
) -> None:
    phone = unlock()
    for screen in screens(phone, names, packs=packs):
        if screen not in ("over", "between", "menu"):
            assert phone.overflow() <= 0, screen
        assert cut(phone.page) == [], screen
        for name, width, height, right, _ in boxes(
            phone.page, "button, a:not(cite a), input:not([type=radio], [type=hidden])"
        ):
            assert min(width, height) >= 44, (screen, name, width, height)
            assert right <= 360, (screen, name)
