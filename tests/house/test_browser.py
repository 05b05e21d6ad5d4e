"""The phones of the other tests are real ones, and what they report is seen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.conftest import House, NewPhone


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("dark", [True, False])
def test_a_phone_is_small_and_reads_an_error_page_that_axe_approves_of(
    new_phone: NewPhone, house: House, axe: Callable[[Page], None], *, javascript: bool, dark: bool
) -> None:
    page = new_phone(url=house.url, javascript=javascript, dark=dark)
    page.goto("/nowhere/")
    assert page.viewport_size == {"width": 360, "height": 640}
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") is dark
    assert page.locator("h1").inner_text() == "There is nothing here"
    axe(page)


def test_axe_finds_what_is_wrong(new_phone: NewPhone, house: House, axe: Callable[[Page], None]) -> None:
    page = new_phone(url=house.url)
    page.goto("/nowhere/")
    page.evaluate("document.querySelector('h1').replaceWith(document.createElement('img'))")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(page)
