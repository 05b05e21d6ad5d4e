"""Queues that are full at some point, and say so."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Full(Exception):
    """A queue has no place; the message says what to do."""


class Queue:
    """Places for so many requests at a time, and for no more than `each` of those who are told apart."""

    def __init__(self, most: int, full: str, *, each: int = 0, each_full: str = "") -> None:
        """`full` is what is said to who finds no place, `each_full` to who has taken their own already."""
        self._most, self._full, self._each, self._each_full = most, full, each or most, each_full or full
        self._taken: Counter[str] = Counter()

    @contextmanager
    def place(self, who: str = "") -> Iterator[None]:
        """A place for the length of the block. Raises Full."""
        if self._taken[who] >= self._each:
            raise Full(self._each_full)
        if self._taken.total() >= self._most:
            raise Full(self._full)
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            self._taken += Counter()  # whoever has none is forgotten
