"""Queues that are full at some point, and say so."""

from collections.abc import Iterator
from contextlib import contextmanager


class Full(Exception):
    """A queue has no place; the message says what to do."""


class Queue:
    """Places for so many requests at a time."""

    def __init__(self, most: int, full: str) -> None:
        """`full` is what is said to who finds no place."""
        self._most, self._full, self._taken = most, full, 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for the length of the block. Raises Full."""
        if self._taken >= self._most:
            raise Full(self._full)
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1
