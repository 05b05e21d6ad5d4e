"""Who listens for which game, and the ringing of their bells, inside one process."""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MAX_LISTENERS = 500
MAX_LISTENERS_OF_A_GAME = 60
_REMEMBERED = 1000


class Full(Exception):
    """No room for one more listener."""


class Bell:
    """One listener's. It holds the newest version only: a burst of moves is heard once.

    `gone` says that its phone may hear nothing more.
    """

    def __init__(self, phone: int) -> None:
        self.phone = phone
        self.version = 0
        self.closed = False
        self.gone = False
        self._struck = asyncio.Event()

    def strike(self, version: int) -> None:
        """Makes the listener hear this version, or a newer one."""
        self.version = max(self.version, version)
        self._struck.set()

    def close(self) -> None:
        """Makes the listener leave."""
        self.closed = True
        self._struck.set()

    async def heard(self, seconds: float) -> bool:
        """Waits for the next stroke; False when none came within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._struck.wait()
        except TimeoutError:
            return False
        self._struck.clear()
        return True


class Hub:
    """The bells of all listeners. All but `ring` and `close` belong to the event loop's thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: defaultdict[str, set[Bell]] = defaultdict(set)
        self._newest: OrderedDict[str, int] = OrderedDict()
        self._count = 0
        self._closed = False
        self._gone: dict[int, float] = {}

    def open(self) -> None:
        """Begins to ring, on the event loop that runs here."""
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def ring(self, game: str, version: int) -> None:
        """Tells everyone at the table of `game` that it is at `version`. From any thread; returns at once.

        Outside the server (in a command, in a test) nobody listens and nothing happens.
        """
        self._soon(self._strike, game, version)

    def hang_up(self, phone: int) -> None:
        """Ends the streams of a phone; no address that it has by now opens one any more.

        From any thread; returns at once.
        """
        self._gone[phone] = time.time()
        self._soon(self._hang_up, phone)

    def is_gone(self, phone: int, since: float) -> bool:
        """Whether a phone was hung up on since its address was signed, in seconds of the clock.

        A place in a crew that a phone has left may get another phone, which reads addresses of its own.
        """
        return self._gone.get(phone, 0) >= since

    def close(self) -> None:
        """Ends every stream and takes no new ones. From any thread, also from a signal handler."""
        self._soon(self._close)

    @contextmanager
    def listen(self, game: str, phone: int) -> Iterator[Bell]:
        """A bell for the length of the block, struck already if `game` was rung before. Raises Full."""
        here = len(self._bells.get(game, ()))
        if self._closed or self._count >= MAX_LISTENERS or here >= MAX_LISTENERS_OF_A_GAME:
            raise Full
        bell = Bell(phone)
        bell.strike(self._newest.get(game, 0))
        self._bells[game].add(bell)
        self._count += 1
        try:
            yield bell
        finally:
            self._count -= 1
            self._bells[game].discard(bell)
            if not self._bells[game]:
                del self._bells[game]

    def _strike(self, game: str, version: int) -> None:
        self._newest[game] = max(version, self._newest.pop(game, 0))
        if len(self._newest) > _REMEMBERED:
            self._newest.popitem(last=False)
        for bell in self._bells.get(game, ()):
            bell.strike(version)

    def _hang_up(self, phone: int) -> None:
        for bells in self._bells.values():
            for bell in bells:
                if bell.phone == phone:
                    bell.gone = True
                    bell.close()

    def _close(self) -> None:
        self._closed = True
        for bells in self._bells.values():
            for bell in bells:
                bell.close()

    def _soon(self, call: Callable[..., None], *args: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *args)


HUB = Hub()
