"""The parts that pages are made of, in every state and every light, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from tests.conftest import NewPhone

Axe = Callable[[Page], None]

#: What a finger taps is 44 px high and wide; a link in a line of text may be as it is.
_SMALL = """[...document.querySelectorAll(".act, .chip, .seg > *, .rows a, .tabbar a, .field, input, select")]
  .filter(part => part.checkVisibility() && !part.matches("input[type=radio], .field input"))
  .filter(part => Math.min(part.getBoundingClientRect().width, part.getBoundingClientRect().height) < 43.9)
  .map(part => part.outerHTML)"""
_FORCED = """async () => (await axe.run({ preload: false, rules: { "color-contrast": { enabled: false } } }))
  .violations"""
_BORDERS = """parts => parts.map(part => {
  const { borderTopWidth: width, borderTopStyle: style, textDecorationLine: line } = getComputedStyle(part);
  return `${width} ${style} ${line}`;
})"""


@pytest.mark.long
def test_every_part_is_fine_in_every_light_and_width(
    new_phone: NewPhone, live_server: LiveServer, settings: Settings, axe: Axe
) -> None:
    settings.DEBUG = True
    page = new_phone()
    for width, height in ((360, 640), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(reverse("styleguide"))
        expect(page.locator("h1")).to_have_text("Parts and states")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        assert page.evaluate(_SMALL) == []
        axe(page)
    # In colours that the phone's owner chose (axe would reckon with ours) lines say what backgrounds said.
    page.emulate_media(forced_colors="active")
    assert page.evaluate(_FORCED) == []
    for parts, more in ((".seg > a", 1), (".seg > label", 0), (".chip", 0)):
        chosen, *others = page.locator(parts).evaluate_all(_BORDERS)
        assert others.count(chosen) == more, parts
