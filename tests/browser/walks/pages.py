"""A walk through the pages round the tables."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phone import Phone
from tests.browser.tables import LONG, states


def pages(phone: Phone) -> Iterator[str]:
    """The pages round the tables, with a game among them."""
    table = ""
    for state in states(phone, LONG[:3]):
        table = phone.page.url
        if state == "count":
            for path in ("/", f"{table}log/", f"{table}correct/3/"):
                phone.go(path)
                yield path
            phone.go(f"{table}correct/3/")
            phone.tap("blue star", ".pad")
            yield "the preview of a correction"
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
    phone.go("/players/")
    phone.page.locator("main a.card[href^='/players/']").first.tap()
    phone.page.wait_for_url("**/players/*/")
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
    phone.go("/new/zar/")
    phone.tap("Start")
    yield "a start without names"
    phone.go("/rules/crazy_eights/")
    yield "rulebook"
