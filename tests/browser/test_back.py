"""Back leads to the page as it was left, though no browser keeps a private page."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.models import Membership
from tests.conftest import NewPhone
from tests.table.page import new_game


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def page(request: pytest.FixtureRequest, new_phone: NewPhone, live_server: LiveServer, ann: Visitor) -> Page:
    page = new_phone(javascript=request.param)
    page.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": live_server.url}])
    return page


@pytest.fixture
def ann(live_server: LiveServer) -> Visitor:
    visitor = Visitor()
    join_own_crew(visitor)
    return visitor


def scrolled(page: Page) -> float:
    return float(page.evaluate("scrollY"))


def test_back_finds_the_place_on_a_long_page(page: Page, ann: Visitor) -> None:
    for n in range(12):
        new_game(ann, f"Player{n} Bob")
    answer = page.goto(reverse("games"))
    assert answer
    assert "no-store" in answer.headers["cache-control"]
    link = page.get_by_role("link", name=re.compile(r"^ZAR .*\bPlayer2\b"))
    link.scroll_into_view_if_needed()
    place = scrolled(page)
    assert place > 0
    link.click()
    expect(page).not_to_have_url(f"{page.url}/")
    page.go_back()
    expect(link).to_be_in_viewport()
    assert scrolled(page) == pytest.approx(place, abs=2)


def test_back_shows_nothing_to_a_phone_that_was_shut_out_meanwhile(page: Page, ann: Visitor) -> None:
    game = new_game(ann, "Ann Wolfeschlegel")
    page.goto(reverse("home"))
    expect(page.locator("main")).to_contain_text("Wolfeschlegel")
    page.get_by_role("link", name="Rules").first.click()
    expect(page.locator("h1")).to_contain_text("Rules")
    Membership.objects.filter(crew=game.crew).update(shut_out_at=game.created_at)
    page.go_back()
    expect(page.get_by_role("link", name="History", exact=True)).to_be_visible()
    assert "Wolfeschlegel" not in page.locator("main").inner_text()
