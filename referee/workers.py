"""Several processes behind one address: each is started again when it dies, and all are stopped together."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

#: The exit status of a worker that cannot start, and would not the next time.
CANNOT_START = 2
#: Seconds: one that lived shorter is started again only after a pause.
SHORT, PAUSE = 5.0, 1.0
#: Seconds that a worker gets to stop in when who started it is gone; a server's own measure is shorter.
STOPS_WITHIN = 15.0

_STOPS = {signal.SIGINT, signal.SIGTERM}
_SIGNALS = {*_STOPS, signal.SIGCHLD}

log = logging.getLogger(__name__)


class _Running(NamedTuple):
    number: int
    since: float


def run(count: int, serve: Callable[[int], int], ready: Callable[[], None]) -> int:
    """Runs `serve` in so many processes until this one is told to stop; `ready` is called when it can be.

    Each is given its number, from 0, and a SIGTERM when this one is told to stop or is gone. Returns the exit
    status: 0, or 2 when a worker could not start. For a process with one thread: they are forked, with the
    sockets that it listens on.
    """
    # Whatever is sent from here on waits until it is asked for. What nobody handles would not even wait.
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    lifeline, held = os.pipe()
    running: dict[int, _Running] = {}
    status, stopping = 0, False

    def start(number: int) -> None:
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os.close(held)
            _live(serve, number, lifeline)
        running[pid] = _Running(number, time.monotonic())

    def stop() -> None:
        nonlocal stopping
        stopping = True
        for pid in running:
            os.kill(pid, signal.SIGTERM)

    for number in range(count):
        start(number)
    ready()
    while running:
        if signal.sigwait(_SIGNALS) in _STOPS:
            stop()
        for pid, ended in _ended(running):
            number, since = running.pop(pid)
            if stopping:
                continue
            if ended == CANNOT_START:
                status = CANNOT_START
                stop()
                continue
            log.error("Worker %d ended (%d) and is started again.", number, ended)
            if time.monotonic() - since < SHORT:
                time.sleep(PAUSE)
            start(number)
    return status


def _live(serve: Callable[[int], int], number: int, lifeline: int) -> None:
    """The life of a worker; never returns."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        threading.Thread(target=_end_with, args=[lifeline], daemon=True).start()
        status = serve(number)
    except KeyboardInterrupt:
        status = 0
    except BaseException:  # noqa: BLE001  # whatever it is, nothing of the first process may go on here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _end_with(lifeline: int) -> None:
    """Ends this process when the other end of the pipe is gone, whatever it is at."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOPS_WITHIN)
    os._exit(1)


def _ended(running: dict[int, _Running]) -> list[tuple[int, int]]:
    """Those that have ended since they were last asked, with their exit statuses, negative for a signal."""
    found = []
    for pid in list(running):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            found.append((pid, os.waitstatus_to_exitcode(status)))
    return found
