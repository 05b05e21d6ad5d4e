"""Zarathustra in a browser: a whole game by tapping, every kind of screen for everyone, on one screen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.browser.boxes import boxes, spilt
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, expect
from tests.browser.tables import LONG
from tests.browser.walks.zarathustra import choose, fast, fits, put, screens, sit_down

#: A whole game: the space and the tile as it lies, in turn.
GAME = """
    a3 sbsb, a1 sshb, e4 hshb, c2 bsbh, b5 sbbb, d2 hbbh, d4 bshh, a2 hhhb,
    c5 shsb, d3 sbsb, b3 hhbb, e4 bsss, e2 sbhs, e5 hbbb, b2 sshb, e3 sbbb,
    a5 bhbh, b1 sbhh, d5 bbss, c1 shbb, e1 bhhh, a4 hsbb, d1 bhhs, c3 hbhs
"""
PUTS = [tuple(line.split()) for line in GAME.split(",")]


def counts(phone: Phone, **blanks: int) -> None:
    """The blank edges at each player's seat."""
    for name, number in blanks.items():
        seat = phone.page.locator(".seat", has=phone.page.locator(".name", has_text=name))
        expect(seat.locator(".held")).to_contain_text(
            "1 blank edge" if number == 1 else f"{number} blank edges"
        )


def by_taps(phone: Phone, names: Sequence[str], *puts: tuple[str, ...]) -> None:
    """The same as `fast`, each by taps."""
    put(phone, *puts)


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_game_is_tapped_from_the_names_to_the_winner(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    # A page at a time is slow: of the tiles in between only their putting down is sent.
    lay = by_taps if javascript else fast
    sit_down(phone, "Ann", "Bob")
    phone.turn("Ann")
    phone.sees("5 × 5", within=".bar")
    put(phone, *PUTS[:2])
    counts(phone, Ann=2, Bob=1)
    lay(phone, ["Ann", "Bob"], *PUTS[2:6])
    choose(phone, *PUTS[6])
    phone.told("On d4: e4 falls")
    phone.sees("Right: sword against blank of e4, e4 falls.", within=".action .ruled")
    phone.tap("d4", ".board")
    phone.told("On d4: nothing falls")
    phone.tap("Other tile")
    phone.tap("Other space")
    put(phone, PUTS[6])
    phone.turn("Bob")
    phone.told("On d4: e4 falls")
    _refusals(phone)
    _back_and_forth(phone)
    lay(phone, ["Ann", "Bob"], *PUTS[7:9])
    put(phone, PUTS[9])
    phone.turn("Ann")
    phone.told("On d3: d2 and d4 fall")
    lay(phone, ["Ann", "Bob"], *PUTS[10:22])
    put(phone, *PUTS[22:])
    phone.sees("Bob wins", within="h1")
    phone.sees("19 blank edges", "No space is free of tiles and skulls", "Rule 9", within=".over")
    phone.tap("Undo")
    phone.turn("Bob")
    phone.tap("Redo")
    _history(phone)


def _refusals(phone: Phone) -> None:
    phone.tap("d5, skull", ".board")
    phone.sees("d5 touches d4", within=".against")
    phone.tap("blank, blank, blank, sword", ".tray")
    phone.tap("Place on d5")
    phone.sees("Against the rules", "Rule 4", within=".s-refused")
    phone.open("The table allows it")
    phone.choose("The table overrules, because", "Bob is new to it")
    phone.tap("Allow it")
    phone.turn("Ann")
    phone.tap("Undo")
    phone.turn("Bob")
    phone.tap("d4", ".board")
    phone.sees("A tile lies on d4 already", within=".against")
    phone.tap("Other space")


def _back_and_forth(phone: Phone) -> None:
    phone.tap("Undo")
    phone.turn("Ann")
    counts(phone, Ann=6, Bob=5)
    phone.tap("Redo")
    phone.turn("Bob")
    phone.seat("Bob")
    phone.sees("14 tiles left, 5 blank edges on the board.", within=".s-tiles")
    expect(phone.page.locator(".s-tiles .gone")).to_have_count(3)
    phone.tap("Back to the table")


def _history(phone: Phone) -> None:
    phone.tap("See the whole game")
    phone.sees("Bob won", within="h1")
    phone.tap("Every move and ruling")
    phone.sees("Ann places blank-sword-shield-shield on d4", "d2 and d4")
    phone.page.get_by_role("link", name="Correct move 24").tap()
    phone.tap("Place on")
    # What stays as it was is not asked about.
    phone.sees("19 blank edges", within=".over")
    phone.tap("Rematch")
    phone.misses("wins")
    counts(phone, Ann=0, Bob=0)


@pytest.mark.long
def test_every_step_of_two_is_on_one_screen_and_every_target_is_large_enough(unlock: Unlock) -> None:
    # Four are looked at in test_controls.py, where every screen of a table is.
    phone = unlock()
    bottoms = set()
    for screen in screens(phone, *LONG[:2]):
        fits(phone, screen)
        if screen != "over":
            bottoms |= {box[-1] for box in boxes(phone.page, ".board")}
    assert len(bottoms) == 1, "the board never moves from under the finger"


def test_four_names_stand_whole_and_what_is_against_the_rules_has_air(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Özgür", "Bartholomäus", "Maximiliane", "Jörg")
    put(phone, ("c2", "bbbs"))
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.turn("Bartholomäus")
    wide = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    assert phone.page.locator(".now .name").evaluate_all(wide) == []
    phone.tap("c3, skull", ".board")
    phone.sees("c3 touches c2", within=".against")
    air = """no => {
      const frame = no.closest(".now").getBoundingClientRect(), words = no.getBoundingClientRect();
      return Math.min(words.top - frame.top, frame.bottom - words.bottom);
    }"""
    for width, height in [(640, 360), (360, 640)]:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".against").evaluate(air) >= 4, width
        name = phone.page.locator(".now .name").first
        assert name.evaluate("name => !getComputedStyle(name.closest('h1')).position.includes('absolute')"), (
            width
        )


def test_four_names_are_read_across_the_table_and_on_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Marianne", "Bo", "Christoph", "Dee")
    phone.turn("Marianne")
    size_of = "parseFloat(getComputedStyle(name).fontSize)"
    look = f"all => all.map(name => [{size_of}, name.scrollWidth - name.clientWidth])"
    for wide, high, least in ((1440, 900, 30), (640, 360, 15)):
        phone.page.set_viewport_size({"width": wide, "height": high})
        for size, hidden in phone.page.locator(".seat .name").evaluate_all(look):
            assert size >= least, (wide, size)
            assert hidden <= 0, wide


def test_two_phones_see_one_board(unlock: Unlock) -> None:
    phone, other = unlock(), unlock()
    sit_down(phone, "Ann", "Bob")
    other.join(phone)
    other.go(phone.page.url)
    other.tap("a1", ".board")
    put(phone, ("c3", "bbbs"))
    other.turn("Bob")
    other.sees("On a1: which tile?", within=".now")


def test_a_long_name_is_whole_at_its_seat(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Bartholomew", "Wilhelmine Herrmann", "Cat", "Dan")
    phone.page.set_viewport_size({"width": 360, "height": 640})
    assert spilt(phone.page, ".seat") == []


def test_what_a_tile_brings_begins_its_own_line(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Bob", "Ann")
    fast(phone, ["Bob", "Ann"], ("c2", "bbbs"), ("c4", "sbbb"))
    phone.told("On c4: nothing falls", "Ann +3")
    lines = "parts => parts.map(part => new Set([...part.getClientRects()].map(line => line.top)).size)"
    assert phone.page.locator(".deed .tiles > span").evaluate_all(lines) == [1, 1]
