"""The board in a real browser: on every screen, with few and many players, all of it is seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import cut
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do, flip, play
from tests.browser.tables import FOURTEEN, LONG

SCREENS = ((1280, 720), (1024, 768), (1440, 900), (3840, 2160))
UPRIGHT = ((768, 1024), (390, 844), (360, 640))
#: The smallest letters, in rem: they grow with the screen. An initial is as large as its face.
LEAST = 1.375
_SEEN = """() => [...document.querySelectorAll(".wall *")]
  .filter((part) => part.checkVisibility() && !part.closest(".vh, svg, .felt, .burst"))
  .map((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const words = [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const size = words && !part.matches(".face") ? parseFloat(getComputedStyle(part).fontSize) : 999;
    return [`${part.tagName}.${part.className}`, left, top, right, bottom, size];
  })"""
_MEETING = """() => {
  const box = (part) => part.getBoundingClientRect();
  const seats = [...document.querySelectorAll(".sit, .mid .top")];
  const apart = (a, b, room) => a.right + room <= b.left || a.bottom + room <= b.top;
  const meet = (a, b, room) => !apart(a, b, room) && !apart(b, a, room);
  // The frame of a seat on turn is 5 px, and leaves the card 8.
  return seats.flatMap((one, n) => seats.slice(n + 1)
    .filter((other) => meet(box(one), box(other), other.matches(".top") ? 12.5 : -1))
    .map((other) => `${one.innerText} on ${other.innerText}`));
}"""


def check_seen(page: Page, what: str) -> None:
    """Holds that all of the board is on the screen, whole, in letters that are read from four metres."""
    for wide, high in (*SCREENS, *UPRIGHT):
        page.set_viewport_size({"width": wide, "height": high})
        least = LEAST * (min(wide / 80, high / 45) if wide > high else min(wide * 0.0231, high * 0.013))
        for name, left, top, right, bottom, size in page.evaluate(_SEEN):
            inside = left >= -1 and top >= -1 and right <= wide + 1 and bottom <= high + 1
            assert inside, (what, wide, name, left, top, right, bottom)
            assert size >= least - 0.1, (what, wide, name, size)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (what, wide)
        assert not page.evaluate(_MEETING), (what, wide)
        told = "part => part.scrollHeight <= part.clientHeight + 2"
        assert page.locator(".words").evaluate(told), (what, wide, page.locator(".words").inner_text())
        assert not cut(page), (what, wide, cut(page))


def board_of(phone: Phone) -> Page:
    """The table of a phone on another screen of its own."""
    game = phone.page.url.split("/t/")[1].split("/")[0]
    page = phone.page.context.new_page()
    page.goto(f"/games/{game}/board/")
    return page


def zar(phone: Phone, names: list[str]) -> Iterator[str]:
    """A table of ZAR with long names, in the states in which it says most."""
    more = {"half_decks": "3"} if len(names) > 9 else {}
    phone.sit_down(names, dealer=str(len(names) - 1), score="50", **more)
    yield "flip"
    first, second = names[0], names[1]
    phone.fast(flip("red moon"), play(first, "blue moon"), play(second, "blue wasp"))
    yield "a draw"
    third = names[2 % len(names)]
    phone.fast(do("take", player=third))
    phone.fast(play(third, "winged dragon", declare="lightning"))
    yield "a Power card"
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=1), play(turn, "red lightning"))
    yield "out"
    phone.fast(do("out", player=turn))
    phone.fast(*(do("count", player=name, points=7 + len(name)) for name in names if name != turn))
    yield "between"
    phone.fast(do("end"))
    yield "over"


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 5, 9, 14])
def test_a_board_of_zar_is_read_from_four_metres_and_needs_no_scrolling(unlock: Unlock, players: int) -> None:
    phone = unlock(dark=players == 5)
    board = None
    for state in zar(phone, FOURTEEN[:players]):
        board = board or board_of(phone)
        board.reload()
        check_seen(board, f"{players}: {state}")
        if state == "a draw" and players < 14:
            board.set_viewport_size({"width": 1280, "height": 720})
            size = board.locator(".huge b").evaluate("part => parseFloat(getComputedStyle(part).fontSize)")
            assert size >= 150


@pytest.mark.parametrize("names", [["Ann", "Bob", "Cat", "Dan"], LONG[:2]])
def test_beside_an_open_invitation_all_that_a_match_says_is_seen(unlock: Unlock, names: list[str]) -> None:
    phone = unlock()
    phone.sit_down(names, dealer="0")
    phone.fast(flip("red moon"), play(names[1], "red sun"), play(names[0], "red sun"))
    phone.tap("Invite")
    board = board_of(phone)
    expect(board.locator(".qr")).to_be_visible()
    expect(board.locator(".callout")).to_have_text(re.compile("MATCH"))
    for wide, high in (*SCREENS, (640, 360)):
        board.set_viewport_size({"width": wide, "height": high})
        words = board.locator(".words").bounding_box()
        first, last = (board.locator(".words > *").nth(n).bounding_box() for n in (0, -1))
        assert words
        assert first
        assert last
        assert first["y"] >= words["y"] - 1, (wide, first, words)
        assert last["y"] + last["height"] <= words["y"] + words["height"] + 1, (wide, last, words)
        speak, back = (board.locator(each).bounding_box() for each in ("[data-speak]", ".leads-back"))
        assert speak
        assert back
        apart = back["x"] - speak["x"] - speak["width"]
        assert apart >= 4 or back["y"] != speak["y"], (wide, speak, back)


_CUT = """() => {
  const names = [...document.querySelectorAll(
    ".sit .name, .turnof b, .mid .top small > span, .ranks .name, .on-it > b")];
  const lines = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part.firstChild);
    return range.getClientRects().length;
  };
  return names.filter((part) => lines(part) > 1 || part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.innerText);
}"""


@pytest.mark.parametrize("players", [2, 4, 8])
def test_no_name_on_a_board_is_broken_or_cut(unlock: Unlock, players: int) -> None:
    phone = unlock(dark=players == 4)
    board = None
    names = ["Maximiliane", "Özgür", "Bartholomäus", "Ann", "Jörg", "Zo", "Bob", "Zoë"][:players]
    for state in zar(phone, names):
        board = board or board_of(phone)
        board.reload()
        for wide, high in (*SCREENS, *UPRIGHT, (640, 360)):
            board.set_viewport_size({"width": wide, "height": high})
            assert not board.evaluate(_CUT), (state, wide)
            assert not board.evaluate(_MEETING), (state, wide)
            assert not cut(board), (state, wide, cut(board))
            if state == "between":
                heading, score = (
                    board.locator(part).first.evaluate("part => parseFloat(getComputedStyle(part).fontSize)")
                    for part in (".heading", ".ranks b")
                )
                assert score > heading, wide


def test_partners_who_won_stand_on_their_step_in_one_form(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Bartholomäus", "Özgür", "Maximiliane", "Jörg"], game="score_sheet", sheet="belote")
    phone.fast({"do": "entry", "c taker": "Bartholomäus", "n taken": "100"}, do("end"))
    board = board_of(phone)
    for wide, high in (*SCREENS, *UPRIGHT):
        for page in (phone.page, board):
            page.set_viewport_size({"width": wide, "height": high})
            heights = page.locator(".p1 b:has(.face)").evaluate_all("names => names.map(b => b.offsetHeight)")
            assert len(heights) == 2
            assert len(set(heights)) == 1, (page.url, wide, heights)


def test_partners_between_hands_are_of_one_size_and_parted_between_their_names_alone(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Özgür", "Bartholomäus", "Maximiliane", "Ann"], game="score_sheet", sheet="belote")
    phone.fast({"do": "entry", "c taker": "Bartholomäus", "n taken": "100"})
    board = board_of(phone)
    for wide, high in (*SCREENS, *UPRIGHT):
        board.set_viewport_size({"width": wide, "height": high})
        names = board.locator(".ranks .name")
        expect(names).to_have_text(["Özgür & Maximiliane", "Bartholomäus D, dealer & Ann"])
        sizes = names.evaluate_all("all => all.map(name => getComputedStyle(name).fontSize)")
        assert len(set(sizes)) == 1, (wide, sizes)
        lines = names.locator("span:not(.vh)").evaluate_all("all => all.map(e => e.getClientRects().length)")
        assert lines == [1, 1, 1, 1], wide
        for name in names.all():
            assert name.evaluate("name => name.scrollWidth <= name.clientWidth + 1"), wide


def others(phone: Phone) -> Iterator[str]:
    """A table of every other game, with something on it."""
    names = LONG[:4]
    phone.sit_down(names, game="house_zar")
    phone.fast(flip("blue 3"))
    yield "house_zar"
    phone.sit_down(names, game="crazy_eights")
    yield "crazy_eights"
    phone.sit_down(names, game="numzumzero")
    yield "numzumzero"
    phone.sit_down(names, game="zarathustra")
    yield "zarathustra"
    phone.sit_down(names, game="zero_zap")
    phone.fast(do("deal", dealer=names[-1]), do("draw", player=names[0], cards=2))
    phone.fast(do("meld", player=names[0], cards=["red 1", "red 2", "wild"]))
    phone.fast(do("double", player=names[0], color="red"), do("discard", player=names[0], card="red 7"))
    yield "zero_zap"
    phone.sit_down([*FOURTEEN, *(f"{name[:20]} II" for name in FOURTEEN[:6])], game="score_sheet")
    yield "score_sheet"


@pytest.mark.long
def test_every_other_game_has_a_board_that_fits(unlock: Unlock) -> None:
    phone = unlock()
    for game in others(phone):
        board = board_of(phone)
        check_seen(board, game)
        board.close()


def test_a_board_by_its_link_follows_the_phones_until_the_link_is_cancelled(
    unlock: Unlock, axe: Callable[[Page], None]
) -> None:
    ann, television = unlock(), unlock()
    ann.sit_down(["Ann", "Bob", "Cat"], dealer="2")
    ann.fast(flip("red moon"))
    table = ann.page.url
    ann.tap("Menu")
    ann.tap("Board on a big screen")
    ann.tap("Make a link")
    link = ann.page.locator("input[readonly]").input_value()
    television.page.set_viewport_size({"width": 1280, "height": 720})
    television.go(link)
    screen = television.page
    expect(screen.locator(".turnof b")).to_have_text("Ann")
    axe(screen)
    ann.go(table)
    ann.play("red star")
    # By the stream: a poll comes only after 20 seconds.
    expect(screen.locator(".turnof b")).to_have_text("Bob", timeout=8_000)
    expect(screen.locator(".sit.turn")).to_contain_text("Bob")
    assert "crew" not in {cookie["name"] for cookie in screen.context.cookies()}
    # The next game at this table is shown without a hand on the screen, by a board of the crew as well.
    board = board_of(ann)
    leads_back = board.get_by_role("link", name="Back to the table")
    for width, height in ((360, 640), (768, 1024), (1280, 720), (1440, 900)):
        board.set_viewport_size({"width": width, "height": height})
        expect(leads_back).to_be_visible()
    assert leads_back.evaluate("link => link.href") == table.partition("?")[0]
    expect(screen.locator(".leads-back"), "a link shows the table alone").to_have_count(0)
    ann.page.bring_to_front()
    ann.fast(do("void"), do("end"))
    for shown in (screen, board):
        expect(shown.locator(".words h1")).to_contain_text("share the win", timeout=8_000)
    ann.tap("Rematch")
    for shown in (screen, board):
        expect(shown.locator(".words")).not_to_contain_text("share the win", timeout=8_000)
    expect(screen).to_have_url(re.compile(re.escape(link)))
    expect(board).not_to_have_url(re.compile(table.split("/t/")[1].split("/")[0]))
    ann.fast(flip("red star"))
    for shown in (screen, board):
        expect(shown.locator(".turnof b")).to_have_text("Ann", timeout=8_000)
    ann.tap("Menu")
    ann.tap("Board on a big screen")
    ann.tap("Cancel the link")
    # Nothing but one sentence, in the middle of the screen and in the board's own letters.
    expect(screen.locator("body")).to_contain_text("This link is no longer valid", timeout=8_000)
    expect(screen.locator("body :not(main, script)")).to_have_count(1)
    sentence = screen.locator("main > p").bounding_box()
    assert sentence
    assert abs(sentence["x"] + sentence["width"] / 2 - 640) < 2
    # It stands on a table, as large as one.
    assert sentence["height"] > 360
    assert abs(sentence["y"] + sentence["height"] / 2 - 360) < 2


def test_a_long_name_of_who_is_next_is_whole_in_two_lines(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Wilhelmine Herrmann", "Bob"], dealer="0")
    phone.fast(flip("red moon"))
    board = board_of(phone)
    board.set_viewport_size({"width": 1440, "height": 900})
    cut = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).map(part => part.innerText)"
    names = board.locator(".thens .name, .top small > span")
    expect(names).to_have_count(2)
    assert names.evaluate_all(cut) == []
