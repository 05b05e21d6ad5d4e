"""Who listens for which game, when phones were last seen, and news of both to and from other processes."""

import asyncio
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

#: So many may listen of each kind. With one more of a phone the oldest goes, as a browser has no more
#: connections to one server; of the others nobody comes in.
MAX_LISTENERS = {"all": 500, "game": 60, "crew": 150, "address": 120, "phone": 6}
#: Games whose newest version is known, and phones that were seen.
GAMES, PHONES = 1_000, 20_000

#: What listeners are counted by: a kind, and which of it.
Place = tuple[str, str | int]
ALL: Place = ("all", "")


class Full(Exception):
    """No room for one more listener."""


class Subscriber(NamedTuple):
    """Who listens: for which game, on which phone of which crew, and from where."""

    game: str
    phone: int
    crew: int
    address: str

    @property
    def places(self) -> tuple[Place, ...]:
        """All that it is counted by."""
        return (ALL, *self._asdict().items())


class Listener:
    """An open stream. It holds the newest version only: a burst of moves is heard once.

    `gone` says that its phone may hear nothing more.
    """

    def __init__(self) -> None:
        self.version = 0
        self.closed = False
        self.gone = False
        self._notified = asyncio.Event()

    def notify(self, version: int) -> None:
        """Makes the listener hear this version, or a newer one."""
        self.version = max(self.version, version)
        self._notified.set()

    def close(self) -> None:
        """Makes the listener leave."""
        self.closed = True
        self._notified.set()

    async def heard(self, seconds: float) -> bool:
        """Waits for the next version; False when none came within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._notified.wait()
        except TimeoutError:
            return False
        self._notified.clear()
        return True


class OtherProcesses(Protocol):
    """Each call belongs to the event loop's thread and returns at once. Times are seconds of the clock."""

    def notify(self, game: str, version: int) -> None: ...
    def disconnect(self, phone: int, at: float) -> None: ...
    def record_presence(self, name: str, at: float) -> None: ...


class Hub:
    """All listeners, and when phones were last seen at their tables.

    `notify`, `disconnect`, `record_presence`, `last_seen` and `close` return at once, on any thread; the rest
    belongs to the event loop's. Outside the server, as in a command, nobody listens.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._others: OtherProcesses | None = None
        # In the order in which they came; a dictionary, as a set has none.
        self._listeners: defaultdict[Place, dict[Listener, None]] = defaultdict(dict)
        self._newest: OrderedDict[str, int] = OrderedDict()
        self._closed = False
        self._gone: dict[int, float] = {}
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._seen_lock = threading.Lock()

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._at(ALL))

    def open(self, others: OtherProcesses | None = None) -> None:
        """Begins to notify, on the event loop that runs here, and in other processes if there are any."""
        self._loop = asyncio.get_running_loop()
        self._others = others
        self._closed = False

    def notify(self, game: str, version: int) -> None:
        """Rings at everyone at the table of `game`: it is at `version`."""
        self._soon(self.notify_local, game, version)
        if self._others:
            self._soon(self._others.notify, game, version)

    def disconnect(self, phone: int) -> None:
        """Ends the streams of a phone; no address that it has by now opens one any more."""
        at = self._gone[phone] = time.time()
        self._soon(self.disconnect_local, phone, at)
        if self._others:
            self._soon(self._others.disconnect, phone, at)

    def record_presence(self, game: str, phone: int) -> None:
        """A phone looks at its table."""
        name, now = f"{game}.{phone}", time.time()
        self.record_presence_local(name, now)
        if self._others:
            self._soon(self._others.record_presence, name, now)

    def last_seen(self, game: str, phone: int) -> float:
        """When a phone last looked at its table, in seconds of the clock; 0 for never, or too long ago."""
        return self._seen.get(f"{game}.{phone}", 0.0)

    def is_gone(self, phone: int, since: float) -> bool:
        """Whether a phone was shut out since its address was signed, in seconds of the clock.

        A place in a crew that a phone has left may get another phone, which reads addresses of its own.
        """
        return self._gone.get(phone, 0) >= since

    def close(self) -> None:
        """Ends every stream and takes no new ones; also from a signal handler."""
        self._soon(self._close)

    @contextmanager
    def listen(self, subscriber: Subscriber) -> Iterator[Listener]:
        """A listener for the length of the block, notified already if the game was before. Raises Full."""
        if self._loop is None or self._loop.is_closed():
            self.open()  # a server without lifespan: whoever listens is on the loop
        mine = [listener for listener in self._at(("phone", subscriber.phone)) if not listener.closed]
        # A phone that listens too often fell asleep over the oldest, or left it.
        for oldest in mine[: max(len(mine) - MAX_LISTENERS["phone"] + 1, 0)]:
            oldest.close()
        if self._closed or any(
            len(self._at(place)) >= MAX_LISTENERS[place[0]]
            for place in subscriber.places
            if place[0] != "phone"
        ):
            raise Full
        listener = Listener()
        listener.notify(self._newest.get(subscriber.game, 0))
        for place in subscriber.places:
            self._listeners[place][listener] = None
        try:
            yield listener
        finally:
            for place in subscriber.places:
                del self._listeners[place][listener]
                if not self._listeners[place]:
                    del self._listeners[place]

    def _at(self, place: Place) -> list[Listener]:
        return list(self._listeners.get(place, ()))

    def notify_local(self, game: str, version: int) -> None:
        """As `notify`, to who listens here."""
        self._newest[game] = max(version, self._newest.pop(game, 0))
        if len(self._newest) > GAMES:
            self._newest.popitem(last=False)
        for listener in self._at(("game", game)):
            listener.notify(version)

    def disconnect_local(self, phone: int, at: float) -> None:
        """Ends the streams that a phone has here, as from `at`, in seconds of the clock."""
        self._gone[phone] = max(at, self._gone.get(phone, 0))
        for listener in self._at(("phone", phone)):
            listener.gone = True
            listener.close()

    def record_presence_local(self, name: str, at: float) -> None:
        """A phone was seen at a table; `name` is both. What is older than what is known says nothing."""
        with self._seen_lock:
            self._seen[name] = max(at, self._seen.get(name, 0.0))
            self._seen.move_to_end(name)
            if len(self._seen) > PHONES:
                self._seen.popitem(last=False)

    def _close(self) -> None:
        self._closed = True
        for listener in self._at(ALL):
            listener.close()

    def _soon(self, call: Callable[..., None], *args: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *args)


HUB = Hub()
