"""Counters of all processes together, in Redis; while it does not answer, each process counts for itself.

So limits hold with Redis and without, and no request is refused, or waits, because it is gone
(docs/decisions/0028).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, ClassVar, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from referee.web.counters import Counters

#: Seconds that one question waits; and, after one without an answer, how long nobody asks.
WAITS, RESTS = 0.5, 5.0
MAX_ENTRIES = 100_000

T = TypeVar("T")

log = logging.getLogger(__name__)


class Whole:
    """Numbers as Redis counts them, and nothing else: what lies there is never unpickled."""

    def dumps(self, value: int) -> int:
        """The number."""
        return int(value)

    def loads(self, data: bytes) -> int:
        """The number. Raises ValueError for what is none."""
        return int(data)


class SharedCounters(RedisCache):
    """As `Counters`, for as many processes as use one Redis."""

    _asks_again_at: ClassVar[float] = 0.0

    def __init__(self, server: list[str], params: dict[str, Any]) -> None:
        # One try more, on a new connection: the one that was kept may be from before a restart of Redis.
        options = {"socket_timeout": WAITS, "socket_connect_timeout": WAITS, "retry": Retry(NoBackoff(), 1)}
        super().__init__(server, params | {"OPTIONS": {"serializer": Whole, **options}})
        self._alone = Counters("alone", {"OPTIONS": {"MAX_ENTRIES": MAX_ENTRIES}})

    def add(
        self, key: str, value: int, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Begins a counter, unless there is one. Returns whether it was begun."""
        return self._ask(
            lambda: super(SharedCounters, self).add(key, value, timeout, version),
            lambda: self._alone.add(key, value, timeout, version),
        )

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """What is counted; `default` where nothing is."""
        return self._ask(
            lambda: super(SharedCounters, self).get(key, default, version),
            lambda: self._alone.get(key, default, version),
        )

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Counts on; its end stays. Returns the new count. Raises ValueError where there is no counter."""
        return self._ask(
            lambda: self._shared_incr(key, delta, version), lambda: self._alone.incr(key, delta, version)
        )

    def clear(self) -> None:
        """Forgets all counters."""
        self._alone.clear()
        self._ask(super().clear, lambda: None)

    def _shared_incr(self, key: str, delta: int, version: int | None) -> int:
        count: int = super().incr(key, delta, version)
        if count == delta:
            # Perhaps it ended after Django had looked for it: then INCR began one without an end.
            self.touch(key, version=version)
        return count

    def _ask(self, shared: Callable[[], T], alone: Callable[[], T]) -> T:
        if monotonic() < self._asks_again_at:
            return alone()
        try:
            return shared()
        except (RedisError, OSError) as error:
            SharedCounters._asks_again_at = monotonic() + RESTS
            log.warning("Redis does not answer (%s): this process counts tries for itself.", error)
            return alone()
