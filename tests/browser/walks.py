"""A walk through every screen of each game's table, and one through the pages round the tables.

Each leads a phone on and yields the name of the screen that it shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser import (
    test_crazy_eights,
    test_house_zar,
    test_numzumzero,
    test_score_sheet,
    test_zar_extended,
    test_zarathustra,
    test_zero_zap,
)
from tests.browser.phone import Phone, flip, play
from tests.browser.tables import LONG, SHORT, sheets, states


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
    for path in (game, f"{game}replay/", f"{game}share/", f"{game}discard/", "/games/", "/players/"):
        phone.go(path)
        yield path
    phone.sit_down(LONG[:2])
    for path in ("/", "/games/"):
        phone.go(path)
        yield f"{path} with a game to discard"
    phone.tap("Discard ZAR")
    phone.tap("Discard this game")
    yield "discarded games"
    phone.page.locator("main a[href^='/players/']").first.tap()
    yield "player"
    for path in ("", "leaders/", "nights/", "records/", "export/", "code/", "invites/new/"):
        phone.go(f"/crew/{path}")
        yield f"/crew/{path}"
    for path in (
        "/",
        "/account/",
        "/recover/",
        "/settings/",
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


TABLES = (zar, many, house_zar, crazy_eights, numzumzero, zarathustra, zero_zap, score_sheet)
