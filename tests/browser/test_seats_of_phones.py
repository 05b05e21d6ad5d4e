"""Three phones at one table: a code is scanned, a seat is tapped, and each sees where the others are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import boxes, cut, spilt
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do, flip, play
from tests.browser.tables import SHORT

NAMES = ["Ann", "Bob", "Cat"]
MANY = ["Maximiliane", "Özgür", "Zoë", "Alexandrina", "Eve", "Fay", "Gus", "Hal", "Ida"]
SEVEN = ["Özgür", "Bartholomäus", "Maximiliane", "Jörg", "Annabella-Marie", "Bob", "Ann"]
SIZES = [(360, 640), (390, 844), (640, 360), (768, 1024), (1440, 900)]
# Letters of a line that do not all show.
_CUT = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).map(part => part.textContent)"
_AREA = "part => part.clientWidth * part.clientHeight"
# Whether the round end of the number lies within the round corner of its key.
_IN_CORNER = """key => {
  const [corner, number] = [getComputedStyle(key), getComputedStyle(key, "::after")];
  const radius = parseFloat(corner.borderTopRightRadius), [high, down, in_] =
    ["height", "top", "right"].map(name => parseFloat(number[name]));
  return Math.hypot(radius - in_ - high / 2, radius - down - high / 2) + high / 2 <= radius;
}"""
# Between the words of a row and its frame.
_AIR = "row => row.querySelector('p').getBoundingClientRect().top - row.getBoundingClientRect().top"
# What is folded away has a box too, of when it was last laid out.
_BOXES = """[...document.querySelectorAll("#table :is(a, button)")]
  .filter((part) => part.checkVisibility())
  .map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x, y, width, height];
  })"""


def _link(keeper: Phone) -> str:
    """What the code says that the keeper's phone shows, one tap from the table."""
    keeper.tap("Invite")
    code = keeper.page.locator(".s-seats .qr svg")
    expect(code).to_be_in_viewport(ratio=1)
    return keeper.page.locator(".s-seats input[readonly]").input_value()


def test_a_seat_is_one_tap_from_the_code_and_everybody_sees_the_phone(unlock: Unlock) -> None:
    ann, bob, cat = unlock(), unlock(dark=True), unlock(javascript=False)
    ann.sit_down(NAMES, dealer="2")
    ann.fast(flip("red moon"))
    link = _link(ann)
    ann.tap("Back to the table")
    before = ann.page.evaluate(_BOXES)
    bob.go(link)
    bob.page.get_by_role("button", name="Bob: That’s me").tap()
    expect(bob.page.locator(".in-own .own")).to_be_visible()
    assert bob.page.url.split("?")[0] == ann.page.url.split("?")[0], "straight to the table"
    expect(ann.page.locator(".seat", has_text="Bob").locator(".lamp.here")).to_be_visible()
    assert ann.page.evaluate(_BOXES) == before, "a phone that comes moves nothing"
    cat.go(link)
    cat.page.get_by_role("button", name="Just watch").tap()
    expect(cat.page.locator(".recent li").first).to_be_visible()
    assert cat.page.locator("#table form").count() == 0
    # One of them plays, for somebody without a phone; all of them see it.
    bob.tap("The whole table")
    expect(bob.page.locator(".seat .lamp.here")).to_have_count(1)
    bob.turn("Ann")
    bob.play("red star")
    ann.turn("Bob")
    cat.page.reload()
    cat.sees("Ann", "red star", within=".recent")


def test_a_match_that_waited_too_long_can_only_be_dropped(unlock: Unlock) -> None:
    ann, bob = unlock(), unlock()
    ann.sit_down(NAMES, dealer="2")
    ann.fast(flip("red moon"))
    bob.go(_link(ann))
    bob.page.get_by_role("button", name="Bob: That’s me").tap()
    expect(bob.page.locator(".c-match")).to_be_enabled()
    bob.page.context.set_offline(True)
    bob.page.locator(".c-match").tap()
    expect(bob.page.locator("#lost")).to_be_visible()
    assert bob.page.locator("[data-waits]").evaluate(_IN_CORNER), "the number of what waits is whole"
    ann.fast(play("Ann", "red star"))
    bob.page.context.set_offline(False)
    bob.sees("Not now", "MATCH! red moon", "Too late to match: play has gone on.", within="#stopped")
    bob.sees("a lost close call costs no card", "Dispute, then “First?”. Rule 5.2.", within="#stopped")
    bob.sees("Ann plays a red star.", "Your turn, clockwise", within="#stopped")
    bob.misses("Bob’s turn", within="#stopped")
    assert bob.page.locator("#stopped").inner_text().count("Ann plays a red star") == 1
    expect(bob.page.locator(".s-refused h2")).to_be_hidden()
    assert bob.page.locator("#stopped button").all_inner_texts() == ["Drop it"]
    bob.page.get_by_role("button", name="Drop it").tap()
    expect(bob.page.locator(".now h1")).to_contain_text("Your turn")
    assert ann.logged()[-1] == "Ann plays a red star"


def test_the_keeper_frees_a_seat_and_another_phone_takes_it(unlock: Unlock) -> None:
    ann, bob, cat = unlock(), unlock(), unlock()
    ann.sit_down(NAMES, dealer="2")
    ann.fast(flip("red moon"))
    link = _link(ann)
    bob.go(link)
    bob.page.get_by_role("button", name="Bob: That’s me").tap()
    expect(bob.page.locator("#table")).to_be_visible()
    cat.go(link)
    expect(cat.page.get_by_role("button", name="Bob: That’s me")).to_have_count(0)
    ann.tap("Back to the table")
    ann.tap("Invite")
    bobs = ann.page.locator(".chairs li", has_text="Bob")
    expect(bobs.locator(".lamp.here")).to_be_visible()
    expect(ann.page.locator(".chairs button").locator("visible=true")).to_have_count(0)
    ann.open("Free a seat")
    ann.tap("Bob: Free this seat")
    expect(bobs).to_contain_text("No phone yet")
    cat.page.reload()
    cat.page.get_by_role("button", name="Bob: That’s me").tap()
    expect(bobs.locator(".lamp.here")).to_be_visible()
    cat.tap("The whole table")
    expect(cat.page.locator(".seat", has_text="Bob").locator(".lamp.here")).to_be_visible()


@pytest.mark.parametrize("players", [4, 9])
def test_a_table_and_a_phone_of_ones_own_fit_every_screen(unlock: Unlock, players: int) -> None:
    phone = unlock()
    phone.sit_down(MANY[:players], dealer="0")
    phone.fast(flip("red moon"))
    phone.tap("Invite")
    phone.open("This phone is mine")
    phone.tap("Maximiliane: That’s me")
    phone.tap("Back to the table")
    for view in ("whole", "own"):
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.overflow() <= 0, (view, width)
            assert phone.page.locator("section.own p").evaluate_all(_CUT) == [], width
        phone.page.set_viewport_size({"width": 360, "height": 640})
        if view == "whole":
            phone.tap("Mine")


@pytest.mark.parametrize("people", [SEVEN, [*SEVEN, "Wolfeschlegelsteinhausen", "Konstantinopolitanisch I"]])
def test_all_see_who_has_a_phone_and_all_that_can_be_done_without_scrolling_on_its_side(
    unlock: Unlock, people: list[str]
) -> None:
    phone, other = unlock(), unlock()
    phone.sit_down(people, dealer="0")
    phone.fast(flip("red moon"))
    other.go(_link(phone))
    other.page.get_by_role("button", name="Bob: That’s me").tap()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    expect(phone.page.locator(".s-seats summary")).to_have_count(2)
    assert phone.overflow() <= 0
    keys = phone.page.locator(".bar-keys").evaluate("keys => keys.getBoundingClientRect().top")
    assert max(bottom for *_, bottom in boxes(phone.page, ".s-seats summary")) <= keys
    assert phone.page.locator(".s-seats b").evaluate_all(_CUT) == []


def _becomes_the_phone_of(phone: Phone, name: str) -> None:
    """The phone in the middle of the table shows a player's own part."""
    phone.tap("Invite")
    phone.open("This phone is mine")
    for said in (f"{name}: That’s me", "Back to the table", "Mine"):
        phone.tap(said)


def test_a_phone_that_plays_for_somebody_without_one_shows_all_its_keys_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(MANY[:4], game="crazy_eights", dealer="0")
    phone.fast(flip("3 of clubs"))
    _becomes_the_phone_of(phone, "Maximiliane")
    phone.turn("Özgür")
    phone.page.set_viewport_size({"width": 640, "height": 360})
    bottom = "keys => Math.max(...keys.map(key => key.getBoundingClientRect().bottom))"
    top = "keys => keys.getBoundingClientRect().top"
    assert phone.page.locator(".pad .k").evaluate_all(bottom) <= phone.page.locator(".bar-keys").evaluate(top)


def test_names_of_eleven_letters_and_what_is_played_for_stand_whole_on_a_phone(unlock: Unlock) -> None:
    phone = unlock()
    for game, card in (("crazy_eights", "3 of clubs"), ("house_zar", "blue 3")):
        phone.sit_down(MANY[:4], game=game, score="100")
        phone.fast(flip(card))
        assert phone.page.locator(".seat .name > :first-child, .top small > span").evaluate_all(_CUT) == []
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            expect(phone.page.locator(".bar h2")).to_contain_text("hand 1 · to 100")
            assert phone.page.locator(".bar h2 > *").evaluate_all(_CUT) == [], width
        phone.page.set_viewport_size({"width": 360, "height": 640})


def test_a_phone_that_waits_has_large_keys_to_catch_somebody(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(MANY[:4], dealer="2")
    phone.fast(flip("red moon"), play("Alexandrina", "red star"))
    _becomes_the_phone_of(phone, "Zoë")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".faces span").evaluate_all(_CUT) == [], width
        frame = phone.page.locator(".c-gotcha").evaluate(_AREA)
        keys = phone.page.locator(".faces button").evaluate_all(f"keys => keys.map({_AREA})")
        assert len(keys) == 3
        assert sum(keys) > frame * 0.55, width
        assert phone.page.locator(".own").evaluate(_AIR) >= 3, width


def test_whoever_can_be_caught_has_a_whole_name_of_two_words(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Wilhelmine Herrmann", "Alexandra Papadopoulos"], dealer="0")
    phone.fast(flip("blue sun"), play("Bob", "red sun"))
    _becomes_the_phone_of(phone, "Bob")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".faces span").evaluate_all(_CUT) == [], width
        assert phone.overflow() <= 0, width


@pytest.mark.parametrize("players", [4, 7])
def test_nothing_of_long_names_is_cut_or_covered_at_a_table_and_on_a_phone_of_ones_own(
    unlock: Unlock, players: int
) -> None:
    phone = unlock()
    phone.sit_down(SEVEN[:players], dealer="1", score="50")
    phone.fast(flip("blue moon"), do("recount", player="Jörg", cards=11), play("Maximiliane", "blue wasp"))
    phone.tap("Invite")
    phone.open("This phone is mine")
    for name in ("Jörg: That’s me", "Back to the table"):
        phone.tap(name)
    for part in ("turn", "table", "wait"):
        if part == "turn":
            phone.tap("Mine")
        elif part == "table":
            phone.tap("The whole table")
            phone.fast(do("take", player="Jörg"))
        else:
            phone.fast(play("Jörg", "blue star"))
            phone.tap("Mine")
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            seen = (part, width)
            assert phone.overflow() <= 0, seen
            assert cut(phone.page) == [], seen
            lines = ".bar h2 > *, .seat .name > :first-child, .faces span, .top small > span, .say .name"
            assert phone.page.locator(lines).evaluate_all(_CUT) == [], seen
            assert spilt(phone.page, ".seat", ".dealer, .lamp") == [], seen
            assert spilt(phone.page, ".call > button, .faces button, .own-keys .act") == [], seen
            for name, wide, high, right, bottom in boxes(phone.page, ".calls button, .own-keys .act"):
                assert (wide >= 44, high >= 44, right <= width, bottom <= height) == (True,) * 4, (seen, name)
        phone.page.set_viewport_size({"width": 360, "height": 640})


@pytest.mark.long
def test_the_seats_and_the_code_are_for_everyone(unlock: Unlock, axe: Callable[[Page], None]) -> None:
    ann, guest = unlock(), unlock()
    ann.sit_down(NAMES)
    link = _link(ann)
    guest.go(link)
    for phone in (ann, guest):
        axe(phone.page)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


# A line that ends in dots is longer than its box.
_READ = """[...document.querySelectorAll(".bar h2 > *")]
  .map((part) => part.scrollWidth <= part.clientWidth + 1 && part.clientWidth > 0)"""


@pytest.mark.parametrize("decks", ["", "4"], ids=["one deck", "two decks"])
def test_in_large_letters_the_title_beside_invite_is_read_and_the_hand_has_its_row(
    unlock: Unlock, decks: str
) -> None:
    keeper = unlock()
    keeper.sit_down(SHORT[:8], dealer="7", **({"half_decks": decks} if decks else {}))
    table = keeper.page.url.partition("?")[0]
    keeper.fast(flip("red moon"))
    keeper.go(_link(keeper))
    keeper.page.get_by_role("button", name="Ann: That’s me").tap()
    expect(keeper.page.locator(".bar .to-own")).to_be_visible()
    browser = keeper.page.context.new_cdp_session(keeper.page)
    for whole in "01":
        keeper.go(f"{table}?whole={whole}")
        expect(keeper.page.locator(".in-own")).to_have_count(1 - int(whole))
        expect(keeper.page.locator(".bar .invite")).to_be_visible()
        for standard, text in ((32, ""), (16, "large")):
            browser.send("Page.setFontSizes", {"fontSizes": {"standard": standard}})
            keeper.page.evaluate("text => { document.documentElement.dataset.text = text }", text)
            assert keeper.page.evaluate(_READ) == [True, True], (whole, standard)
            if whole == "0":
                hand, line = (
                    keeper.page.locator(f".in-own > .{row}").bounding_box() for row in ("own", "action")
                )
                assert hand
                assert line
                assert hand["y"] >= line["y"] + line["height"], standard
