"""A first visit on a phone: what this is, a sample to try, and nothing left of it; also without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from tests.browser.phone import Phone
from tests.conftest import NewPhone
from tests.crew.games import hands
from tests.marks import long_except
from tests.table.page import new_game

Axe = Callable[[Page], None]
LONG = "Maximiliane_Wolfeschlegelsteinhausenber Friedrich-Wilhelm_von_der_Tannenberg Bo Ann"


@pytest.mark.parametrize("scripts", long_except([True, False], False), ids=["scripts", "none"])
def test_a_stranger_tries_a_sample_and_ends_it(
    new_phone: NewPhone, live_server: LiveServer, axe: Axe, scripts: bool
) -> None:
    page = new_phone(javascript=scripts)
    phone = Phone(page)
    phone.go("/")
    phone.sees("You play the cards. The phone keeps the rules.", within="h1")
    start = page.get_by_role("link", name="Start your first game")
    expect(start).to_be_in_viewport(ratio=1)
    if scripts:
        axe(page)
    page.get_by_role("button", name="Try a sample game").tap()
    expect(page).to_have_url(re.compile(r"/t/sample-"))
    phone.sees("Sample", within="mark")
    whose = page.locator(".whose, .now").first
    expect(whose).to_contain_text("Ann")
    page.get_by_role("button", name="red sun", exact=True).tap()
    expect(whose).to_contain_text("Ben")
    phone.tap("Undo")
    expect(whose).to_contain_text("Ann")
    phone.tap("Dispute")
    expect(page.locator("#sheet, .sheet").first).to_be_visible()
    if scripts:
        axe(page)
    table = page.url
    phone.go("/")
    phone.sees("You play the cards.")
    page.get_by_role("button", name="Try a sample game").tap()
    expect(page).to_have_url(re.compile(re.escape(table.split("?")[0])))
    page.get_by_role("button", name="End the sample").tap()
    phone.sees("You play the cards.")
    page.goto(table)
    expect(page.locator("h1")).not_to_contain_text("Ann")


@pytest.mark.long
def test_home_and_history_fit_any_screen_with_the_longest_names(
    new_phone: NewPhone, live_server: LiveServer, axe: Axe
) -> None:
    ann = Visitor()
    join_own_crew(ann)
    hands(ann, 1, LONG)
    new_game(ann, LONG, title="A" * 80)
    page = new_phone()
    page.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": live_server.url}])
    for path in ("/", "/games/", "/games/?q=ann&state=ended"):
        page.goto(path)
        for width, height in ((360, 640), (768, 1024), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide == 0, (path, width)
            # It looks by day and by night.
            if width != 768:
                axe(page)
