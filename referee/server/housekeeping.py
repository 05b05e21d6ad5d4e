"""What the app does by itself while it runs: backups, and what is past its time removed.

Each is a process of its own, so nobody who taps waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import IO

from django.conf import settings

from referee.server.backup.rotate import is_due
from referee.server.files import lock

#: Seconds from the start to the first look at what is due, and between two.
FIRST, EVERY = 300.0, 3600.0
SWEEP_EVERY = 24 * 3600.0
#: Seconds that a command gets to stop when the app does.
STOPS_WITHIN = 5.0

log = logging.getLogger(__name__)


async def run_periodic_tasks(sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Runs until it is cancelled; of several processes on a data folder only one does anything."""
    swept = -SWEEP_EVERY
    await sleep(FIRST)
    with ExitStack() as stack:
        held: IO[str] | None = None
        while True:
            try:
                held = held or stack.enter_context((Path(settings.DATA_DIR) / "housekeeping.lock").open("w"))
                if lock(held):
                    hours = settings.BACKUP_HOURS
                    if hours and is_due(settings.BACKUPS, hours):
                        await run("backup", "--if-older", str(hours))
                    if monotonic() - swept >= SWEEP_EVERY:
                        swept = monotonic()
                        await run("sweep")
            except (OSError, ValueError):
                log.exception("The house could not be kept; the next try is in an hour.")
            await sleep(EVERY)


async def run(*command: str) -> None:
    """Runs a command of manage.py; what goes wrong is logged. Cancelled, it stops it."""
    # Whole: a relative one would be another folder there.
    folders = {"DATA_DIR": str(settings.DATA_DIR), "BACKUPS": str(settings.BACKUPS)}
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "django", *command, "--verbosity", "0"],
        cwd=settings.BASE_DIR, env=os.environ | folders, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE,
    )  # fmt: skip
    try:
        _, errors = await process.communicate()
    except asyncio.CancelledError:
        process.send_signal(signal.SIGINT)  # it clears away what is half done
        try:
            async with asyncio.timeout(STOPS_WITHIN):
                await process.wait()
        except TimeoutError:
            process.kill()
        raise
    if process.returncode:
        lines = errors.decode(errors="replace").strip().splitlines() or ["no reason given"]
        log.error("%s: %s", command[0], lines[-1])
