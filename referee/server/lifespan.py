"""What goes on beside the pages for as long as an ASGI server runs, whichever it is."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone
from django.utils.crypto import salted_hmac

from referee.server import database
from referee.server.housekeeping import run_periodic_tasks
from referee.stream import endpoint
from referee.stream.hub import HUB
from referee.web.plain_asgi import Receive, Send
from scoring.crew.phones import shut_out_since
from scoring.sharing.links import boards_revoked_since

#: Seconds that a thread computes on while others wait; with Python's own 0.005 a tap waits as long at each of
#: its queries (docs/performance.md).
SWITCH_SECONDS = 0.0002

Frame = FrameType | None

log = logging.getLogger(__name__)


async def lifespan(receive: Receive, send: Send) -> None:
    """ASGI's lifespan: runs the relay and the periodic tasks until the server stops."""
    await receive()
    sys.setswitchinterval(SWITCH_SECONDS)
    # What is loaded by now stays: to look through it for garbage stops everybody for a tenth of a second.
    gc.freeze()
    tasks = [asyncio.create_task(run_periodic_tasks())]
    if settings.REDIS_URL:
        from referee.stream.relay import Relay  # noqa: PLC0415  # needs the client of Redis

        # By the key, which the processes of one record share: in another record phones have the same numbers.
        channel = f"referee.{salted_hmac('referee.stream', '').hexdigest()}"
        relay = Relay(HUB, settings.REDIS_URL, channel, missed=_disconnect_apart)
        tasks.append(asyncio.create_task(relay.run()))
        HUB.open(relay)
    else:
        HUB.open()
    tasks.append(asyncio.create_task(_disconnect_once_it_can()))
    _end_streams_at_a_signal()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if path := database.database_file():
        database.checkpoint(path)
    await send({"type": "lifespan.shutdown.complete"})


def disconnect_shut_out() -> None:
    """Disconnects who may still hold a stream's address: phones shut out, boards whose link was cancelled."""
    since = timezone.now() - endpoint.ADDRESS_LIFE
    for phone in [*shut_out_since(since), *boards_revoked_since(since)]:
        HUB.disconnect(phone)


async def _disconnect_once_it_can() -> None:
    """At the start, also where the database answers only later."""
    while True:
        try:
            return await asyncio.to_thread(_disconnect_apart)
        except DatabaseError as error:
            log.warning("The database does not answer yet: %s", error)
            await asyncio.sleep(5)


def _disconnect_apart() -> None:
    """For a thread that may end at any time."""
    try:
        disconnect_shut_out()
    finally:
        connections.close_all()


def _end_streams_at_a_signal() -> None:
    """A server that is told to stop waits for open streams before its lifespan hears of it."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        stop = signal.getsignal(number)
        if callable(stop):
            signal.signal(number, partial(_close_and_stop, stop))


def _close_and_stop(stop: Callable[[int, Frame], object], number: int, frame: Frame) -> None:
    HUB.close()
    stop(number, frame)
