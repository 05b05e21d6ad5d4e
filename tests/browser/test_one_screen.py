"""Everything that the next tap needs is on one screen of 360x640, and large enough for a thumb."""

import pytest

from tests.browser.boxes import boxes
from tests.browser.conftest import Unlock
from tests.browser.phone import flip
from tests.browser.tables import LONG, states


@pytest.mark.parametrize("players", [2, 4, 9])
def test_no_table_in_play_needs_scrolling_and_every_target_is_large_enough(
    unlock: Unlock, players: int
) -> None:
    phone = unlock()
    for state in states(phone, LONG[:players]):
        if state.startswith(("flip", "play", "out")):
            assert phone.overflow() <= 0, state
        wide, high = (38, 60) if state.startswith(("flip", "play")) else (36, 50)
        for name, width, height, right, bottom in boxes(phone.page, ".k:not(.multi)"):
            assert (width >= wide, height >= high) == (True, True), (state, name, width, height)
            assert (right <= 360, bottom <= 640 or state == "count") == (True, True), (state, name)
        targets = "button:not(.k), a:not(cite a), input:not([type=hidden]):not(.multi input), select, summary"
        for name, width, height, *_ in boxes(phone.page, targets):
            assert min(width, height) >= 44, (state, name, width, height)


@pytest.mark.parametrize("game", ["zar", "house_zar"])
def test_the_whole_menu_is_on_one_screen(unlock: Unlock, game: str) -> None:
    phone = unlock()
    phone.sit_down(LONG[:4], game=game)
    phone.fast(flip("blue moon" if game == "zar" else "blue 3"))
    phone.tap("Menu")
    phone.sees("Undo back to an earlier move", "The last ruling", "Give this hand up", "Back to the table")
    assert phone.overflow() <= 0
    phone.tap("Undo back to an earlier move")
    phone.sees("Flip: blue")
