"""What the app does by itself while it runs: backups, and the sweeps that every start does too.

Each is a process of its own, so nobody who taps waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable, Callable
from time import monotonic

from django.conf import settings

from referee import env
from referee.backups.folders import is_due

#: Seconds after the start, and between two looks at what is to be done.
FIRST, EVERY = 300.0, 3600.0
SWEEP_EVERY = 24 * 3600.0
SWEEPS = ("sweep_crews", "sweep_games", "sweep_photos")
#: Seconds that a command gets to stop when the app does.
STOPS_WITHIN = 5.0

log = logging.getLogger(__name__)


async def keep_house(sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Runs until it is cancelled."""
    swept = monotonic()
    await sleep(FIRST)
    while True:
        hours = settings.BACKUP_HOURS
        if hours and is_due(settings.BACKUPS, hours):
            await run("backup", "--if-older", str(hours))
        if monotonic() - swept >= SWEEP_EVERY:
            swept = monotonic()
            for sweep in SWEEPS:
                await run(sweep)
        await sleep(EVERY)


async def run(*command: str) -> None:
    """Runs a command of manage.py; what goes wrong is logged. Cancelled, it stops it."""
    arguments = ["-m", "django", *command, "--verbosity", "0"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=env.BASE_DIR, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
    )
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
