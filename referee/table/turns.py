"""A tap wakes all phones of its table at once: the first to look makes what the others wait for."""

from __future__ import annotations

from threading import Lock

#: Two tables seldom share one, and then only wait for each other.
_LOCKS = tuple(Lock() for _ in range(64))


def turn(table: str) -> Lock:
    """To be held while something is made for all phones of a table, known by its address or public id."""
    return _LOCKS[hash(table) % len(_LOCKS)]
