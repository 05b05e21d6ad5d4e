"""Who listens for which game, and the ringing of their bells, here and through `Far` in other processes."""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from referee.stream.sightings import Sightings

MAX_LISTENERS = 500
MAX_LISTENERS_OF_A_GAME = 60
MAX_LISTENERS_OF_A_CREW = 150
MAX_LISTENERS_OF_AN_ADDRESS = 120
#: A browser has no more connections to one server.
MAX_LISTENERS_OF_A_PHONE = 6
#: Games whose newest version is known.
REMEMBERED = 1000

#: What listeners are counted by: a kind, and which of it.
Place = tuple[str, str | int]
ALL: Place = ("all", "")


class Full(Exception):
    """No room for one more listener."""


@dataclass(frozen=True)
class Who:
    """Who listens: for which game, on which phone of which crew, and from where."""

    game: str
    phone: int
    crew: int
    address: str

    @property
    def places(self) -> tuple[Place, ...]:
        """All that it is counted by."""
        return (
            ALL,
            ("game", self.game),
            ("phone", self.phone),
            ("crew", self.crew),
            ("address", self.address),
        )


class Bell:
    """One listener's. It holds the newest version only: a burst of moves is heard once.

    `gone` says that its phone may hear nothing more.
    """

    def __init__(self, who: Who) -> None:
        self.who = who
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


class Far(Protocol):
    """The other processes; each call belongs to the event loop's thread and returns at once."""

    def ring(self, game: str, version: int) -> None:
        """Tells them that `game` is at `version`."""

    def hang_up(self, phone: int, at: float) -> None:
        """Tells them that a phone was hung up on, and when, in seconds of the clock."""

    def saw(self, name: str, at: float) -> None:
        """Tells them, in a while, that a phone looked at its table (`Sightings`)."""


class Hub:
    """The bells of all listeners, and who was seen.

    All but `ring`, `hang_up`, `saw`, `seen` and `close` belong to the event loop's thread.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._far: Far | None = None
        self._sightings = Sightings()
        # In the order in which they came; a dictionary, as a set has none.
        self._bells: defaultdict[Place, dict[Bell, None]] = defaultdict(dict)
        self._newest: OrderedDict[str, int] = OrderedDict()
        self._closed = False
        self._gone: dict[int, float] = {}

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._at(*ALL))

    def open(self, far: Far | None = None) -> None:
        """Begins to ring, on the event loop that runs here, and in other processes if there are any."""
        self._loop = asyncio.get_running_loop()
        self._far = far
        self._closed = False

    def ring(self, game: str, version: int) -> None:
        """Tells everyone at the table of `game` that it is at `version`. From any thread; returns at once.

        Outside the server (in a command, in a test) nobody listens and nothing happens.
        """
        self._soon(self._ring, game, version)

    def hang_up(self, phone: int) -> None:
        """Ends the streams of a phone; no address that it has by now opens one any more.

        From any thread; returns at once.
        """
        at = self._gone[phone] = time.time()
        self._soon(self._hang_up, phone, at)

    def saw(self, game: str, phone: int) -> None:
        """Notes that a phone looks at its table. From any thread; returns at once."""
        name, now = f"{game}.{phone}", time.time()
        self._sightings.note(name, now)
        if self._far:
            self._soon(self._far.saw, name, now)

    def seen(self, game: str, phone: int) -> float:
        """When a phone last looked at its table, in seconds of the clock; 0 for never."""
        return self._sightings.last(f"{game}.{phone}")

    def is_gone(self, phone: int, since: float) -> bool:
        """Whether a phone was hung up on since its address was signed, in seconds of the clock.

        A place in a crew that a phone has left may get another phone, which reads addresses of its own.
        """
        return self._gone.get(phone, 0) >= since

    def close(self) -> None:
        """Ends every stream and takes no new ones. From any thread, also from a signal handler."""
        self._soon(self._close)

    @contextmanager
    def listen(self, who: Who) -> Iterator[Bell]:
        """A bell for the length of the block, struck already if the game was rung before. Raises Full.

        A phone that listens too often already loses the oldest: it fell asleep over that one, or left it.
        """
        if self._loop is None or self._loop.is_closed():
            self.open()  # a server without lifespan: whoever listens is on the loop
        mine = [bell for bell in self._at("phone", who.phone) if not bell.closed]
        for oldest in mine[: max(len(mine) - MAX_LISTENERS_OF_A_PHONE + 1, 0)]:
            oldest.close()
        if self._closed or self._is_full(who):
            raise Full
        bell = Bell(who)
        bell.strike(self._newest.get(who.game, 0))
        for place in who.places:
            self._bells[place][bell] = None
        try:
            yield bell
        finally:
            for place in who.places:
                del self._bells[place][bell]
                if not self._bells[place]:
                    del self._bells[place]

    def _at(self, kind: str, which: str | int) -> list[Bell]:
        return list(self._bells.get((kind, which), ()))

    def _is_full(self, who: Who) -> bool:
        return (
            len(self._at(*ALL)) >= MAX_LISTENERS
            or len(self._at("game", who.game)) >= MAX_LISTENERS_OF_A_GAME
            or len(self._at("crew", who.crew)) >= MAX_LISTENERS_OF_A_CREW
            or len(self._at("address", who.address)) >= MAX_LISTENERS_OF_AN_ADDRESS
        )

    def strike(self, game: str, version: int) -> None:
        """Tells who listens here."""
        self._newest[game] = max(version, self._newest.pop(game, 0))
        if len(self._newest) > REMEMBERED:
            self._newest.popitem(last=False)
        for bell in self._at("game", game):
            bell.strike(version)

    def sight(self, name: str, at: float) -> None:
        """Takes down what another process saw."""
        self._sightings.note(name, at)

    def end(self, phone: int, at: float) -> None:
        """Ends the streams that a phone has here, as from `at`, in seconds of the clock."""
        self._gone[phone] = max(at, self._gone.get(phone, 0))
        for bell in self._at("phone", phone):
            bell.gone = True
            bell.close()

    def _ring(self, game: str, version: int) -> None:
        self.strike(game, version)
        if self._far:
            self._far.ring(game, version)

    def _hang_up(self, phone: int, at: float) -> None:
        self.end(phone, at)
        if self._far:
            self._far.hang_up(phone, at)

    def _close(self) -> None:
        self._closed = True
        for bell in self._at(*ALL):
            bell.close()

    def _soon(self, call: Callable[..., None], *args: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *args)


HUB = Hub()
