"""A crew's evening in its statistics: leaders, a season, records, nights; with or without scripts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Take
from tests.browser.phone import Phone, do, expect, flip, play
from tests.marks import long_except

Axe = Callable[[Page], None]

#: Who is tapped is 44 pixels each way; a link in a sentence, and the way to the content, need not be.
_SMALL = """[...document.querySelectorAll(
  "button, a:not(p.small a, .skip), input:not([type=hidden]), select, summary")]
  .filter(part => part.checkVisibility())
  .map(part => [part.innerText || part.name, part.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.9)
  .map(([name]) => name)"""


def _is_fine(phone: Phone, axe: Axe) -> None:
    expect(phone.page.locator("h1")).to_have_count(1)
    if phone.drawn:
        assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert phone.page.evaluate(_SMALL) == []
        axe(phone.page)


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no scripts"])
def test_an_evening_is_found_among_leaders_seasons_records_and_nights(
    take: Take, axe: Axe, javascript: bool
) -> None:
    phone = take(javascript=javascript)
    for page in ("leaders", "records", "nights", "seasons"):
        phone.go(f"/crew/{page}/")
        _is_fine(phone, axe)
    names = ("Ann", "Wolfeschlegelsteinhausenbergerdorff", "Cat", "Dan")
    phone.sit_down(names, dealer="3")
    phone.fast(flip("blue sun"), do("recount", player="Ann", cards=1), play("Ann", "blue moon"))
    phone.fast(
        do("out", player="Ann"), *(do("count", player=name, points=7) for name in names[1:]), do("end")
    )

    phone.go("/crew/leaders/")
    phone.sees("Ann", "Wolfeschlegelsteinhausenbergerdorff", "Cat", "Dan", within=".ranking")
    phone.sees("fewer than 8 games against others")
    _is_fine(phone, axe)
    phone.tap("90 days")
    phone.sees("of 1 game won", within=".dais .p1")
    phone.tap("Seasons")
    phone.tap("New season")
    _is_fine(phone, axe)
    phone.choose("Name", "Winter league")
    phone.choose("Last day", "2001-01-01")
    phone.tap("Save season")
    phone.sees("The last day is before the first.", within=".errors")
    _is_fine(phone, axe)
    phone.choose("Last day", "")
    phone.tap("Save season")
    phone.sees("Ann leads, with 1 win")
    _is_fine(phone, axe)
    phone.tap("Seasons", "main")
    phone.sees("Winter league", "Every game, since", within=".season")
    _is_fine(phone, axe)
    phone.go("/crew/records/")
    phone.sees("Most games won", within=".grids")
    _is_fine(phone, axe)

    phone.go("/crew/nights/")
    today = date.fromisoformat(phone.page.locator(".cal a").get_attribute("href").split("/")[-2])  # type: ignore[union-attr]
    phone.sees(f"{today.year}: 1 night, 1 game")
    _is_fine(phone, axe)
    phone.page.locator(".cal a").click()
    expect(phone.page.locator("h1")).to_contain_text(f"{today:%A}")
    phone.sees("Ann won", within=".best")
    phone.sees("ZAR", within=".evening")
    _is_fine(phone, axe)
