"""The voice: the big line of every game, each once, on a phone and a board, where somebody switched it on."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do, flip
from tests.browser.tables import SHORT

#: What would be said, written down instead.
_MOUTH = """
window.noticed = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } };
const mouth = { cancel() {}, speak: words => noticed.push(words.text) };
Object.defineProperty(window, "speechSynthesis", { value: mouth });
"""
_DUMB = "Object.defineProperty(window, 'speechSynthesis', { value: undefined });"
_SWITCH = "[data-speak]"


def heard(page: Page) -> list[str]:
    """What was said since this was asked last."""
    return list(page.evaluate("noticed.splice(0)"))


def speaks(phone: Phone) -> None:
    """Switches the voice on in the menu, and goes back to the table."""
    phone.tap("Menu")
    switch = phone.page.locator(_SWITCH)
    expect(switch).to_have_text("Speak: off")
    switch.tap()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(switch).to_have_text("Speak: on")
    assert heard(phone.page), "one hears at once that it speaks"
    phone.tap("Back")


def test_a_phone_says_each_line_once(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script(_MOUTH)
    phone.sit_down(SHORT[:3])
    speaks(phone)
    phone.play("red moon")
    assert heard(phone.page) == ["A red moon: Bob begins."]
    phone.play("red wasp")
    assert heard(phone.page) == ["Cat, draw 2, or play a wasp."]
    phone.page.reload()
    phone.until("document.documentElement.dataset.voice === 'on'")
    phone.tap("Menu")
    # The switch is there once its script is: what follows is not silent because nothing listens.
    expect(phone.page.locator(_SWITCH)).to_have_text("Speak: on")
    phone.tap("Back")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.tap("Menu")
    phone.tap("Back")
    assert heard(phone.page) == [], "neither a reload nor a look says it again"
    phone.tap("Take 2")
    assert heard(phone.page) == ["Cat draws 2. Cat’s turn."]
    phone.tap("Undo")
    assert heard(phone.page) == ["Cat puts 2 back. Cat’s turn."], "hands have to follow that too"
    phone.tap("Menu")
    phone.page.locator(_SWITCH).tap()
    phone.tap("Back")
    phone.tap("Redo")
    assert heard(phone.page) == []


def test_a_board_says_each_line_once(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(SHORT[:3])
    page = phone.page.context.new_page()
    page.add_init_script(_MOUTH)
    page.goto(f"{phone.page.url.replace('/t/', '/games/')}board/")
    phone.fast(flip("red moon"))
    expect(page.locator(".turnof b")).to_have_text("Bob")
    assert heard(page) == [], "a board is silent until somebody asks it"
    page.locator(_SWITCH).click()
    expect(page.locator(_SWITCH)).to_have_text("Speak: on")
    assert heard(page) == ["A red moon: Bob begins."]
    phone.fast(do("play", player="Bob", cards="red wasp"))
    expect(page.locator(".turnof b")).to_have_text("Cat")
    expect(page.locator(_SWITCH)).to_have_text("Speak: on")
    assert heard(page) == ["Cat, draw 2, or play a wasp."]
    with page.expect_response(lambda answer: answer.url.endswith("/board/")):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.page.reload()
    assert heard(page) == [], "a look that found nothing new"
    page.reload()
    expect(page.locator(_SWITCH)).to_be_visible()
    assert heard(page) == []


def test_without_a_voice_there_is_nothing_to_switch(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script(_DUMB)
    phone.sit_down(SHORT[:3])
    phone.tap("Menu")
    expect(phone.page.locator(_SWITCH)).to_be_hidden()
    phone.go("/settings/")
    phone.sees("Sound")
    expect(phone.page.locator(_SWITCH)).to_be_hidden()
