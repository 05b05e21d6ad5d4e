"""The dispute sheets in a browser: by taps from every table to a ruling, and back to a move; for everyone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import boxes
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do
from tests.browser.tables import LONG

#: What is played at each table, and what can be asked there.
TABLES: dict[str, tuple[list[Any], str]] = {
    "zarathustra": (
        [("Bob", "hbbb", "e5"), ("Ann", "sbbb", "c3"), ("Bob", "hbhb", "a1")],
        "May this tile be placed there?",
    ),
    "numzumzero": ([("Ann", "orange 3", 1), ("Bob", "blue 2", 2)], "May this card be played there?"),
    "zero_zap": ([], "Is this a set or a run?"),
    "score_sheet": ([(3, 5), (12, -4), (9, 1)], "What would this round do?"),
}


def seated(phone: Phone, game: str, first: str = "Ann", second: str = "Bob") -> Phone:
    """A table of two where some moves were made, in the fast lane."""
    names = {"Ann": first, "Bob": second}
    phone.sit_down([first, second], game=game)
    match game:
        case "zarathustra":
            phone.go(f"{phone.page.url}?at=c2&tile=bhbs")
            phone.tap("Place on c2")
            phone.fast(*(do("place", player=names[w], tile=t, at=at) for w, t, at in TABLES[game][0]))
        case "numzumzero":
            phone.play("blue 3", "orange 7", "blue 1")
            phone.fast(*(do("play", player=names[w], card=c, column=n) for w, c, n in TABLES[game][0]))
        case "zero_zap":
            phone.fast(do("deal", dealer=second), do("draw", player=first, cards=2))
            phone.fast(do("meld", player=first, cards=["red 3", "red 3", "wild"]))
        case _:
            for one, two in TABLES[game][0]:
                phone.fast({"do": "round", f"score {first}": one, f"score {second}": two})
    return phone


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_tile_is_asked_about_and_two_are_taken_back_by_taps(unlock: Unlock, *, javascript: bool) -> None:
    phone = seated(unlock(javascript=javascript), "zarathustra")
    phone.turn("Ann")
    phone.tap("Dispute")
    phone.sees("Move 4: Bob places", "Edge by edge", "Rule 7", within=".sheet")
    phone.tap("May this tile be placed there?")
    phone.choose("Space", "c5")
    phone.tap("Ask the referee")
    phone.sees("Yes", "Ann places", "c5", within=".verdict")
    phone.choose("Space", "c3")
    phone.tap("Ask the referee")
    phone.sees("No", "A tile lies on c3 already", "Rule 3", within=".verdict")
    phone.tap("Back to the table")
    phone.turn("Ann")
    phone.tap("Dispute")
    phone.tap("Undo back to a move")
    phone.sees("3. Ann places", "c2 falls", "Rule 5", within=".moves")
    phone.tap("Undo this and all after, move 2")
    phone.sees("Undo 3 moves?", "From move 2", "to move 4", "It is Bob’s turn.", within=".sheet")
    phone.tap("Undo 3 moves")
    phone.turn("Bob")
    phone.sees("Undone: 3 moves, from “Bob places", within=".notice")
    if javascript:
        expect(phone.page.locator("#said")).to_contain_text("Undone: 3 moves")
    [(_, _, _, right, _)] = boxes(phone.page, ".notice")
    assert right <= 360 - 44, "it lies beside the menu"
    cut = "told => told.scrollHeight > told.clientHeight || parseFloat(getComputedStyle(told).fontSize) < 14"
    assert not phone.page.locator(".notice").evaluate(cut)
    expect(phone.page.locator(".board .tile")).to_have_count(1)
    # It can be read for as long as nobody taps: nowhere else does it stand.
    phone.page.wait_for_timeout(4_500)
    phone.sees("Undone: 3 moves", within=".notice")
    phone.tap("Menu")
    expect(phone.page.locator(".notice")).to_have_count(0)
    phone.tap("The log")
    phone.sees("Moves 2 to 4 are undone")


@pytest.mark.long
@pytest.mark.parametrize("game", TABLES)
def test_every_sheet_of_the_door_is_for_everyone_and_no_wider_than_a_phone(
    unlock: Unlock, axe: Callable[[Page], None], game: str
) -> None:
    phone = seated(unlock(), game, *LONG[:2])

    def look() -> None:
        page = phone.page
        expect(page.locator("h1")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url
        axe(page)

    look()
    phone.tap("Dispute")
    look()
    phone.tap(TABLES[game][1])
    look()
    phone.tap("Ask the referee")
    look()
    phone.tap("Back to the table")
    phone.tap("Dispute")
    phone.tap("Undo back to a move")
    look()
    phone.tap("Undo this and all after")
    look()


def test_at_a_computer_what_was_played_on_a_sheet_stands_beside_what_can_be_done(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], game="score_sheet", sheet="belote")
    phone.fast(do("entry", **{"c taker": "Cat", "n taken": "100"}))
    phone.tap("Dispute")
    side = "part => { const { left, right } = part.getBoundingClientRect(); return [left, right]; }"
    keys, *played = (
        phone.page.locator(f".s-dispute > {part}").evaluate(side) for part in (".list", "h3", "section")
    )
    assert all(keys[1] < left for left, _ in played)
