"""The arithmetic of bench/cells.py, by hand."""

from __future__ import annotations

import random

import pytest

from bench import cells
from bench.cells import Cost, Costs, Need, Peak


def test_what_runs_out_first_is_named_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "TAPS_A_MINUTE", 60.0)  # so nobody is ever silent
    costs = Costs(Cost(0.01, 0.001), Cost(0.02, 0.0), Cost(0.05, 0.0), 0.0, 0.0, 0, 0)
    found = {need.what: need for need in cells.needs(costs, Peak(1_000, 10, 8))}
    # 1,000 taps/s of 10 ms, 3,000 looks/s of 20 ms, 10 arrivals/s of 50 ms.
    assert found["cores of the app"].asked == pytest.approx(10 + 60 + 0.5)
    assert found["cores of PostgreSQL and Redis"].asked == pytest.approx(1)
    assert found["open streams"] == Need("open streams", 4_000, 3_000)
    assert next(iter(found)) == "cores of the app"


def test_an_evening_has_one_peak_and_fewer_tables_than_crews(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "CREWS", 50_000)
    peak = cells.evening(random.Random(1))
    assert 2_000 < peak.tables < 5_000
    assert cells.COMES < peak.hour < cells.COMES + cells.STAYS
    assert peak == cells.evening(random.Random(1))
