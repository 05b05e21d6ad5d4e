"""A walk through every screen of a table of Crazy Eights."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.boxes import boxes, cut
from tests.browser.phone import Phone, do, flip
from tests.browser.tables import LONG


def screens(phone: Phone, names: list[str], **options: str) -> Iterator[str]:
    """Leads a table through a hand, and yields each kind of screen."""
    phone.sit_down(names, game="crazy_eights", score="100", **options)
    first, second = names[1 % len(names)], names[2 % len(names)]
    yield "flip"
    phone.fast(flip("10 of hearts"))
    yield "play"
    phone.tap("Doesn’t fit")
    yield "another card"
    phone.play("9 of clubs")
    yield "refused"
    phone.tap("Back to the table")
    phone.play("8 of clubs")
    yield "suit"
    phone.tap("Diamonds", ".s-suit")
    yield "play, after an eight"
    phone.tap("Menu")
    yield "menu"
    phone.tap("Back to the table")
    phone.seat(first)
    yield "seat"
    phone.fast(do("recount", player=second, cards=1), do("play", player=second, card="3 of diamonds"))
    yield "count"
    phone.play("king of spades", "queen of spades")
    yield "count, two cards"
    for name in names:
        if name != second:
            phone.fast(do("count", player=name, points=60))
    if len(names) > 2:
        yield "over"
    else:
        yield "between"


def crazy_eights(phone: Phone) -> Iterator[str]:
    yield from screens(phone, LONG[:5])


def fits(phone: Phone, screen: str) -> None:
    """No table in play needs scrolling, no row is cut, and every target is large enough."""
    if screen not in ("over", "between", "menu"):
        assert phone.overflow() <= 0, screen
    assert cut(phone.page) == [], screen
    targets = "button, a:not(cite a), input:not([type=radio], [type=hidden])"
    for name, width, height, right, _ in boxes(phone.page, targets):
        assert min(width, height) >= 44, (screen, name, width, height)
        assert right <= 360, (screen, name)
