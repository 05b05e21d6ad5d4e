"""Counters of several processes in one Redis, which may die."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from redis import Redis as Client

from referee.crew import limits
from referee.crew.limits import Limit
from referee.web import shared_counters
from referee.web.shared_counters import RESTS, SharedCounters
from tests.faults.servers import Redis

GUESSES = Limit("guess", 5)


@pytest.fixture
def counters(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedCounters]:
    """Those that limits count by, empty."""
    monkeypatch.setattr(SharedCounters, "_asks_again_at", 0.0)
    made = SharedCounters([redis.url], {"TIMEOUT": 900})
    monkeypatch.setattr(limits, "caches", {"limits": made})
    made.clear()
    yield made
    made._cache.get_client(write=True).connection_pool.disconnect()


def test_so_many_are_let_through_and_no_more_however_many_try_at_once(counters: SharedCounters) -> None:
    with ThreadPoolExecutor(8) as threads:
        let = list(threads.map(lambda _: GUESSES.spend("eve"), range(200)))
    assert sum(let) == GUESSES.most
    assert GUESSES.was_refused("eve")
    assert not GUESSES.was_refused("ann")


def test_every_counter_has_an_end_also_one_that_ended_in_between(
    counters: SharedCounters, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Client.from_url(redis.url)) as client:
        assert counters.add("a", 0, 100)
        assert counters.incr("a") == 1
        # Looked for, it was there; counted, it was gone.
        monkeypatch.setattr(Client, "exists", lambda *_: 1)
        assert counters.incr("b") == 1
        ends = {key: client.ttl(key) for key in client.scan_iter()}
    assert len(ends) == 2
    assert all(0 < seconds <= 900 for seconds in ends.values()), ends


def test_what_is_no_number_is_never_unpickled(counters: SharedCounters, redis: Redis) -> None:
    with closing(Client.from_url(redis.url)) as client:
        client.set(counters.make_key("a"), b"\x80\x04K\x07.")
    with pytest.raises(ValueError, match="invalid literal"):
        counters.get("a")


def test_while_redis_is_gone_they_count_alone_and_then_together_again(
    counters: SharedCounters, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(shared_counters, "monotonic", lambda: clock[0])
    assert [GUESSES.spend("eve") for _ in range(3)] == [True] * 3
    redis.stop()
    try:
        assert [GUESSES.spend("eve") for _ in range(6)] == [True] * 5 + [False]
    finally:
        redis.start()
    assert not GUESSES.spend("eve"), "nobody asks so soon again"
    clock[0] += RESTS
    assert [GUESSES.spend("eve") for _ in range(6)] == [True] * 5 + [False], "it has forgotten all"
