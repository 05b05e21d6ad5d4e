"""Running what is asynchronous, wherever a test is run."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_apart(talk: Coroutine[Any, Any, None]) -> None:
    """Runs it to its end on a thread of its own: a browser's test may have left a loop running here."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, talk).result()
