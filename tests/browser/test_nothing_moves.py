"""The last keys stay where they are."""

from __future__ import annotations

from tests.browser.conftest import Unlock
from tests.browser.phone import flip
from tests.browser.tables import LONG


def test_undo_and_redo_are_always_there_in_the_last_two_places(unlock: Unlock) -> None:
    phone = unlock()
    keys = phone.page.locator(".acts > .act")
    for game in ("zar", "house_zar", "crazy_eights", "zarathustra", "zero_zap", "score_sheet"):
        phone.sit_down(LONG[:3], game=game)
        assert [words.strip() for words in keys.all_inner_texts()[-2:]] == ["Undo", "Redo"], game
        undo, redo = (box["width"] for key in keys.all()[-2:] if (box := key.bounding_box()))
        assert 44 <= undo == redo < 45, game


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
    phone.tap("Invite")
    assert keys.bounding_box() == before
