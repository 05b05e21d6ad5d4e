"""What reading something takes: lines of Python, bytes, seconds of the processor."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from time import thread_time
from types import FrameType
from typing import Any, TypeVar

SentT = TypeVar("SentT")


def steps_of(read: Callable[[SentT], object], data: SentT) -> int:
    """How many lines of Python reading it takes."""
    steps = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal steps
        steps += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(data)
    finally:
        sys.settrace(before)
    return steps


def memory_of(read: Callable[[SentT], object], data: SentT) -> int:
    """How many bytes reading it takes at most."""
    tracemalloc.start()
    try:
        read(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def seconds_of(read: Callable[[SentT], object], data: SentT) -> float:
    """Of the processor."""
    since = thread_time()
    read(data)
    return thread_time() - since
