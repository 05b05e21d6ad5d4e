"""Acts of several phones in one moment, each in a thread of its own, on a real database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What the acts return, each run in a thread of its own from one starting shot."""
    shot = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            shot.wait()
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))
