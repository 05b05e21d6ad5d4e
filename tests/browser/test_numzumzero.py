"""NumZumZero in a browser: a whole game by tapping, every kind of screen for everyone, on one screen."""

from __future__ import annotations

import pytest

from tests.browser.boxes import boxes
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, do, expect
from tests.browser.tables import LONG
from tests.browser.walks.numzumzero import fits, screens

FIELD = ("blue 3", "orange 7", "blue 1")
TWELVE = [*LONG, "Jo", "Kim", "Lu"]


def sit_down(phone: Phone, *names: str, advanced: bool = False) -> None:
    """From the way in to the table."""
    phone.go("/new/numzumzero/")
    for place, name in enumerate(names, 1):
        if place > 3:
            phone.add_place()
        phone.choose(f"Player {place}", name)
    if advanced:
        phone.page.get_by_label("Advanced").check()
    phone.tap("Start")


def lay(phone: Phone, card: str, column: int) -> None:
    """One tap for the column, one for the card."""
    phone.page.locator(".col").nth(column - 1).tap()
    phone.play(card)


def tokens(phone: Phone, **held: int) -> None:
    """The tokens at each player's seat."""
    for name, number in held.items():
        seat = phone.page.locator(".seat", has=phone.page.locator(".name", has_text=name))
        expect(seat.locator(".held")).to_have_text("1 token" if number == 1 else f"{number} tokens")


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_an_advanced_game_is_tapped_from_the_names_to_the_winner(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    sit_down(phone, "Ann", "Bob", advanced=True)
    phone.sees("Advanced", within=".bar")
    phone.tap("Bob", ".leads")
    phone.play("blue 3", "orange 6")
    phone.tap("Take orange 6 away")
    phone.play("orange 7", "blue 1")
    phone.turn("Bob")
    phone.sees("49", within=".pile")
    lay(phone, "orange 2", 1)
    phone.turn("Ann")
    phone.play("orange 1")
    phone.sees("Column 1 3 : 3, +1", within=".s-column")
    phone.tap("Column 1")
    tokens(phone, Ann=1, Bob=0)
    lay(phone, "blue 7", 2)
    tokens(phone, Ann=1, Bob=1)
    lay(phone, "orange 1", 3)
    phone.sees("Ann cleared the field", within="h1")
    tokens(phone, Ann=3, Bob=1)
    phone.tap("Undo")
    phone.turn("Ann")
    phone.tap("Redo")
    phone.play("blue 4", "orange 6", "blue 2")
    phone.turn("Bob")
    _to_the_seventh_token(phone)
    phone.sees("Bonus marks", within="h1")
    phone.tap("Ann: 0")
    phone.choose("More than that", "8")
    phone.tap("Save")
    phone.sees("Bob wins", within="h1")
    phone.sees("Bonus", within=".standings")
    phone.tap("See the whole game")
    phone.sees("Bob won", within="h1")
    phone.sees("bonus marks", "field emptied", "Move by move")


def _to_the_seventh_token(phone: Phone) -> None:
    """Whatever collects is played, by the mark on its key, and anything where nothing does."""
    keys = phone.page.locator(".pad .k:not([disabled])")
    marked = phone.page.locator(".pad .k:not([disabled])[class*=' c']")
    while phone.page.locator(".cols, .picking").count():
        key = (marked if marked.count() else keys).first
        card = key.get_attribute("aria-label") or ""
        if phone.page.locator(".picking").count():
            phone.play(card)
        else:
            classes = (key.get_attribute("class") or "").split()
            column = next((name[1:] for name in classes if name in ("c1", "c2", "c3")), "1")
            lay(phone, card, int(column))


def _turns(phone: Phone, *plays: str) -> None:
    """What Ann and Bob play in turn, each in its column."""
    for play in plays:
        card, column = play.split(" on ")
        phone.fast(do("play", player=phone.whose_turn(), card=card, column=column))


def test_that_one_more_token_ends_the_game_is_read_whole(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Ann", "Bob")
    phone.play(*FIELD)
    _turns(phone, "orange 1 on 3", "blue 7 on 2", "orange 3 on 1")
    phone.play("blue 1", "blue 1", "blue 1")
    _turns(phone, "orange 1 on 1", "orange 1 on 2", "blue 3 on 1", "orange 3 on 1", "orange 1 on 3")
    phone.play("blue 2", "blue 2", "blue 2")
    _turns(phone, "blue 3 on 1", "orange 2 on 2", "orange 2 on 3")
    phone.sees("One more token", within=".follow")
    for wide, high in ((360, 640), (390, 844), (640, 360), (1440, 900)):
        phone.page.set_viewport_size({"width": wide, "height": high})
        parts = (".now", ".follow", ".now h1")
        panel, line, title = (phone.page.locator(part).bounding_box() for part in parts)
        assert panel
        assert line
        assert title
        assert line["y"] + line["height"] < panel["y"] + panel["height"], (wide, line, panel)
        assert title["y"] + title["height"] <= line["y"] + 1, (wide, title, line)


def test_bonus_marks_have_whole_names_large_keys_and_no_bar_across_a_wide_screen(unlock: Unlock) -> None:
    phone = unlock()
    assert "bonus" in iter(screens(phone, ["Ann", "Christopher", "Cat", "Dan"]))
    for wide, high, least in ((360, 640, 56), (640, 360, 44), (768, 1024, 110), (1440, 900, 110)):
        phone.page.set_viewport_size({"width": wide, "height": high})
        whole = phone.page.locator(".losers .name").evaluate_all(
            "all => all.map(n => n.scrollWidth <= n.clientWidth)"
        )
        assert all(whole), wide
        assert min(tall for _, _, tall, *_ in boxes(phone.page, ".digits .act")) >= least, wide
        ((_, dispute, *_),) = boxes(phone.page, ".acts > a")
        assert dispute < 300, wide


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1440, 900)])
def test_whoever_may_lead_has_a_whole_name(unlock: Unlock, size: tuple[int, int]) -> None:
    phone = unlock()
    width, height = size
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit_down([*LONG[:4], "Konstantin-Alexander", "Wilhelmine Henriette"], game="numzumzero")
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    assert phone.page.locator(".leads .name").evaluate_all(cut) == []
    assert phone.overflow() <= 0


def test_keys_grow_with_the_screen(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Ann", "Bob")
    phone.play(*FIELD)
    phone.page.set_viewport_size({"width": 768, "height": 1024})
    assert min(high for _, _, high, *_ in boxes(phone.page, ".nums .k")) >= 100
    phone.page.set_viewport_size({"width": 640, "height": 360})
    assert phone.find("Dispute").evaluate("key => parseFloat(getComputedStyle(key).fontSize)") >= 14
    assert phone.overflow() <= 0


# Four are looked at in test_controls.py, where every screen of a table is.
@pytest.mark.long
@pytest.mark.parametrize("names", [["Ann"], LONG[:2], LONG, TWELVE], ids=["1", "2", "9", "12"])
def test_no_table_in_play_needs_scrolling_and_every_target_is_large_enough(
    unlock: Unlock, names: list[str]
) -> None:
    phone = unlock()
    for screen in screens(phone, names):
        fits(phone, screen)
