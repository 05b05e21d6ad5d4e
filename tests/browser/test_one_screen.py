"""Everything that the next tap needs is on one screen of 360x640, and large enough for a thumb."""

from itertools import product

import pytest

from tests.browser.boxes import boxes, cut, spilt
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do, expect, flip, play
from tests.browser.tables import FOURTEEN, LONG, SHORT, states
from tests.browser.walks.zar import fits
from tests.marks import long_except


# Nine are looked at in test_controls.py, where every screen of a table is.
@pytest.mark.parametrize("players", long_except([2, 4], 4))
def test_no_table_in_play_needs_scrolling_and_every_target_is_large_enough(
    unlock: Unlock, players: int
) -> None:
    phone = unlock()
    for state in states(phone, LONG[:players]):
        fits(phone, state)


@pytest.mark.parametrize("game", ["zar", "house_zar"])
def test_the_whole_menu_is_on_one_screen(unlock: Unlock, game: str) -> None:
    phone = unlock()
    phone.sit_down(LONG[:4], game=game)
    phone.fast(flip("blue moon" if game == "zar" else "blue 3"))
    phone.tap("Menu")
    phone.sees("Undo back to a move", "Add a photo", "End the hand or the game", "Back to the table")
    assert phone.overflow() <= 0
    if game == "zar":
        assert phone.page.locator(".sheet").evaluate("sheet => sheet.scrollHeight - sheet.clientHeight") <= 0
    phone.tap("Undo back to a move")
    phone.sees("Flip: blue")


def test_who_is_on_turn_is_whole_over_what_is_asked_however_long_the_next_name(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(names := ["Ann", "Bob", "Cleo Wilhelmine Herrmann"], dealer="2")
    phone.fast(flip("blue moon"), play("Ann", "blue star"))
    phone.tap("Menu")
    name = phone.page.locator(".whose > .name")
    assert name.text_content() == names[1]
    over = """name => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return text.getBoundingClientRect().width - name.getBoundingClientRect().width;
    }"""
    assert name.evaluate(over) < 0.01
    assert phone.page.locator(".now").evaluate("now => now.offsetHeight") < 50


def test_all_tabs_are_in_sight_with_letters_twice_as_large(unlock: Unlock) -> None:
    page = unlock().page
    page.goto("/games/")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    right = "tabs => Math.max(...tabs.map(tab => tab.getBoundingClientRect().right))"
    assert page.locator(".tabbar a").evaluate_all(right) <= 360
    wide = "tabs => tabs.filter(tab => tab.scrollWidth > tab.clientWidth).map(tab => tab.textContent)"
    assert page.locator(".tabbar a").evaluate_all(wide) == []


def test_two_of_a_card_stand_within_the_card_on_top_in_one_line(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(names := ["Özgür", "Maximiliane", "Bartholomäus"], game="house_zar", dealer="2")
    phone.fast(flip("blue 6"), play(names[0], "blue 3", count=2))
    for wide, high in ((320, 640), (360, 640), (390, 844), (640, 360)):
        phone.page.set_viewport_size({"width": wide, "height": high})
        lines = phone.page.locator(".top b").evaluate("name => name.getClientRects().length")
        assert (lines, spilt(phone.page, ".top"), cut(phone.page)) == (1, [], []), wide


def test_the_seats_stand_above_the_keys_on_a_small_computer(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], dealer="3")
    phone.fast(flip("yellow star"), play("Ann", "yellow moon"), do("recount", player="Bob", cards=2))
    phone.fast(play("Bob", "winged dragon", declare="moon"))
    for width, height in ((1280, 720), (1366, 768)):
        phone.page.set_viewport_size({"width": width, "height": height})
        keys = phone.page.locator(".bar-keys").evaluate("keys => keys.getBoundingClientRect().top")
        assert [name for name, *_, bottom in boxes(phone.page, ".seat") if bottom > keys] == [], width


def _ended(phone: Phone, names: list[str]) -> None:
    """A score sheet of one round, in which each name has a point less than the one before."""
    # The steps are measured where they come to rest.
    phone.page.emulate_media(reduced_motion="reduce")
    phone.sit_down(names, game="score_sheet", rounds="1")
    phone.fast(do("round", **{f"score {name}": str(20 - place) for place, name in enumerate(names)}))


def test_fourteen_long_names_are_read_by_rank_on_a_podium_and_below_it(unlock: Unlock) -> None:
    phone = unlock()
    _ended(phone, FOURTEEN)
    steps = boxes(phone.page, ".podium > li")
    assert [name.split(":")[0] for name, *_ in steps] == ["1st", "2nd", "3rd"]
    # The first in the middle, the second on the left; each step lower than the one before.
    first, second, third = (right for *_, right, _ in steps)
    assert second < first < third
    heights = [height for _, _, height, *_ in boxes(phone.page, ".stair")]
    assert heights == sorted(heights, reverse=True)
    assert len({bottom for *_, bottom in boxes(phone.page, ".stair")}) == 1
    shown = [name for name, *_ in boxes(phone.page, ".on-it b, .standings tbody th")]
    # Below the podium each has a face before the name.
    assert all(said.rstrip(", \n").endswith(name) for said, name in zip(shown, FOURTEEN, strict=True))
    for wide in (360, 180):
        # A page of 180 pixels is what a zoom of 200% leaves of the smallest screen.
        phone.page.set_viewport_size({"width": wide, "height": 640})
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= wide
        for name, _, _, right, _ in boxes(phone.page, ".podium *, .standings *, .over > *"):
            assert right <= wide, name
        cut = "part => part.scrollWidth > part.clientWidth + 1"
        parts = phone.page.locator(".on-it, .stair").all()
        assert not [part.inner_text() for part in parts if part.evaluate(cut)]


def test_names_of_twelve_letters_are_whole_on_the_podium_of_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    _ended(phone, ["Bartholomäus", "Maximiliane", "Özgür"])
    whole = "name => name.scrollWidth <= name.clientWidth && name.offsetHeight < 20"
    assert phone.page.locator(".on-it b").evaluate_all(f"names => names.map({whole})") == [True] * 3
    sizes = "names => new Set(names.map(name => getComputedStyle(name).fontSize)).size"
    assert phone.page.locator(".on-it b").evaluate_all(sizes) == 1, "the winner's name is no smaller"


def test_the_podium_of_four_and_what_is_tapped_next_are_on_the_first_screen(unlock: Unlock) -> None:
    phone = unlock()
    _ended(phone, LONG[:4])
    for name, _, height, _, bottom in boxes(phone.page, ".podium, .onward .act"):
        assert (bottom <= 640, height >= 56) == (True, True), name


def test_after_the_end_of_four_long_names_no_key_lies_below_dispute(unlock: Unlock) -> None:
    phone = unlock()
    names = [LONG[0], LONG[1], LONG[3], LONG[5]]
    assert list(states(phone, names))[-1] == "over"
    lowest = max(bottom for *_, bottom in boxes(phone.page, ".onward + .list .act"))
    assert lowest <= min(
        bottom - height for _, _, height, _, bottom in boxes(phone.page, ".over > .acts > *")
    )


def test_at_a_computer_what_is_tapped_after_the_end_stands_beside_the_podium_and_the_rest_below(
    unlock: Unlock,
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    _ended(phone, ["Ann", "Bob", "Cat", "Dan"])
    ((_, _, _, edge, foot),) = boxes(phone.page, ".podium")
    for name, wide, _, right, _ in boxes(phone.page, ".over h1, .onward .act, .onward + .list .act"):
        assert right - wide > edge, name
    ((_, _, high, right, bottom),) = boxes(phone.page, ".finish + .standings")
    assert (right <= edge + 1, 0 <= bottom - high - foot < 20) == (True, True)


@pytest.mark.parametrize(("players", "width", "height"), [(4, 360, 640), (7, 768, 1024)])
def test_an_end_of_zar_with_a_long_winner_is_whole(
    unlock: Unlock, players: int, width: int, height: int
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    names = ["Maximiliane", "Bartholomäus", "Özgür", "Jörg", "Ann", "Bob", "Wilhelmine"][:players]
    round_of_cards = ["blue sun", "blue star", "blue cloud", "red cloud", "red star", "blue star"]
    phone.sit_down(names)
    phone.fast(
        flip("blue moon"),
        do("recount", player=names[1], cards=2),
        play(names[1], "blue sun"),
        do("gotcha", caller=names[0], target=names[1]),
        *map(play, [*names[2:], names[0]], round_of_cards),
        do("recount", player=names[1], cards=1),
        play(names[1], "blue moon"),
        do("out", player=names[1]),
        *(do("count", player=name, points=place + 2) for place, name in enumerate(names) if place != 1),
        do("end"),
    )
    phone.sees("Bartholomäus wins", within="h1")
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= height
    ((_, _, high, *_),) = boxes(phone.page, "h1")
    assert high < 64, "one line"


#: Which key at the foot a finger at its middle does not hit, and in how many results a line begins.
_AT_FOOT = """() => [...document.querySelectorAll(".over > .acts :is(a, button)")].map(key => {
  const { left, top, width, height } = key.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return key.contains(hit) ? "" : `${key.innerText} lies below ${hit?.innerText}`;
})"""
_BROKEN = """part => [...part.firstChild.data.matchAll(/\\d+–.?\\d+/g)].filter(found => {
  const { 0: { length }, index } = found;
  const range = document.createRange();
  range.setStart(part.firstChild, index), range.setEnd(part.firstChild, index + length);
  return new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1;
}).length"""


@pytest.mark.parametrize(
    ("sheet", "rows"),
    [
        ("badminton", ["scored 21 15", "scored 19 21", "scored 30 29"]),
        ("volleyball", ["scored 23 25", "scored 30 28", "scored 20 25", "scored 25 20", "scored 16 14"]),
        ("golf", ["cards 5 7", "cards 3 4", "end"]),
    ],
)
def test_a_finger_hits_the_keys_below_the_sheet_of_an_end(
    unlock: Unlock, sheet: str, rows: list[str]
) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game="score_sheet", sheet=sheet)
    for what, *numbers in map(str.split, rows):
        cells = {f"n {what} {name}": number for name, number in zip(["Ann", "Bob"], numbers, strict=False)}
        phone.fast(do("entry", **cells) if cells else do(what))
    phone.sees("wins", within="h1")
    # The mark of who serves or deals is for who plays on.
    assert phone.page.locator(".over .deals").count() == 0
    for width, height in ((360, 640), (320, 640), (390, 700), (360, 600)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(_AT_FOOT) == ["", "", ""], (width, height)
        assert phone.page.locator(".why-over").evaluate(_BROKEN) == 0, width
    for width, height in ((768, 1024), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        whole, tallies, dispute = boxes(
            phone.page, ".over > .list > :first-child, .over > .tallies, .over > .acts > a"
        )
        assert abs(dispute[3] - whole[3]) < 8, "a key like the others"
        assert whole[4] < dispute[4] < tallies[4] - tallies[2], "above the sheet"


#: How many symbols fly at an end, and which words, or the crown of two, they meet where they are seen.
_MET = """() => {
  const box = part => part.getBoundingClientRect(), met = new Set();
  const seen = box(document.querySelector(".finish"));
  const words = [...document.querySelectorAll(".on-it b, .n2 .on-it > svg, .over > :not(.finish)")];
  const flown = document.querySelector(".burst").getAnimations({ subtree: true });
  for (let time = 400; time < 1500; time += 100) {
    for (const each of flown) each.pause(), (each.currentTime = time);
    for (const sign of [...document.querySelectorAll(".burst > *")].map(box)) for (const word of words) {
      const { top, bottom, left, right } = box(word);
      const high = Math.min(sign.bottom, bottom, seen.bottom) - Math.max(sign.top, top, seen.top);
      const wide = Math.min(sign.right, right, seen.right) - Math.max(sign.left, left, seen.left);
      if (high > 0 && wide > 0) met.add(word.innerText ?? "crown");
    }
  }
  return [flown.length, ...met];
}"""


@pytest.mark.parametrize("sheet", ["", "bridge_rubber"])
def test_the_burst_of_an_end_meets_no_words(unlock: Unlock, sheet: str) -> None:
    phone = unlock()
    phone.sit_down(names := SHORT[:4] if sheet else LONG[:4], game="score_sheet", rounds="1", sheet=sheet)
    if sheet:
        contract = {"n level": "4", "c strain": "hearts", "c declarer": names[0], "c doubled": "no"}
        phone.fast(*[do("entry", **contract, **{"n tricks": "10", "c honours": "no"})] * 2)
    else:
        phone.fast(do("round", **{f"score {name}": str(20 - place) for place, name in enumerate(names)}))
    for width, height in [(360, 640), (640, 360), (768, 1024), (1440, 900)]:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(_MET) == [6 if sheet else 12], width


#: What of a podium is hidden: a face whose edge its name cuts or the next face meets, a crown behind a face.
_HIDDEN = """podium => {
  const box = part => part.getBoundingClientRect(), hidden = [];
  for (const step of podium.querySelectorAll(".on-it")) {
    const faces = [...step.querySelectorAll("b .face")], crown = step.querySelector("svg:has(+ .face)");
    for (const [n, face] of faces.entries()) {
      if (box(face).left - box(face.parentElement).left < 1) hidden.push(`${face.innerText} is cut`);
      if (n && box(face).top - box(faces[n - 1]).bottom < 3) hidden.push(`${face.innerText} meets another`);
    }
    // Its drawing ends at 28 of 32.
    if (crown && box(crown).top + box(crown).height * 28 / 32 > box(crown.nextElementSibling).top)
      hidden.push("the crown");
  }
  return hidden;
}"""


def test_the_faces_and_the_crown_of_a_podium_are_whole(unlock: Unlock) -> None:
    partners, alone = unlock(), unlock()
    _ended(alone, SHORT[:4])
    partners.page.emulate_media(reduced_motion="reduce")
    partners.sit_down(SHORT[:4], game="score_sheet", sheet="belote")
    partners.fast({"do": "entry", "c taker": "Ann", "n taken": "100"}, do("end"))
    for phone, (width, height) in product((partners, alone), [(360, 640), (640, 360), (1440, 900)]):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".podium").evaluate(_HIDDEN) == [], (phone.page.url, width)


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1440, 900)])
def test_the_end_of_four_fills_a_tablet_and_a_computer_and_fits_them(
    unlock: Unlock, width: int, height: int
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    _ended(phone, LONG[:4])
    (_, _, face, *_), *_ = boxes(phone.page, ".p1 .face")
    assert face >= height / 8
    for name, _, _, _, bottom in boxes(phone.page, ".podium, .onward .act"):
        assert bottom <= height, name


#: The names at seats that are cut, or come nearer to an edge than two pixels.
_NARROW = """names => names.filter(name => {
  const seat = name.closest(".seat").getBoundingClientRect(), words = document.createRange();
  words.selectNodeContents(name);
  const { left, right } = words.getBoundingClientRect();
  return left - seat.left < 2 || seat.right - right < 2 || name.scrollWidth > name.clientWidth;
}).map(name => name.innerText)"""


@pytest.mark.parametrize("players", [7, 5])
def test_long_names_stand_whole_at_many_seats_and_have_air(unlock: Unlock, players: int) -> None:
    names = ["Konstantinopol", "Bartholomäus", "Maximiliane", "Özgür", "Friedrich-Wilh", "Ann", "Bob"]
    phone = unlock()
    phone.sit_down(names[:players])
    phone.fast(flip("red moon"), play("Bartholomäus", "red wasp"))
    for width, height in [(360, 640), (640, 360)]:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".seat .name > span:first-child").evaluate_all(_NARROW) == [], width
        assert phone.overflow() <= 0, width


def test_a_name_of_nine_letters_is_whole_on_its_turn_among_seven(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Annabella", "Ben", "Clara", "Dominik", "Eve", "Friedrich", "Gus"], dealer="6")
    phone.fast(flip("red moon"))
    assert phone.page.locator(".seat .name > span:first-child").evaluate_all(_NARROW) == []


#: The names at seats whose words are cut or lie on the numbers below them.
_LOW = """seats => seats.filter(seat => {
  const [name, held] = [".name", ".held"].map(part => seat.querySelector(part));
  const words = document.createRange();
  words.selectNodeContents(name.querySelector(":scope > span") ?? name);
  const { bottom } = words.getBoundingClientRect(), box = name.getBoundingClientRect();
  const cut = [name, ...name.querySelectorAll("span")].some(part => part.scrollWidth > part.clientWidth);
  return cut || bottom > Math.min(box.bottom, held.getBoundingClientRect().top) + 2;
}).map(seat => seat.innerText)"""


@pytest.mark.parametrize("game", ["zar", "zero_zap", "zarathustra"])
def test_three_long_names_stand_whole_above_their_numbers(unlock: Unlock, game: str) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Wilhelmina Herrmann", "Alexandra Papadopoulos"], game=game, score="50")
    phone.fast(*{"zar": [flip("red moon")], "zero_zap": [do("deal", dealer="Ann")]}.get(game, []))
    for width, height in [(360, 640), (390, 844), (640, 360), (1440, 900)]:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".seat").evaluate_all(_LOW) == [], width


def test_the_second_line_of_who_is_next_hangs_below_the_first_at_a_computer(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    phone.sit_down(["Ann", "Wilhelmina Herrmann", "Cat", "Dan"], dealer="3")
    phone.fast(flip("red moon"))
    lines = """name => {
      const words = document.createRange();
      words.selectNodeContents(name);
      const [first, second] = words.getClientRects(), size = parseFloat(getComputedStyle(name).fontSize);
      return [second.left - first.left, (second.top - first.top) / size];
    }"""
    aside, apart = phone.page.locator(".now small .name").evaluate(lines)
    assert abs(aside) < 1
    assert apart < 1.3


#: How much air the words of the ruling line have above and below them, in pixels.
_AIR = """line => {
  const frame = line.getBoundingClientRect(), words = line.querySelector(".tiles").getBoundingClientRect();
  return Math.min(words.top - frame.top, frame.bottom - words.bottom);
}"""

_BELOW = "part => part.closest('.now').getBoundingClientRect().bottom - part.getBoundingClientRect().bottom"


def test_undo_is_in_sight_between_hands_and_at_the_end(unlock: Unlock) -> None:
    seven, four = unlock(), unlock()
    seven.sit_down(LONG[:7])
    seven.fast(flip("red moon"), do("void"))
    four.sit_down(LONG[:4], game="zero_zap")
    taps = ["0 run red 7", "0 run blue 7", "0 double red", "0 double blue", "0 out"]
    taps += [f"{place} held 2" for place in (1, 2, 3)]
    four.fast(*2 * [do("round", names=LONG[:4], e=taps)])
    four.sees(f"{LONG[0]} wins", within="h1")
    for phone, (width, height) in product((seven, four), [(360, 640), (640, 360), (768, 1024)]):
        phone.page.set_viewport_size({"width": width, "height": height})
        (_, _, _, _, bottom), *_ = boxes(phone.page, "[form=undo]")
        assert bottom <= height, (phone.page.url, width)


@pytest.mark.parametrize(("width", "height"), [(640, 360), (1440, 900)])
def test_the_next_hand_is_the_largest_key_and_the_foot_is_no_bar_across_a_wide_screen(
    unlock: Unlock, width: int, height: int
) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit_down(SHORT[:4], game="zero_zap")
    # Both ways to keep a round are alike, and in one line.
    ways = boxes(phone.page, ".way-to-score > .act")
    assert len({(wide, high, bottom) for _, wide, high, _, bottom in ways}) == 1
    ((_, foot, *_),) = boxes(phone.page, ".acts > .act:not(.icon)")
    assert foot < width / 2
    phone.sit_down(SHORT[:4], dealer="3")
    phone.fast(
        flip("red moon"),
        do("recount", player="Ann", cards=1),
        play("Ann", "red star"),
        do("out", player="Ann"),
    )
    phone.fast(*(do("count", player=name, points=7) for name in SHORT[1:4]))
    keys = boxes(phone.page, ".between .act")
    sizes = {name.split("\n")[0]: wide * high for name, wide, high, *_ in keys}
    deals = max(sizes, key=sizes.__getitem__)
    assert deals.endswith("deals the next hand")
    left = {name.split("\n")[0]: right - wide for name, wide, _, right, _ in keys}
    below = "Dispute" if width == 640 else "End the game now"
    assert left[below] == pytest.approx(left[deals], abs=1), "the foot stands below its column"
    assert sizes["End the game now"] < max(sizes.values()) * 0.95
    phone.fast(do("end"))
    edges = {name: right - wide for name, wide, _, right, _ in boxes(phone.page, ".over .act")}
    assert edges["Dispute"] == pytest.approx(edges["Rematch"], abs=1), "it stands below the other keys"


def test_a_phone_on_its_side_shows_all_of_an_evening_of_long_names(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.sit_down(["Özgür", "Bartholomäus", "Maximiliane", "Ann"], dealer="3", score="50")
    phone.fast(flip("red moon"), do("void"))
    assert phone.overflow() <= 0, "a hand given up"
    phone.fast(do("deal", dealer="Ann"), flip("red moon"), play("Özgür", "red sun"))
    phone.fast(play("Maximiliane", "red sun"))
    assert phone.overflow() <= 0, "a match"
    phone.sees("Maximiliane: “MATCH”", within=".say")
    phone.tap("Undo")
    phone.fast(play("Bartholomäus", "winged dragon", declare="lightning"))
    phone.sees("Bartholomäus: “LIGHTNING BOLTS”", within=".say")
    cut = "name => name.scrollWidth > name.clientWidth || !name.checkVisibility()"
    assert not phone.page.locator(".say .name").evaluate(cut)
    phone.tap("Undo")
    phone.fast(play("Bartholomäus", "red star"), do("recount", player="Maximiliane", cards=2))
    phone.fast(play("Maximiliane", "red crab"))
    line = phone.page.locator(".action summary")
    for width, height in [(640, 360), (360, 640)]:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.told("Maximiliane must say ZAR", "Direction turns")
        assert line.evaluate(_AIR) >= 4, width
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.play("winged dragon")
    spills = "keys => keys.filter(key => key.scrollHeight > key.clientHeight).map(key => key.innerText)"
    assert phone.page.locator(".choice").evaluate_all(spills) == []
    phone.tap("Back to the table")
    phone.fast(do("void"), do("end"))
    assert phone.overflow() <= 0, "the end"


def test_a_long_ruling_leaves_seven_names_and_who_is_next_in_sight(unlock: Unlock) -> None:
    phone = unlock()
    seven = ["Konstantinopol", "Bartholomäus", "Maximiliane", "Özgür", "Friedrich", "Ann", "Bob"]
    phone.sit_down(seven, score="50")
    phone.fast(flip("red moon"), play("Bartholomäus", "red sun"), do("recount", player="Özgür", cards=2))
    phone.fast(play("Maximiliane", "red crab"), play("Özgür", "red crab"))
    line = phone.page.locator(".action summary")
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    for width, height, foot in [(640, 360, 52), (360, 640, 62)]:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.overflow() <= 0, width
        assert line.evaluate(_AIR) >= 4, width
        assert phone.page.locator(".seat .name > span:first-child").evaluate_all(cut) == []
        assert [name for name, *_, bottom in boxes(phone.page, ".seat") if bottom > height - foot] == []
        assert phone.page.locator(".whose small").is_visible()
        for part in (".top", ".say"):
            below = phone.page.locator(part).evaluate(_BELOW)
            assert below >= 4, (part, width)


def test_a_call_and_four_seats_are_whole_above_the_keys_of_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    four = ["Ann", "Bob", "Wilhelmine Herrmann", "Alexandra Papadopoulos"]
    phone.sit_down(four, dealer="0")
    phone.fast(flip("blue sun"), play("Bob", "red sun"), play(four[2], "red sun"))
    phone.sees(f"{four[2]}:", "“MATCH”", within=".say")
    assert phone.page.locator(".say").evaluate(
        "say => Math.abs(say.firstElementChild.offsetTop - say.lastElementChild.offsetTop) < 9"
    )
    keys = phone.page.locator(".bar-keys").evaluate("keys => keys.getBoundingClientRect().top")
    assert [name for name, *_, bottom in boxes(phone.page, ".seat") if bottom > keys] == []
    expect(phone.page.locator(".seat .face:visible")).to_have_text(["A", "B"])


def test_an_invitation_and_a_pair_of_draw_twos_break_no_word_on_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.sit_down(["Ann", "Konstantinopol", "Bartholomäus"], game="house_zar", dealer="2")
    phone.fast(flip("yellow 5"), play("Ann", "yellow draw two", 2))
    air = """name => {
      const last = name.querySelector("span");
      return name.parentElement.clientWidth - last.offsetLeft - last.offsetWidth;
    }"""
    assert phone.page.locator(".top > b").evaluate(air) >= 4
    phone.tap("Invite")
    assert phone.overflow() <= 0
    # What is folded away has a box too, of a narrower row.
    tall = """names => names.filter(name => name.checkVisibility() && name.offsetHeight > 24)
      .map(name => name.innerText)"""
    assert phone.page.locator(".chair b").evaluate_all(tall) == []
    phone.open("This phone is mine")
    assert phone.page.locator(".chair b").evaluate_all(tall) == []


@pytest.mark.parametrize("game", ["zar", "score_sheet", "zero_zap"])
def test_the_menu_fits_a_phone_on_its_side(unlock: Unlock, game: str) -> None:
    phone = unlock()
    phone.sit_down(LONG[:4], game=game)
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.tap("Menu")
    assert phone.page.locator(".s-menu").evaluate("menu => menu.scrollHeight - menu.clientHeight") <= 0
    covered = """keys => keys.filter(key => {
      const { left, top, width, bottom } = key.getBoundingClientRect();
      return [top + 3, bottom - 3].some(y => !key.contains(document.elementFromPoint(left + width / 2, y)));
    }).map(key => key.textContent)"""
    assert phone.page.locator(".s-menu :is(.act, .back)").evaluate_all(covered) == []
    keys = boxes(phone.page, ".s-menu .act, .s-menu .back")
    assert len(keys) >= 10
    for name, _, height, right, bottom in keys:
        assert (right <= 640, bottom <= 360, height >= 44) == (True, True, True), name


def test_a_dispute_of_four_and_their_table_need_no_scrolling_and_cut_no_name(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(four := ["Özgür", "Bartholomäus", "Maximiliane", "Bartholomea"], dealer="3")
    phone.fast(flip("red moon"), do("recount", player="Özgür", cards=3))
    phone.fast(
        play("Özgür", "winged dragon", declare="lightning"), do("recount", player="Bartholomäus", cards=2)
    )
    phone.fast(play("Bartholomäus", "red lightning"))
    table = phone.page.url
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    for width, height, foot in [(360, 640, 108), (640, 360, 52)]:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.go(table)
        assert phone.overflow() <= 0
        names = phone.page.locator(".seat .name > span:first-child, .top small > span, .say .name")
        assert names.evaluate_all(cut) == []
        for tab in ("Dispute", "May I?", "GOTCHA?"):
            phone.tap(tab)
            keys = boxes(phone.page, ".sheet :is(.race .act, .k)")
            assert keys, tab
            for name, _, tall, _, bottom in keys:
                assert (bottom <= height - foot, tall >= 44) == (True, True), (tab, name)
        assert [name for name, *_ in boxes(phone.page, ".owes .act")] == [four[0], *four[2:]]


def test_a_dispute_has_names_in_letters_to_be_read_and_its_way_back_apart_from_the_tabs(
    unlock: Unlock,
) -> None:
    phone = unlock()
    phone.sit_down(SHORT[:4], dealer="3")
    phone.fast(flip("red moon"), play("Ann", "red sun"))
    table = phone.page.url
    letters = "all => all.map(name => parseFloat(getComputedStyle(name).fontSize))"
    phone.tap("Dispute")
    assert min(phone.page.locator(".race > .act").evaluate_all(letters)) >= 15
    phone.go(f"{table}?sheet=close&events=play&events=match&players=Cat&players=Ann")
    assert min(phone.page.locator(".evidence > .act").evaluate_all(letters)) >= 15
    phone.page.set_viewport_size({"width": 640, "height": 360})
    for tab in ("dispute", "illegal", "liable", "may", "faq"):
        phone.go(f"{table}?sheet={tab}")
        ((_, wide, _, right, _),) = boxes(phone.page, ".sheet > .back")
        assert right - wide - max(edge for *_, edge, _ in boxes(phone.page, ".tabs > *")) >= 4, tab


def test_all_rows_of_keys_are_in_sight_in_large_letters(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Wilhelmine Henriette", "Bob"], dealer="2")
    phone.fast(flip("blue sun"), play("Ann", "blue moon"), play("Wilhelmine Henriette", "blue crab"))
    seen = """() => { document.documentElement.dataset.text = "large";
      const box = part => [...document.querySelectorAll(part)].at(-1).getBoundingClientRect();
      return box(".bar-keys").top - box(".k.pw").bottom }"""
    assert phone.page.evaluate(seen) >= 0


def test_all_cards_to_ask_about_are_in_sight_on_a_phone_on_its_side(unlock: Unlock) -> None:
    phone = unlock(dark=True)
    phone.sit_down(SHORT[:7], dealer="6")
    phone.fast(flip("red moon"), play("Ann", "red sun"))
    table = phone.page.url
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.go(f"{table}?sheet=may")
    assert phone.page.locator(".sheet").evaluate("sheet => sheet.scrollHeight - sheet.clientHeight") <= 0
    assert cut(phone.page) == []
    assert all(wide >= 44 and high >= 44 for _, wide, high, *_ in boxes(phone.page, ".sheet :is(.k, .act)"))
    phone.go(f"{table}?sheet=may&card=blue+sun")
    keys = phone.page.locator(".bar-keys").evaluate("keys => keys.getBoundingClientRect().top")
    assert max(bottom for *_, bottom in boxes(phone.page, "nav.who > .act")) <= keys
