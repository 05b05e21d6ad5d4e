"""What a phone is set to is seen at once: its colours, its text, and the side of its thumb."""

from __future__ import annotations

import pytest

from tests.browser.boxes import boxes
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.conftest import SCHEMES
from tests.marks import long_except

_GROUND = "getComputedStyle(document.body).backgroundColor"
_SCHEME = "getComputedStyle(document.documentElement).colorScheme"
_TEXT = "getComputedStyle(document.documentElement).fontSize"
LIGHT, DARK = "rgb(243, 241, 255)", "rgb(18, 17, 43)"
_VIBRATIONS = "navigator.vibrate = () => { document.documentElement.dataset.vibrated = '1'; return true }"
both = pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])


def switch(phone: Phone, name: str) -> None:
    phone._answered(phone.page.get_by_role("switch", name=name))


def ground(phone: Phone) -> str:
    return str(phone.page.evaluate(_GROUND))


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no scripts"])
def test_a_phone_is_light_or_dark_as_it_was_told(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/settings/")
    for theme, by_day, by_night in (
        ("Auto", LIGHT, DARK),
        ("Dark", DARK, DARK),
        ("Light", LIGHT, LIGHT),
        ("Auto", LIGHT, DARK),
    ):
        phone.tap(theme, ".segments")
        assert phone.page.locator(":focus").inner_text() == theme, "the thumb is still there"
        assert phone.page.locator("#theme[aria-pressed=true]").inner_text() == theme
        for path in ("", "/rules/"):
            if path:
                phone.go(path)
            for scheme, colour in ((SCHEMES[0], by_day), (SCHEMES[1], by_night)):
                phone.page.emulate_media(color_scheme=scheme)
                assert ground(phone) == colour, (theme, scheme, path)
        phone.go("/settings/")
    phone.tap("Dark", ".segments")
    assert phone.page.evaluate(_SCHEME) == "dark", "what the browser draws itself is dark too"


@both
def test_each_row_is_one_tap_high_and_text_is_larger_by_a_quarter(
    unlock: Unlock, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/settings/")
    for name, width, height, right, _ in boxes(phone.page, "main :is(button, a)"):
        assert min(width, height) >= 44, name
        assert right <= 360, name
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    switch(phone, "Large text")
    assert phone.page.evaluate(_TEXT) == "20px"
    phone.go("/new/zar/")
    assert phone.page.evaluate(_TEXT) == "20px"
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360


def order(phone: Phone) -> list[str]:
    boxes = phone.page.evaluate(
        """() => [...document.querySelectorAll(".acts > .act")]
           .sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)
           .map(part => part.getAttribute("aria-label") ?? part.innerText)"""
    )
    return [" ".join(str(name).split()) for name in boxes]


def test_a_left_hand_has_the_keys_at_the_foot_the_other_way_round_and_nothing_else(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"])
    phone.fast(flip("red moon"), play("Bob", "red sun"))
    table = phone.page.url
    right, pad = order(phone), boxes(phone.page, ".k")
    phone.go("/settings/")
    switch(phone, "Left-handed")
    phone.go(table)
    assert order(phone) == right[::-1]
    assert boxes(phone.page, ".k") == pad
    assert phone.overflow() <= 0
    for _, width, height, right_edge, _bottom in boxes(phone.page, ".acts .act"):
        assert min(width, height) >= 44
        assert right_edge <= 360


@pytest.mark.parametrize("wanted", [True, False], ids=["on", "off"])
def test_the_phone_buzzes_only_where_it_may(unlock: Unlock, *, wanted: bool) -> None:
    phone = unlock()
    phone.page.add_init_script(_VIBRATIONS)
    if wanted:
        phone.go("/settings/")
        switch(phone, "Vibration")
    phone.sit_down(["Ann", "Bob", "Cat"])
    phone.fast(flip("red moon"))
    phone.play("yellow star")
    assert phone.page.locator("[data-buzz]").count() == 1, "there is something to buzz for"
    buzzed = phone.page.locator("html[data-vibrated]").count()
    assert buzzed == int(wanted)
