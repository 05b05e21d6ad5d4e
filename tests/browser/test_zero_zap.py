"""Zero Zap in a browser: a whole game by tapping, every kind of screen for everyone, on one screen."""

from __future__ import annotations

import pytest

from tests.browser.boxes import boxes
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, do, expect
from tests.browser.tables import LONG
from tests.browser.walks.zero_zap import fits, screens, sit_down


def recount(phone: Phone, name: str, number: int) -> None:
    phone.seat(name)
    phone.choose("Cards in hand", str(number))
    phone.tap("Set")


def lay(phone: Phone, *cards: str) -> None:
    phone.tap("Play a set or run")
    phone.play(*cards)
    phone.tap("Play it")


def standings(phone: Phone, *rows: list[str]) -> None:
    found = phone.page.locator(".standings tbody tr")
    expect(found).to_have_count(len(rows))
    for place, row in enumerate(rows):
        expect(found.nth(place).locator("th, td")).to_contain_text(row)


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_game_kept_both_ways_is_tapped_from_the_names_to_the_winner(
    take: Take, *, javascript: bool
) -> None:
    phone = take(javascript=javascript)
    sit_down(phone, "Ann", "Bob", "Cat", score="40")
    phone.sees("Turn by turn", "By its score")
    phone.open("Another dealer")
    phone.tap("Cat", "details")
    _turns(phone)
    _specials(phone)
    _the_count(phone)
    _a_correction(phone)
    _the_calculator(phone)
    _history(phone)


def _turns(phone: Phone) -> None:
    phone.turn("Ann", "Draw 2 or 1")
    phone.holds(Ann=7, Bob=7, Cat=7)
    phone.tap("Draw 2")
    phone.holds(Ann=9)
    phone.tap("Play a set or run")
    phone.play("green 2", "green 3")
    phone.told("Not yet.")
    phone.play("wild")
    phone.told("+3", "Run of 3 in green")
    phone.tap("Take Wild away")
    phone.play("green 4")
    phone.tap("Play it")
    phone.tap("Discard red 4")
    phone.turn("Bob")
    phone.tap("Draw 1")
    phone.tap("Discard blue 2")
    phone.turn("Cat")
    phone.tap("Take red 4, and with it blue 2")
    phone.turn("Cat", "Play the red 4 in a set or run")
    phone.tap("Discard one")
    phone.tap("Discard red 1")
    phone.sees("Against the rules", "comes first", within=".s-refused")
    phone.tap("Back to the table")
    phone.play("red 5", "blue 6")
    phone.tap("Play it")
    phone.open("The table allows it")
    phone.choose("The table overrules, because", "the lamp was out")
    phone.tap("Allow it")
    phone.tap("Undo")
    phone.play("red 5", "red 6")
    phone.tap("Play it")
    phone.tap("Play a set or run")
    phone.tap("Play double red")
    phone.sees("+6", within=".seat.turn")
    phone.tap("Discard blue 2")


def _specials(phone: Phone) -> None:
    phone.turn("Ann", "Draw 2, or take from the lineup")
    phone.tap("Draw 2")
    phone.tap("Discard Steal")
    phone.tap("double red of Cat")
    phone.turn("Bob")
    phone.tap("Draw 2")
    phone.tap("Discard Give")
    phone.tap("Ann", ".sheet")
    phone.holds(Ann=7, Bob=7)
    phone.tap("Draw 2")
    phone.tap("Discard Bonus")
    phone.tap("Bob", ".sheet")
    phone.holds(Bob=9)
    phone.turn("Ann")
    phone.tap("Draw 1")
    phone.tap("Discard Pass colour")
    for number in ("3", "2", "1"):
        phone.tap(number, ".handing")
    phone.tap("Draw 2")
    phone.tap("Discard Pass hands")
    phone.tap("Draw 2")
    phone.tap("Discard Reshuffle")
    phone.sees("tray 0 · lineup 0", within=".follow")


def _the_count(phone: Phone) -> None:
    phone.turn("Ann")
    phone.tap("Draw 2")
    lay(phone, "blue 7", "blue 7", "blue 7", "blue 7")
    recount(phone, "Ann", 1)
    recount(phone, "Bob", 4)
    recount(phone, "Cat", 3)
    phone.turn("Ann", "Last card: discard it and go out")
    phone.tap("Zero Zap", ".card-pad")
    phone.tap("Cat", ".sheet")
    phone.sees("Ann is out!", "Cat loses the round’s points", within=".now")
    phone.tap("Undo")
    phone.tap("Discard Wild")
    phone.tap("Bob: 4 held, Zero Zap among them")
    phone.tap("Cat: 3 held, 0")
    phone.sees("After round 1", within="h1")
    standings(phone, ["1", "Ann", "+16", "16"], ["2", "Cat", "", "0"], ["3", "Bob", "−4", "−4"])
    phone.tap("How it adds up")
    phone.sees("set of 4 blue", "run of 3 green", "went out", within=".sheet")
    phone.tap("Back to the table")


def _a_correction(phone: Phone) -> None:
    phone.tap("Menu")
    phone.tap("The log")
    phone.page.get_by_role("link", name="Correct move").first.tap()
    phone.tap("Change nothing")
    phone.tap("Menu")
    phone.tap("The log")
    phone.page.get_by_role("link", name="Correct move 3", exact=True).tap()
    phone.tap("Play it")
    # What stays as it was is not asked about.
    phone.sees("The log", within="h1")
    phone.tap("Back to the table")
    phone.sees("After round 1", within="h1")


def _the_calculator(phone: Phone) -> None:
    phone.tap("Score a whole round")
    phone.tap("set of 4 red")
    phone.tap("run of 5 red")
    phone.tap("double red")
    phone.tap("went out")
    phone.sees("+31", "Ann", within=".tally")
    phone.tap("Take away: run of 5 red")
    phone.sees("+21", within=".tally")
    phone.tap("run of 4 green")
    phone.tap("Next player")
    phone.tap("3 more cards held")
    phone.tap("2 more cards held")
    phone.tap("holds Zero Zap")
    phone.sees("−5", within=".tally")
    phone.tap("Cat", ".scorers")
    phone.tap("1 more card held")
    phone.tap("Save round")
    phone.sees("Ann wins", "2 rounds played")
    expect(phone.page.locator(".podium > li")).to_contain_text(["41", "−1", "−9"])
    phone.tap("Undo")
    phone.sees("After round 1", within="h1")
    phone.tap("Redo")


def _history(phone: Phone) -> None:
    phone.tap("Done")
    phone.tap("History", ".tabbar")
    phone.tap("Ann won Zero Zap")
    for place, (name, points) in enumerate({"Ann": "41", "Cat": "−1", "Bob": "−9"}.items(), 1):
        phone.sees(name, points, within=f".ranked li:nth-child({place})")
    phone.tap("Every move and ruling")
    phone.sees("Cat takes a red 4 from the lineup", "A round is scored: Ann went out")


# --- every kind of screen -------------------------------------------------------------------------------


def test_the_keys_to_draw_by_stay_where_they_are(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="zero_zap")
    phone.fast(do("deal", dealer="Bob"))
    before = phone.find("Draw 2").bounding_box()
    phone.fast(do("draw", player="Ann", cards=2), do("discard", player="Ann", card="red 7"))
    phone.sees("take one, and play it at once")
    assert phone.find("Draw 2").bounding_box() == before


@pytest.mark.long
def test_the_second_step_of_the_end_is_higher_than_the_third(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Ann", "Bob", "Cat", "Dan")
    phone.go(f"{phone.page.url}?score=1&e=0+out&e=1+set+red+4&e=2+held+1&e=3+held+2")
    phone.tap("Save round")
    phone.fast(do("end"))
    steps = "all => all.map(step => step.offsetHeight)"
    for wide, high in ((360, 640), (640, 360), (768, 1024), (1440, 900)):
        phone.page.set_viewport_size({"width": wide, "height": high})
        first, second, third = phone.page.locator(".stair").evaluate_all(steps)
        assert first - 7 > second > third + 7, (wide, first, second, third)


def test_what_two_tap_is_on_one_screen_and_large_enough(unlock: Unlock) -> None:
    # Four are looked at in test_controls.py, where every screen of a table is.
    phone = unlock()
    for screen in screens(phone, LONG[:2]):
        fits(phone, screen)


@pytest.mark.long
def test_a_round_of_four_needs_no_scrolling_on_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    # What everybody has laid lies below a count, with nothing to tap; how a round adds up is read.
    longer = {"count", "lines"}
    too_long = []
    for screen in screens(phone, ["Özgür", "Bartholomäus", "Maximiliane", "Jörg"]):
        if phone.overflow() > 0 and screen not in longer:
            too_long.append(screen)
        if screen in ("draw", "discard"):
            # What the first has laid is read whole above what is tapped at the foot.
            (*_, laid), *_ = boxes(phone.page, ".laid > *")
            foot = min(bottom - high for _, _, high, _, bottom in boxes(phone.page, ".drawing, .bar-keys"))
            assert laid <= foot, screen
    assert too_long == []


def test_what_is_held_is_counted_with_large_letters_at_a_computer(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    assert "count" in iter(screens(phone, ["Ann", "Bob"]))
    letters = "key => parseFloat(getComputedStyle(key).fontSize)"
    assert phone.page.locator(".held-or-zap .match").evaluate(letters) > 20


def test_at_a_computer_the_keys_fill_the_height_and_their_names_are_read(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    seen = 0
    for screen in screens(phone, ["Ann", "Bob"]):
        if screen in ("discard, the first", "discard", "lay"):
            seen += 1
            parts = boxes(phone.page, ".pad .k, .piled > .laid")
            assert max(bottom for *_, bottom in parts) > 815, screen
            letters = "all => all.map(name => parseFloat(getComputedStyle(name).fontSize))"
            assert min(phone.page.locator(".pad .k span:not(.vh)").evaluate_all(letters)) >= 18, screen
        if screen == "give":
            ((*_, bottom),) = boxes(phone.page, ".now")
            assert bottom > 700, "beside a sheet whose turn it is fills the side"
    assert seen == 3


def test_on_its_side_a_phone_names_the_step_and_leaves_the_arrows_and_the_keys_room(unlock: Unlock) -> None:
    phone = unlock()
    sit_down(phone, "Ann", "Bob", "Cat")
    phone.fast(do("deal", dealer="Cat"), do("draw", player="Ann", cards=2))
    phone.page.set_viewport_size({"width": 640, "height": 360})
    assert phone.page.locator(".strip .step").evaluate("part => getComputedStyle(part).clipPath") == "none"
    seats = [seat.bounding_box() for seat in phone.page.locator(".seat").all()]
    (left, middle, right) = [seat for seat in seats if seat]
    assert middle["x"] - left["x"] - left["width"] >= 7
    keys = phone.page.locator(".play").bounding_box()
    assert keys
    assert keys["x"] - right["x"] - right["width"] >= 3
