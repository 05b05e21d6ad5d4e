"""Whatever a tap brings, every key, seat and button stays in its place, and no row of the table is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone
from tests.browser.tables import LONG, states
from tests.browser.walks import crazy_eights, house_zar, numzumzero, zarathustra, zero_zap
from tests.browser.walks.every import TABLES
from tests.browser.walks.score_sheet import score_sheet

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
  each("menu", ".bar .icon");
  each("key at the foot", ".bar-keys > .act");
  each("row", ":scope > :is(.now, .action)", part => part.classList[0]);
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

#: Parts of rows whose words do not fit into them. Long names may end in dots, and so may the small ruling.
_CUT = """() => [...document.querySelectorAll(
    ".now, .follow, .demand, .whose, .action summary, .tiles, .told, .bar-keys > .act, .k, .k span, .need")]
  .filter(part => part.checkVisibility() && !part.closest(".vh, .in-count > .now"))
  .filter(part => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline"
    || part.scrollHeight > part.clientHeight + 2 && getComputedStyle(part).display !== "inline")
  .map(part => `${part.className}: ${part.innerText} is ${part.scrollWidth}x${part.scrollHeight}`
    + ` in ${part.clientWidth}x${part.clientHeight}`)"""

Walk = Callable[[Phone], Iterator[str]]


@pytest.mark.parametrize(
    "walk", [walk for walk in TABLES if walk is not score_sheet], ids=lambda walk: walk.__name__
)
def test_no_tap_moves_a_control(unlock: Unlock, walk: Walk) -> None:
    phone = unlock()
    where: dict[tuple[str, str], tuple[str, str]] = {}
    moved, looked = [], 0
    for state in walk(phone):
        table = phone.page.url.partition("?")[0].partition("move/")[0]
        found: dict[str, Any] = phone.page.evaluate(_PLACES)
        looked += bool(found)
        for role, box in found.items():
            first, was = where.setdefault((table, role), (box, state))
            if first != box:
                moved.append(f"{role}: {first} in “{was}”, {box} in “{state}”")
    assert looked > 3
    assert moved == [], "\n".join(moved)


@pytest.mark.parametrize("players", [2, 4, 9])
@pytest.mark.parametrize(
    ("walk", "most"),
    [
        (states, 14),
        (house_zar.states, 14),
        (crazy_eights.screens, 5),
        (numzumzero.screens, 12),
        (lambda phone, names: zarathustra.screens(phone, *names), 4),
        (zero_zap.screens, 4),
    ],
    ids=["zar", "house_zar", "crazy_eights", "numzumzero", "zarathustra", "zero_zap"],
)
def test_no_row_of_a_table_is_cut(
    unlock: Unlock, walk: Callable[[Phone, list[str]], Iterator[str]], most: int, players: int
) -> None:
    phone = unlock()
    cut = [
        f"{state}: {part}"
        for state in walk(phone, LONG[: min(players, most)])
        if phone.page.locator(".table > .bar-keys").count()
        for part in phone.page.evaluate(_CUT)
    ]
    assert cut == [], "\n".join(cut)


@pytest.mark.parametrize(
    "game", ["zar", "house_zar", "crazy_eights", "zarathustra", "zero_zap", "score_sheet"]
)
def test_undo_and_redo_are_always_there_in_the_last_two_places(unlock: Unlock, game: str) -> None:
    phone = unlock()
    phone.sit_down(LONG[:3], game=game)
    keys = phone.page.locator(".acts > .act")
    assert [words.strip() for words in keys.all_inner_texts()[-2:]] == ["Undo", "Redo"]
    widths = [box["width"] for key in keys.all()[-2:] if (box := key.bounding_box())]
    assert widths == [44, 44]
