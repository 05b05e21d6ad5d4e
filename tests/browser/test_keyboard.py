"""A keyboard at the table: few stops, arrows between the keys, a ring that is always seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import LONG, SHORT
from tests.browser.walks import crazy_eights, numzumzero, zarathustra, zero_zap
from tests.conftest import SCHEMES

HELD = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"


@pytest.fixture
def ann(unlock: Unlock) -> Phone:
    """Ann's phone: the red moon lies, and it is Ann's turn."""
    phone = unlock()
    phone.sit_down(SHORT[:3], dealer="2")
    phone.fast(flip("red moon"))
    return phone


def press(phone: Phone, *keys: str) -> str:
    """Presses keys in a row; what has the focus then."""
    for key in keys:
        phone.page.keyboard.press(key)
    return str(phone.page.evaluate(HELD))


def focus(phone: Phone, name: str, within: str = ".pad") -> None:
    phone.find(name, within).focus()


def stops(phone: Phone, within: str) -> int:
    """How often Tab is pressed from the first control of a part of the page to past its last."""
    inside = "selector => Boolean(document.activeElement.closest(selector))"
    phone.page.locator(f"{within} :is(a, button, input, select)").and_(
        phone.page.locator(":not([tabindex='-1'], :disabled, [type=hidden])")
    ).first.focus()
    pressed = 0
    while phone.page.evaluate(inside, within):
        press(phone, "Tab")
        pressed += 1
    return pressed


def test_escape_closes_what_is_open_and_the_focus_is_where_it_was_opened(ann: Phone) -> None:
    focus(ann, "Menu", ".bar")
    press(ann, "Enter")
    expect(ann.page.locator(".sheet")).to_be_visible()
    assert press(ann, "Escape")
    expect(ann.page.locator(".sheet")).to_have_count(0)
    expect(ann.find("Menu", ".bar")).to_be_focused()
    ann.page.locator(".action summary").press("Enter")
    expect(ann.page.locator(".action details[open]")).to_be_visible()
    press(ann, "Escape")
    expect(ann.page.locator(".action details[open]")).to_have_count(0)


# --- stops


def test_the_31_keys_of_zar_are_four_stops_and_each_row_has_its_name(ann: Phone) -> None:
    expect(ann.page.locator(".pad button.k")).to_have_count(31)
    assert stops(ann, ".pad .keyrow") == 4
    assert stops(ann, ".pad") <= 8
    for name in ("Blue", "Red", "Yellow", "Power cards"):
        expect(ann.page.get_by_role("toolbar", name=name, exact=True)).to_have_count(1)


def _fourteen(phone: Phone) -> None:
    phone.sit_down(LONG[:9], half_decks="8", chameleons="8", dealer="8")
    phone.fast(flip("red moon"))


def _quick(phone: Phone) -> None:
    phone.sit_down(SHORT[:3], track="quick", dealer="2")
    phone.fast(flip("plain"))


def _typing(phone: Phone) -> None:
    phone.sit_down(SHORT[:3], dealer="2")
    moves = [flip("red moon"), {"do": "recount", "player": "Ann", "cards": 1}, play("Ann", "red sun")]
    phone.fast(*moves, {"do": "out", "player": "Ann"})
    phone.tap("Type points")


def _at(walk: Callable[[Phone, list[str]], Iterator[str]], state: str) -> Callable[[Phone], None]:
    def go(phone: Phone) -> None:
        assert any(each == state for each in walk(phone, SHORT[:3]))

    return go


def _house(phone: Phone) -> None:
    phone.sit_down(SHORT[:3], game="house_zar", copies="3")
    phone.fast(flip("green 3"))


def _sheet(phone: Phone) -> None:
    names = SHORT[:6]
    phone.sit_down(names, game="score_sheet")
    phone.fast(*({"do": "round", **{f"score {name}": "7" for name in names}} for _ in range(3)))


# The pads of all others are looked at where the ring is.
@pytest.mark.long
@pytest.mark.parametrize(
    ("lead", "within", "most"),
    [
        (_house, ".pad", 6),
        (_at(crazy_eights.screens, "play"), ".pad", 3),
        (_at(crazy_eights.screens, "count"), ".counting", 2),
        (_at(zero_zap.screens, "discard"), ".card-pad", 4),
        (_at(zero_zap.screens, "calculator"), ".card-pad", 3),
    ],
    ids=["house_zar", "crazy_eights", "crazy_eights, count", "zero_zap, discard", "zero_zap, calculator"],
)
def test_a_pad_has_a_stop_for_each_row(
    unlock: Unlock, lead: Callable[[Phone], None], within: str, most: int
) -> None:
    phone = unlock()
    lead(phone)
    assert 1 <= stops(phone, within) <= most


def test_without_scripts_every_key_is_a_stop(unlock: Unlock) -> None:
    phone = unlock(javascript=False)
    phone.sit_down(SHORT[:3], dealer="2")
    assert phone.page.locator(".pad [tabindex]").count() == 0
    expect(phone.page.get_by_role("group", name="Blue", exact=True)).to_have_count(1)


# --- arrows


def test_arrows_move_in_a_row_and_between_the_rows(ann: Phone) -> None:
    focus(ann, "blue moon")
    row = ann.page.locator(".keyrow").first.locator("button")
    names = [key.get_attribute("aria-label") for key in row.all()]
    assert press(ann, "Home") == names[0]
    assert press(ann, "ArrowLeft") == names[0]
    assert press(ann, "ArrowRight") == names[1]
    assert press(ann, "End") == names[-1]
    assert press(ann, "ArrowRight") == names[-1]
    assert press(ann, "ArrowDown").partition(" ")[2] == str(names[-1]).partition(" ")[2]
    assert press(ann, "Home", "ArrowUp") == names[0]
    assert press(ann, "ArrowUp") == names[0]


def test_a_walk_down_over_wide_keys_comes_back_to_its_column(ann: Phone) -> None:
    focus(ann, "blue moon")
    start = press(ann, "End")
    powers = ann.page.locator(".keyrow button.pw")
    assert press(ann, "ArrowDown", "ArrowDown", "ArrowDown") == powers.last.get_attribute("aria-label")
    assert press(ann, "ArrowUp", "ArrowUp", "ArrowUp") == start


def test_arrows_go_along_the_lines_of_a_board(unlock: Unlock) -> None:
    phone = unlock()
    _at(lambda phone, names: zarathustra.screens(phone, *names), "start")(phone)
    focus(phone, "c3", ".board")
    assert press(phone, "ArrowLeft").startswith("b3")
    assert press(phone, "ArrowUp")[:2] in {"b2", "b4"}
    end = press(phone, "End")
    assert end.startswith("f")
    assert press(phone, "ArrowRight") == end


# --- swaps


def test_a_row_keeps_its_stop_through_a_swap_and_the_focus_stays_on_its_key(ann: Phone) -> None:
    focus(ann, "red sun")
    focus(ann, "blue moon")
    press(ann, "Enter")
    ann.turn("Bob")
    expect(ann.find("blue moon", ".pad")).to_be_focused()
    assert press(ann, "Tab") == "red sun"
    assert press(ann, "Shift+Tab") == "blue moon"
    assert stops(ann, ".pad .keyrow") == 4


def test_a_swap_from_another_phone_leaves_the_stops(unlock: Unlock, ann: Phone) -> None:
    focus(ann, "red sun")
    other = unlock()
    other.join(ann)
    other.go(ann.page.url)
    other.play("blue moon")
    ann.turn("Bob")
    expect(ann.page.locator(".pad button[aria-label='red sun'][tabindex='0']")).to_be_focused()
    expect(ann.page.locator(".pad button[tabindex='0']")).to_have_count(4)


# --- the skip link


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_the_first_stop_of_a_page_skips_to_its_content(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    for path in ("/", "/new/", "/games/", "/rules/", "/nowhere/"):
        phone.go(path)
        _skips(phone, "To the content", "main")


@pytest.mark.long
@pytest.mark.parametrize(
    "lead",
    [
        _house,
        _sheet,
        _typing,
        _at(numzumzero.screens, "bonus"),
        _at(crazy_eights.screens, "over"),
        _at(zero_zap.screens, "draw"),
        _at(lambda phone, names: zarathustra.screens(phone, *names), "play"),
    ],
)
def test_the_first_stop_of_a_table_skips_to_its_keys(unlock: Unlock, lead: Callable[[Phone], None]) -> None:
    phone, plain = unlock(), unlock(javascript=False)
    lead(phone)
    plain.join(phone)
    table = phone.page.url.partition("#")[0]
    for each in (phone, plain):
        each.go(table)
        _skips(each, "To the keys", "#keys")
        press(each, "Tab")
        below = "!document.activeElement.closest('.bar, .now, .action, .seats, .skip')"
        assert each.page.evaluate(below), press(each)


def _skips(phone: Phone, name: str, target: str) -> None:
    link = phone.page.get_by_role("link", name=name, exact=True)
    heights = (
        "[document.documentElement.scrollHeight, document.querySelector('h1').getBoundingClientRect().top]"
    )
    before = phone.page.evaluate(heights)
    assert press(phone, "Tab") == name
    assert phone.page.evaluate(heights) == before
    box = link.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["x"] >= 0 <= box["y"]
    press(phone, "Enter")
    expect(phone.page.locator(target)).to_be_focused()


def test_the_skip_link_leads_to_a_sheet_that_lies_over_the_keys_and_leaves_it_open(ann: Phone) -> None:
    length = ann.page.evaluate("history.length")
    ann.tap("Dispute")
    ann.page.locator(".skip").focus()
    press(ann, "Enter")
    expect(ann.page.locator(".sheet h2").first).to_be_focused()
    assert ann.page.evaluate("history.length") == length + 1
    ann.page.go_back()
    expect(ann.page.locator(".sheet")).to_have_count(0)


# --- the ring

#: Where the ring of what has the focus is, with its colour and width; nothing at the end of the page. A box
#: that is only seen by its label has the label's ring; a link that breaks has one for each of its lines. What
#: is focused but not `:focus-visible` is a part inside a field, which the browser rings itself.
_RING = """() => {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const part = getComputedStyle(active).opacity === "0" ? active.closest("label") : active;
  const style = getComputedStyle(part), width = parseFloat(style.outlineWidth);
  const out = parseFloat(style.outlineOffset) + width / 2;
  const { left, top, right, bottom } = part.getClientRects()[0];
  return {
    name: active.getAttribute("aria-label") ?? (active.innerText || active.name),
    own: active.matches(":focus-visible"),
    width: style.outlineStyle === "none" ? 0 : width,
    box: [left - out, top - out, right + out, bottom + out],
    color: style.outlineColor.match(/\\d+/g).slice(0, 3).map(Number),
  };
}"""


def _unseen(phone: Phone) -> Iterator[str]:
    """Goes through every stop of the page; what is wrong with its ring, read off the screen."""
    phone.page.evaluate("document.activeElement.blur()")
    for stop in range(90):
        phone.page.keyboard.press("Tab")
        ring = phone.page.evaluate(_RING)
        if ring is None:
            assert stop > 0, "nothing can be reached"
            return
        if not ring["own"]:
            continue
        if ring["width"] < 2:
            yield f"{ring['name']}: no ring"
            continue
        sides = list(_sides(_picture(phone.page, ring), ring))
        for what in ("covered", "faint"):
            if wrong := [side for side, found in sides if found == what]:
                yield f"{ring['name']}: {what} {', '.join(wrong)}"
    raise AssertionError("the stops have no end")


def _picture(page: Page, ring: dict[str, Any]) -> Image.Image:
    """What is on the screen round a ring; the ring's place is from now on its place in the picture."""
    left, top, right, bottom = ring["box"]
    near = ring["width"] + 4
    x, y = max(0, math.floor(left - near)), max(0, math.floor(top - near))
    size = page.viewport_size
    assert size
    wide, high = min(size["width"], right + near) - x, min(size["height"], bottom + near) - y
    clip: FloatRect = {"x": x, "y": y, "width": math.ceil(wide), "height": math.ceil(high)}
    ring["box"] = [left - x, top - y, right - x, bottom - y]
    return Image.open(BytesIO(page.screenshot(animations="disabled", clip=clip))).convert("RGB")


def _sides(image: Image.Image, ring: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each side of the ring at its middle half: whether it is there, and clear against what is beside it."""
    left, top, right, bottom = ring["box"]
    near = math.ceil(ring["width"] / 2) + 1
    for side, x, y, dx, dy in (
        ("left", left, None, 1, 0),
        ("right", right, None, -1, 0),
        ("above", None, top, 0, 1),
        ("below", None, bottom, 0, -1),
    ):
        found = []
        for share in (0.3, 0.45, 0.6, 0.7):
            at_x = left + (right - left) * share if x is None else x
            at_y = top + (bottom - top) * share if y is None else y
            spot = math.floor(at_x), math.floor(at_y)
            colors = [_pixel(image, spot[0] + dx * way, spot[1] + dy * way) for way in (0, near, -near)]
            if _distance(colors[0], ring["color"]) > 40:
                found.append("covered")
            elif max(_contrast(colors[0], color) for color in colors[1:] if color) < 3:
                found.append("faint")
        # A line of the page's may be rounded away at one spot.
        if len(found) > 1:
            yield side, found[0]


def _pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...] | None:
    inside = 0 <= x < image.width and 0 <= y < image.height
    return image.getpixel((x, y)) if inside else None  # type: ignore[return-value]  # RGB has three


def _distance(one: tuple[int, ...] | None, other: list[int]) -> float:
    return math.dist(one, other) if one else math.inf


def _contrast(one: tuple[int, ...] | None, other: tuple[int, ...]) -> float:
    """As WCAG 2 reckons it."""

    def light(color: tuple[int, ...]) -> float:
        shares = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
        return sum(share * weight for share, weight in zip(shares, (0.2126, 0.7152, 0.0722), strict=True))

    assert one
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def _zar_sheet(name: str) -> Callable[[Phone], None]:
    def go(phone: Phone) -> None:
        phone.sit_down(SHORT[:4], dealer="3")
        phone.fast(flip("red moon"))
        if name:
            phone.tap(name)

    return go


@pytest.mark.long
@pytest.mark.parametrize(
    ("lead", "pad", "most"),
    [
        *((_zar_sheet(name), "", 0) for name in ("", "Menu", "Dispute", "MATCH")),
        (_fourteen, ".pad", 6),
        (_quick, ".pad", 2),
        (_typing, ".keypad", 1),
        (_sheet, ".tallies tbody", 1),
        (_at(crazy_eights.screens, "count, two cards"), "", 0),
        (_at(numzumzero.screens, "play"), ".pad", 2),
        (_at(lambda phone, names: zarathustra.screens(phone, *names), "play"), ".board", 1),
        (_at(lambda phone, names: zarathustra.screens(phone, *names), "tray"), ".tray", 1),
        (_at(zero_zap.screens, "lay"), ".card-pad", 5),
        (lambda phone: phone.go("/new/zar/"), "", 0),
    ],
    ids=[
        "zar",
        "menu",
        "dispute",
        "match",
        "chameleons",
        "quick",
        "points",
        "score_sheet",
        "crazy_eights",
        "numzumzero",
        "board",
        "tiles",
        "zero_zap",
        "setup",
    ],
)
def test_the_ring_is_never_covered_and_clear_and_a_pad_has_a_stop_for_each_row(
    unlock: Unlock, lead: Callable[[Phone], None], pad: str, most: int
) -> None:
    phone = unlock()
    lead(phone)
    wrong = []
    for scheme in SCHEMES:
        phone.page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {each}" for each in _unseen(phone)]
    assert wrong == [], "\n".join(wrong)
    assert not pad or 1 <= stops(phone, pad) <= most


# --- colours of the phone's owner


def test_in_forced_colours_lines_and_weights_say_what_backgrounds_said(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(SHORT[:4], dealer="3")
    phone.fast(flip("red moon"))
    phone.page.emulate_media(forced_colors="active")
    border = """part => { const style = getComputedStyle(part);
      return `${style.borderTopWidth} ${style.borderTopStyle} ${style.textDecorationLine}` }"""

    def lines(selector: str) -> str:
        return str(phone.page.locator(selector).first.evaluate(border))

    seats = [lines(".seat.turn"), lines(".seat.next"), lines(".seat:not(.turn, .next)")]
    assert len(set(seats)) == 3, seats
    keys = [lines(".k:not(.no, .off)"), lines(".k.no")]
    match = lines(".act.match")
    phone.fast(play("Ann", "red wasp"), play("Bob", "red wasp"))
    phone.page.emulate_media(forced_colors="active")
    keys.append(lines(".k.spent"))
    assert len(set(keys)) == 3, keys
    assert lines(".act.match") != match
    copies = lines(".multi")
    phone.page.locator(".multi").first.tap()
    assert lines(".multi") != copies
    assert lines(".do .deed").startswith("3px solid")
    press(phone, "Tab")
    assert phone.page.evaluate(_RING)["width"] >= 3


# --- said


def test_what_is_said_has_the_turn_what_may_be_played_and_the_action_line(ann: Phone) -> None:
    ann.play("blue moon", "blue wasp")
    said = ann.page.locator("#said").inner_text()
    assert said.startswith("Cat, clockwise, then Ann.")
    told = " ".join(ann.page.locator(".action .told b").inner_text().split())
    assert told
    assert told in said
    ann.tap("Undo")
    assert "Any moon, anything blue" in ann.page.locator("#said").inner_text()
