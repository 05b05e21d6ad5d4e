"""A walk through every screen of a table of NumZumZero."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.boxes import boxes, cut
from tests.browser.phone import Phone, do
from tests.browser.tables import LONG

# The names that lie in their player's colour, which is along the upper edge.
_INTO_COLOUR = """names => names.filter(name => name.checkVisibility()).filter(name => {
  const seat = name.parentElement, { backgroundSize } = getComputedStyle(seat);
  const below = name.getBoundingClientRect().top - seat.getBoundingClientRect().top - seat.clientTop;
  return below < parseFloat(backgroundSize.split(" ")[1]) - .5;
}).map(name => name.innerText)"""


def screens(phone: Phone, names: list[str]) -> Iterator[str]:
    """Leads a table through a game, and yields each kind of screen."""
    pairs = [("name", name) for name in names]
    answer = phone._send(
        "/new/numzumzero/", phone._read("/new/numzumzero/"), [*pairs, ("start", "1"), ("advanced", "1")]
    )
    phone.go(answer.url)
    yield "deal"
    phone.play("blue 3")
    yield "deal, a card"
    phone.play("orange 7", "blue 1", *(("orange 2", "blue 7") if len(names) > 2 else ()))
    yield "play"
    phone.page.locator(".col").first.tap()
    yield "play, a column chosen"
    turn = phone.whose_turn()
    phone.fast(do("play", player=turn, card="orange 3", column=1))
    yield "play, collected"
    for card in ("orange 6", "orange 6", "orange 6", "orange 5", "orange 5", "orange 5"):
        phone.fast(do("play", player=phone.page.locator("[name=player]").input_value(), card=card, column=2))
    yield "play, a full column"
    phone.page.locator(".col").nth(1).tap()
    yield "play, the full column chosen"
    phone.play("blue 1")
    yield "refused"
    phone.tap("Back to the table")
    phone.play("blue 1")
    yield "column"
    phone.tap("Menu")
    yield "menu"
    phone.tap("End the game")
    yield "end"
    phone.tap("End the game", ".s-end")
    yield "bonus"
    for name in names:
        phone.fast(do("bonus", player=name, tokens=0))
    yield "over"


def numzumzero(phone: Phone) -> Iterator[str]:
    yield from screens(phone, LONG[:4])


def fits(phone: Phone, screen: str) -> None:
    """No table in play needs scrolling, no row is cut, and every target is large enough."""
    if screen != "over":
        assert phone.overflow() <= 0, screen
    assert cut(phone.page) == [], screen
    seats = phone.page.locator(".seats")
    if seats.count():
        hidden = "list => list.scrollHeight - list.clientHeight"
        assert seats.evaluate(hidden) <= 0, f"{screen}: seats lie below the columns"
    names = phone.page.locator(".hued > .name")
    assert names.evaluate_all(_INTO_COLOUR) == [], f"{screen}: names in the colour"
    targets = "button, a:not(cite a), .col, input:not([type=radio], [type=hidden])"
    for name, width, height, right, _ in boxes(phone.page, targets):
        assert min(width, height) >= 44, (screen, name, width, height)
        assert right <= 360, (screen, name)
