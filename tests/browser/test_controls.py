"""Every control can be hit, on phones of all widths and in large text: none lies over another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.browser import (
    test_crazy_eights,
    test_house_zar,
    test_numzumzero,
    test_score_sheet,
    test_zar_extended,
    test_zarathustra,
    test_zero_zap,
)
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import LONG, SHORT, sheets, states

#: Widths of phones, each with the size of the text in per cent.
SIZES = ((320, 100), (360, 100), (390, 100), (430, 100), (360, 200))

#: What is wrong with the controls that are in sight, in words. A label that holds its input is one control
#: with it. A link in running text is its words: the room around them for a finger may reach into the next
#: line. What is scrolled away lies over nothing, and what hangs over a scrolling page is compared with its
#: like. Each is looked for at its middle; only citations may be cut off for good.
_WRONG = """() => {
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
      if (["sticky", "fixed"].includes(getComputedStyle(box).position)) return true;
    return false;
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
  for (const part of controls) {
    part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    for (let box = part.parentElement; box; box = box.parentElement)
      if (getComputedStyle(box).overflowY === "hidden") box.scrollTop = 0;
    if (part.closest(".cites") && !seen[controls.indexOf(part)].length) continue;
    const area = rect => rect.width * rect.height;
    const rect = [...part.getClientRects()].sort((a, b) => area(b) - area(a))[0];
    const hit = rect && document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    const label = hit && hit.closest("label");
    if (!hit || !(part.contains(hit) || (label && label.control === part)))
      wrong.push(`${named(part)} is not hit at its middle, but ${hit?.outerHTML.slice(0, 80)}`);
  }
  scrollTo(0, 0);
  return [...controls.length ? wrong : ["no control at all"]];
}"""


def wrong(phone: Phone) -> list[str]:
    """What is wrong with the controls of the page at any size."""
    page, found = phone.page, []
    browser = page.context.new_cdp_session(page)
    for width, text in SIZES:
        page.set_viewport_size({"width": width, "height": 640})
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
        found += [f"{width} px, {text}%: {each}" for each in page.evaluate(_WRONG)]
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    browser.detach()
    page.set_viewport_size({"width": 360, "height": 640})
    return found


def zar(phone: Phone) -> Iterator[str]:
    yield from states(phone, LONG[:9])
    phone.sit_down(SHORT[:4])
    phone.fast(flip("red moon"), play("Bob", "red sun"))
    for name, opened in sheets():
        opened(phone)
        yield f"sheet, {name}"
        phone.tap("Back to the table")


def many(phone: Phone) -> Iterator[str]:
    yield from test_zar_extended.states(phone, test_zar_extended.FOURTEEN, half_decks="8", chameleons="8")


def house_zar(phone: Phone) -> Iterator[str]:
    yield from test_house_zar.states(phone, LONG[:4])
    phone.sit_down(SHORT[:4], game="house_zar")
    phone.fast(flip("green 3"))
    for name, within in (("MATCH", "body"), ("wild", ".pad"), ("dragon", ".pad"), ("yellow 1", ".pad")):
        phone.tap(name, within)
        yield f"sheet, {name}"
        phone.tap("Back to the table")


def crazy_eights(phone: Phone) -> Iterator[str]:
    yield from test_crazy_eights.screens(phone, LONG[:5])


def numzumzero(phone: Phone) -> Iterator[str]:
    yield from test_numzumzero.screens(phone, LONG[:4])


def zarathustra(phone: Phone) -> Iterator[str]:
    yield from test_zarathustra.screens(phone, *LONG[:4])


def zero_zap(phone: Phone) -> Iterator[str]:
    yield from test_zero_zap.screens(phone, LONG[:4])


def score_sheet(phone: Phone) -> Iterator[str]:
    names = LONG[:9]
    phone.sit_down(names, game="score_sheet", rounds="3")
    yield "the first round"
    table = phone.page.url
    phone.fast(*(test_score_sheet._round(names, number) for number in range(2)))
    for path in ("", "?sheet=people", "?sheet=rounds", "hand/1/"):
        phone.go(table + path)
        yield path or "the third round"
    phone.go(table)
    phone.fast(test_score_sheet._round(names, 2))
    yield "over"


def pages(phone: Phone) -> Iterator[str]:
    """The pages round the tables, with a game among them."""
    table = ""
    for state in states(phone, LONG[:3]):
        table = phone.page.url
        if state == "count":
            for path in ("/", f"{table}log/", f"{table}correct/3/"):
                phone.go(path)
                yield path
            phone.go(table)
    game = table.replace("/t/", "/games/")
    for path in (game, f"{game}replay/", f"{game}share/", "/games/", "/players/"):
        phone.go(path)
        yield path
    phone.page.locator("main a[href^='/players/']").first.tap()
    yield "player"
    for path in ("", "leaders/", "nights/", "records/", "export/", "code/", "invites/new/"):
        phone.go(f"/crew/{path}")
        yield f"/crew/{path}"
    for path in (
        "/",
        "/account/",
        "/recover/",
        "/nowhere/",
        "/new/",
        "/rules/",
        "/rules/?q=draw",
        "/rules/zar/8/",
    ):
        phone.go(path)
        yield path
    for key in ("zar", "house_zar", "crazy_eights", "numzumzero", "zarathustra", "zero_zap", "score_sheet"):
        phone.go(f"/new/{key}/")
        yield f"/new/{key}/"
    phone.go("/rules/crazy_eights/")
    yield "rulebook"


WALKS = [zar, many, house_zar, crazy_eights, numzumzero, zarathustra, zero_zap, score_sheet, pages]


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_no_control_overlaps_another_and_each_is_hit_at_its_middle(
    unlock: Unlock, walk: Callable[[Phone], Iterator[str]]
) -> None:
    phone = unlock()
    found = [f"{state}, {each}" for state in walk(phone) for each in wrong(phone)]
    assert found == [], "\n".join(found)
