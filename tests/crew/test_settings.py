"""One phone's settings: a cookie that reads well, kept by one tap, and on every page."""

from __future__ import annotations

import pytest
from bs4 import Tag
from django.http import HttpResponse
from django.test import Client, RequestFactory

from referee.web import phone_settings
from referee.web.phone_settings import CHOICES, USUAL, PhoneSettings
from scoring.crew.visitor import Visitor
from scoring.models import Crew
from tests.crew.browser import Browser
from tests.table.page import Shown, new_game


def read(cookie: str) -> PhoneSettings:
    request = RequestFactory().get("/")
    request.COOKIES[phone_settings.COOKIE] = cookie
    return phone_settings.read(request)


def root(shown: Shown) -> dict[str, str]:
    """What stands on <html>."""
    html = shown.soup.html
    assert isinstance(html, Tag)
    return {name.removeprefix("data-"): str(value) for name, value in html.attrs.items() if "data-" in name}


def test_what_is_kept_is_read_again_and_what_is_usual_takes_no_room() -> None:
    request, response = RequestFactory().get("/"), HttpResponse()
    liked = PhoneSettings(theme="dark", hand="left", text="large", voice="on", awake="off")
    phone_settings.keep(request, response, liked)
    cookie = response.cookies[phone_settings.COOKIE]
    assert cookie.value == "theme:dark.hand:left.text:large.voice:on.awake:off"
    assert cookie.OutputString().startswith(f"phone={cookie.value};"), "no quotes, nothing escaped"
    assert (cookie["samesite"], cookie["max-age"], cookie["httponly"]) == ("Lax", 400 * 24 * 3600, "")
    assert read(cookie.value) == liked
    phone_settings.keep(request, response, USUAL)
    assert response.cookies[phone_settings.COOKIE]["max-age"] == 0


@pytest.mark.parametrize(
    "junk", ["", "x", "theme", "theme:", "theme:mauve", "__class__:on", "a:b:c", ".." * 99, "é"]
)
def test_what_is_unknown_is_ignored(junk: str) -> None:
    assert read(junk) == USUAL
    assert read(f"{junk}.text:large") == PhoneSettings(text="large")


def test_every_page_says_how_its_phone_is_set(ann: Visitor) -> None:
    browser = Browser(ann)
    usual = {name: getattr(USUAL, name) for name in CHOICES}
    pages = ("/", "/settings/", "/nowhere/", f"/t/{new_game(ann).public_id}/", "/rules/")
    for path in pages:
        assert root(browser.go(path)).items() >= usual.items(), path
    browser.client.cookies[phone_settings.COOKIE] = "theme:dark.hand:left.vibration:on"
    for path in pages:
        told = root(browser.go(path))
        assert (told["theme"], told["hand"], told["vibration"], told["text"]) == (
            "dark",
            "left",
            "on",
            "usual",
        )


@pytest.mark.parametrize(
    ("theme", "dark", "colours"),
    [("auto", ["screen and (prefers-color-scheme: dark)"], 2), ("light", [], 1), ("dark", ["screen"], 1)],
)
def test_the_theme_chooses_the_stylesheets(db: None, theme: str, dark: list[str], colours: int) -> None:
    client = Client()
    client.cookies[phone_settings.COOKIE] = f"theme:{theme}"
    soup = Shown(client.get("/")).soup
    sheets = soup.select("link[rel=stylesheet]")
    assert [link.get("media", "") for link in sheets if "dark" in str(link["href"])] == dark
    assert not any(link.get("media") for link in sheets if "dark" not in str(link["href"]))
    assert len(soup.select("meta[name=theme-color]")) == colours
    scheme = soup.select_one("meta[name=color-scheme]")
    assert scheme is not None
    assert scheme["content"] == ("light dark" if theme == "auto" else theme)


def test_each_tap_on_the_page_changes_one_thing_and_needs_no_crew(db: None) -> None:
    browser = Browser()
    browser.client.handler.enforce_csrf_checks = False
    browser.go("/settings/")
    before = root(browser.shown)
    taps = {
        "Sound": ("sound", "on"),
        "Voice": ("voice", "on"),
        "Vibration": ("vibration", "on"),
        "Keep the screen on": ("awake", "off"),
        "Dark": ("theme", "dark"),
        "Left-handed": ("hand", "left"),
        "Large text": ("text", "large"),
    }
    assert {name for name, _ in taps.values()} == {*CHOICES}
    for words, (name, value) in taps.items():
        button = browser.find(words)
        answer = browser.client.post("/settings/", {"set": button["value"]})
        assert (answer.status_code, answer["Location"]) == (303, f"/settings/#{name}")
        browser.go("/settings/")
        before[name] = value
        assert root(browser.shown) == before
        now = browser.find(words)
        assert "true" in (now.get("aria-checked"), now.get("aria-pressed")) or value == "off"
    assert browser.client.cookies[phone_settings.COOKIE].value.count(":") == 7
    assert not Crew.objects.exists()
    for words in ("Sound", "Voice", "Vibration", "Keep the screen on", "Auto", "Left-handed", "Large text"):
        browser.client.post("/settings/", {"set": browser.find(words)["value"]})
        browser.go("/settings/")
    assert root(browser.shown) == {name: getattr(USUAL, name) for name in CHOICES}


@pytest.mark.parametrize("word", ["", "theme:mauve", "x:on"])
def test_what_no_page_sends_changes_nothing(db: None, word: str) -> None:
    client = Client()
    client.cookies[phone_settings.COOKIE] = "text:large"
    assert client.post("/settings/", {"set": word}).status_code == 303
    assert root(Shown(client.get("/settings/")))["text"] == "large"


def test_the_tables_menu_leads_there_and_back(ann: Visitor) -> None:
    game = new_game(ann)
    browser = Browser(ann)
    browser.go(f"/t/{game.public_id}/?sheet=menu")
    browser.tap("Settings")
    browser.client.handler.enforce_csrf_checks = False
    (form,) = browser.shown.soup.select("form.switches")
    browser.client.post(str(form["action"]), {"set": "sound:on"})
    browser.tap("Back to the table")
    assert root(browser.shown)["sound"] == "on"
    assert browser.shown.soup.select("#table")
    for junk in ("//evil.example", "x", "a" * 23):
        assert not browser.open("settings").soup.select(f"main a[href*='{junk}']")
        assert not Shown(browser.client.get("/settings/", {"table": junk})).soup.select("main .backward")
