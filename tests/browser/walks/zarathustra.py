"""A walk through every screen of a table of Zarathustra, and the taps that it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.games.zarathustra.table import edges
from referee.rules.zarathustra import tiles
from tests.browser.boxes import boxes, cut
from tests.browser.phone import Phone, do
from tests.browser.tables import LONG

#: The tile that is put on c3 next strikes above and below, and has a shield on its right.
BEFORE = tuple(tuple(line.split()) for line in ("c2 bbbs", "c4 sbbb", "a1 bbhb", "d3 bbbh", "e1 hhbb"))


def sit_down(phone: Phone, *names: str) -> None:
    """From the way in to the table."""
    phone.go("/new/zarathustra/")
    for place, name in enumerate(names, 1):
        if place > 3:
            phone.add_place()
        phone.choose(f"Player {place}", name)
    phone.tap("Start")


def choose(phone: Phone, at: str, tile: str) -> None:
    """Taps the space and the tile, and turns it."""
    phone.tap(at, ".board")
    phone.tap(edges(tiles.same(tile)), ".tray")
    if tile != tiles.same(tile):
        phone.tap(edges(tile), ".ways")


def put(phone: Phone, *puts: tuple[str, ...]) -> None:
    """Puts tiles down, each by taps."""
    for at, tile in puts:
        choose(phone, at, tile)
        phone.tap(f"Place on {at}")


def fast(phone: Phone, names: Sequence[str], *puts: tuple[str, ...]) -> None:
    """Puts tiles down in turn without any look between them; one lies on the board already."""
    first = names.index(phone.whose_turn())
    turns = [names[(first + number) % len(names)] for number in range(len(puts))]
    phone.fast(
        *(do("place", player=name, tile=tile, at=at) for name, (at, tile) in zip(turns, puts, strict=True))
    )


def screens(phone: Phone, *names: str) -> Iterator[str]:
    """Leads a table through every kind of screen, and yields what it shows."""
    sit_down(phone, *names)
    yield "start"
    put(phone, BEFORE[0])
    fast(phone, names, *BEFORE[1:])
    yield "play"
    phone.tap("c3", ".board")
    yield "tray"
    phone.tap(edges("bsbs"), ".tray")
    phone.tap(edges("sbsb"), ".ways")
    yield "turn"
    phone.tap("Place on c3")
    yield "fell"
    phone.tap("d4, skull", ".board")
    yield "skull"
    phone.tap(edges("bhsh"), ".tray")
    yield "against"
    phone.tap("Place on d4")
    yield "refused"
    phone.tap("Back to the table")
    phone.seat(names[0])
    yield "tiles"
    phone.tap("Menu")
    yield "menu"
    phone.tap("End the game")
    yield "end"
    phone.tap("End the game", ".s-end")
    yield "over"


def zarathustra(phone: Phone) -> Iterator[str]:
    yield from screens(phone, *LONG[:4])
    table = phone.page.url.partition("?")[0]
    for path in ("log/", "correct/1/"):
        phone.go(table + path)
        yield f"page, {path}"


def fits(phone: Phone, screen: str) -> None:
    """No step needs scrolling, no row is cut, and every target is large enough."""
    targets = ".board a, .table > .tray a, .ways a, .act, .seat, .icon"
    for name, width, height, right, _ in boxes(phone.page, targets):
        assert (min(width, height) >= 44, right <= 361) == (True, True), (screen, name, width, height)
    found = cut(phone.page)
    assert found == [], (screen, found)
    if screen != "over":
        assert phone.overflow() <= 0, screen
