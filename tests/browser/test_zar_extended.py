"""ZAR's extended rules in a browser: many copies, Chameleons and fourteen players, by tapping."""

from __future__ import annotations

import pytest

from tests.browser.boxes import boxes, spilt
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, do, expect, flip, play
from tests.browser.walks.zar_extended import FOURTEEN, fits, states
from tests.marks import long_except


@pytest.mark.parametrize("javascript", long_except([True, False], True), ids=["scripts", "no scripts"])
def test_ann_keeps_a_hand_with_three_half_decks_and_chameleons(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.go("/new/zar/")
    for place, name in enumerate(("Ann", "Bob", "Cat"), 1):
        phone.choose(f"Player {place}", name)
    phone.open("More options")
    phone.page.locator("[name=half_decks]").select_option(label="1½")
    phone.choose("Chameleons", "3 (1½ decks)")
    phone.choose("hands", "1")
    phone.tap("Start")
    phone.play("blue sun")
    phone.holds(Ann=10, Bob=10, Cat=10)
    _chameleons(phone)
    _multiples(phone)
    _the_end(phone)


def _chameleons(phone: Phone) -> None:
    """The first example of 14.1."""
    phone.play("blue moon", "chameleon")
    phone.says("MATCH")
    expect(phone.page.get_by_role("img", name="On top: chameleon as blue moon, by Cat")).to_be_visible()
    phone.tap("MATCH")
    phone.tap("Chameleon", ".s-match")
    phone.tap("Bob", ".s-match")
    phone.says("MATCH")
    phone.turn("Cat")
    phone.holds(Ann=10, Bob=9, Cat=10)


def _multiples(phone: Phone) -> None:
    """Two Wasps and a Chameleon on top of them, which another Wasp matches."""
    phone.choose("How many", "×2")
    phone.page.get_by_label("Chameleons").select_option(label="1 on top")
    phone.play("blue wasp")
    phone.says("TRIPLE")
    phone.turn("Ann", "Draw 6, or play a wasp")
    phone.sees("×3", within=".top")
    phone.tap("MATCH")
    phone.tap("Bob", ".s-match")
    phone.turn("Cat", "Draw 8, or play a wasp")
    phone.tap("Undo")
    phone.turn("Ann", "Draw 6, or play a wasp")
    phone.tap("Take 6")
    phone.choose("How many", "×3")
    phone.play("winged dragon")
    phone.sees("Ann: 3 × winged dragon. Which symbol?", within=".sheet")
    phone.tap("Suns", ".s-declare")
    phone.says("TRIPLE-SUNS")
    phone.turn("Bob")


def _the_end(phone: Phone) -> None:
    phone.fast(do("recount", player="Bob", cards=1))
    phone.play("red sun")
    phone.says("OUT")
    phone.tap("Nobody matched: out!")
    phone.points("20")
    phone.points("11")
    phone.sees("Bob wins", within="h1")


# Fourteen are looked at in test_controls.py, where every screen of a table is.
@pytest.mark.long
@pytest.mark.parametrize("players", [4, 9, 11])
def test_no_table_in_play_needs_scrolling_and_every_target_is_large_enough(
    unlock: Unlock, players: int
) -> None:
    phone = unlock()
    for state in states(phone, FOURTEEN[:players], half_decks="8", chameleons="8"):
        fits(phone, state)


def test_names_and_numbers_stand_whole_and_what_is_chosen_is_yellow(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(
        ["Özgür", "Bartholomäus", "Maximiliane", "Ann"], half_decks="4", chameleons="4", dealer="3"
    )
    plain, chosen = ".captioned:has([name=count])", ".captioned:has([name=mixed])"
    faded = "part => getComputedStyle(part.querySelector(':disabled')).opacity"
    assert phone.page.locator(chosen).evaluate(faded) == "1", "nothing lies over its caption"
    phone.fast(flip("red sun"))
    phone.page.get_by_label("Chameleons").select_option(label="2 below")
    colour = "part => getComputedStyle(part.querySelector('select')).backgroundColor"
    assert phone.page.locator(plain).evaluate(colour) != phone.page.locator(chosen).evaluate(colour)
    caption = "part => getComputedStyle(part.querySelector('span')).backgroundColor"
    assert phone.page.locator(chosen).evaluate(caption) == "rgba(0, 0, 0, 0)", "the corners are round"
    assert not phone.page.evaluate(_CUT, ".captioned > span")
    sizes = phone.page.locator(".captioned select").evaluate_all(
        "parts => parts.map(part => getComputedStyle(part)).map(style => style.fontSize + style.paddingLeft)"
    )
    assert len(set(sizes)) == 1, "how many, and how many Chameleons, stand alike"
    for width, height in ((360, 640), (390, 844), (640, 360), (768, 1024), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        expect(phone.page.locator(".k.pw span").last).to_be_visible()
        assert phone.page.locator(".k.pw span, .captioned > span").evaluate_all(_SMALL) == [], width
        assert not phone.page.evaluate(_CUT, ".k.pw span"), width
        assert phone.overflow() <= 0, width
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.fast(play("Özgür", "red wasp", mixed="top 1"), do("take", player="Bartholomäus"))
    for player in ("Bartholomäus", "Maximiliane", "Ann"):
        phone.tap("Dispute")
        assert not phone.page.evaluate(_CUT, ".now :is(.name, .top b), .race .act"), player
        phone.tap("Back to the table")
        phone.fast(do("draw", player=player), do("pass", player=player))
    phone.fast(play("Özgür", "red star"), play("Bartholomäus", "red moon", count=2))
    phone.sees("Bartholomäus: “DOUBLE”", within=".say")
    assert not phone.page.evaluate(_CUT, ".say .name")
    phone.page.set_viewport_size({"width": 640, "height": 360})
    assert not phone.page.evaluate(_CUT_SEATS), "hands of ten cards and more"


def test_a_chameleon_stands_small_beside_what_it_copies(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], half_decks="4", chameleons="4", dealer="1")
    phone.fast(flip("red sun"))
    phone.tap("MATCH")
    assert phone.page.locator(".s-match .captioned > span").evaluate_all(_SMALL) == []
    assert not phone.page.evaluate(_CUT, ".s-match .captioned > span")
    phone.tap("Back to the table")
    phone.play("red moon", "chameleon")
    for width, height in ((360, 640), (640, 360), (768, 1024), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        mask, copied = (
            phone.page.locator(f".top > svg{which}").evaluate("sign => sign.clientWidth")
            for which in (".mask", ":not(.mask)")
        )
        assert mask <= 0.75 * copied, width
        assert phone.page.locator(".top > b").evaluate(_ONE_LINE), width


def test_a_long_name_on_the_card_is_whole_in_two_lines(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Wilhelmine Herrmann", "Bartholomew-Christopher", "Wilhelminchen", "Ann"]
    phone.sit_down(names, dealer="3", half_decks="4", chameleons="4")
    phone.fast(flip("red sun"))
    for name, mixed in zip(names[:3], ("", "top 1", ""), strict=True):
        phone.fast(play(name, "red moon", 1, **({"mixed": mixed} if mixed else {})))
        assert spilt(phone.page, ".top") == [], name


_SMALL = """parts => parts.filter(part => parseFloat(getComputedStyle(part).fontSize) < 12)
  .map(part => part.textContent)"""
_ONE_LINE = "part => part.offsetHeight < 2 * parseFloat(getComputedStyle(part).fontSize)"

# The box of a number is as wide as the name: its digits are measured, and the card before them.
_CUT_SEATS = """() => [...document.querySelectorAll(".seat :is(.held, .score)")].flatMap((part) => {
  const seat = part.closest(".seat").getBoundingClientRect();
  return [...part.childNodes].filter((each) => each.data?.trim() || each.tagName === "svg").filter((each) => {
    const drawn = document.createRange();
    drawn.selectNode(each);
    const { left, right, width } = drawn.getBoundingClientRect();
    return width && (left < seat.left + 1 || right > seat.right - 1);
  }).map(() => part.textContent);
})"""

# A button and a caption have air, too.
_CUT = """which => [...document.querySelectorAll(which)].filter((part) => {
  const words = document.createRange();
  words.selectNodeContents(part);
  const around = part.closest(".act, .k, .captioned");
  const [text, box] = [words, around ?? part].map((each) => each.getBoundingClientRect());
  const air = around ? 2 : -1;
  return text.left < box.left + air || text.right > box.right - air;
}).map((part) => part.textContent)"""


def test_a_ruling_leaves_room_between_its_lines_and_for_the_chameleons(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], half_decks="4", chameleons="4", dealer="2")
    race = {"events": ["play", "match"], "players": ["Ann", "Bob"], "underneath": "Bob"}
    phone.fast(flip("red sun"), do("close_call", **race))
    phone.go(f"{phone.page.url}?sheet=ruled")
    assert not phone.page.evaluate(_CUT, ".s-ruled .captioned > span")
    heading, line = (phone.page.locator(f".s-ruled {part}").first.bounding_box() for part in ("h2", "h2 + p"))
    assert heading
    assert line
    assert line["y"] - heading["y"] - heading["height"] >= 6


_LONGER = ["Özgür", "Bartholomäus", "Maximiliane", "Konstantin-Alexander"]


@pytest.mark.parametrize("names", [_LONGER, FOURTEEN[:8], FOURTEEN], ids=["long", "eight", "fourteen"])
def test_a_players_phone_has_all_its_keys_with_their_words_above_the_buzzers(
    unlock: Unlock, names: list[str]
) -> None:
    phone, mine = unlock(), unlock()
    phone.sit_down(names, half_decks="4", chameleons="4", dealer=str(len(names) - 1))
    phone.fast(flip("red moon"))
    phone.tap("Invite")
    mine.go(phone.page.locator(".s-seats input[readonly]").input_value())
    mine.page.get_by_role("button", name=f"{names[1]}: That’s me").tap()
    expect(mine.page.locator(".in-own .calls")).to_be_visible()
    assert mine.overflow() <= 0, "before its turn"
    expect(mine.page.locator(".faces .face")).to_have_count(len(names) - 1)
    mine.page.set_viewport_size({"width": 390, "height": 844})
    lowest = min(height for _, _, height, *_ in boxes(mine.page, ".faces button"))
    assert lowest > 50, "where there is height, whom it is said to has some of it"
    mine.page.set_viewport_size({"width": 360, "height": 640})
    table = phone.page.url.partition("?")[0]
    phone.page.goto(table)
    phone.fast(do("recount", player=names[0], cards=4), play(names[0], "red wasp", 2, mixed="under 1"))
    expect(mine.page.locator(".on-turn .keys > .many")).to_be_in_viewport(ratio=1)
    words = mine.page.locator(".k.pw span")
    assert words.evaluate_all(_SMALL) == []
    for word in words.all():
        expect(word).to_be_in_viewport(ratio=1)
    assert not mine.page.evaluate(_CUT, ".k.pw span, .captioned > span")
    assert mine.page.locator(".k.pw[class*=left]").evaluate(_APART)
    assert mine.page.locator(".now").evaluate("part => part.scrollHeight <= part.clientHeight")
    assert [
        name for name, width, height, *_ in boxes(mine.page, ".calls button") if min(width, height) < 44
    ] == []
    assert mine.overflow() <= 0


#: Whether what is left of a Power card lies beside the picture and above the word.
_APART = """key => {
  const [picture, left, word] = ["svg", "small", "span"]
    .map(part => key.querySelector(part).getBoundingClientRect());
  return left.left >= picture.right && left.bottom <= word.top + 1;
}"""


def test_a_key_says_how_many_copies_are_left_and_is_an_outline_at_more(unlock: Unlock) -> None:
    phone = unlock()
    for half_decks in ("3", "4"):
        phone.sit_down(["Ann", "Bob", "Cat"], half_decks=half_decks)
        phone.fast(flip("red moon"), play("Bob", "red star"))
        key, left = phone.page.locator(".k[value='red star']"), int(half_decks) - 1
        expect(key.locator("small")).to_have_text(f"{left} left")
        expect(phone.page.locator(".k[value='red sun'] small")).to_have_count(0)
        for count, dashed in ((left, "solid"), (left + 1, "dashed")):
            if half_decks == "3":
                phone.page.locator(".multi", has_text=f"×{count}").tap()
            else:
                phone.choose("How many", f"×{count}")
            expect(key).to_have_css("border-style", dashed)
        for text in ("", "large"):
            phone.page.evaluate("text => { document.documentElement.dataset.text = text }", text)
            assert key.evaluate(_NEAR) <= 2, (half_decks, text)


# By how much the number of what is left lies over the picture; the corners of its box are free.
_NEAR = """key => {
  const [picture, left] = ["svg", "small"].map(part => key.querySelector(part).getBoundingClientRect());
  return picture.bottom - left.top;
}"""
