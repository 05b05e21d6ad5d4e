"""A wrong card is put right by the keys of its table, with four taps; the replay slides to any move."""

import pytest

from tests.browser.boxes import boxes
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import do, expect, flip, play
from tests.browser.tables import SHORT


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_play_is_corrected_with_four_taps_on_the_pad(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"), play("Bob", "red star"))
    phone.tap("Menu")
    phone.tap("Correct the last move")
    phone.sees("It was: Bob plays a red star", within=".was")
    assert phone.overflow() <= 0
    phone.tap("red frog", ".pad")
    phone.sees("Bob plays a red frog instead of a red star", "It is Ann’s turn", within=".effects")
    if phone.drawn:
        for name, width, height, _, bottom in boxes(phone.page, ".saving .act"):
            assert (width >= 44, height >= 44, bottom <= 641) == (True, True, True), name
    phone.tap("Save the correction")
    phone.turn("Ann")
    phone.sees("Frog", within=".top")
    phone.sees("Corrected: Bob plays a red frog", within=".notice")
    if phone.drawn:
        # Back finds no page that was sent, and nothing to be saved twice.
        phone.page.go_back()
        phone.turn("Ann")
        phone.misses("Save the correction")


def test_a_match_and_what_it_still_asks_are_corrected_on_the_table_of_then(take: Take) -> None:
    phone = take(javascript=True)
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"), play("Bob", "red star"), play("Ann", "red star"), do("draw", player="Bob"))
    table = phone.page.url.partition("?")[0]
    phone.go(f"{table}correct/4/")
    phone.sees("MATCH", within=".was")
    phone.sees("Who matched?", within=".sheet")
    phone.tap("Cat", ".sheet")
    phone.sees("Cat instead of Ann plays a red star", within=".effects")
    phone.tap("Something else")
    phone.tap("Back to the keys")
    phone.tap("winged dragon", ".pad")
    phone.tap("Suns", ".sheet")
    phone.sees("Cat plays a winged dragon, suns instead of", within=".effects")
    # Back finds what was asked too: nothing has to be sent again.
    phone.page.go_back()
    phone.sees("Suns", within=".sheet")
    phone.page.go_forward()
    phone.tap("Change nothing")
    phone.sees("Correct", within=".log")


def test_the_correction_of_a_close_call_has_its_title_on_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.sit_down(["Özgür", "Bartholomäus", "Maximiliane", "Ann"], dealer="3")
    call = do("close_call", events=["match", "play"], players=["Ann", "Bartholomäus"])
    phone.fast(flip("red moon"), play("Özgür", "red sun"), call)
    phone.go(f"{phone.page.url}correct/4/")
    for tab in ("First?", "GOTCHA?", "Illegal!"):
        phone.tap(tab)
        assert phone.overflow() <= 0, tab
        head, *keys = boxes(phone.page, "h2, .was, .bar button, .back, .sheet")
        assert head[0] == "Correct move 4"
        assert [name for name, *_, bottom in keys[:2] if bottom > 60] == [], tab
        assert [name for name, *_, bottom in keys[2:] if not 60 < bottom <= 310] == [], tab
    phone.misses("Undo back to a move")


def test_a_correction_fits_a_phone_on_its_side_with_its_title_and_what_it_was(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Bartholomäus", "Maximiliane", "Özgür", "Ann"]
    phone.sit_down(names, dealer="3")
    phone.fast(flip("red moon"), play(names[0], "red star"), play(names[1], "winged dragon", declare="sun"))
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.go(f"{phone.page.url.partition('?')[0]}correct/4/")
    assert phone.overflow() <= 0
    for part in (".bar h2", ".was"):
        [(_, width, _, _, bottom)] = boxes(phone.page, part)
        assert (width >= 100, bottom <= 120) == (True, True), part
    cut = "part => part.scrollHeight > part.clientHeight"
    assert not phone.page.locator(".was").evaluate(cut)
    # What may be played is said there too, and the seats stand whole above the keys.
    expect(phone.page.locator(".follow")).to_be_in_viewport(ratio=1)
    [(_, _, height, _, foot)] = boxes(phone.page, ".bar-keys")
    assert [name for name, *_, bottom in boxes(phone.page, ".seat") if bottom > foot - height] == []
    phone.tap("red moon", ".pad")
    for part in (".swap", ".saving"):
        expect(phone.page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_first_digit_takes_the_place_of_the_points_that_are_corrected(
    take: Take, *, javascript: bool
) -> None:
    phone = take(javascript=javascript)
    phone.sit_down(SHORT[:2], dealer="1", score="300")
    phone.fast(flip("red moon"), do("recount", player="Ann", cards=1), play("Ann", "red sun"))
    phone.fast(do("out", player="Ann"), do("count", player="Bob", points=166))
    corrected = f"{phone.page.url.partition('?')[0]}correct/6/"
    phone.go(corrected)
    field = phone.page.get_by_label("Points of Bob")
    expect(field).to_have_value("166")
    phone.tap("Delete the last digit", ".keypad")
    expect(field).to_have_value("16")
    phone.go(corrected)
    for digit in "166":
        phone.tap(digit, ".keypad")
    expect(field).to_have_value("166")
    phone.tap("3", ".keypad")
    expect(field).to_have_value("1663")


def test_a_first_digit_takes_the_place_of_what_a_cell_of_a_sheet_held(take: Take) -> None:
    phone = take(javascript=True)
    phone.sit_down(SHORT[:2], game="score_sheet")
    first = phone.page.locator("[data-cell]").first
    for key in ("5", "7", "next", "", "3", "6"):
        (phone.page.locator(f".numpad [data-key='{key}']") if key else first).tap()
    expect(first).to_have_value("36")


def test_names_of_two_long_words_are_whole_in_a_replay(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Wilhelmine Herrmann", "Alexandra Papadopoulos"])
    phone.fast(flip("red moon"), play("Bob", "red star"))
    phone.go(phone.page.url.partition("?")[0].replace("/t/", "/games/") + "replay/3/")
    phone.sees("then Alexandra Papadopoulos", within=".whose")
    cut = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).map(part => part.innerText)"
    assert phone.page.locator(".whose small, .seat .name > :first-child").evaluate_all(cut) == []


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_the_replay_slides_to_a_move(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"), play("Bob", "red star"), play("Cat", "red frog"))
    replay = phone.page.url.partition("?")[0].replace("/t/", "/games/") + "replay/"
    phone.go(replay)
    if not javascript:
        phone.choose("Move", "3")
        phone.tap("Show", ".slide")
        phone.sees("Bob plays a red star", within=".replay h1")
        return
    slider = phone.page.locator(".slide input")
    assert [height >= 44 for _, _, height, *_ in boxes(phone.page, ".slide input")] == [True]
    slider.focus()
    for said in ("Ann deals", "Flip: red moon", "Bob plays a red star"):
        phone.page.keyboard.press("ArrowRight")
        phone.sees(said, within=".replay h1")
    assert slider.evaluate("part => part === document.activeElement")
    box = slider.bounding_box()
    assert box
    phone.page.mouse.click(box["x"] + box["width"] - 6, box["y"] + box["height"] / 2)
    phone.sees("Cat plays a red frog", within=".replay h1")
    assert phone.page.url.endswith("/replay/4/")
