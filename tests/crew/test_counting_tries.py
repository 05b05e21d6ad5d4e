"""Tries are counted right when many come at once, and anew when their time is over."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import caches

from referee.crew.limits import Limit

GUESSES = Limit("guess", 5)


def test_so_many_are_let_through_and_no_more_however_many_try_at_once() -> None:
    with ThreadPoolExecutor(8) as threads:
        let = list(threads.map(lambda _: GUESSES.spend("eve"), range(400)))
    assert sum(let) == GUESSES.most
    assert GUESSES.was_refused("eve")
    assert not GUESSES.was_refused("ann")


def test_a_flood_of_new_places_erases_none_that_stops_somebody() -> None:
    for _ in range(6):
        GUESSES.spend("eve")
    for n in range(20_000):
        caches["limits"].add(f"new-{n}", 1)
    assert GUESSES.was_refused("eve")


def test_a_limit_ends_15_minutes_after_the_first_try_and_counts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.time()
    assert [GUESSES.spend("eve") for _ in range(6)] == [True] * 5 + [False]
    monkeypatch.setattr(time, "time", lambda: began + 14 * 60)
    assert not GUESSES.spend("eve")
    monkeypatch.setattr(time, "time", lambda: began + 16 * 60)
    assert not GUESSES.was_refused("eve")
    assert GUESSES.spend("eve")


def test_a_counter_that_ran_out_between_two_questions_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches["limits"], "add", lambda *_: True)
    assert GUESSES.spend("eve")
    assert not GUESSES.was_refused("eve")
