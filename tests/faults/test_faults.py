"""A few of all that `make faults` does often: no answered tap is lost or doubled, no answer is a 500."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.faults import faults
from tests.faults.faults import ALONE, Site
from tests.faults.ledger import Tapper, begin
from tests.faults.servers import Missing, Wire
from tests.marks import long_except

pytestmark = pytest.mark.slow

TIMES = {"kill": 2, "doubled": 15, "phones": 3, "locked": 1, "clock": 4, "cuts": 5, "fuzz": 150}


@pytest.fixture(scope="module")
def here() -> Iterator[Site]:
    with faults.site() as site:
        yield site


@pytest.mark.slow
@pytest.mark.parametrize("name", long_except(ALONE, "kill", "doubled", "cuts"))
def test_no_answered_tap_is_lost_or_doubled(here: Site, name: str) -> None:
    fault, _ = ALONE[name]
    row = fault(here, TIMES[name])
    assert row.well, row
    assert row.answered


@pytest.mark.long
@pytest.mark.slow
def test_a_full_disk_loses_and_doubles_nothing() -> None:
    try:
        with faults.small_disk() as folder, faults.site(folder) as here:
            row = faults.disk_full(here, 1)
    except Missing as missing:  # also in CI: nobody can install it
        pytest.skip(f"NO DISK: {missing} is missing, so a full one is not tried.")
    assert row.well, row
    assert row.statuses[507]


def test_a_wire_that_is_cut_is_felt_at_both_ends_and_carries_again(here: Site) -> None:
    wire = Wire(here.port)
    table = begin(wire.port)
    with closing(Tapper(wire.port, table)) as tapper:
        tapper.tap()
        assert wire.cut()
        tapper.tap()
    wire.close()
    assert table.ledger.statuses == {200: 2, 0: 1}
