"""A walk through every screen of a table of the Game of Zar."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phone import Phone, do, flip, play
from tests.browser.tables import LONG, SHORT
from tests.browser.walks import zar


def states(phone: Phone, names: list[str]) -> Iterator[str]:
    """Leads a table of Triple Zar through a hand, and yields where it stands, one state after the other."""
    turn, third = names[1], names[0]
    phone.sit_down(names, game="house_zar", copies="3", in_turn_match="yes")
    yield "flip"
    phone.fast(flip("green 3"))
    yield "play"
    phone.fast(play(turn, "green draw two"), play(third, "green draw two", 2))
    yield "play, draw twos and a match"
    turn = phone.whose_turn()
    phone.fast(do("take", player=turn), play(turn, "dragon 1", declare="6"))
    yield "play, a dragon"
    race = {"do": "close_call", "events": ["match", "play"], "players": [names[1], names[0]]}
    phone.fast(race)
    yield "play, a coin"
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=2), play(turn, "blue 6"))
    yield "play, one owed"
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=1), play(turn, "blue draw two"))
    yield "out"
    phone.fast(do("out", player=turn))
    yield "count"
    for name in names:
        if name != turn:
            phone.fast(do("count", player=name, points=7))
    yield "between"
    phone.fast(do("end"))
    yield "over"


def house_zar(phone: Phone) -> Iterator[str]:
    yield from states(phone, LONG[:4])
    phone.sit_down(SHORT[:4], game="house_zar")
    phone.fast(flip("green 3"))
    for name, within in (("MATCH", "body"), ("wild", ".pad"), ("dragon", ".pad"), ("yellow 1", ".pad")):
        phone.tap(name, within)
        yield f"sheet, {name}"
        phone.tap("Back to the table")
    phone.seat("Ann")
    yield "sheet, seat"
    table = phone.page.url.partition("?")[0]
    for query in ("sheet=close&row=0", "mode=zar"):
        phone.go(f"{table}?{query}")
        yield f"sheet, {query}"


def fits(phone: Phone, state: str) -> None:
    """As at ZAR's table."""
    zar.fits(phone, state, ".multi, .act, .seat, select")
