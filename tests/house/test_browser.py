"""The phones of the other tests are real ones, and what they report is seen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.conftest import House, NewPhone


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("dark", [True, False])
def test_a_phone_is_small_and_reads_an_error_page_that_axe_approves_of(
    new_phone: NewPhone, town: House, axe: Callable[[Page], None], *, javascript: bool, dark: bool
) -> None:
    page = new_phone(url=town.url, javascript=javascript, dark=dark)
    page.goto("/nowhere/")
    assert page.viewport_size == {"width": 360, "height": 640}
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") is dark
    assert page.locator("h1").inner_text() == "There is nothing here"
    axe(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_looks_by_day_and_by_night(
    new_phone: NewPhone, town: House, axe: Callable[[Page], None], scheme: str
) -> None:
    page = new_phone(url=town.url, dark=True)
    pale = f"@media (prefers-color-scheme: {scheme}) {{ h1 {{ color: #777; background: #888 }} }}"
    page.set_content(f"<html lang=en><title>Pale</title><style>{pale}</style><main><h1>Pale</h1></main>")
    with pytest.raises(AssertionError, match=f"{scheme}\n(.|\n)*color-contrast"):
        axe(page)


def test_axe_finds_what_is_wrong(new_phone: NewPhone, town: House, axe: Callable[[Page], None]) -> None:
    page = new_phone(url=town.url)
    page.goto("/nowhere/")
    page.evaluate("document.querySelector('h1').replaceWith(document.createElement('img'))")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(page)
