"""Every screen of every table and the pages round them, each looked at once, for all that a look can hold.

Every control can be hit, in windows of all sizes and in large text: none lies over another or moves, and no
word is cut. Axe finds nothing, by day and by night, and clauses have the names that people say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import cut
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import LONG, SHORT
from tests.browser.walks.crazy_eights import crazy_eights
from tests.browser.walks.every import FITS, TABLES
from tests.browser.walks.pages import pages
from tests.browser.walks.score_sheet import score_sheet
from tests.marks import long_except

#: The app's own Large text, of 125%.
LARGE = "large"
#: Windows, each with the size of the text: phones upright, on their side, what a zoom of 400% leaves, and
#: large ones.
SIZES = (
    (320, 640, ""),
    (360, 640, ""),
    (390, 640, ""),
    (412, 640, ""),
    (360, 640, LARGE),
    (360, 640, "200%"),
    (568, 320, ""),
    (640, 360, ""),
    (667, 375, ""),
    (844, 390, ""),
    (320, 256, ""),
    (768, 1024, ""),
    (1440, 900, ""),
)

#: Windows that no phone of today has: their lines may end early.
_SMALL = (320, 568)
#: Links to clauses, and what people call them.
_CLAUSES = "cite a, a[href*='clause=']"
_CLAUSE = re.compile(r"(Rule|FAQ|Our reading|Author’s ruling) \d\S*")

#: What is wrong with the controls that are in sight, in words. A label that holds its input is one control
#: with it. A link in running text is its words: the room around them for a finger may reach into the next
#: line. What is scrolled away lies over nothing, and what hangs over a scrolling page is compared with what
#: hangs there with it. Each is looked for at its middle, wherever a finger can scroll it; only citations may
#: be cut off for good. Scrolled to its end, a table shows its rows below each other, or beside each other.
_WRONG = """() => {
  const scrolled = [...document.querySelectorAll("*")].map(part => [part, part.scrollLeft, part.scrollTop]);
  const wrong = [], kinds = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const said = part => (part.getAttribute("aria-label") ?? part.innerText).trim();
  const words = part => said(part) || part.name || part.className;
  const named = part => `${part.tagName.toLowerCase()} "${words(part).replace(/\\s+/g, " ")}"`;
  const controls = [...document.querySelectorAll(kinds)]
    .filter(part => part.checkVisibility({ visibilityProperty: true }) && !part.closest(".vh"))
    .map(part => part.matches("label :is([type=radio], [type=checkbox])") ? part.closest("label") : part);
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} px wide`);
  const seen = controls.map(part => {
    let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity];
    for (let box = part.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflow !== "visible") {
        const edge = box.getBoundingClientRect();
        [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
      }
    const style = getComputedStyle(part), inline = style.display === "inline";
    const [above, beside] = [style.paddingTop, style.paddingLeft].map(size => inline ? parseFloat(size) : 0);
    return [...part.getClientRects()].map(rect => ({
      left: Math.max(left, rect.left + beside), top: Math.max(top, rect.top + above),
      right: Math.min(right, rect.right - beside), bottom: Math.min(bottom, rect.bottom - above),
    })).filter(rect => rect.right > rect.left && rect.bottom > rect.top);
  });
  const pinned = part => {
    for (let box = part; box; box = box.parentElement)
      if (["sticky", "fixed"].includes(getComputedStyle(box).position)) return box;
    return null;
  };
  const pins = controls.map(pinned);
  controls.forEach((part, n) => controls.slice(n + 1).forEach((other, m) => {
    const o = n + 1 + m;
    if (part.contains(other) || other.contains(part) || pins[n] !== pins[o]) return;
    const over = seen[n].some(a => seen[o].some(b =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1));
    if (over) wrong.push(`${named(part)} and ${named(other)} overlap`);
  }));
  const met = part => {
    const area = rect => rect.width * rect.height;
    const rect = [...part.getClientRects()].sort((a, b) => area(b) - area(a))[0];
    return rect && document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
  };
  const hits = (part, hit) => hit && (part.contains(hit) || hit.closest("label")?.control === part);
  for (const part of controls) {
    if (part.closest(".cites") && !seen[controls.indexOf(part)].length) continue;
    const found = ["center", "start", "end"].some(block => {
      part.scrollIntoView({ block, inline: "center", behavior: "instant" });
      for (let box = part.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.overflowY === "hidden") box.scrollTop = 0;
        if (style.overflowX === "hidden") box.scrollLeft = 0;
      }
      return hits(part, met(part));
    });
    const there = found || met(part)?.outerHTML.slice(0, 80);
    if (!found) wrong.push(`${named(part)} is not hit at its middle, but ${there}`);
  }
  for (const key of document.querySelectorAll(".bar-keys > .act, .sheet .act"))
    if (key.checkVisibility() && key.scrollWidth > key.clientWidth + 1) wrong.push(`${named(key)} is cut`);
  scrollTo(0, root.scrollHeight);
  const rows = [...document.querySelectorAll("#table > *")]
    .filter(row => row.checkVisibility() && !["absolute", "fixed"].includes(getComputedStyle(row).position))
    .map(row => [row.className, row.getBoundingClientRect()]);
  rows.forEach(([name, a], n) => rows.slice(n + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) wrong.push(`row ${name} lies over ${other}`);
  }));
  for (const [part, left, top] of scrolled)
    if (part.scrollLeft !== left || part.scrollTop !== top) part.scrollTo({ left, top, behavior: "instant" });
  scrollTo(0, 0);
  return [...controls.length ? wrong : ["no control at all"]];
}"""

#: Sets the app's own size of the text, as Settings does.
_LETTERS = "text => { document.documentElement.dataset.text = text }"

#: A key that is pressed is drawn smaller, and is let go of some time after its answer, or by the next tap.
_LET_GO = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":active { transform: none !important }");
  document.adoptedStyleSheets = [sheet];
}"""
#: Where each control of a table in play is: what it is there for, and its box. A card of Crazy Eights has the
#: place of its rank or suit; all others are known by what they are called, whatever the step does with them.
_PLACES = """() => {
  const table = document.querySelector("#table"), found = {};
  if (!table.querySelector(":scope > .bar-keys")) return found;
  const put = (role, part) => {
    const box = part.getBoundingClientRect();
    // The count of a hand has keys of its own.
    const phase = table.matches(".in-count") ? "counting: " : "";
    found[phase + role] = [box.left, box.top, box.width, box.height].map(Math.round).join(" ");
  };
  const each = (what, selector, role = (part, n) => n) => [...table.querySelectorAll(selector)]
    .filter(part => part.checkVisibility())
    .forEach((part, n) => put(`${what} ${role(part, n)}`, part));
  const called = part => (part.getAttribute("aria-label") ?? part.innerText)
    .replace(/^(Discard|Lay) /, "").split(",")[0];
  const suit = part => part.className.split(" ").find(each => each.endsWith("s"));
  each("menu", ".bar .icon", called);
  each("key at the foot", ".bar-keys > .act");
  // A sheet leaves one line of the rows above it.
  if (!table.matches(".sheeted")) each("row", ":scope > :is(.now, .action)", part => part.classList[0]);
  each("seat", ".seats:not(.tokens) .seat");
  each("tokens", ".tokens .seat");
  each("column", ".col");
  each("space", ".board > a", called);
  const pad = ":scope > :is(.play, .picking) .pad";
  each("rank", `${pad}.slotted .k:not(.alike, .eight)`);
  each("alike", `${pad}.slotted .alike`, suit);
  each("eight", `${pad}.slotted .eight`, suit);
  each("suit", `${pad}.slotted .suits a`);
  each("card", `${pad}:not(.slotted) .k:not(.multi)`, called);
  each("copies", `${pad} .multi`);
  return found;
}"""


def wrong(phone: Phone, *, reads: bool = True) -> list[str]:
    """What is wrong with the controls of the page at any size, and what is cut where somebody `reads`."""
    page, found = phone.page, []
    browser = page.context.new_cdp_session(page)
    for width, height, text in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32 if text == "200%" else 16}})
        page.evaluate(_LETTERS, LARGE if text == LARGE else "")
        at_fault = [*page.evaluate(_WRONG), *(cut(page) if reads and width not in _SMALL else ())]
        found += [f"{width}x{height} px {text}: {each}" for each in at_fault]
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    page.evaluate(_LETTERS, "")
    browser.detach()
    page.set_viewport_size({"width": 360, "height": 640})
    return found


class Places:
    """Where the controls of each table were first seen, and what has moved since."""

    def __init__(self) -> None:
        self.moved: list[str] = []
        self.looked = 0
        self._where: dict[tuple[str, str], tuple[str, str]] = {}

    def look(self, phone: Phone, state: str) -> None:
        """Compares what the phone shows with what it showed."""
        phone.page.evaluate(_LET_GO)
        table = phone.page.url.partition("?")[0].partition("move/")[0]
        found: dict[str, Any] = phone.page.evaluate(_PLACES)
        self.looked += bool(found)
        for role, box in found.items():
            first, was = self._where.setdefault((table, role), (box, state))
            if first != box:
                self.moved.append(f"{role}: {first} in “{was}”, {box} in “{state}”")


@pytest.mark.parametrize("walk", long_except([*TABLES, pages], crazy_eights), ids=lambda walk: walk.__name__)
def test_every_screen_is_for_everyone_each_control_is_hit_at_its_middle_and_no_tap_moves_one(
    unlock: Unlock, axe: Callable[[Page], None], walk: Callable[[Phone], Iterator[str]]
) -> None:
    phone = unlock()
    places, found, names = Places(), [], set()
    fits = FITS.get(walk)
    for state in walk(phone):
        if walk not in (score_sheet, pages) and not state.startswith("page, "):
            places.look(phone, state)
        if fits and not state.startswith(("sheet, ", "page, ")):
            fits(phone, state)
        found += [f"{state}, {each}" for each in wrong(phone, reads=fits is not None)]
        expect(phone.page.locator("h1"), state).to_have_count(1)
        axe(phone.page)
        names |= {(name.strip(), state) for name in phone.page.locator(_CLAUSES).all_text_contents()}
    assert found == [], "\n".join(found)
    assert places.moved == [], "\n".join(places.moved)
    assert places.looked > 3 or walk in (score_sheet, pages)
    assert {each for each in names if not _CLAUSE.fullmatch(each[0])} == set()
    assert names or walk is score_sheet


@pytest.mark.parametrize(
    "names",
    [pytest.param(SHORT[:3], id="three"), pytest.param(LONG[:9], id="nine", marks=pytest.mark.long)],
)
def test_every_control_of_a_phone_of_ones_own_is_hit_at_its_middle(unlock: Unlock, names: list[str]) -> None:
    keeper, phone = unlock(), unlock()
    first, second = names[:2]
    keeper.sit_down(names, dealer=str(len(names) - 1))
    keeper.fast(flip("red moon"))
    keeper.tap("Invite")
    phone.go(keeper.page.locator(".s-seats input[readonly]").input_value())
    phone.page.get_by_role("button", name=f"{second}: That’s me").tap()
    mine = phone.page.locator(".in-own .own")
    expect(mine).to_be_visible()
    found = [f"waiting, {each}" for each in wrong(phone)]
    keeper.fast(play(first, "red star"))
    phone.page.reload()
    expect(phone.page.locator(".on-turn .pad")).to_be_visible()
    phone.until("!document.getAnimations().some(each => each.animationName === 'settle')")
    found += [f"on turn, {each}" for each in wrong(phone)]
    phone.tap("Dispute")
    found += [f"dispute, {each}" for each in wrong(phone)]
    assert found == [], "\n".join(found)
