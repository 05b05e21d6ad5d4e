"""Taps go before what takes long.

Python runs one thread at a time, each for as long as any other: beside an import and a page about a long
game, a tap would take three times as long. So both stand still while one is answered.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from django.db import connection

ThingT = TypeVar("ThingT")

#: Seconds that others wait for a tap, and a step of something long for all taps: it comes to its end while
#: somebody taps on and on, or never takes the answer.
PATIENCE = 0.05

_no_tap = threading.Event()
_no_tap.set()
#: How many there are, and until when others wait for the newest; only the event loop's thread sets them.
_taps, _until = 0, 0.0


class _Here(threading.local):
    """What is true of a thread: nobody gives way who was not told to."""

    gives_way = False


_here = _Here()


@contextmanager
def tap_at_hand() -> Iterator[None]:
    """From a tap that has come until it is answered. Entered and left on one thread, the event loop's."""
    global _taps, _until  # noqa: PLW0603
    _taps, _until = _taps + 1, monotonic() + PATIENCE
    _no_tap.clear()
    try:
        yield
    finally:
        _taps -= 1
        if not _taps:
            _no_tap.set()


def come_later() -> None:
    """From now on this thread gives way to taps."""
    _here.gives_way = True


def unhurried(things: Iterable[ThingT]) -> Iterator[ThingT]:
    """The things that something long goes through, taps first before each of them."""
    for thing in things:
        give_way()
        yield thing


def give_way() -> None:
    """Between two steps of something long. Nobody waits with a transaction open: taps would wait for that."""
    if not _no_tap.is_set() and _here.gives_way and not connection.in_atomic_block:
        _no_tap.wait(max(_until - monotonic(), 0))
