"""A monkey taps on whatever the table offers, on two phones alike: every page that it sees holds together."""

import random
from typing import Any

import pytest

from scoring.crew.visitor import Visitor
from tests.table.monkey import TAPS, liking, offered, typed_into
from tests.table.page import Twins

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (3, {"end": {"score": 30}}),
        (9, {"track": "quick", "end": {"hands": 2}}),
        (7, {"half_decks": 3, "chameleons": 1, "end": {}}),
    ],
)
def test_a_monkey_finds_no_page_that_does_not_hold(ann: Visitor, seed: int, options: dict[str, Any]) -> None:
    chance = random.Random(seed)
    twins = Twins(ann, **options)
    for _ in range(TAPS):
        nodes = offered(twins.script)
        place = chance.choices(range(len(nodes)), [liking(node) for node in nodes])[0]
        twins.tap_on(place, typed_into(nodes[place], chance), offered)
    assert twins.script.game.version > TAPS / 3, "it did get somewhere"
