"""Counters of this process, as a cache of Django's: for what may be tried so often and no more.

Django's own cache in memory throws out what is old when it is full, so whoever makes counters enough erases
those that stop him. Here goes first what has run out, and then what has counted least: a flood of new
counters throws out itself.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache


@dataclass
class _Count:
    value: int
    ends: float


@dataclass
class _Store:
    """Shared by all threads; Django makes a cache for each."""

    counts: dict[str, _Count] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


class Counters(BaseCache):
    """Whole numbers by their keys, each until its time is over; of one process, and safe among threads.

    OPTIONS: MAX_ENTRIES is how many are kept, some 250 bytes each.
    """

    _stores: ClassVar[dict[str, _Store]] = {}

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._store = self._stores.setdefault(name, _Store())

    def add(
        self, key: str, value: int, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Begins a counter, unless there is one. Returns whether it was begun."""
        made = self.make_and_validate_key(key, version=version)
        with self._store.lock:
            if self._live(made):
                return False
            self._begin(made, value, timeout)
            return True

    def set(
        self, key: str, value: int, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Begins a counter, also in the place of another."""
        made = self.make_and_validate_key(key, version=version)
        with self._store.lock:
            self._begin(made, value, timeout)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """What is counted; `default` where nothing is."""
        found = self._live(self.make_and_validate_key(key, version=version))
        return found.value if found else default

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Counts on; its end stays. Returns the new count. Raises ValueError where there is no counter."""
        made = self.make_and_validate_key(key, version=version)
        with self._store.lock:
            found = self._live(made)
            if found is None:
                raise ValueError(f"There is no counter {made!r}.")
            found.value += delta
            return found.value

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forgets a counter. Returns whether there was one."""
        return self._store.counts.pop(self.make_and_validate_key(key, version=version), None) is not None

    def clear(self) -> None:
        """Forgets all counters."""
        self._store.counts.clear()

    def _live(self, key: str) -> _Count | None:
        found = self._store.counts.get(key)
        return found if found and found.ends > time.monotonic() else None

    def _begin(self, key: str, value: int, timeout: float | None) -> None:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        ends = float("inf") if seconds is None else time.monotonic() + seconds
        counts = self._store.counts
        if key not in counts and len(counts) >= self._max_entries:
            self._make_room()
        counts[key] = _Count(value, ends)

    def _make_room(self) -> None:
        counts, now = self._store.counts, time.monotonic()
        for key in [key for key, count in counts.items() if count.ends <= now]:
            del counts[key]
        if len(counts) >= self._max_entries:
            least = sorted(counts, key=lambda key: (counts[key].value, counts[key].ends))
            for key in least[: len(counts) // 4 + 1]:
                del counts[key]
