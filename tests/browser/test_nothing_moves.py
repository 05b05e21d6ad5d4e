"""No row of a table is cut, and the last keys stay where they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.browser.boxes import cut
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip
from tests.browser.tables import LONG
from tests.browser.walks import crazy_eights, house_zar, numzumzero, zero_zap


# All others are looked at where the size of their keys is.
@pytest.mark.parametrize(
    ("walk", "players"),
    [
        (house_zar.states, 4),
        (crazy_eights.screens, 4),
        (numzumzero.screens, 2),
        (numzumzero.screens, 9),
        (zero_zap.screens, 2),
    ],
    ids=["house_zar-4", "crazy_eights-4", "numzumzero-2", "numzumzero-9", "zero_zap-2"],
)
def test_no_row_of_a_table_is_cut(
    unlock: Unlock, walk: Callable[[Phone, list[str]], Iterator[str]], players: int
) -> None:
    phone = unlock()
    found = [f"{state}: {part}" for state in walk(phone, LONG[:players]) for part in cut(phone.page)]
    assert found == [], "\n".join(found)


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


def test_on_its_side_the_keys_stay_at_the_foot_whatever_sheet_is_open(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.set_viewport_size({"width": 800, "height": 360})
    phone.sit_down(LONG[:4], dealer="1")
    phone.fast(flip("red moon"))
    keys = phone.page.locator(".bar-keys")
    before = keys.bounding_box()
    for sheet in ("Menu", "MATCH", "Dispute"):
        phone.tap(sheet)
        assert keys.bounding_box() == before, sheet
        phone.tap("Back to the table")
    phone.tap("Menu")
    phone.tap("Play along")
    assert keys.bounding_box() == before
