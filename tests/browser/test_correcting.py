"""A wrong card is put right on the pad, with four taps."""

import pytest

from tests.browser.conftest import Take
from tests.browser.phone import flip, play
from tests.browser.tables import SHORT


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_a_play_is_corrected_with_four_taps_on_the_pad(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"), play("Bob", "red star"))
    phone.tap("Menu")
    phone.tap("Correct the last move")
    phone.sees("Card: red star.")
    phone.tap("red frog", ".picked")
    phone.sees("Card: red frog.")
    phone.sees("It is Ann’s turn", within=".effects")
    phone.tap("Save the correction")
    phone.turn("Ann")
    phone.sees("Frog", within=".top")
