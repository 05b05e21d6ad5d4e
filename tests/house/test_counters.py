"""Counters that nobody erases and that count right when many count at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import caches

from referee.crew.limits import Limit
from referee.web.counters import Counters

GUESSES = Limit("guess", 5)


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    caches["limits"].clear()
    yield
    caches["limits"].clear()


@pytest.fixture
def few(request: pytest.FixtureRequest) -> Counters:
    """Counters of this test alone, twelve at most."""
    return Counters(request.node.name, {"OPTIONS": {"MAX_ENTRIES": 12}})


def test_so_many_are_let_through_and_no_more_however_many_try_at_once() -> None:
    with ThreadPoolExecutor(8) as threads:
        let = list(threads.map(lambda _: GUESSES.spend("eve"), range(400)))
    assert sum(let) == GUESSES.most
    assert GUESSES.was_refused("eve")
    assert not GUESSES.was_refused("ann")


def test_a_flood_of_new_counters_erases_none_that_stops_somebody(few: Counters) -> None:
    few.add("eve", 0)
    for _ in range(5):
        few.incr("eve")
    for n in range(1000):
        few.add(f"new-{n}", 1)
    assert few.get("eve") == 5


def test_what_has_run_out_goes_first(few: Counters, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(6):
        few.add(f"old-{n}", 9, timeout=10)
    for n in range(6):
        few.add(f"new-{n}", 1, timeout=1000)
    now = time.monotonic() + 20
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert few.get("old-0") is None
    few.add("one-more", 1)
    assert [few.get(f"new-{n}") for n in range(6)] == [1] * 6


def test_a_counter_ends_where_it_was_to_end_however_often_it_counts(
    few: Counters, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.monotonic()
    few.add("x", 0, timeout=100)
    for seconds, counted in ((50, 1), (99, 2)):
        monkeypatch.setattr(time, "monotonic", lambda now=began + seconds: now)
        assert few.incr("x") == counted
    monkeypatch.setattr(time, "monotonic", lambda: began + 101)
    with pytest.raises(ValueError, match="no counter"):
        few.incr("x")
    assert few.add("x", 0)


def test_a_limit_that_ran_out_counts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [GUESSES.spend("eve") for _ in range(6)] == [True] * 5 + [False]
    later = time.monotonic() + 16 * 60
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert GUESSES.spend("eve")
