"""Swap equals reload, for every action in every phase, with and without JavaScript."""

import pytest

from scoring.crew import Visitor
from tests.table.page import Twins


def test_a_deal_a_flip_and_a_play_are_a_tap_each(twins: Twins) -> None:
    twins.tap("Ann deals")
    twins.tap("blue sun")
    assert twins.shown.one(".now h1 span") == "Bob"
    twins.tap("blue moon")
    assert twins.state["turn"] == "Cat"
    assert twins.state["top"]["cards"] == ["blue moon"]
