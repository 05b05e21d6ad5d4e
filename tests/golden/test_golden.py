"""All that the referee says is, byte for byte, what it said when the golden records were made (`make`)."""

from __future__ import annotations

import pytest

from tests.golden.golden import KEYS, difference, made, read


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", ["scenarios", "chance"])
def test_every_answer_is_the_golden_one(kind: str, key: str) -> None:
    number, wrong = 0, []
    for golden in read(kind, key):
        number += 1
        if said := difference(golden, made(golden.name, golden.record)):
            wrong.append(said)
    assert number
    assert not wrong, f"{len(wrong)} of {number} records differ, the first:\n{wrong[0]}"
