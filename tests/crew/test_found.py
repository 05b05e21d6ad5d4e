"""What may be found by a search says what it is; what is a crew's says that it is not to be found."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.urls import reverse

OPEN = ("home", "rules")
CLOSED = ("games", "players", "crew", "settings", "leaders", "nights", "records")


def page(path: str) -> BeautifulSoup:
    answer = Client().get(path)
    assert answer.status_code == 200
    return BeautifulSoup(answer.content, "html.parser")


def described(soup: BeautifulSoup) -> str:
    """The description, of which there is one, as long as a result shows it."""
    (found,) = soup.select("meta[name=description]")
    assert 50 <= len(str(found["content"])) <= 160, found
    return str(found["content"])


@pytest.mark.django_db
def test_pages_that_may_be_found_differ_in_title_and_description() -> None:
    shown = [
        page(path)
        for path in (*map(reverse, OPEN), *(reverse("rulebook", args=[key]) for key in ("zar", "zero_zap")))
    ]
    assert not any(soup.select("meta[name=robots]") for soup in shown)
    assert len({described(soup) for soup in shown}) == len(shown)
    titles = [soup.title and soup.title.get_text() for soup in shown]
    assert all(titles)
    assert len(set(titles)) == len(shown)
    for soup in shown:
        assert soup.select_one("html[lang=en]")
        assert soup.select_one("meta[name=viewport][content*='width=device-width']")
        assert soup.select_one("link[rel=manifest]")
        assert soup.select_one("link[rel=icon]")
        assert len(soup.select("h1")) == 1
        # A link's words say where it leads, also out of its sentence.
        texts = {re.sub(r"\\s+", " ", link.get_text()).strip().lower() for link in soup.select("a[href]")}
        assert not texts & {"", "here", "click here", "more", "learn more", "read more"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", CLOSED)
def test_a_page_of_a_crew_is_in_no_index(name: str) -> None:
    (robots,) = page(reverse(name)).select("meta[name=robots]")
    assert robots["content"] == "noindex"


@pytest.mark.django_db
def test_robots_and_icons_are_where_programs_guess_them() -> None:
    robots = Client().get("/robots.txt")
    assert robots["Content-Type"].startswith("text/plain")
    assert f"Disallow: {reverse('settings')}" in robots.content.decode().splitlines()
    assert Client().get("/favicon.ico")["Location"].endswith(".ico")
