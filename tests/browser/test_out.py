"""What leaves the record, in a hand: regular nights and their links, and a night and a year in pictures."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.models import Crew
from tests.browser.phone import Phone
from tests.conftest import NewPhone
from tests.crew.played import sheet, zar
from tests.marks import long_except

Axe = Callable[[Page], None]
LONG = "Wolfeschlegelsteinhausenbergerdorff"


def approve(page: Page, axe: Axe) -> None:
    """Nothing that axe finds, nothing wider than the screen, and no picture larger than it has to be."""
    expect(page.locator("h1")).to_have_count(1)
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for picture in page.locator("img.card-shown").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", value=True)
        wide = int(picture.evaluate("image => image.naturalWidth"))
        assert 0 < wide <= 720, wide


@pytest.mark.parametrize("javascript", long_except([True, False], True), ids=["scripts", "no scripts"])
def test_regular_nights_and_a_year_in_pictures(
    new_phone: NewPhone, live_server: LiveServer, axe: Axe, javascript: bool
) -> None:
    ann = Visitor()
    Crew.objects.filter(pk=join_own_crew(ann).crew_id).update(name="The Friday crew")
    for day in ("2025-03-07", "2025-03-14", "2025-06-06"):
        sheet(ann, {"Ann": 40, LONG: 3, "Bob": -7}, day=day, title="Hearts")
    zar(ann, day="2025-06-06", names=f"Ann {LONG} Cat")
    page = new_phone(javascript=javascript)
    page.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": live_server.url}])
    phone = Phone(page)

    phone.go(f"{live_server.url}{reverse('regular_nights')}")
    approve(page, axe)
    phone.tap("Add a night")
    approve(page, axe)
    page.get_by_label("First night").fill("2030-11-29")
    page.get_by_label("Every month").check()
    page.get_by_label("Place").fill("Ann’s kitchen")
    phone.tap("Save")
    phone.sees("Every month on the last Friday")
    phone.tap("Make a link of the calendar")
    expect(page.locator("#calendar")).to_be_in_viewport()
    link = page.get_by_label("Link of the calendar", exact=True)
    expect(link).to_have_value(re.compile(r"/c/[\w-]{22}/nights\.ics$"))
    approve(page, axe)
    phone.tap("Cancel the link of the calendar")
    phone.sees("Make a link")

    phone.go(f"{live_server.url}{reverse('nights')}?year=2025")
    phone.tap("2025 in pictures")
    phone.sees("2025 of the Friday crew", within="h1")
    approve(page, axe)
    phone.tap("Story")
    expect(page.locator("img.card-shown").first).to_have_attribute("height", "1920")
    phone.go(f"{live_server.url}{reverse('night', args=['2025-06-06'])}")
    phone.tap("Share this night as a picture")
    phone.sees("Share the night", within="h1")
    approve(page, axe)
