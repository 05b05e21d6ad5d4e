"""Tries of several processes counted in one Redis, which may die."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from django.core.cache import caches
from redis import Redis as Client
from redis.exceptions import ResponseError

from referee import settings as ours
from referee.crew import limits
from referee.crew.limits import RESTS, Limit
from tests.faults.servers import Redis

GUESSES = Limit("guess", 5)


@pytest.fixture(autouse=True)
def shared(redis: Redis, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """An empty Redis, in which limits count."""
    monkeypatch.setattr(limits, "_asks_again_at", 0.0)
    settings.REDIS_URL = redis.url
    settings.CACHES = ours.CACHES | {"shared_limits": ours.shared_limits(redis.url)}
    with closing(Client.from_url(redis.url)) as client:
        client.flushdb()
        yield client
    caches["limits"].clear()


def test_so_many_are_let_through_and_no_more_however_many_try_at_once() -> None:
    with ThreadPoolExecutor(8) as threads:
        let = list(threads.map(lambda _: GUESSES.spend("eve"), range(200)))
    assert sum(let) == GUESSES.most
    assert GUESSES.was_refused("eve")
    assert not GUESSES.was_refused("ann")


def test_every_counter_has_an_end_also_one_that_ended_in_between(
    shared: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert GUESSES.spend("ann")
    # Added, it was there; counted, it was gone.
    monkeypatch.setattr(caches["shared_limits"], "add", lambda *_: True)
    monkeypatch.setattr(Client, "exists", lambda *_: 1)
    assert GUESSES.spend("bob")
    ends = [shared.ttl(key) for key in shared.scan_iter()]
    assert len(ends) == 2
    assert all(0 < seconds <= 900 for seconds in ends), ends


def test_what_is_no_number_is_never_unpickled(shared: Client) -> None:
    GUESSES.spend("eve")
    (key,) = shared.scan_iter()
    shared.set(key, b"\x80\x04K\x07.")
    with pytest.raises(ResponseError, match="not an integer"):
        shared.incr(key)
    assert GUESSES.spend("eve"), "this process counts for itself"


def test_while_redis_is_gone_they_count_alone_and_then_together_again(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(limits, "monotonic", lambda: clock[0])
    assert [GUESSES.spend("eve") for _ in range(3)] == [True] * 3
    redis.stop()
    try:
        assert [GUESSES.spend("eve") for _ in range(6)] == [True] * 5 + [False]
    finally:
        redis.start()
    assert not GUESSES.spend("eve"), "nobody asks so soon again"
    clock[0] += RESTS
    assert [GUESSES.spend("eve") for _ in range(6)] == [True] * 5 + [False], "it has forgotten all"
