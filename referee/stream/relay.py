"""News between processes, through Redis, which may be gone at any time (docs/decisions/0028).

Nobody waits for it: what is to be sent is collected and sent as soon as it can be.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable
from time import monotonic

import msgspec
from django.db import DatabaseError
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from referee.stream.hub import GAMES, Hub

#: Seconds: each process says something so often, and who hears nobody three times as long asks anew.
BEAT = 5.0
#: Seconds between two tries: the first, and the longest.
FIRST, LONGEST = 0.1, 5.0
_TROUBLES = (RedisError, OSError, DatabaseError)

log = logging.getLogger(__name__)


class News(msgspec.Struct):
    """What one process sends the others: games with their versions, phones with when they were shut out, and
    when phones looked at their tables. With none of it it is a sign of life.
    """

    sender: str
    bells: dict[str, int] = {}
    gone: dict[int, float] = {}
    seen: dict[str, float] = {}


class Relay:
    """Sends the other processes what happens here, and does here what they send.

    No version of here is lost while Redis is gone: of each game the newest is sent later. What others sent
    meanwhile is: for versions the pages poll, and `missed` disconnects all who were shut out. It is called on
    a thread of its own whenever a line to Redis begins.
    """

    def __init__(self, hub: Hub, url: str, channel: str, missed: Callable[[], None]) -> None:
        """`channel` is for the processes that share a database, and for no others."""
        self._hub, self._channel, self._missed = hub, channel, missed
        # No tries of its own: a line that broke and was mended in silence would have missed something.
        tries = Retry(NoBackoff(), 0)
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5, retry=tries)
        self._name = secrets.token_hex(8)
        self._unsent = News(self._name)
        self._news = asyncio.Event()
        self._hears: bool | None = None

    def notify(self, game: str, version: int) -> None:
        """Sends the others a game's version; see OtherProcesses."""
        bells = self._unsent.bells
        bells[game] = max(version, bells.pop(game, 0))
        if len(bells) > GAMES:
            del bells[next(iter(bells))]
        self._news.set()

    def disconnect(self, phone: int, at: float) -> None:
        """Sends the others a phone that was shut out."""
        self._unsent.gone[phone] = at
        self._news.set()

    def record_presence(self, name: str, at: float) -> None:
        """Sends the others a phone that looked at its table, with what is sent next: that is soon enough."""
        if len(self._unsent.seen) < GAMES:
            self._unsent.seen[name] = at

    async def run(self) -> None:
        """Runs until it is cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._again_and_again(self._hear))
                tasks.create_task(self._again_and_again(self._send))
        finally:
            await self._redis.aclose()

    async def _again_and_again(self, talk: Callable[[], Awaitable[None]]) -> None:
        pause = FIRST
        while _goes_on():
            began = monotonic()
            try:
                await talk()
            except _TROUBLES as error:
                if self._hears is not False:
                    log.warning(
                        "Redis does not answer (%s): bells reach the phones of this process only.", error
                    )
                self._hears = False
            pause = min(2 * pause, LONGEST) if monotonic() - began < LONGEST else FIRST
            await asyncio.sleep(pause * random.uniform(0.5, 1))

    async def _hear(self) -> None:
        async with self._redis.pubsub() as line:
            await line.subscribe(self._channel)
            while _goes_on():
                async with asyncio.timeout(3 * BEAT):
                    message = await line.get_message(timeout=None)
                if message and message["type"] == "subscribe":
                    # From here on nothing is missed, so what was before can be looked up.
                    await asyncio.to_thread(self._missed)
                    self._hears = True
                    log.info("Bells go through Redis.")
                elif message:
                    self._take(message["data"])

    def _take(self, data: bytes) -> None:
        try:
            news = msgspec.json.decode(data, type=News)
        except msgspec.DecodeError:
            log.warning("Somebody else talks on %s in Redis.", self._channel)
            return
        if news.sender != self._name:
            for game, version in news.bells.items():
                self._hub.notify_local(game, version)
            for phone, at in news.gone.items():
                self._hub.disconnect_local(phone, at)
            for name, at in news.seen.items():
                self._hub.record_presence_local(name, at)

    async def _send(self) -> None:
        while _goes_on():
            try:
                async with asyncio.timeout(BEAT):
                    await self._news.wait()
            except TimeoutError:
                pass  # nothing new: a sign of life
            self._news.clear()
            news, self._unsent = self._unsent, News(self._name)
            try:
                await self._redis.publish(self._channel, msgspec.json.encode(news))
            except _TROUBLES:
                for game, version in {**news.bells, **self._unsent.bells}.items():
                    self.notify(game, version)
                self._unsent.gone = news.gone | self._unsent.gone
                self._news.set()
                raise


def _goes_on() -> bool:
    """Whether nobody has cancelled the task, not even in vain.

    Python 3.11's `wait_for`, by which the client of Redis sends, answers instead of ending when it is
    cancelled in the moment in which it is done.
    """
    task = asyncio.current_task()
    return task is not None and not task.cancelling()
