"""The score sheet, played by tapping and looked at with twenty at the table; and the rulebook."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.boxes import boxes, cut
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, expect, flip, play
from tests.browser.tables import FOURTEEN, LONG
from tests.browser.walks.score_sheet import round_of
from tests.marks import long_except


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_ann_keeps_the_score_of_a_game_from_the_shelf(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.go("/new/")
    phone.tap("Score sheet")
    phone.choose("What is played?", "Golf")
    for place, name in enumerate(("Ann", "Bob"), 1):
        phone.choose(f"Player {place}", name)
    phone.page.get_by_label("The lowest score").check()
    phone.choose("a score of", "20")
    phone.tap("Start")
    phone.sees("Golf", "fewest points win · to 20", within=".bar")
    _note(phone, Ann="4", Bob="7,5")
    phone.sees("4 leads: Ann", within="h1")
    phone.tap("Menu")
    phone.tap("Add or remove players")
    phone.choose("New player", "Cat")
    phone.choose("sits after", "Ann")
    phone.tap("Add")
    _heads(phone, "A Ann 4", "C Cat 0", "B Bob 7.5")
    _note(phone, Ann="1+2", Cat="-2", Bob="1")
    _heads(phone, "A Ann 7 +3", "C Cat −2 −2", "B Bob 8.5 +1")
    phone.tap("Undo")
    phone.sees("Round 2", within="h1")
    expect(phone.page.get_by_label("Ann", exact=True)).to_have_value("3")
    phone.tap("Redo")
    phone.page.locator(".tallies tbody tr").first.get_by_role("link", name="7.5").tap()
    expect(phone.page.get_by_label("Bob", exact=True)).to_be_focused()
    phone.page.get_by_label("Bob", exact=True).fill("17.5")
    phone.choose("Name of round", "First hole")
    phone.tap("Save round")
    phone.sees("Bob: 18.5 points instead of 8.5.", within=".effects")
    phone.tap("Save the correction")
    phone.sees("First hole", within=".tallies")
    assert phone.overflow() <= 0
    _note(phone, Ann="1", Cat="1", Bob="2")
    phone.sees("Cat wins", within=".over h1")
    phone.sees("the game ends at 20.", within=".why-over")
    phone.tap("See the whole game")
    phone.sees("Cat won", within="h1")


def _note(phone: Phone, **points: str) -> None:
    for name, number in points.items():
        phone.page.get_by_label(name, exact=True).fill(number)
    phone.tap("Save round")


def _heads(phone: Phone, *texts: str) -> None:
    """What stands over each column: face, name, total, and what the last round added."""
    heads = phone.page.locator(".tallies thead th:not(:first-child)")
    expect(heads).to_have_count(len(texts))
    for place, text in enumerate(texts):
        assert " ".join(heads.nth(place).inner_text().split()).startswith(text)


def _begin(phone: Phone, sheet: str, *names: str) -> None:
    """A game of the shelf, by its setup page."""
    phone.go(f"/new/score_sheet/?sheet={sheet}")
    for place, name in enumerate(names, 1):
        if not phone.page.get_by_label(f"Player {place}").count():
            phone.page.get_by_role("button", name="Add player").tap()
        phone.choose(f"Player {place}", name)
    phone.tap("Start")


def _keys(phone: Phone, *keys: str) -> None:
    """Taps on the sheet's own keys."""
    for key in keys:
        phone.page.locator(f".numpad [data-key='{key}']:visible, .numpad [data-pick='{key}']:visible").tap()


def test_a_hand_of_hearts_is_typed_with_the_sheets_own_keys(
    unlock: Unlock, axe: Callable[[Page], None]
) -> None:
    phone = unlock()
    _begin(phone, "hearts", "Ann", "Bob", "Cat", "Dan")
    phone.sees("Pass left", within=".now")
    _keys(phone, "1", "3", "next")
    _in_hand(phone, "Bob: Points taken")
    phone.sees("13 left of 26", within=".numpad")
    _keys(phone, "5", "+", "4")
    phone.sees("5+4 = 9", within=".numpad")
    # What is typed is in the totals at once, and nothing is saved.
    expect(phone.page.locator(".so-far")).to_have_text(["13", "9"])
    # Points are bad here.
    expect(phone.page.locator(".so-far.less")).to_have_count(2)
    _heads(phone, "D deals: A Ann 13 +13", "B Bob 9 +9", "C Cat 0", "D Dan 0")
    _keys(phone, "next", "3", "next")
    phone.sees("1 left of 26", within=".numpad")
    axe(phone.page)
    phone.tap("Save")
    phone.sees("25 of 26 points are given. Nothing is entered for Dan.", within=".sheet")
    axe(phone.page)
    expect(phone.page.get_by_label("Bob: Points taken")).to_have_value("5+4")
    phone.page.get_by_label("Dan: Points taken").fill("1")
    phone.tap("Save")
    phone.sees("Hand 2", within="h1")
    _heads(phone, "A Ann 13 +13", "D deals: B Bob 9 +9", "C Cat 3 +3", "D Dan 1 +1")
    expect(phone.page.locator(".so-far")).to_have_count(0)
    _in_hand(phone, "Ann: Points taken")
    assert phone.overflow() <= 0


_SIZES = ((360, 640), (640, 360), (768, 1024), (1440, 900))


def test_what_is_asked_or_refused_its_key_and_the_way_back_keep_apart(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(LONG[:4], game="score_sheet", sheet="hand_and_foot")
    for field in ("melded", "left"):
        for name in LONG[:2]:
            phone.page.locator(f"[name='n {field} {name}']").fill("0")
    books = phone.page.locator("#c-reds-0")
    for kind, number in (("doubt", "0"), ("refused", "99")):
        books.fill(number)
        phone.page.set_viewport_size({"width": 360, "height": 640})
        phone.tap("Save")
        phone.page.locator(f".s-{kind}").wait_for()
        for width, height in _SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(_BESIDE) == [], (kind, width, height)


#: What of a sheet's words and keys the way back touches, or what is wrong with itself.
_BESIDE = """() => {
  const sheet = document.querySelector(".sheet"), back = sheet.querySelector(".back");
  const { left, right, top, bottom, width, height } = back.getBoundingClientRect();
  const box = sheet.getBoundingClientRect(), range = document.createRange(), wrong = [];
  if (width < 44 || height < 44 || right > box.right || top < box.top || bottom > box.bottom + 1)
    wrong.push("the way back");
  for (const part of sheet.querySelectorAll("h2, .why, button")) {
    range.selectNodeContents(part);
    const places = part.localName === "button" ? [part.getBoundingClientRect()] : range.getClientRects();
    const touches = at => at.right > left && at.left < right && at.bottom > top && at.top < bottom;
    if ([...places].some(touches)) wrong.push(part.innerText);
    // Between what is asked and its key is air.
    const key = sheet.querySelector("form button")?.getBoundingClientRect();
    if (key && part.localName !== "button" && [...places].some(at => at.right > key.left - 6))
      wrong.push("no air");
  }
  return wrong;
}"""


def test_a_number_below_0_shows_its_minus_while_it_is_typed(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="golf")
    _keys(phone, "3")
    sign = "getComputedStyle(document.querySelector('.blank'), '::before').content"
    assert phone.page.evaluate(sign) == "none"
    _keys(phone, "sign")
    assert phone.page.evaluate(sign) == '"−"'


def test_long_numbers_are_whole_in_the_narrowest_cells_while_they_are_typed(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(SIX, game="score_sheet", sheet="golf")
    _keys(phone, *"1050", "sign", "next", *"120", "sign", "next", "1", "2", "+", "1", "5")
    within = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.value)"
    for width in (320, 360):
        phone.page.set_viewport_size({"width": width, "height": 640})
        _keys(phone, "next")
        assert phone.page.locator(".tallies [data-cell]").evaluate_all(within) == []
        expect(phone.page.locator(".tallies")).to_have_js_property("scrollLeft", 0)
        beyond = "sheet => sheet.scrollWidth - sheet.clientWidth"
        assert phone.page.locator(".tallies").evaluate(beyond) <= 0, width


def test_a_long_choice_is_whole_and_makes_no_other_small(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cleo", LONGISH], game="score_sheet", sheet="tarot")
    phone.page.get_by_label("Taker", exact=True).select_option(LONGISH)
    for width, height, least in ((360, 640, 1), (768, 1024, 1.25), (1440, 900, 1.25)):
        phone.page.set_viewport_size({"width": width, "height": height})
        others, left = phone.page.evaluate(_CHOICES)
        assert others == [least], width
        # The arrow stands in what is left.
        assert left >= 12, (width, left)


LONGISH = "Alexandra Papadopoulos"
_CHOICES = """() => {
  const choices = [...document.querySelectorAll(".whole select")];
  const all = choices.map((choice) => [choice, getComputedStyle(choice)]);
  const ink = document.createElement("canvas").getContext("2d");
  const [choice, style] = all[0];
  Object.assign(ink, { font: style.font, letterSpacing: style.letterSpacing });
  const { width } = ink.measureText(choice.selectedOptions[0].text);
  const left = choice.clientWidth - parseFloat(style.paddingInlineStart) - 4 - width;
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return [[...new Set(all.slice(1).map(([, { fontSize }]) => parseFloat(fontSize) / letter))], left];
}"""


def test_save_is_green_where_a_choice_leaves_no_number_to_type(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(LONG[:4], game="score_sheet", sheet="tichu")
    phone.page.get_by_label("Out first", exact=True).select_option(LONG[0])
    form = phone.page.locator("#noting")
    expect(form).not_to_have_class(re.compile(r"\bfull\b"))
    phone.page.locator(".ticked").first.tap()
    expect(form).to_have_class(re.compile(r"\bfull\b"))


def test_save_is_not_green_before_somebody_is_chosen(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="carcassonne")
    form = phone.page.locator("#noting")
    expect(form.get_by_role("link", name="Ann")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Save")).to_be_visible()
    expect(form).not_to_have_class(re.compile(r"\bfull\b"))
    form.get_by_role("link", name="Ann").tap()
    phone.page.get_by_text("Road", exact=True).tap()
    _keys(phone, "3")
    expect(form).to_have_class(re.compile(r"\bfull\b"))


def test_save_is_not_green_where_a_sum_does_not_come_out(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet="hearts")
    form = phone.page.locator("#noting")
    for points in ("13", "10", "3", "2"):
        _keys(phone, *points, "next")
    phone.sees("2 too many of 26", within=".numpad")
    expect(form).not_to_have_class(re.compile(r"\bfull\b"))
    phone.tap("Save")
    phone.sees("28 of 26 points are given.", within=".sheet")
    phone.page.get_by_label("Bob: Points taken").fill("8")
    expect(form).to_have_class(re.compile(r"\bfull\b"))


def test_catans_columns_are_equal_and_its_totals_whole_on_a_small_phone(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(LONG[:4], game="score_sheet", sheet="catan")
    phone.page.set_viewport_size({"width": 360, "height": 640})
    widths = {round(width) for _, width, *_ in boxes(phone.page, ".blanks td .blank > input")}
    assert max(widths) - min(widths) <= 4
    beyond = "blanks => blanks.scrollWidth - blanks.clientWidth"
    assert phone.page.locator(".blanks").evaluate(beyond) == 0


def _in_hand(phone: Phone, label: str) -> None:
    """The cell that the keys type into."""
    expect(phone.page.locator(".blank.here input")).to_have_attribute("aria-label", label)


def _choose_a_game(phone: Phone, sheet: str) -> None:
    """What hangs on the game waits for it, and so do the keys."""
    if sheet == "skat":
        phone.page.get_by_label("Game", exact=True).select_option("clubs")
        phone.page.get_by_label("Matadors").wait_for()


def test_a_bid_has_no_key_for_what_it_cannot_be(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "five_hundred", "Ann", "Bob", "Cat", "Dan")
    phone.page.get_by_label("Bid", exact=True).select_option("spades")
    expect(phone.page.locator(".numpad [data-pick]:visible")).to_have_text(["6", "7", "8", "9", "10"])


def test_of_two_sides_that_share_the_tricks_one_says_the_others(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "five_hundred", "Ann", "Bob", "Cat", "Dan")
    phone.page.get_by_label("Won the bidding").select_option("Ann")
    phone.page.get_by_label("Bid", exact=True).select_option("spades")
    _keys(phone, "7")
    phone.tap("Save")
    sides = phone.page.locator(".blanks td input")
    expect(sides).to_have_count(2)
    for key, other in (("7", "3"), ("10", "0")):
        _keys(phone, key)
        expect(sides.nth(1)).to_have_value(other)
    # What was typed stays.
    sides.nth(1).tap()
    _keys(phone, "4")
    expect(sides.nth(0)).to_have_value("10")
    phone.sees("4 too many of 10", within=".numpad")


def test_few_keys_stand_beside_what_is_asked_at_a_computer(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "wizard", "Ann", "Bob", "Cat")
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    key, cell = (phone.page.locator(each).first for each in ("[data-pick]:visible", "[data-cell]"))
    above, asked = key.bounding_box(), cell.bounding_box()
    assert above
    assert asked
    assert abs(above["y"] - asked["y"]) < 120


def test_a_key_says_whose_and_what_comes_next_and_only_that_one_goes_on(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "catan", "Ann", "Bob")
    following, save = phone.page.locator(".numpad .next"), phone.page.locator(".noting .match")
    green = "key => getComputedStyle(key).backgroundColor"
    expect(following).to_have_text("NextCities")
    colour = following.evaluate(green)
    assert save.evaluate(green) != colour
    _keys(phone, "3", "back", "2")
    _in_hand(phone, "Ann: Settlements")
    phone.sees("2", within=".numpad .sum")
    expect(phone.page.locator(".sums").first).to_have_text("2 +2")
    # In the order of the sheet, what is rarely asked as well.
    _keys(phone, "next", "1")
    expect(following).to_have_text("NextPoint cards")
    _keys(phone, "next", "1")
    expect(following).to_have_text("NextMore")
    _keys(phone, "next")
    expect(following).to_have_text("NextBob: Settlements")
    _keys(phone, "next")
    _in_hand(phone, "Bob: Settlements")
    # The keys keep their places, whatever a field may hold.
    place = "part => [part.getBoundingClientRect().left, part.getBoundingClientRect().top]"
    one = phone.page.locator(".numpad [data-key='1']")
    places = {tuple(one.evaluate(place))}
    for _ in range(2):
        _keys(phone, "2", "next")
        places.add(tuple(one.evaluate(place)))
    assert len(places) == 1
    _keys(phone, "0", "next")
    # Nothing is missing: the green key is the one that saves, no other does, and none leads back.
    phone.sees("More", within=".numpad .what")
    expect(following).to_be_disabled()
    assert (save.evaluate(green), following.evaluate(green) == colour) == (colour, False)
    expect(phone.page.get_by_role("button", name="Save")).to_have_count(1)


def test_the_key_that_saves_has_one_place_on_every_sheet(unlock: Unlock) -> None:
    phone = unlock()
    for width, height in ((360, 640), (640, 360)):
        phone.page.set_viewport_size({"width": width, "height": height})
        places = set()
        for sheet in ("", "skat", "catan", "darts_501", "winner", "poker_chips"):
            phone.sit_down(["Özgür", "Bartholomäus", "Jörg"], game="score_sheet", sheet=sheet)
            save = phone.page.get_by_role("button", name="Save")
            expect(save).to_have_count(1)
            box = save.bounding_box()
            assert box
            places.add((round(box["x"] + box["width"]), round(box["y"] + box["height"])))
        assert len(places) == 1, places


def test_no_key_types_what_a_sheet_never_has(unlock: Unlock) -> None:
    phone = unlock()
    keys = {"skat": "", "catan": "±", "tarot": ".", "": "±."}
    for sheet, there in keys.items():
        names = ["Ann", "Bob", "Cat", "Dan"][: 3 if sheet == "skat" else 4]
        phone.sit_down(names, game="score_sheet", sheet=sheet)
        _choose_a_game(phone, sheet)
        phone.page.locator(".numpad:not([hidden])").wait_for()
        shown = [key for key in "±." if phone.page.locator(".numpad button", has_text=key).count()]
        assert "".join(shown) == there, sheet
        # Where there is but one number, nothing comes next.
        assert phone.page.locator(".numpad .next").count() == (sheet != "skat")


def test_next_goes_round_what_is_rarely_asked_and_a_correction_begins_with_its_first_field(
    unlock: Unlock,
) -> None:
    phone = unlock()
    _begin(phone, "tarot", "Ann", "Bob", "Cem", "Dee")
    phone.page.get_by_label("Taker", exact=True).select_option("Bob")
    phone.choose("Contract", "Petite")
    _keys(phone, "2", "next")
    _in_hand(phone, "Taker’s points")
    _keys(phone, "4", "5")
    phone.tap("Save")
    phone.tap("Menu")
    phone.tap("Correct the last move")
    _in_hand(phone, "Bouts")
    expect(phone.page.get_by_label("Taker", exact=True)).to_have_value("Bob")
    # Whoever corrects it knows what is asked for.
    expect(phone.page.locator("h1")).to_have_text("Deal 1")


def test_a_choice_leads_on_to_the_number_that_is_missing(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "bridge_rubber", "Ann", "Bob", "Cem", "Dee")
    # Under an empty level too the key says what comes next.
    expect(phone.page.locator(".numpad .next small")).to_have_text("Trumps")
    _keys(phone, "4")
    phone.choose("Trumps", "Hearts")
    phone.page.get_by_label("Declarer", exact=True).select_option("Ann")
    phone.choose("Doubled", "Doubled")
    _keys(phone, "7")
    expect(phone.page.get_by_label("Level", exact=True)).to_have_value("4")
    expect(phone.page.get_by_label("Tricks taken", exact=True)).to_have_value("7")


def test_what_a_choice_asks_for_stands_there_before_it_where_there_is_room(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "skat", "Ann", "Bob", "Cem")
    one = phone.page.locator(".numpad [data-key='1']")
    result = phone.page.locator(".whole .asked", has_text="Result")
    expect(one).to_be_hidden()
    expect(result).to_be_hidden()
    for width, height in ((390, 844), (640, 360), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        expect(one).to_be_disabled()
        expect(one).to_be_visible()
        expect(result).to_be_visible()
        assert not phone.page.get_by_label("Result", exact=True).is_visible()
    phone.choose("Game", "Grand")
    phone.page.get_by_label("Declarer", exact=True).select_option("Ann")
    phone.choose("Result", "Won")
    expect(one).to_be_enabled()
    _keys(phone, "2")
    phone.tap("Save")
    phone.sees("Grand, Ann", within=".tallies td.entered")
    phone.page.set_viewport_size({"width": 360, "height": 640})
    expect(phone.page.locator(".tallies td.entered").first).to_be_hidden()


def test_no_head_of_a_sheet_lies_on_what_can_be_done_at_the_end(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "poker_chips", "Ann", "Bob", "Cem", "Dee")
    for name in ("Ann", "Bob", "Cem", "Dee"):
        phone.fast({"do": "entry", f"c what {name}": "in", f"n amount {name}": "20"})
    phone.fast({"do": "end"})
    # As high a window as has the head where that stays.
    head = phone.page.locator(".over thead th").last.bounding_box()
    assert head
    phone.page.set_viewport_size({"width": 360, "height": int(head["y"]) + 45})
    on_top = "part => { const { x, y, width, height } = part.getBoundingClientRect();"
    on_top += " return part.contains(document.elementFromPoint(x + width / 2, y + height / 2)) }"
    assert phone.page.locator(".over > .acts").get_by_text("Dispute").evaluate(on_top)


def test_no_key_types_into_a_number_while_a_choice_stands_over_them(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "bridge_rubber", "Ann", "Bob", "Cem", "Dee")
    _keys(phone, "3")
    phone.choose("Trumps", "Hearts")
    phone.page.get_by_label("Declarer", exact=True).select_option("Bob")
    _keys(phone, "8")
    typing, keys = phone.page.locator(".typing"), phone.page.locator(".numpad button:not(.next):visible")
    phone.page.get_by_label("Honours", exact=True).select_option("four")
    expect(typing).to_have_text("Held bychoose first")
    assert keys.evaluate_all("keys => keys.filter(key => !key.disabled).length") == 0
    phone.page.get_by_label("Held by", exact=True).select_option("Cem")
    expect(typing).to_contain_text("Level")
    _keys(phone, "5")
    expect(phone.page.get_by_label("Level", exact=True)).to_have_value("5")


def test_a_correction_that_has_no_number_asks_for_what_its_choices_need(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "skat", "Ann", "Bob", "Cem")
    phone.choose("Game", "Null")
    phone.page.get_by_label("Declarer", exact=True).select_option("Ann")
    phone.choose("Result", "Won")
    phone.tap("Save")
    phone.tap("Menu")
    phone.tap("Correct the last move")
    expect(phone.page.get_by_label("Matadors")).to_be_hidden()
    expect(phone.page.locator("form[data-fill]")).to_have_class(re.compile("full"))


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
@pytest.mark.parametrize(
    ("sheet", "keys", "gone"),
    [("doppelkopf", "120", "Losers: no trick"), ("bridge_rubber", "1", "Held by"), ("hearts", "13", "")],
)
def test_nothing_moves_under_a_finger_that_types(
    unlock: Unlock, sheet: str, keys: str, gone: str, width: int, height: int
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet=sheet)
    phone.page.locator(".numpad:not([hidden])").wait_for()
    parts = phone.page.locator(
        "#table :is(select, [data-cell], .numpad button:not([hidden]), .acts .act):visible"
    )
    handles = parts.element_handles()
    places = [part.bounding_box() for part in handles]
    _keys(phone, *keys)
    if gone:
        expect(phone.page.get_by_label(gone)).to_be_hidden()
    else:
        expect(phone.page.locator(".so-far")).to_have_text(keys)
    still = [part.bounding_box() for part in handles]
    assert [(was, is_) for was, is_ in zip(places, still, strict=True) if is_ != was] == []


def test_a_key_for_each_small_number_has_one_place_too(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "wizard", "Ann", "Bob", "Cat")
    # Whoever tapped the wrong one taps another.
    _keys(phone, "1", "0", "next", "1", "next", "1")
    phone.sees("Round 1", within="h1")
    keys = phone.page.locator(".numpad [data-pick]:visible")
    expect(keys).to_have_text(["0", "1"])
    expect(phone.page.locator(".numpad [data-key='1']")).to_be_hidden()


def test_marks_have_all_the_height_of_the_sheet(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "darts_cricket", "Ann", "Bob")
    phone.sees("Tap how many marks.", within="h1")
    _keys(phone, "3")
    phone.tap("Save")
    for width, height in ((360, 640), (640, 360), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        sheet = phone.page.locator(".tallies")
        below = "sheet => sheet.clientHeight - sheet.querySelector('table').offsetHeight"
        assert abs(sheet.evaluate(below)) <= 1, width
        heights = sheet.locator("tbody tr").evaluate_all("rows => rows.map(row => row.offsetHeight)")
        assert max(heights) - min(heights) <= 1, (width, heights)


_IS_ALONE = """key => [...key.parentElement.children]
  .every(each => each === key || each.offsetTop !== key.offsetTop)"""
#: How many keys a row has, and how much it is short of the pad.
_ROWS = """keys => {
  const rows = Object.groupBy(keys.filter(key => key.offsetWidth), key => key.offsetTop);
  return Object.values(rows).map(row => {
    const [one, last] = [row.at(0), row.at(-1)].map(key => key.getBoundingClientRect());
    return [row.length, Math.round(last.right - one.left - row[0].parentElement.clientWidth)];
  });
}"""


def test_the_row_of_the_mark_in_hand_is_in_sight(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 360, "height": 480})
    phone.sit_down(["Al", "Alexandra", "Bo"], game="score_sheet", sheet="darts_cricket")
    for mark, row in (("20s", "20"), ("Bull", "Bull"), ("20s", "20")):
        phone.page.get_by_label(f"Al: {mark}").tap()
        expect(phone.page.locator(".tallies tbody th", has_text=row)).to_be_in_viewport(ratio=1)
        assert phone.page.locator(".tallies tbody tr", has_text=row).evaluate(
            """row => row.offsetTop - row.closest('.tallies').scrollTop
              >= row.closest('table').tHead.offsetHeight"""
        )
    phone.page.evaluate(_LARGE)
    fields = phone.page.locator(".s-cell > .whole")
    assert fields.evaluate_all("all => new Set(all.map(field => field.offsetTop)).size") == 1


@pytest.mark.parametrize("sheet", ["darts_cricket", "molkky", "bowling", "mini_golf", "wizard"])
def test_the_keys_for_small_numbers_fill_their_rows(unlock: Unlock, sheet: str) -> None:
    phone = unlock()
    _begin(phone, sheet, "Ann", "Bob", "Cat")
    phone.page.locator(".numpad").wait_for()
    for width, height, most in ((360, 640, 7), (640, 360, 6), (1440, 900, 5)):
        phone.page.set_viewport_size({"width": width, "height": height})
        rows = phone.page.locator(".numpad button").evaluate_all(_ROWS)
        assert max(abs(short) for _, short in rows) <= 1, (width, rows)
        assert max(number for number, _ in rows) <= most
        lonely = phone.page.locator(".numpad [data-key=back]").evaluate(_IS_ALONE)
        assert not lonely, width


def test_a_field_that_may_stay_blank_has_no_key_for_nothing(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "darts_cricket", "Ann", "Bob")
    expect(phone.page.locator(".numpad [data-pick]:visible")).to_have_text([*"123456789"])


def test_an_entry_begins_with_what_can_still_score(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "darts_cricket", "Ann", "Bob")
    for name in ("Ann", "Bob"):
        _in_hand(phone, f"{name}: 20s")
        _keys(phone, "3")
        phone.tap("Save")
    _in_hand(phone, "Ann: 19s")
    phone.page.get_by_label("Ann: 20s, closed by all").tap()
    phone.sees("20s, closed by all", within=".typing")
    _keys(phone, "1")
    phone.tap("Save")
    phone.sees("Bob, turn 2", within="h1")


def test_a_refused_turn_goes_on_with_what_was_entered(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "darts_cricket", "Ann", "Bob")
    for name in ("Ann", "Bob"):
        phone.page.get_by_label(f"{name}: 20s").fill("3")
        phone.tap("Save")
    assert phone.page.locator(".closed .called").evaluate_all(
        "parts => parts.map((part) => getComputedStyle(part.parentElement).textDecorationLine)"
    ) == ["line-through", "none", "none"]
    phone.page.get_by_label("Ann: 17s").fill("9")
    phone.page.get_by_label("Ann: 16s").fill("2")
    phone.tap("Save")
    phone.sees("That takes 4 darts, not three", within=".sheet")
    _in_hand(phone, "Ann: 17s")


def test_nine_in_a_quick_sheet_have_whole_keys_and_see_that_it_goes_on(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "", *LONG)
    burst = "acts => acts.filter((act) => act.scrollWidth > act.clientWidth).map((act) => act.innerText)"
    for width, height in ((360, 640), (390, 844), (430, 932)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert not phone.page.locator(".noting > .acts > *:visible").evaluate_all(burst), width
    phone.page.goto(f"{phone.page.url}?sheet=rounds")
    sheet = phone.page.locator(".s-rounds .tallies")
    more = "sheet => getComputedStyle(sheet).getPropertyValue('--more')"
    assert sheet.evaluate(more) == "1rem"
    sheet.evaluate("sheet => sheet.scrollTo(sheet.scrollWidth, 0)")
    expect(sheet).to_have_css("--more", "0px")


def test_nine_in_a_quick_sheet_have_names_of_several_words_whole(unlock: Unlock) -> None:
    phone = unlock()
    more = ("Friedrich Wilhelm IIIIII", "Anna Lena", "Ida Sophie", "Jane Elizabeth Williams")
    _begin(phone, "", *LONG[:5], *more)
    cut = """names => names.filter((name) => /[ -]/.test(name.innerText.trim())
        && (name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth)
    ).map((name) => name.innerText)"""
    assert phone.page.locator(".named .each-name").evaluate_all(cut) == []
    expect(phone.page.locator(".named").last).to_be_in_viewport(ratio=1)


def test_nine_in_a_quick_sheet_see_what_the_last_round_added(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(LONG, game="score_sheet")
    phone.fast(*(round_of(LONG, number) for number in (1, 2)))
    added = phone.page.locator(".named .asked small")
    expect(added).to_have_text(["+11"] * 9)
    expect(added.last).to_be_in_viewport()
    _keys(phone, "5")
    expect(added.first).to_have_text("+5")
    phone.go(f"{phone.page.url.partition('?')[0]}hand/1/")
    expect(phone.page.locator(".named [data-cell]")).to_have_count(9)


def test_the_number_in_hand_is_the_one_that_a_refusal_names(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="hand_and_foot")
    for label, number in (
        ("Ann: On table", "70"),
        ("Ann: In hand", "0"),
        ("Bob: Red books", "2"),
        ("Bob: On table", "20"),
        ("Bob: In hand", "0"),
    ):
        phone.page.get_by_label(label).fill(number)
    phone.tap("Save")
    phone.sees("books need 70 on table, not 20.", within=".sheet")
    _in_hand(phone, "Bob: On table")


def test_the_number_in_hand_is_the_one_that_a_question_doubts(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="canasta")
    for label, number in (
        ("Ann: On table", "20"),
        ("Ann: In hand", "0"),
        ("Bob: On table", "500"),
        ("Bob: In hand", "5"),
    ):
        phone.page.get_by_label(label).fill(number)
    phone.tap("Save")
    phone.sees("Ann: too little is melded to open", within=".s-doubt")
    _in_hand(phone, "Ann: On table")
    # The question is still read first.
    assert phone.page.locator(":focus").inner_text() == "Is that right?"
    _keys(phone, "5", "0")
    expect(phone.page.locator(".s-doubt, [aria-invalid]")).to_have_count(0)
    expect(phone.page.get_by_label("Ann: On table")).to_have_value("50")


def test_a_number_that_comes_to_another_says_to_which_in_its_field(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "seven_wonders", "Ann", "Bob")
    for row, number, said in (
        ("coins", "7", "Coins +2"),
        ("military", "-3", "Military"),
        ("gears", "3", "Gears +9"),
    ):
        phone.page.goto(f"{phone.page.url.split('?')[0]}?row={row}&who=Ann")
        for key in number:
            _keys(phone, "sign" if key == "-" else key)
        expect(phone.page.locator(".col-head ~ .so-far").first).to_be_visible()
        expect(phone.page.locator(".asked")).to_have_text(said, use_inner_text=True)
        # The headline and the field say whose and what: the sheet has the room of a third line.
        expect(phone.page.locator(".typing")).to_have_js_property("offsetHeight", 0)


def test_on_its_side_the_headline_stands_off_the_edge(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "klaverjassen", *"ABCD")
    phone.page.set_viewport_size({"width": 640, "height": 360})
    assert phone.page.locator(".now").evaluate("now => now.getBoundingClientRect().top") > 5


def test_a_long_name_of_partners_leaves_room_to_the_border(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "klaverjassen", "Ann", "Bob", "Eve", "Wilhelmine Henriette")
    phone.page.goto(f"{phone.page.url}?sheet=rounds")
    (_, _, _, sheet, _), *_ = boxes(phone.page, ".s-rounds .tallies")
    assert all(sheet - right > 7 for _, _, _, right, _ in boxes(phone.page, ".s-rounds .col-name"))


def test_a_key_of_the_pad_takes_no_focus_and_gives_none_away(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "hearts", "Ann", "Bob", "Cat")
    _in_hand(phone, "Ann: Points taken")
    # As a reader does, for whom a finger looks for the keys: each keeps the focus that it was given.
    one = phone.page.locator(".numpad [data-key='1']")
    one.focus()
    one.evaluate("key => key.click()")
    expect(one).to_be_focused()
    following = phone.page.locator(".numpad .next")
    following.focus()
    following.evaluate("key => key.click()")
    expect(following).to_be_focused()
    _in_hand(phone, "Bob: Points taken")
    # Whoever types with a keyboard goes along.
    phone.page.get_by_label("Bob: Points taken").focus()
    phone.page.keyboard.type("4")
    phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_label("Cat: Points taken")).to_be_focused()


def test_a_strike_and_a_spare_have_a_key(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "bowling", "Ann", "Bob")
    cells = phone.page.locator(".tallies tbody tr").nth(0).locator("a.cell")
    second = phone.page.get_by_label("Ann: Second ball")
    # A spare is the second ball's, whoever has not gone on to it.
    _keys(phone, "7", "/")
    expect(second).to_have_value("/")
    expect(phone.page.locator(".so-far")).to_have_text("10")
    _heads(phone, "A Ann 10 +10", "B Bob 0")
    phone.tap("Save")
    expect(cells).to_have_count(1)
    _heads(phone, "A Ann 10", "B Bob 0")
    # The next player's frame follows by itself.
    expect(second).to_have_count(0)
    second = phone.page.get_by_label("Bob: Second ball")
    expect(second).to_be_visible()
    _keys(phone, "X")
    # There is no second ball then.
    expect(second).to_be_hidden()
    expect(phone.page.locator(".numpad .next")).to_be_disabled()
    phone.tap("Save")
    row = phone.page.locator(".tallies tbody tr").first
    expect(row.locator("td").nth(0)).to_have_text(re.compile("10 *7 /"))
    expect(row.locator("td").nth(1)).to_have_text(re.compile("10 *X"))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1440, 900)])
def test_a_sheet_of_categories_has_all_the_height_there_is(unlock: Unlock, width: int, height: int) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    _begin(phone, "yahtzee", "Ann", "Bob")
    sheet = phone.page.locator(".tallies")
    foot = sheet.evaluate("sheet => sheet.getBoundingClientRect().bottom")
    keys = phone.page.locator("#table > .acts").evaluate("acts => acts.getBoundingClientRect().top")
    assert 0 <= keys - foot < 10, "nothing is blank below it"
    assert phone.overflow() <= 0
    assert sheet.evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight"), "all rows are there"
    assert phone.page.locator("a.cell").first.evaluate("cell => cell.offsetHeight") >= 44


def test_on_its_side_a_sheet_of_categories_has_the_whole_height(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    _begin(phone, "yahtzee", "Maximiliane", "Bob", "Cat", "Dan")
    edge = "(part, side) => part.getBoundingClientRect()[side]"
    sheet = phone.page.locator(".tallies")
    for beside in (".bar", ".tallying", "#table > .acts"):
        assert phone.page.locator(beside).evaluate(edge, "left") >= sheet.evaluate(edge, "right")
    # All of the upper part is in sight, and what it brings.
    expect(phone.page.locator("tr.counted").first).to_be_in_viewport(ratio=1)
    assert phone.overflow() <= 0


def test_a_tap_on_the_name_of_a_tick_ticks_it(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "romme", "Ann", "Bob")
    row = phone.page.locator(".whole > .ticked", has=phone.page.get_by_label("Hand Rommé"))
    colour = "row => getComputedStyle(row).backgroundColor"
    before = row.evaluate(colour)
    phone.page.locator(".asked", has_text="Hand Rommé").tap(force=True)  # its row lies over it
    expect(phone.page.get_by_label("Hand Rommé")).to_be_checked()
    assert row.evaluate(colour) == before, "its name is read on the ground that it had"


def test_partners_have_one_line_whose_totals_are_large_while_nothing_stands_above(
    unlock: Unlock, axe: Callable[[Page], None]
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 390, "height": 844})
    _begin(phone, "jass", "Ann", "Bob", "Cat", "Dan")
    expect(phone.page.locator(".blanks tbody tr")).to_have_count(2)
    expect(phone.page.locator(".tallies")).to_have_count(0)
    large = "part => parseFloat(getComputedStyle(part).fontSize)"
    assert phone.page.locator(".sums b").first.evaluate(large) >= 32
    phone.page.get_by_label("Chose trumps").select_option("Ann")
    _keys(phone, "1", "0", "0")
    phone.page.get_by_label("Ann & Cat: Weis").tap()
    _keys(phone, "2", "0")
    expect(phone.page.locator(".sums b")).to_have_text(["120", "57"])
    axe(phone.page)
    phone.tap("Save", ".acts")
    _heads(phone, "A Ann & C Cat 120 +120", "D deals: B Bob & D Dan 57 +57")
    expect(phone.page.locator(".blanks tbody tr")).to_have_count(2)


#: What is written in the box of a part and does not fit into it.
_CUT_OFF = """parts => parts.filter(part => part.scrollWidth > part.clientWidth
  || part.scrollHeight > part.clientHeight + 1).map(part => part.innerText)"""
#: Over how many lines the longest part is broken.
_LINES = """parts => Math.max(...parts.map(part =>
  Math.round(part.offsetHeight / parseFloat(getComputedStyle(part).lineHeight))))"""


@pytest.mark.parametrize("sheet", ["jass", "belote", "spades", "hand_and_foot", "tichu", "doppelkopf"])
def test_long_names_and_fields_are_whole_above_their_points_and_on_the_keys(
    unlock: Unlock, sheet: str
) -> None:
    phone = unlock()
    phone.sit_down(["Bartholomäus", "Maximiliane", "Özgür", "Jörg"], game="score_sheet", sheet=sheet)
    phone.page.locator(".numpad:not([hidden])").wait_for()
    for width, height in ((360, 640), (640, 360), (768, 1024)):
        phone.page.set_viewport_size({"width": width, "height": height})
        parts = phone.page.locator(".col-name, .each-name, .next small, .typing > *, .noting > .blanks")
        assert parts.evaluate_all(_CUT_OFF) == [], (width, height)
        assert phone.overflow() <= 0


@pytest.mark.parametrize("sheet", ["belote", "spades"])
def test_partners_with_long_names_stand_one_in_a_line_beside_their_faces(unlock: Unlock, sheet: str) -> None:
    phone = unlock()
    names = ["Maximiliane-Charlotte", "Bartholomäus", "Konstantin-Alexander", "Wilhelmine"]
    phone.sit_down(names, game="score_sheet", sheet=sheet)
    each = {what: [f"n {what} {name}" for name in names] for what in ("bid", "tricks")}
    moves: dict[str, list[dict[str, Any]]] = {
        "belote": [{"do": "entry", "c taker": names[0], "n taken": "100"}],
        "spades": [
            {"do": "bids", **dict(zip(each["bid"], "3423", strict=True))},
            {"do": "result", **dict(zip(each["tricks"], "4423", strict=True))},
        ],
    }
    for move in ({}, *moves[sheet]):
        if move:
            phone.fast(move)
        heads = phone.page.locator(".tallies .mate")
        expect(heads).to_have_count(4)
        assert (
            heads.evaluate_all(
                """mates => mates.map(mate => mate.querySelector(".col-name").innerText.trim().length > 6
              && mate.clientHeight < 24 && mate.scrollWidth <= mate.clientWidth)"""
            )
            == [True] * 4
        )
        assert phone.page.locator(".col-name, .each-name").evaluate_all(_CUT_OFF) == []
        assert phone.page.locator(".noting > .blanks").evaluate(
            "fields => fields.scrollHeight <= fields.clientHeight + 1"
        )


def test_the_faces_and_points_of_partners_with_long_names_have_air(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Konstantin-Alexander", "Siegfried", "Wilhelmine Henriette", "Bartholomäus"]
    phone.sit_down(names, game="score_sheet", sheet="belote")
    phone.fast({"do": "entry", "c taker": names[0], "n taken": "92"})
    for width, height in ((360, 640), (390, 844)):
        phone.page.set_viewport_size({"width": width, "height": height})
        first, second, points = phone.page.locator(".tallies th:nth-child(2)").evaluate(
            """head => [...head.querySelectorAll(".face, thead b")].map(part => part.getBoundingClientRect())
              .map(box => [box.top, box.bottom])"""
        )
        assert second[0] - first[1] >= 1
        assert points[0] >= second[1]
        assert (
            phone.page.locator(".mate").evaluate_all("mates => Math.max(...mates.map(m => m.clientHeight))")
            < 24
        )
        # Who leads has a crown in the head: no line is cut that says it once more.
        expect(phone.page.locator(".tallying small")).to_be_hidden()
        expect(phone.page.locator(".mate .mark > svg")).to_be_visible()
    phone.sit_down(names, game="score_sheet", sheet="jass")
    phone.fast({"do": "entry", "c chooser": names[0], "n taken": "92"})
    assert phone.page.locator(".each-name").evaluate_all(_CUT_OFF) == []


def test_a_long_name_of_partners_begins_beside_its_face_and_no_and_stands_alone(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Konstantin Papadopoulos", "Bo", "Alexandra Papadopoulos", "Cy"]
    phone.sit_down(names, game="score_sheet", sheet="coinche")
    gaps = phone.page.locator(".tallies .mate:has(.col-name > span)").evaluate_all(
        """mates => mates.map(mate => [mate.querySelector(".face"), mate.querySelector(".col-name > span")]
          .map(part => part.getBoundingClientRect())).map(([face, name]) => name.left - face.right)"""
    )
    assert max(gaps) < 6
    assert "&" not in phone.page.locator(".tallies thead").inner_text()


def test_on_the_whole_sheet_and_at_the_end_long_names_of_partners_touch_nothing(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Konstantin-Alexander", "Wilhelmine Henriette", "Siegfried", "Bartholomäus"]
    phone.sit_down(names, game="score_sheet", sheet="coinche")
    phone.fast(
        {"do": "bids", "c taker": names[1], "n contract": "110", "c doubled": "no"},
        {"do": "result", "n taken": "120"},
    )
    boxes = """parts => parts.map(part => part.getBoundingClientRect()).map(box => [box.left, box.right])"""
    phone.tap("The whole sheet")
    (one, end), (two, _), (three, _), (four, _) = phone.page.locator(".s-rounds .col-name").evaluate_all(
        boxes
    )
    assert one == two
    assert three == four
    ((chip, edge),) = phone.page.locator(".s-rounds .deals").evaluate_all(boxes)
    assert chip >= end + 4
    assert edge < three
    assert phone.page.locator(".s-rounds .col-name > span").evaluate_all(_LINES) == 1
    phone.tap("Back to the table")
    phone.fast({"do": "end"})
    last, points = phone.page.locator(".over th:nth-child(2)").evaluate(
        """head => [head.querySelector(".mate:last-child .face"), head.querySelector(":scope > b")]
          .map(part => part.getBoundingClientRect()).map(box => [box.top, box.bottom])"""
    )
    assert points[0] >= last[1]


def test_four_long_names_leave_all_fields_below_them_in_sight(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Konstantin-Alexander", "Wilhelmine Henriette", "Maximiliane", "Theodora-Luise"]
    phone.sit_down(names, game="score_sheet", sheet="doppelkopf")
    for _ in range(2):
        assert phone.page.locator(".col-name").evaluate_all(_LINES) == 2
        assert phone.page.locator(".blanks").evaluate_all(_CUT_OFF) == []
        phone.fast({"do": "entry", f"t re {names[0]}": "yes", f"t re {names[2]}": "yes", "n eyes": "190"})


_LARGE = 'document.documentElement.dataset.text = "large"'


def test_in_large_text_the_fields_below_a_long_name_leave_save_in_sight(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Al", "Alexandra Papadopoulos", "Bo", "Cy"], game="score_sheet", sheet="doppelkopf")
    phone.fast({"do": "entry", "t re Al": "yes", "n eyes": "130"})
    phone.page.evaluate(_LARGE)
    assert phone.overflow() <= 0
    expect(phone.page.get_by_label("Kontra said", exact=True)).to_be_in_viewport(ratio=1)


def test_long_names_of_partners_make_no_other_words_small_nor_tall(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Wilhelmine Henriette", "Konstantin-Alexander", "Theodora-Luise", "Maximiliane"]
    phone.sit_down(names, game="score_sheet", sheet="jass")
    over_keys = phone.page.locator(".typing .into")
    size = "part => parseFloat(getComputedStyle(part).fontSize)"
    assert over_keys.evaluate(size) > 17
    phone.page.get_by_label("Wilhelmine Henriette & Theodora-Luise: Weis").focus()
    assert over_keys.evaluate(size) < 14
    # Who deals next has the longest name.
    phone.fast({"do": "entry", "c chooser": names[1], "n taken": "92"})
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    assert (
        phone.page.locator("td.entered, .tallies .col-name").evaluate_all(
            """parts => Math.max(...parts.map(part => {
          const lines = document.createRange();
          lines.selectNodeContents(part);
          return new Set([...lines.getClientRects()].map(box => Math.round(box.top))).size;
        }))"""
        )
        <= 2
    )


def test_at_a_computer_what_was_played_stands_below_its_numbers_and_leaves_names_room(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    names = ["Ann", "Bob", "Cleo", "Wilhelmine Herrmann", LONGISH]
    phone.sit_down(names, game="score_sheet", sheet="tarot")
    deal = {"c taker": LONGISH, "c partner": "Cleo", "c contract": "guard", "n bouts": "2", "n taken": "50"}
    for _ in range(9):
        phone.fast({"do": "entry"} | deal)
    assert phone.page.locator(".col-name").evaluate_all(_LINES) == 2
    played = phone.page.locator("td.entered").last
    phone.sees("Garde", within="tr:last-child td.entered")
    # In one line or two, over the whole width.
    assert played.evaluate("cell => cell.offsetWidth / cell.closest('table').offsetWidth") > 0.95
    # No row is cut below the head.
    rows = phone.page.locator(".tallies tbody :is(th, td.entered)").evaluate_all(
        """cells => {
          const head = document.querySelector(".tallies thead th").getBoundingClientRect().bottom;
          return cells.map(cell => cell.getBoundingClientRect())
            .filter(({top, bottom}) => top < head - 1 && bottom > head + 1).length;
        }"""
    )
    assert rows == 0


def test_the_two_letters_of_a_face_are_large_and_whole(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Wilhelmine Henriette", "Konstantin-Alexander", "Theodora-Luise", "Maximiliane"]
    phone.sit_down(names, game="score_sheet", sheet="spades")
    face = phone.page.locator(".tallies .face").first
    assert face.evaluate("face => parseFloat(getComputedStyle(face).fontSize) / face.offsetWidth") >= 0.49
    assert face.evaluate(
        """face => {
          const letters = document.createRange();
          letters.selectNodeContents(face);
          return letters.getBoundingClientRect().width < face.clientWidth - 1;
        }"""
    )
    phone.page.goto(phone.page.url.replace("/t/", "/games/"))
    # Of the faces of a side none covers what is in another, a ring around it included.
    assert phone.page.locator(".ranked .faces").evaluate_all(
        """all => all.map(({children: [one, two]}) => {
          const letters = document.createRange();
          letters.selectNodeContents(one);
          return letters.getBoundingClientRect().right <= two.getBoundingClientRect().left - 1;
        })"""
    ) == [True, True]


def test_five_long_names_are_whole_above_a_quick_sheet(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Wilhelmine Henriette", "Konstantin-Alexander", "Siegfried"]
    phone.sit_down([*names, "Bartholomäus-Maximilian", "Anna-Katharina Elisabeth"], game="score_sheet")
    assert phone.page.locator(".col-name").evaluate_all(_CUT_OFF) == []


@pytest.mark.parametrize(
    ("sheet", "players", "width", "height"),
    [("", 3, 360, 640), ("", 5, 1440, 900), ("doppelkopf", 4, 1440, 900), ("coinche", 4, 1440, 900)],
)
def test_long_names_break_where_they_are_written_apart(
    unlock: Unlock, sheet: str, players: int, width: int, height: int
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    names = ["Konstantin-Alexander", "Wilhelmine Henriette", "Maximiliane", "Ann", "Bob"]
    phone.sit_down(names[:players], game="score_sheet", sheet=sheet)
    moves: dict[str, list[dict[str, Any]]] = {
        "doppelkopf": [{"do": "entry", "t re Ann": "yes", "t re Maximiliane": "yes", "n eyes": "190"}],
        "coinche": [
            {"do": "bids", "c taker": names[1], "n contract": "110", "c doubled": "no"},
            {"do": "result", "n taken": "120"},
        ],
    }
    phone.fast(*moves.get(sheet, ()))
    parts = phone.page.locator(".col-name > span")
    expect(parts).to_have_count(4)
    assert parts.evaluate_all(_LINES) == 1


@pytest.mark.parametrize("sheet", ["canasta", "hand_and_foot"])
def test_over_the_keys_partners_with_long_names_are_whole(unlock: Unlock, sheet: str) -> None:
    phone = unlock()
    names = ["Konstantin-Alexander", "Wilhelmine Henriette", "Maximiliane", "Ann"]
    phone.sit_down(names, game="score_sheet", sheet=sheet)
    for width, height in ((360, 640), (640, 360), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        heading = phone.page.locator(".typing")
        expect(heading).to_contain_text("Konstantin-Alexander & Maximiliane")
        tall = heading.evaluate("line => line.offsetHeight")
        assert heading.locator("> *").evaluate_all(_CUT_OFF) == [], (width, height)
        assert heading.evaluate("line => Math.ceil(parseFloat(getComputedStyle(line).minHeight))") + 1 >= tall


@pytest.mark.parametrize("sheet", ["carcassonne", "romme"])
def test_over_the_keys_whose_and_what_are_whole_with_a_long_name(unlock: Unlock, sheet: str) -> None:
    phone = unlock()
    name = "Alexandra Papadopoulos"
    phone.sit_down([name, "Ann"], game="score_sheet", sheet=sheet)
    if sheet == "carcassonne":
        phone.tap(name, ".whose-turn")
    heading = phone.page.locator(".typing")
    # Who was chosen stands above.
    expect(heading.locator(".into")).to_have_text("What scores" if sheet == "carcassonne" else name)
    tall = heading.evaluate("line => line.offsetHeight")
    for key in ("", "7", "7", "+", "8", "8"):
        if key and sheet == "romme":
            _keys(phone, key)
        assert heading.locator(".into, .what").evaluate_all(_CUT_OFF) == [], key
        assert heading.evaluate("line => line.offsetHeight") <= tall + 1, key
    # A sum needs the room of the word.
    expect(heading.locator(".what")).to_have_text("" if sheet == "romme" else "choose first")


def test_over_a_sheet_of_categories_names_break_between_words_alone_and_the_cell_is_named_whole(
    unlock: Unlock,
) -> None:
    phone = unlock()
    phone.sit_down(
        ["Wilhelmine Herrmann", "Alexandra Papadopoulos", "Bob", "Ann"], game="score_sheet", sheet="yahtzee"
    )
    parts = phone.page.locator(".col-name > span")
    expect(parts).to_have_count(4)
    assert parts.evaluate_all(_LINES) == 1
    phone.page.locator("tr", has_text="Small straight").locator(".cell").nth(1).tap()
    phone.sees("Alexandra Papadopoulos: Small straight", within="h1")
    assert phone.page.locator(".tallying h1 > span").evaluate_all(_CUT_OFF) == []


def test_an_undo_shows_the_cell_that_is_empty_again(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="yahtzee")
    phone.page.evaluate("document.documentElement.dataset.text = 'large'")
    cell = phone.page.locator("tr", has_text="Large straight").locator("td").first
    cell.locator(".cell").tap()
    phone.tap("40", ".values")
    expect(cell).to_have_text("40")
    phone.page.locator(".tallies").evaluate("sheet => sheet.scrollTo(0, 0)")
    expect(cell).not_to_be_in_viewport()
    phone.tap("Undo")
    expect(cell.locator(".cell")).to_be_in_viewport(ratio=0.9)


def test_of_a_deal_filled_in_only_its_own_differences_are_seen_and_nothing_is_no_gain(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet="skat")
    deal = {"do": "entry", "c game": "clubs", "n matadors": "2"}
    phone.fast(
        {**deal, "c declarer": "Ann", "c came": "won"}, {**deal, "c declarer": "Bob", "c came": "lost"}
    )
    expect(phone.page.locator("td.best")).to_have_text("36")
    before = phone.page.locator("thead small", has_text="72")
    expect(before).to_be_visible()
    for label, value in (("Game", "Hearts"), ("Declarer", "Cat"), ("Result", "Won")):
        phone.page.get_by_label(label, exact=True).select_option(label=value)
    phone.page.get_by_label("Matadors", exact=True).fill("3")
    phone.sees("+40", within="thead")
    expect(before).to_be_hidden()


@pytest.mark.parametrize("sheet", ["dominoes", "uno"])
def test_who_went_out_is_asked_only_where_two_have_nothing_left(unlock: Unlock, sheet: str) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet=sheet)
    field = {"dominoes": "pips", "uno": "left"}[sheet]
    lefts = ({"Ann": 0, "Bob": 3, "Cat": 5}, {"Ann": 4, "Bob": 0, "Cat": 2})
    phone.fast(*({"do": "entry", **{f"n {field} {name}": n for name, n in each.items()}} for each in lefts))
    out = phone.page.get_by_label("Went out")
    expect(out).to_be_hidden()
    expect(phone.page.locator(".noting > .blanks")).to_be_hidden()
    sheet_box, saved = (phone.page.locator(part) for part in (".tallies", ".tallies tbody tr"))
    assert (
        _top(saved.first)
        > _top(sheet_box) + phone.page.locator(".tallies thead").evaluate("h => h.offsetHeight") - 2
    )
    _keys(phone, "0", "next", "0")
    expect(out).to_be_visible()
    _keys(phone, "next", "7")
    phone.tap("Save")
    phone.sees("choose who went out" if sheet == "dominoes" else "say who went out", within=".sheet")
    out.select_option("Bob")
    phone.tap("Save")
    phone.sees("Round 4", within="h1")


def test_the_mark_of_who_deals_is_no_face_and_stands_before_its_name(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Konstantin-Alexander", "Wilhelmine Henriette", "Maximiliane", "Ann"]
    phone.sit_down(names, game="score_sheet", sheet="canasta", dealer="3")
    mark = phone.page.locator(".each-name .deals")
    assert mark.evaluate("mark => getComputedStyle(mark).borderRadius") != "50%"
    middles = """mark => { const name = new Range(); name.selectNodeContents(mark.nextSibling);
      return [mark, mark.firstElementChild, name].map(part => part.getBoundingClientRect())
        .map(box => [box.left + box.width / 2, box.top + box.height / 2]) }"""
    (across, down), letter, (_, line) = mark.evaluate(middles)
    assert letter == pytest.approx((across, down), abs=1.5)
    assert line == pytest.approx(down, abs=4)


@pytest.mark.parametrize("sheet", ["doppelkopf", "belote"])
def test_the_whole_sheet_has_whole_names_and_the_height_of_a_phone_on_its_side(
    unlock: Unlock, sheet: str, axe: Callable[[Page], None]
) -> None:
    phone = unlock()
    phone.sit_down(["Bartholomäus", "Maximiliane", "Özgür", "Jörg"], game="score_sheet", sheet=sheet)
    fields = {
        "doppelkopf": {"t re Jörg": "yes", "t re Özgür": "yes", "n eyes": "190"},
        "belote": {"c taker": "Bartholomäus", "n taken": "100"},
    }
    for _ in range(4):
        phone.fast({"do": "entry", **fields[sheet]})
    phone.tap("The whole sheet")
    expect(phone.page.locator(".played")).to_have_count(4)
    for width, height in ((640, 360), (360, 640), (768, 1024)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".col-name").evaluate_all(_CUT_OFF) == [], (width, height)
        # All four rounds and their head are in sight.
        scrolls = "sheet => sheet.scrollHeight - sheet.clientHeight"
        assert phone.page.locator(".tallies").evaluate(scrolls) <= 0, (width, height)
        played = phone.page.locator(".played").last
        expect(played).to_be_in_viewport(ratio=1)
        # A number is still as large as a finger, and what stands on its foot is not in the way.
        number = phone.page.locator("tbody tr:first-child td > a").first
        assert number.evaluate("link => link.offsetHeight") >= 44
        assert number.evaluate(
            """link => { const { left, width, top } = link.getBoundingClientRect();
              return document.elementFromPoint(left + width / 2, top + 40) === link }"""
        )
    axe(phone.page)


SIX = ["Özgür", "Bartholomäus", "Maximiliane", "Jörg", "Ann", "Bob"]


def _each(field: str, *numbers: str) -> dict[str, str]:
    """What each of the six enters."""
    return {f"n {field} {name}": number for name, number in zip(SIX, numbers, strict=False)}


_FIRST_ROUNDS: dict[str, tuple[int, list[dict[str, Any]]]] = {
    "wizard": (
        6,
        [
            {"do": "bids", **_each("bid", *"010010")},
            {"do": "result", **_each("tricks", *"010000")},
        ],
    ),
    "golf": (6, [{"do": "entry", **_each("cards", "12", "105", "-13", "20", "7", "11")}]),
    "doppelkopf": (5, [{"do": "entry", "t re Bartholomäus": "yes", "t re Ann": "yes", "n eyes": "130"}]),
    "tarot": (
        5,
        [
            {
                "do": "entry",
                "c taker": "Bartholomäus",
                "c partner": "Ann",
                "c contract": "guard",
                "n bouts": "2",
                "n taken": "50",
            }
        ],
    ),
    "phase_10": (
        5,
        [
            {
                "do": "entry",
                **_each("left", "0", "25", "15", "50", "5"),
                **{f"t done {name}": "yes" for name in SIX[:5]},
            }
        ],
    ),
    "poker_chips": (
        6,
        [{"do": "entry", "who": name, f"c what {name}": "in", f"n amount {name}": "1250"} for name in SIX],
    ),
}
#: What is wider than its column, by name.
_TOO_WIDE = """parts => parts.filter(part => part.checkVisibility() && part.innerText).filter(part => {
  const words = document.createRange(); words.selectNodeContents(part);
  const [ink, column] = [words, part.closest('th, td')].map(each => each.getBoundingClientRect());
  return ink.left < column.left - 0.5 || ink.right > column.right + 0.5; }).map(part => part.innerText)"""


@pytest.mark.parametrize("sheet", list(_FIRST_ROUNDS))
def test_six_names_and_all_their_figures_are_whole_and_so_is_what_is_filled_in(
    unlock: Unlock, sheet: str
) -> None:
    phone = unlock()
    players, moves = _FIRST_ROUNDS[sheet]
    phone.sit_down(SIX[:players], game="score_sheet", sheet=sheet)
    phone.fast(*moves)
    if sheet == "poker_chips":
        phone.tap(SIX[0], ".whose-turn")
    phone.page.locator(".numpad:not([hidden])").wait_for()
    for width, height in ((360, 640), (390, 844), (640, 360), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        names = phone.page.locator(".col-name, .each-name")
        assert names.evaluate_all(_CUT_OFF) == [], (width, height)
        figures = phone.page.locator(".tallies :is(.col-name, thead b, .said, .beside, .called, td > a)")
        assert figures.evaluate_all(_TOO_WIDE) == [], (width, height)
        form = phone.page.locator(".blanks").or_(phone.page.locator(".tallies tfoot")).last
        assert form.evaluate("form => form.scrollHeight <= form.clientHeight + 1"), (width, height)
        assert phone.overflow() <= 0


@pytest.mark.parametrize(("width", "height"), [(640, 360), (360, 640)])
def test_the_way_back_is_whole_below_what_lies_over_a_sheet_and_beside_its_menu(
    unlock: Unlock, width: int, height: int
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit_down(SIX, game="score_sheet", sheet="wizard")
    phone.fast(*_FIRST_ROUNDS["wizard"][1])
    table = phone.page.url
    back = phone.page.get_by_role("link", name="Back to the table")
    for sheet in ("menu", "how", "counted"):
        phone.go(f"{table}?sheet={sheet}")
        expect(back).to_be_in_viewport(ratio=1)
        assert back.evaluate(
            """back => { const { left, top, bottom } = back.getBoundingClientRect();
              return [top + 2, bottom - 2].every(y => document.elementFromPoint(left + 20, y) === back) }"""
        )
    phone.go(f"{table}?sheet=menu")
    box = phone.page.locator(".s-menu")
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight"), "all of the menu is in sight"
    assert phone.overflow() <= 0


@pytest.mark.parametrize(("width", "height"), [(640, 360), (844, 390), (1440, 900)])
@pytest.mark.parametrize("sheet", ["hearts", "catan", "skat", "cribbage", "mexican_train"])
def test_the_keys_stand_beside_the_sheet_where_it_is_wide(
    unlock: Unlock, sheet: str, width: int, height: int
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    names = FOURTEEN[:8] if sheet == "mexican_train" else ["Maximilian", "Maximiliane", "Cat"]
    phone.sit_down(names[:3] if sheet in ("skat", "cribbage") else names, game="score_sheet", sheet=sheet)
    _choose_a_game(phone, sheet)
    if sheet == "cribbage":
        phone.tap("Cat", ".whose-turn")
    phone.page.locator(".numpad:not([hidden])").wait_for()
    assert phone.overflow() <= 0
    edge = "(part, side) => part.getBoundingClientRect()[side]"
    sheet_ends = phone.page.locator(".blanks, .tallies").first.evaluate(edge, "right")
    assert sheet_ends <= phone.page.locator(".numpad").evaluate(edge, "left") + 1
    save = phone.page.locator(".noting .match")
    expect(save).to_be_in_viewport(ratio=1)


def test_names_that_begin_alike_are_whole_and_told_apart(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Maximilian", "Maximiliane", "Cat", "Dan", "Eve"]
    phone.sit_down(names, game="score_sheet")
    heads = phone.page.locator(".tallies thead th:not(:first-child)")
    assert heads.locator(".col-name").evaluate_all(_CUT_OFF) == []
    colours = heads.locator(".face").evaluate_all(
        "all => all.map(face => getComputedStyle(face).backgroundColor)"
    )
    assert len(set(colours)) == len(names)
    phone.sit_down(names, game="score_sheet", sheet="catan")
    shown = phone.page.locator(".each-name")
    cut = "part => part.scrollWidth > part.clientWidth"
    assert [part.inner_text() for part in shown.all() if part.evaluate(cut)] == []


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_bids_stand_beside_the_tricks(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    _begin(phone, "oh_hell", "Ann", "Bob", "Cat")
    bids, tricks = ("1", "0", "1"), ("1", "0", "0")
    for what, numbers in (("Bid", bids), ("Tricks", tricks)):
        # The first bid is made left of the dealer.
        pairs = list(zip(("Ann", "Bob", "Cat"), numbers, strict=True))
        pairs = [*pairs[1:], *pairs[:1]] if what == "Bid" else pairs
        for name, number in pairs:
            field = phone.page.get_by_label(f"{name}: {what}")
            if javascript:
                expect(phone.page.locator(".blank.here input")).to_have_id(str(field.get_attribute("id")))
                _keys(phone, number, *(["next"] if name != pairs[-1][0] else []))
            else:
                field.fill(number)
        phone.tap("Save", ".acts")
    _heads(phone, "A Ann 11 +11", "D deals: B Bob 10 +10", "C Cat 0 0")
    expect(phone.page.locator(".tallies tbody td").last).to_contain_text("1/0")
    phone.tap("Undo")
    phone.sees("The bids stand.", within="h1")
    phone.tap("Redo")
    phone.page.locator(".tallies tbody td a").last.tap()
    expect(phone.page.get_by_label("Cat: Tricks")).to_be_focused()


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_cell_of_a_category_is_two_taps(
    take: Take, axe: Callable[[Page], None], *, javascript: bool
) -> None:
    phone = take(javascript=javascript)
    _begin(phone, "yahtzee", "Ann", "Bob")
    row = phone.page.locator(".tallies tr", has_text="Full house")
    row.locator("a.cell").first.tap()
    phone.sees("Ann: Full house", within="h1")
    if javascript:
        axe(phone.page)
    phone.tap("25", ".values")
    _heads(phone, "A Ann 25", "B Bob 0")
    phone.tap("empty", within=".tallies tr:has-text('Chance') td:last-child")
    phone.page.get_by_label("Bob: Chance", exact=True).last.fill("17")
    phone.tap("Save")
    _heads(phone, "A Ann 25", "B Bob 17")
    row.get_by_role("link", name="25").tap()
    phone.tap("0", ".values")
    phone.sees("Ann: 0 points instead of 25.", within=".effects")
    assert phone.overflow() <= 0


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_dice_and_a_clock_are_told_to_all(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.sit_down(["Ann", "Bob"], game="score_sheet")
    for thing, told in (
        ("Five dice", "The dice show"),
        ("A coin", "The coin shows"),
        ("Who starts", "starts."),
    ):
        phone.tap("Menu")
        phone.tap("Dice, a coin, a clock")
        phone.tap(thing)
        phone.sees(told, within=".thrown")
    phone.tap("Menu")
    phone.tap("Dice, a coin, a clock")
    phone.tap("1 minute")
    phone.sees("0:5" if javascript else "until ", within=".timer")
    expect(phone.page.locator(".thrown")).to_have_count(0)
    phone.tap("Menu")
    phone.tap("Dice, a coin, a clock")
    phone.tap("Stop the clock")
    expect(phone.page.locator(".timer")).to_have_count(0)
    # And it stands in the log, whoever threw.
    phone.tap("Menu")
    phone.tap("The log of every move")
    for told in ("The dice show", "The coin shows", "starts."):
        phone.sees(told, within=".log")


def test_a_clock_is_right_after_sleep_and_on_another_phone(unlock: Unlock) -> None:
    phone, other = unlock(), unlock()
    phone.page.clock.install()
    phone.sit_down(["Ann", "Bob"], game="score_sheet")
    phone.tap("Menu")
    phone.tap("Dice, a coin, a clock")
    phone.tap("1 minute")
    left = phone.page.locator(".timer [role=timer]")
    expect(left).to_have_text(re.compile(r"^0:5\d$|^1:00$"))
    # Asleep nothing ticks; awake it shows what the server's clock has come to.
    phone.page.clock.fast_forward(40_000)
    expect(left).to_have_text(re.compile(r"^0:[12]\d$"))
    phone.page.clock.fast_forward(40_000)
    expect(left).to_have_text("Time is up")
    other.join(phone)
    other.page.goto(phone.page.url.partition("?")[0])
    expect(other.page.locator(".timer [role=timer]")).to_have_text(re.compile(r"^0:[45]\d$"))
    assert any("clock" in text for text in phone.logged())


def test_a_long_form_has_all_its_fields_in_sight(unlock: Unlock) -> None:
    phone = unlock()
    sheets = ("skat", "tarot", "schafkopf", "doppelkopf", "bridge_rubber", "bridge_chicago", "spades")
    for sheet in (*sheets, "tichu", "darts_cricket"):
        _begin(phone, sheet, "Özgür", "Bartholomäus", "Maximiliane", "Ann")
        for width, height in ((360, 640), (640, 360), (1440, 900), (1280, 800), (1366, 768), (1024, 768)):
            phone.page.set_viewport_size({"width": width, "height": height})
            hidden = "fields => fields.scrollHeight - fields.clientHeight"
            assert phone.page.locator(".blanks").evaluate(hidden) <= 0, (sheet, width)
            # The page is no longer than the screen, to whose foot the key that saves belongs.
            assert phone.overflow() <= 0, (sheet, width)
            expect(phone.page.locator(".noting .match")).to_be_in_viewport(ratio=1)


_AIR = """fields => fields.map(field => {
  const name = document.createRange(), asked = field.querySelector(".asked");
  name.selectNodeContents(asked);
  return name.getBoundingClientRect().top - field.getBoundingClientRect().top })"""


@pytest.mark.parametrize("sheet", ["tichu", "skat", "belote", "doppelkopf"])
def test_a_field_has_air_above_its_name_and_the_first_row_above_itself(unlock: Unlock, sheet: str) -> None:
    phone = unlock()
    _begin(phone, sheet, "Özgür", "Bartholomäus", "Maximiliane", "Ann")
    _choose_a_game(phone, sheet)
    fields = phone.page.locator(".noting .whole:not([data-off]):has(:is(select, .blank))")
    assert min(fields.evaluate_all(_AIR)) >= 4
    panel = phone.page.locator(".noting > .blanks").bounding_box()
    first = fields.first.bounding_box()
    assert panel
    assert first
    assert first["y"] - panel["y"] >= 4


def test_the_menu_and_the_end_of_a_game_of_partners_fit_a_small_phone(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "tichu", "Özgür", "Bartholomäus", "Maximiliane", "Ann")
    phone.fast({"do": "entry", "c out": "Özgür", "n cards": "65"})
    scrolls = "document.documentElement.scrollHeight - innerHeight"
    phone.tap("Menu")
    assert phone.page.evaluate(scrolls) <= 0
    phone.tap("End the game")
    phone.tap("End the game", ".sheet")
    phone.sees("Özgür and Maximiliane win")
    # The styles of the end come with it.
    phone.until(f"{scrolls} <= 0")


def test_no_name_lies_behind_its_field_in_hand(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "belote", "Ann", "Bob", "Cem", "Dee")
    phone.page.get_by_label("Takers’ points in tricks").focus()
    over = "name => Number(getComputedStyle(name).zIndex)"
    field = phone.page.locator(".whole :focus").evaluate(over)
    assert phone.page.locator(".whole:has(:focus) .asked").evaluate(over) > field > 0


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_refused_entry_keeps_its_form_and_the_words_stand_above_it(
    unlock: Unlock, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    page = phone.page
    names = ["Özgür", "Bartholomäus", "Maximiliane", "Jörg"]
    parts = (
        "#table :is(select, [data-cell], .ticked, .numpad:not([hidden]), .acts .act, .tallies th, .blanks th)"
    )
    for sheet, label, typed, wrong in (
        ("belote", "Takers’ points in tricks", "50", "Taker"),
        ("doppelkopf", "Card points of Re", "999", "Card points of Re"),
        ("tichu", "Their side’s card points", "50", "Out first"),
        ("catan", "Jörg: Cities", "9", "Jörg: Cities"),
        ("darts_501", "Özgür: Thrown", "999", "Özgür: Thrown"),
        ("bowling", "Özgür: First ball", "99", "Özgür: First ball"),
    ):
        phone.sit_down(names, game="score_sheet", sheet=sheet)
        for width, height in ((360, 640), (640, 360)):
            page.set_viewport_size({"width": width, "height": height})
            field = page.get_by_label(label, exact=True)
            if javascript:
                # What is typed is counted first, and what is not asked for with it goes.
                with page.expect_request_finished(lambda request: "typed=" in request.url):
                    field.fill(typed)
                page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(done)))")
            else:
                field.fill(typed)
            before = [box[1:] for box in boxes(page, parts)]
            phone.tap("Save")
            expect(page.get_by_label(wrong, exact=True)).to_be_focused()
            expect(page.get_by_label(wrong, exact=True)).to_have_attribute("aria-invalid", "true")
            expect(field).to_have_value(typed)
            assert [box[1:] for box in boxes(page, parts)] == before, (sheet, width)
            words = page.locator(".s-refused").bounding_box()
            at = page.get_by_label(wrong, exact=True).bounding_box()
            assert words
            assert at
            # Above the field that is wrong, or beside it: never on it.
            beside = at["x"] >= words["x"] + words["width"]
            assert beside or at["y"] >= words["y"] + words["height"], (sheet, width)
            assert phone.overflow() <= 0
            phone.tap("Back to the table")
            expect(page.locator(".s-refused")).to_have_count(0)
            expect(field).to_have_value(typed)


def test_a_refusal_lies_over_no_head_of_a_column_whatever_the_names(unlock: Unlock) -> None:
    phone = unlock()
    page = phone.page
    for sheet, typed in (
        ("canasta", {"Natural": "1", "Mixed": "0", "Red 3s": "0", "On table": "5", "In hand": "0"}),
        ("klaverjassen", {"Roem": "30"}),
        ("phase_10", {"Points left in hand": "999"}),
        ("golf", {"": "999"}),
    ):
        phone.sit_down(LONG[:4], game="score_sheet", sheet=sheet)
        whose = LONG[0] if sheet in ("phase_10", "golf") else f"{LONG[0]} & {LONG[2]}"
        for name, number in typed.items():
            for side in {whose, whose.replace(LONG[0], LONG[1]).replace(LONG[2], LONG[3])}:
                page.get_by_label(f"{side}: {name}" if name else side, exact=True).fill(number)
        if sheet == "klaverjassen":
            phone.choose("Plays", LONG[0])
            phone.choose("Their points in tricks", "90")
        for width, height in ((360, 640), (640, 360), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            phone.tap("Save")
            phone.sees(f"{whose}: ", within=".why")
            words = page.locator(".s-refused").bounding_box()
            assert words
            heads = boxes(page, "#table :is(.tallies thead th, .blanks thead th)")
            assert all(box[4] - box[2] >= words["y"] + words["height"] - 1 for box in heads), (sheet, width)


def test_the_keys_type_for_whom_an_entry_was_refused(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet="phase_10")
    _keys(phone, "2", "5", "next", "0", "next", "5")
    phone.tap("Save")
    phone.sees("Bob: whoever goes out has laid down the phase: tick it.", within=".why")
    _in_hand(phone, "Bob: Points left in hand")


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_refused_turn_stays_with_the_player_who_was_chosen(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    page = phone.page
    for sheet, asked, number, what in (
        ("carcassonne", "What scores", "Tiles, cities or points", "Road"),
        ("poker_chips", "Buys or cashes out", "How much", "Buys chips"),
    ):
        phone.sit_down(["Özgür", "Bartholomäus", "Maximiliane"], game="score_sheet", sheet=sheet)
        phone.tap("Maximiliane", ".whose-turn")
        page.get_by_label(f"Maximiliane: {number}", exact=True).fill("4")
        phone.tap("Save", ".acts")
        phone.sees(f"“{asked}” is missing for Maximiliane: choose one.", within=".why")
        expect(page.locator(".whose-turn [aria-current]")).to_have_text("Maximiliane")
        expect(page.get_by_role("radio").first).to_be_focused()
        phone.tap("Back to the table")
        expect(page.get_by_label(f"Maximiliane: {number}", exact=True)).to_have_value("4")
        page.get_by_label(what, exact=True).check()
        phone.tap("Save", ".acts")
        expect(page.locator("thead th").filter(has_text="Maximiliane")).to_contain_text("4")


def test_what_holds_in_a_round_is_told_on_a_phone_on_its_side_too(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.sit_down(SIX[:4], game="score_sheet", sheet="hand_and_foot")
    expect(phone.page.get_by_text("50 to open", exact=True)).to_be_visible()
    assert not cut(phone.page)


def test_a_sign_of_its_own_leaves_its_number_room_without_scripts(unlock: Unlock) -> None:
    phone = unlock(javascript=False)
    phone.sit_down(["Özgür", "Bartholomäus", "Maximiliane", "Jörg"], game="score_sheet")
    phone.page.get_by_label("Jörg", exact=True).fill("999")
    cells = [box[1:] for box in boxes(phone.page, ".tallies tfoot td")]
    numbers = [box[1:] for box in boxes(phone.page, ".tallies tfoot input[data-cell]")]
    assert all(number[0] >= 44 and number[2] <= cell[2] for cell, number in zip(cells, numbers, strict=True))


def test_a_refused_correction_has_the_field_in_hand_that_is_wrong(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "mini_golf", "Ann", "Bob")
    _keys(phone, "3", "next", "4")
    phone.tap("Save")
    phone.page.locator(".tallies tbody tr").first.get_by_role("link", name="3").tap()
    bob = phone.page.get_by_label("Bob: Strokes")
    bob.fill("9")
    phone.tap("Save", ".acts")
    phone.sees("Bob: “Strokes” is 7 at most, not 9.", within=".why")
    expect(bob).to_be_focused()
    expect(bob).to_have_accessible_description("Bob: “Strokes” is 7 at most, not 9.")
    _in_hand(phone, "Bob: Strokes")


@pytest.mark.long
@pytest.mark.parametrize("sheet", ["skat", "tichu", "darts_cricket", "wingspan", "poker_chips"])
def test_every_kind_of_sheet_fits_a_phone(unlock: Unlock, axe: Callable[[Page], None], sheet: str) -> None:
    phone = unlock()
    _begin(phone, sheet, *("Bartholomew", "Evelyn-Josephine", "Cat", "Dan")[: 3 if sheet == "skat" else 4])
    assert phone.overflow() <= 0
    small = phone.page.locator("main").evaluate(_TOO_SMALL, "a:not(cite a), button, input, select")
    assert small == []
    axe(phone.page)


@pytest.mark.parametrize("players", long_except([1, 2, 9, 20], 20))
def test_the_sheet_fits_and_its_names_stay_in_sight(unlock: Unlock, players: int) -> None:
    phone = unlock()
    names = [f"{name[:21]}{place:02}" for place, name in enumerate((LONG * 3)[:players])]
    phone.sit_down(
        names, game="score_sheet", title="An evening of Shanghai Rummy with everybody from the club"
    )
    phone.fast(*(round_of(names, number) for number in range(8)))
    assert phone.overflow() <= 0
    if players > 6:
        phone.tap("Menu")
        phone.tap("The whole sheet")
    sheet = phone.page.locator(".tallies")
    sheet.evaluate("sheet => sheet.scrollTo(sheet.scrollWidth, sheet.scrollHeight)")
    head, last = sheet.locator("thead th").last, sheet.locator("tbody th").last
    assert abs(_top(head) - _top(sheet)) <= 3
    assert last.evaluate("cell => cell.getBoundingClientRect().left") <= 20
    targets = "a:not(cite a), button, input"
    small = phone.page.locator("main").evaluate(_TOO_SMALL, targets)
    assert small == []


def test_ten_at_a_sheet_have_their_names_beside_their_cells(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(FOURTEEN[:10], game="score_sheet", sheet="mexican_train")
    lines = phone.page.locator(".s-many .whole")
    expect(lines).to_have_count(10)
    for line, name in zip(lines.all(), FOURTEEN, strict=False):
        expect(line.locator(".asked > span")).to_have_text(name)
    heights = lines.evaluate_all("lines => lines.map(line => line.offsetHeight)")
    assert max(heights) < 50, "a name has one line"
    expect(lines.last).to_be_in_viewport(ratio=1)
    # The keys are at the foot, and nothing hangs over it.
    assert phone.overflow() <= 0
    foot = phone.page.locator(".noting .acts").evaluate(
        "acts => innerHeight - acts.getBoundingClientRect().bottom"
    )
    assert foot < 12


_TOO_SMALL = """(main, targets) => [...main.querySelectorAll(targets)]
  .filter(part => part.type !== 'hidden' && part.checkVisibility() && !part.closest('.vh'))
  .filter(part => Math.min(part.offsetWidth, part.offsetHeight) < 43.5).map(part => part.outerHTML)"""


@pytest.mark.parametrize(
    ("sheet", "players"),
    [
        pytest.param("yahtzee", 10, marks=pytest.mark.long),
        ("seven_wonders", 5),
        ("hearts", 6),
        ("darts_501", 8),
    ],
)
def test_a_sheet_scrolls_and_not_its_page_and_shows_all_names(
    unlock: Unlock, sheet: str, players: int
) -> None:
    phone = unlock()
    phone.sit_down(FOURTEEN[:players], game="score_sheet", sheet=sheet)
    heads = phone.page.locator(".tallies thead .col-head")
    expect(heads).to_have_count(players)
    assert phone.overflow() <= 0
    # The marks leave a long name the whole width.
    assert heads.evaluate_all("heads => Math.min(...heads.map(head => head.clientWidth))") >= 30
    assert heads.first.locator(".col-name").evaluate("name => name.clientWidth") >= 40
    if sheet == "darts_501":
        # Whose turn it is stays in sight, and no number is broken.
        phone.fast(*({"do": "entry", f"n thrown {name}": "100"} for name in FOURTEEN[:7]))
        expect(heads.last).to_be_in_viewport(ratio=1)
        cells = phone.page.locator(".tallies tbody td > a")
        assert cells.evaluate_all("cells => Math.max(...cells.map(cell => cell.offsetHeight))") <= 46
    if sheet == "yahtzee":
        phone.page.locator("a.cell").last.tap()
        phone.sees("How many extra Yahtzees", within="h1")
        assert phone.overflow() <= 0
        title = phone.page.locator(".tallying h1 > span")
        assert title.evaluate("title => getComputedStyle(title).textOverflow") == "ellipsis"
        asked = phone.page.locator(".s-cell .asked")
        expect(asked).to_have_text("How many extra Yahtzees")
        assert asked.evaluate("asked => asked.offsetHeight") <= 30, "it is one line"
        phone.tap("Back")
        phone.page.locator("tr", has_text="Chance").locator("a.cell").last.tap()
        _keys(phone, "2", "0")
        phone.tap("Save", ".acts")
        phone.sees("20 leads", within="h1")
        expect(heads.last).to_be_in_viewport(ratio=1)


def test_the_head_of_a_sheet_has_its_names_whole_and_with_their_dots(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 360, "height": 640})
    names = ["Maximiliane", "Özgür", "Zo", "Bartholomäus"]
    phone.sit_down(names, game="score_sheet", sheet="jass")
    phone.fast({"do": "entry", "c chooser": "Özgür", "n taken": "157"})
    number, who = (phone.page.locator(f".tallying h1 small > {part}") for part in ("b", "span"))
    expect(number).to_have_text("157 leads:")
    assert (number.evaluate(_UNCUT), who.evaluate(_UNCUT)) == (True, True)
    assert [each for each in cut(phone.page) if not each.startswith("cites")] == []
    phone.sit_down(names[::-1], game="score_sheet", sheet="darts_501")
    phone.fast({"do": "entry", "n thrown Bartholomäus": "60"}, {"do": "entry", "n thrown Zo": "26"})
    phone.fast({"do": "entry", "n thrown Özgür": "45"})
    title = phone.page.locator(".tallying h1 > span")
    expect(title).to_have_text("Maximiliane, turn 1")
    assert (title.evaluate(_UNCUT), who.evaluate(_UNCUT)) == (True, True)
    assert not [each for each in cut(phone.page) if not each.startswith("cites")]


_UNCUT = "part => part.scrollWidth <= Math.ceil(part.getBoundingClientRect().width)"


def _top(part: Any) -> float:
    return float(part.evaluate("part => part.getBoundingClientRect().top"))


@pytest.mark.long
def test_a_tap_costs_8_kb_at_most_with_twenty_at_the_table(unlock: Unlock) -> None:
    phone = unlock()
    names = [f"{name[:21]}{place:02}" for place, name in enumerate((LONG * 3)[:20])]
    phone.sit_down(names, game="score_sheet")
    phone.fast(*(round_of(names, number) for number in range(30)))
    for place in range(20):
        phone.page.locator(f"#b{place}").fill(str(place))
    with phone.page.expect_response("**/move/") as answer:
        phone.tap("Save round")
    assert 1_000 < answer.value.request.sizes()["responseBodySize"] <= 8_000


@pytest.mark.long
def test_axe_finds_nothing_on_a_sheet_nor_in_the_rulebook(
    unlock: Unlock, axe: Callable[[Page], None]
) -> None:
    phone = unlock()
    names = ["Ann", "Bob", "Cat"]
    phone.sit_down(names, game="score_sheet", rounds="3")
    phone.fast(*(round_of(names, number) for number in range(2)), {"do": "quit", "player": "Cat"})
    table = phone.page.url
    for path in ("", "?sheet=people", "?sheet=rounds", "hand/1/?field=score+Ann"):
        phone.go(table + path)
        expect(phone.page.locator("h1")).to_have_count(1)
        axe(phone.page)
    phone.go(table)
    for place in (0, 1):
        phone.page.locator(f"#b{place}").fill("999999999+999999999")
    phone.tap("Save round")
    phone.sees("Not understood")
    axe(phone.page)
    phone.go(table)
    _note(phone, Ann="1", Bob="2")
    axe(phone.page)
    for path in (
        "/rules/",
        "/rules/?q=draw",
        "/rules/zar/#settled-4",
        "/rules/score_sheet/",
        "/rules/zar/99/",
    ):
        phone.go(path)
        expect(phone.page.locator("h1")).to_have_count(1)
        axe(phone.page)


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_clause_is_found_as_it_is_typed_and_from_every_ruling(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.sit_down(["Ann", "Bob"], dealer="1")
    phone.fast(flip("red moon"), play("Ann", "blue moon"))
    phone.page.locator(".action summary").tap()
    phone.tap("Rule 4", ".action cite")
    phone.sees("Your turn", within=".s-clause")
    phone.tap("The whole rulebook", ".s-clause")
    expect(phone.page.locator(".clause:target h3")).to_contain_text("Your turn")
    phone.page.locator(".clause:target .ruled a").tap()
    expect(phone.page.locator(".log.one li")).to_contain_text("Ann plays a blue moon")
    phone.sees("Rule 4", within="main")
    phone.tap("Show in the log")
    expect(phone.page.locator(".log li:target")).to_contain_text("Ann plays a blue moon")
    phone.go("/")
    phone.tap("Rules", ".tabbar")
    assert phone.overflow() > 0
    search = phone.page.get_by_label("Search the rules")
    if javascript:
        search.press_sequentially("skips the next")
        expect(search).to_be_focused()
    else:
        search.fill("skips the next")
        phone.page.get_by_role("button", name="Search").tap()
    phone.sees("rules contain “skips the next”.", within="[role=status]")
    phone.sees("9.2.2", within=".book")
    expect(search).to_have_value("skips the next")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_digit_takes_the_place_of_what_was_tapped_or_refused_and_of_its_minus(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="golf")
    ann = phone.page.get_by_label("Ann", exact=True)
    _keys(phone, "3", "sign")
    for typed, there in (("8", "8"), ("9", "9")):
        ann.tap()
        _keys(phone, typed)
        expect(ann).to_have_value(there)
        expect(phone.page.get_by_label("Ann: below 0")).not_to_be_checked()
    # A minus that is typed first stays, and so do the digits that follow.
    _keys(phone, "back", "sign", "1", "2")
    expect(ann).to_have_value("12")
    expect(phone.page.get_by_label("Ann: below 0")).to_be_checked()


@pytest.mark.parametrize("first", ["a tick", "a choice", ""])
def test_a_digit_takes_the_place_of_what_was_refused_after_a_tick_and_a_choice_too(
    unlock: Unlock, first: str
) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet="skat")
    for choice, chosen in (("Game", "hearts"), ("Declarer", "Ann"), ("Result", "won")):
        phone.page.get_by_label(choice, exact=True).select_option(chosen)
    matadors, hand = (phone.page.get_by_label(name, exact=True) for name in ("Matadors", "Hand"))
    matadors.tap()
    _keys(phone, "1", "2")
    phone.tap("Save")
    phone.sees("11 at most", within=".s-refused")
    if first == "a tick":
        hand.tap()
        expect(hand).to_be_checked()
    elif first:
        phone.page.get_by_label("Game", exact=True).select_option("clubs")
    _keys(phone, "1")
    expect(matadors).to_have_value("1")
    # Between two digits it takes nothing away.
    hand.tap()
    expect(hand).to_be_checked(checked=first != "a tick")
    _keys(phone, "0")
    expect(matadors).to_have_value("10")


def test_a_number_has_nine_digits_at_most_however_it_is_typed(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="")
    ann, bob = (phone.page.get_by_label(name, exact=True) for name in ("Ann", "Bob"))
    ann.tap()
    _keys(phone, *"1234567890", "+", "7")
    expect(ann).to_have_value("123456789+7")
    bob.press_sequentially("98765432109")
    expect(bob).to_have_value("987654321")
    phone.tap("Save round")
    _heads(phone, "A Ann 123456796", "B Bob 987654321")


def test_a_refusal_goes_with_the_first_key_that_mends_it(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="catan")
    settlements = phone.page.get_by_label("Ann: Settlements")
    _keys(phone, "9")
    phone.tap("Save")
    expect(settlements).to_have_attribute("aria-invalid", "true")
    # The cell at fault was in hand all the time: what was refused in it goes all the same.
    _keys(phone, "4")
    expect(settlements).to_have_value("4")
    expect(phone.page.locator(".s-refused")).to_have_count(0)
    expect(phone.page.locator("[aria-invalid]")).to_have_count(0)
    expect(settlements).to_be_focused()


def test_what_a_choice_makes_void_is_not_sent_and_comes_back_with_it(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet="schafkopf")
    game, partner, player = (
        phone.page.get_by_label(name, exact=True) for name in ("Game", "Partner", "Player")
    )
    expect(phone.page.locator(".typing")).to_have_text("Gamechoose first")
    game.select_option("call")
    expect(phone.page.locator(".typing")).to_have_text("Playerchoose first")
    player.select_option("Ann")
    partner.select_option("Bob")
    phone.page.get_by_label("Result").select_option("won")
    game.select_option("ramsch")
    expect(partner).to_be_hidden()
    game.select_option("call")
    expect(partner).to_have_value("Bob")
    game.select_option("ramsch")
    expect(partner).to_be_hidden()
    phone.page.get_by_label("Loser", exact=True).select_option("Cat")
    phone.tap("Save")
    phone.sees("Deal 2", within="h1")


def test_what_a_choice_rules_out_is_not_offered_any_more_and_chosen_anew(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet="skat")
    game, result = (phone.page.get_by_label(name, exact=True) for name in ("Game", "Result"))
    save = phone.page.get_by_role("button", name="Save")
    # What hangs on the game waits for it, and so does the green key.
    expect(result).to_be_hidden()
    expect(save).not_to_have_css("background-color", "rgb(11, 107, 69)")
    game.select_option("clubs")
    result.select_option("won_schneider")
    game.select_option("null")
    expect(result.locator("option")).to_have_text(["Choose", "Won", "Lost"])
    expect(result).to_have_value("")
    result.select_option("won")
    game.select_option("clubs")
    expect(result.locator("option")).to_have_count(7)
    expect(result).to_have_value("won")


def test_all_tricks_fill_in_the_points_and_take_them_back(unlock: Unlock) -> None:
    phone = unlock()
    taken, all_tricks = phone.page.locator("[name='n taken']"), phone.page.locator("[data-fills]")
    for sheet, choice, points in (
        ("belote", "Taker", "162"),
        ("klaverjassen", "Plays", "162"),
        ("jass", "Chose trumps", "157"),
    ):
        phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet=sheet)
        phone.page.get_by_label(choice, exact=True).select_option("Ann")
        all_tricks.check(force=True)
        expect(taken).to_have_value(points)
        expect(phone.page.locator("#noting")).to_have_class(re.compile(r"\bfull\b"))
        all_tricks.uncheck(force=True)
        expect(taken).to_have_value("")
    # Typed points stay.
    _keys(phone, *"157")
    expect(all_tricks).to_be_enabled()
    expect(phone.page.locator(".so-far").first).to_have_text("157")
    all_tricks.check(force=True)
    all_tricks.uncheck(force=True)
    expect(taken).to_have_value("157")


def test_beside_a_step_of_the_replay_each_number_has_its_line(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet="jass")
    phone.fast({"do": "entry", "c chooser": "Ann", "t sweep": "yes"})
    phone.page.goto(phone.page.url.replace("/t/", "/games/") + "replay/1/")
    lines = phone.page.locator(".sum").first
    expect(lines).to_have_text(re.compile(r"In tricks\s+157\s*Match\s+100\s*Total\s+\+257"))
    tops = [top for *_, top in boxes(phone.page, ".sum:first-child span")]
    assert tops[0] == tops[1] < tops[2] == tops[3]


def test_a_long_sum_stands_below_its_name_and_breaks_no_word(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet="coinche")
    phone.fast({"do": "bids", "c taker": "Bob", "n contract": "90", "c doubled": "once"})
    phone.fast({"do": "result", "n taken": "100"})
    phone.go(phone.page.url.replace("/t/", "/games/") + "?hand=1")
    made = phone.page.locator(".sum").filter(has_text="= 500").first
    name, game, together = (line.bounding_box() for line in made.locator("p > :first-child").all())
    assert name
    assert game
    assert together
    assert name["height"] == game["height"] == together["height"], "each is one line"
    below = made.get_by_text("= 500").bounding_box()
    assert below
    assert below["y"] >= game["y"] + game["height"]


def test_the_keys_go_where_no_number_is_asked_for(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet="skat")
    phone.page.get_by_label("Game").select_option("passed")
    expect(phone.page.locator(".numpad")).to_be_hidden()
    expect(phone.page.locator("#noting")).to_have_class(re.compile(r"\bfull\b"))
    phone.page.get_by_label("Game").select_option("hearts")
    expect(phone.page.locator(".typing")).to_have_text("Declarerchoose first")
    phone.page.get_by_label("Declarer").select_option("Bob")
    _in_hand(phone, "Matadors")


def test_next_goes_in_the_sheets_order_and_bids_begin_left_of_the_dealer(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet="hand_and_foot")
    for what in ("Red books", "Black books", "On table"):
        _in_hand(phone, f"Ann & Cat: {what}")
        _keys(phone, "next")
    phone.sit_down(["Ann", "Bob", "Cat"], game="score_sheet", sheet="wizard")
    for name in ("Bob", "Cat", "Ann"):
        _in_hand(phone, f"{name}: Bid")
        _keys(phone, "0", *(["next"] if name != "Ann" else []))


def test_the_second_ball_comes_by_itself_and_has_no_key_for_more_than_can_fall(unlock: Unlock) -> None:
    phone = unlock()
    _begin(phone, "bowling", "Ann", "Bob")
    _keys(phone, "7")
    _in_hand(phone, "Ann: Second ball")
    enabled = phone.page.locator(".numpad [data-pick]:visible:enabled")
    expect(enabled).to_have_text(["0", "1", "2", "/"])
    # No key leads back to the first one, which a digit would take the place of: what comes next is "Save".
    expect(phone.page.locator(".numpad .next")).to_be_disabled()
    _keys(phone, "2")
    _in_hand(phone, "Ann: Second ball")
    expect(phone.page.locator(".numpad .next")).to_be_disabled()
    expect(phone.page.locator("#noting")).to_have_class(re.compile(r"\bfull\b"))
    phone.page.get_by_label("Ann: First ball").tap()
    _keys(phone, "X")
    expect(phone.page.get_by_label("Ann: Second ball")).to_be_hidden()
    phone.tap("Save")
    expect(phone.page.locator("tbody td").first).to_have_text(re.compile("10 *X"))


def test_in_the_last_frame_the_ball_that_a_spare_is_owed_comes_by_itself(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann"], game="score_sheet", sheet="bowling")
    frame = {"n ball Ann": "7", "n second Ann": "2", "who": "Ann"}
    phone.fast(*({"do": "entry", "row": f"frame{n}", **frame} for n in range(1, 10)))
    enabled = phone.page.locator(".numpad [data-pick]:visible:enabled")
    _keys(phone, "8")
    expect(enabled).to_have_text(["0", "1", "/"])
    _keys(phone, "/")
    _in_hand(phone, "Ann: Third ball")
    expect(enabled).to_have_text([*"0123456789", "X"])
    _keys(phone, "X")
    phone.tap("Save")
    expect(phone.page.locator("tbody td").last).to_have_text(re.compile("101 *8 / X"))


def test_what_was_rolled_instead_of_a_strike_leads_on_to_the_second_ball(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann"], game="score_sheet", sheet="bowling")
    phone.fast({"do": "entry", "row": "frame1", "n ball Ann": "X", "who": "Ann"})
    phone.tap("Menu")
    phone.tap("Correct the last move")
    expect(phone.page.locator(".numpad .sum")).to_have_text("X")
    _keys(phone, "9")
    expect(phone.page.get_by_label("Ann: Second ball")).to_be_visible()
    _in_hand(phone, "Ann: Second ball")
    _keys(phone, "0")
    phone.tap("Save")
    phone.sees("Frame 1: Ann 9 0 instead of", within="h1")


def test_a_strike_is_corrected_to_a_spare_with_the_keys_of_the_entry(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann"], game="score_sheet", sheet="bowling")
    visible = phone.page.locator(".numpad [data-pick]:visible")
    keys = [*"0123456789", "X", "/"]
    expect(visible).to_have_text(keys)
    phone.fast({"do": "entry", "row": "frame1", "n ball Ann": "X", "who": "Ann"})
    phone.tap("Menu")
    phone.tap("Correct the last move")
    expect(visible).to_have_text(keys)
    _keys(phone, "9")
    _in_hand(phone, "Ann: Second ball")
    expect(visible).to_have_text(keys)
    _keys(phone, "/")
    phone.tap("Save")
    phone.sees("Frame 1: Ann 9 / instead of", within="h1")


def test_at_the_end_of_darts_each_step_is_lower_and_the_bar_lies_above_the_sheet(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Ann", "Bob", "Cat"]
    phone.sit_down(names, game="score_sheet", sheet="darts_501")
    turns = (60, 45, 180, 100, 26, 140, 67, 60, 0, 174, 180, 81, 0, 140, 100)
    phone.fast(*({"do": "entry", f"n thrown {names[n % 3]}": p} for n, p in enumerate(turns)))
    phone.sees("Cat wins", within="h1")
    for width, height in ((390, 844), *_SIZES[::-1]):
        phone.page.set_viewport_size({"width": width, "height": height})
        # Whatever rises yet.
        heights = phone.page.locator(".stair").evaluate_all("steps => steps.map(step => step.offsetHeight)")
        assert heights == sorted(set(heights), reverse=True), (width, height)
    above = """key => { const { left, right, top } = key.getBoundingClientRect();
      return key.contains(document.elementFromPoint((left + right) / 2, top + 4)); }"""
    assert phone.page.locator(".over .acts .act").evaluate_all(f"keys => keys.every({above})")


def test_the_crown_of_who_leads_at_bowling_is_whole(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet="bowling")
    phone.fast({"do": "entry", "row": "frame1", "n ball Ann": "X", "who": "Ann"})
    top = "part => part.getBoundingClientRect().top"
    inside = f"crown => ({top})(crown) >= ({top})(crown.closest('.tallies'))"
    assert phone.page.locator(".tallies thead svg").evaluate(inside)


def test_the_row_that_was_saved_last_stands_whole_above_the_next(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cem"], game="score_sheet", sheet="golf")
    fields = phone.page.locator("[data-cell]").evaluate_all("cells => cells.map(cell => cell.name)")
    phone.fast(*[{"do": "entry", **dict.fromkeys(fields, "3")}] * 4)
    _keys(phone, "3", "next")
    last, entry = (
        phone.page.locator(f".tallies {row} > tr").last.bounding_box() for row in ("tbody", "tfoot")
    )
    assert last
    assert entry
    assert last["y"] + last["height"] <= entry["y"] + 2


def test_what_was_refused_stays_over_the_whole_sheet_and_a_reload_at_the_table_and_in_a_correction(
    unlock: Unlock,
) -> None:
    phone = unlock()
    page = phone.page
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet="jass")

    def fill(points: str) -> None:
        phone.choose("Chose trumps", "Ann")
        page.get_by_label("Trump makers’ points").fill("100")
        page.get_by_label("Ann & Cat: Weis").fill(points)
        page.get_by_label("Bob & Dan: Weis").fill("0")
        phone.tap("Save")

    def leave() -> None:
        phone.sees("Weis counts 20, 50, 100, 150 or 200", within=".why")
        # Typed once more it is still not saved.
        page.get_by_label("Ann & Cat: Weis").fill("")
        page.get_by_label("Ann & Cat: Weis").fill("7")
        phone.tap("The whole sheet")
        page.reload()

    fill("7")
    leave()
    expect(page.get_by_label("Ann & Cat: Weis")).to_have_value("7")
    expect(page.get_by_label("Trump makers’ points")).to_have_value("100")
    fill("20")
    phone.sees("Deal 2", within="h1")
    table = page.url.partition("?")[0]
    phone.go(f"{table}hand/1/")
    phone.tap("Save", ".acts")
    # Nothing was changed: nothing is asked.
    page.wait_for_url(table)
    phone.go(f"{table}hand/1/")
    phone.tap("The whole sheet")
    phone.tap("Back to the keys")
    expect(page.get_by_label("Ann & Cat: Weis")).to_have_value("20")
    fill("7")
    leave()
    phone.tap("Back to the keys")
    expect(page.get_by_label("Ann & Cat: Weis")).to_have_value("7")
    expect(page.get_by_label("Trump makers’ points")).to_have_value("100")


def test_what_was_typed_for_a_round_is_not_that_of_the_round_undone(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet")
    _keys(phone, "1", "next", "2")
    phone.tap("Save round")
    phone.sees("Round 2", within="h1")
    _keys(phone, "5", "+", "7", "next", "3")
    phone.tap("Undo")
    phone.sees("Round 1", within="h1")
    expect(phone.page.get_by_label("Ann", exact=True)).to_have_value("1")
    expect(phone.page.get_by_label("Bob", exact=True)).to_have_value("2")
