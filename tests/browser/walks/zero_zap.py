"""A walk through every screen of a table of Zero Zap."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.boxes import boxes, cut
from tests.browser.phone import Phone, do
from tests.browser.tables import LONG

#: Screens on which the next tap needs no scrolling; what lies is further down where there is much of it.
ON_ONE_SCREEN = ("deal", "draw", "discard", "lay", "last", "standings", "calculator")
#: The parts of a screen that are tapped; what everybody has laid may be below.
BOARD = ".k, .acts button, .acts a, .seats a"


def sit_down(phone: Phone, *names: str, score: str = "50") -> None:
    """From the way in to the table."""
    phone.go("/new/zero_zap/")
    for place, name in enumerate(names, 1):
        if place > 3:
            phone.add_place()
        phone.choose(f"Player {place}", name)
    phone.choose("points", score)
    phone.tap("Start")


def screens(phone: Phone, names: list[str]) -> Iterator[str]:
    """Leads a table through a round, and yields what it shows, one screen after the other."""
    sit_down(phone, *names)
    first, second = names[0], names[1]
    table = phone.page.url
    yield "deal"
    phone.fast(do("deal", dealer=names[-1]))
    yield "draw, the first"
    phone.fast(do("draw", player=first, cards=2))
    yield "discard, the first"
    phone.fast(do("meld", player=first, cards=["red 1", "red 2", "wild"]))
    phone.fast(do("double", player=first, color="red"), do("discard", player=first, card="red 7"))
    for place, name in enumerate([*names[1:], *names, first]):
        card = ("blue 1", "wild", "double green")[place % 3] if place < 3 else f"green {place % 7 + 1}"
        phone.fast(do("draw", player=name, cards=2), do("discard", player=name, card=card))
    yield "draw"
    phone.go(f"{table}?sheet=seat&player=0")
    yield "seat"
    phone.fast(do("draw", player=second, cards=2))
    yield "discard"
    phone.go(f"{table}?lay=1&cards=blue+4&cards=blue+5&cards=wild")
    yield "lay"
    phone.go(f"{table}?lay=1&cards=blue+4&cards=red+5")
    yield "lay, no group"
    for card in ("give", "steal", "pass+color"):
        phone.go(f"{table}?sheet=card&card={card}")
        yield card
    phone.fast(do("recount", player=second, cards=1))
    yield "last"
    phone.go(f"{table}?sheet=card&card=zero+zap")
    yield "zero zap"
    phone.go(table)
    phone.tap("Play a set or run")
    phone.play("red 5")
    phone.tap("Play it")
    yield "refused"
    # Without scripts a refusal stands at the address of the move.
    phone.go(table)
    phone.fast(do("zap", player=second, target=first))
    yield "count"
    held = phone.page.locator(".held-or-zap .match")
    for left in reversed(range(len(names) - 1)):
        held.first.tap()
        expect(held).to_have_count(left)
    yield from _between(phone, table)


def _between(phone: Phone, table: str) -> Iterator[str]:
    yield "standings"
    phone.go(f"{table}?sheet=lines")
    yield "lines"
    phone.go(f"{table}?score=1")
    yield "calculator"
    phone.go(f"{table}?score=1&of=1&e=1+set+red+4&e=1+double+red&e=0+out&e=1+held+3&e=1+holds")
    yield "calculator, filled in"
    phone.go(table)
    phone.fast(do("end"))
    yield "over"


def zero_zap(phone: Phone) -> Iterator[str]:
    yield from screens(phone, LONG[:4])


def fits(phone: Phone, screen: str) -> None:
    """What is tapped is on one screen and large enough, and no row is cut."""
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
    assert cut(page) == [], screen
    for name, width, height, *_ in boxes(page, ".k"):
        assert (width >= 36, height >= 50) == (True, True), (screen, name, width, height)
    targets = "button:not(.k), a:not(cite a, .k), input:not([type=hidden]), select, summary"
    for name, width, height, *_ in boxes(page, targets):
        assert min(width, height) >= 44, (screen, name, width, height)
    if screen.startswith(ON_ONE_SCREEN):
        for name, *_, right, bottom in boxes(page, BOARD):
            assert (right <= 360, bottom <= 640) == (True, True), (screen, name, right, bottom)
