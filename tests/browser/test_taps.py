"""How many taps it takes to do what people do most at a table; what it is for is seen after the last."""

from collections.abc import Sequence

import pytest

from tests.browser.conftest import Unlock
from tests.browser.phone import do, flip, play
from tests.marks import long_except

#: What is tapped, and in which part of the page, and what the action line then says. Cat is on turn.
DEEDS: dict[str, tuple[Sequence[tuple[str, str]], str]] = {
    "a play": ([("blue star", ".pad")], "Cat plays a blue star"),
    "a match": ([("MATCH", ".bar-keys"), ("Dan", ".sheet")], "Bob draws 1"),
    "a GOTCHA": ([("Bob", ".seats"), ("Ann", "form:has([value=gotcha])")], "Caught by Ann"),
    "a close call": (
        [
            ("Dispute", ".bar-keys"),
            ("Dan", ".race"),
            ("Dan’s card lies underneath", ".sheet"),
            ("Dan matches with a blue sun", ".sheet"),
        ],
        "Ann draws 1",
    ),
    "a correction": (
        [
            ("Menu", ".table > .bar"),
            ("Correct the last move", ".sheet"),
            ("blue frog", ".pad"),
            ("Save the correction", "form"),
        ],
        "Cat is skipped",
    ),
}
MOST = {"a play": 1, "a match": 2, "a GOTCHA": 2, "a close call": 4, "a correction": 4}


@pytest.mark.parametrize("deed", long_except(DEEDS, "a play", "a close call"))
def test_what_people_do_most_takes_few_taps(unlock: Unlock, deed: str) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], dealer="0")
    phone.fast(flip("blue sun"), do("recount", player="Bob", cards="2"), play("Bob", "blue moon"))
    taps, told = DEEDS[deed]
    for name, place in taps:
        phone.tap(name, place)
    phone.told(told)
    if deed == "a close call":
        phone.sees("Cards now: Ann 7", within=".notice")
    assert len(taps) <= MOST[deed]


def test_the_penalty_for_a_card_against_the_rules_takes_one_tap_more(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], dealer="0")
    phone.fast(flip("blue sun"))
    phone.play("red moon")
    phone.tap("Bob draws 1", ".sheet")
    phone.told("Bob draws 1")


#: On the phone of a seat: whose it is, what they tap there, and what the action line then says.
OWN = {
    "a match": ("Dan", "MATCH!", "Bob draws 1"),
    "a GOTCHA": ("Dan", "GOTCHA! Bob", "Caught by Dan"),
    "a word": ("Bob", "ZAR!", "Bob said “ZAR” in time"),
}


@pytest.mark.parametrize("deed", long_except(OWN, "a match"))
def test_on_ones_own_phone_a_call_takes_one_tap(unlock: Unlock, deed: str) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"], dealer="0")
    phone.fast(flip("blue sun"), do("recount", player="Bob", cards="2"), play("Bob", "blue moon"))
    phone.tap("Invite")
    phone.open("This phone is mine")
    name, call, told = OWN[deed]
    phone.tap(f"{name}: That’s me")
    phone.tap("Back to the table")
    phone.tap("Mine")
    phone.tap(call, ".calls")
    phone.told(told)
