"""An evening: a hundred tables of five phones, each tapped every eight seconds.

Every phone holds its stream open, hears that its table has changed, and fetches it, as a page does.
Printed: how long it takes from a tap to the last phone's new table, beside a tap at a table of one phone
that is alone. Alone too it is tapped with the pauses of the evening: a processor that has just done the same
is up to twice as fast. The phones of a crew come from an address of their own, as from a home (127.0.1.1
and up). And how much memory the app has before the evening and after it.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf
from statistics import median

from bench.app import Player, app, percentile, show, verdict
from tests.phones import CONNECTION_ERRORS, HTMX, Phone, Response, versions

TABLES = int(os.environ.get("EVENING_TABLES", "100"))
SECONDS = int(os.environ.get("EVENING_SECONDS", "60"))
PHONES, EVERY, ALONE = 5, 8.0, 100
#: A phone that has not its new table by then has lost it.
PATIENCE = 15.0


async def again(request: Callable[[], Response]) -> Response:
    """An answer; asked once more where the server has hung up on a silent phone, as browsers do it."""
    try:
        return await asyncio.to_thread(request)
    except CONNECTION_ERRORS:
        return await asyncio.to_thread(request)


@dataclass
class Table:
    """A table with its phones, of which the first one taps."""

    player: Player
    phones: list[Phone]
    pages: list[Response]
    seen: list[asyncio.Queue[tuple[int, float]]] = field(default_factory=list)

    async def follow(self, place: int, opened: asyncio.Barrier) -> None:
        """Fetches the table whenever its stream says that there is a newer one, and tells when it had it.

        Who taps, the first, has it by the answer.
        """
        phone, page = self.phones[place], self.pages[place]
        bells = versions(phone.port, page.stream, phone.address)
        await anext(bells)
        await opened.wait()
        async for version in bells:
            while place and version > page.version:
                page = await again(lambda: phone.request("GET", self.player.url, headers=HTMX))
                self.seen[place].put_nowait((page.version, time.perf_counter()))
        raise SystemExit("A stream ended.")

    async def tap(self) -> tuple[float, float]:
        """Seconds until the tap was answered, and until the last phone had the new table."""
        start = time.perf_counter()
        wanted = (await again(self.player.tap)).version
        answered = last = time.perf_counter()
        for queue in self.seen[1:]:
            version, moment = 0, answered
            while version < wanted:
                version, moment = await asyncio.wait_for(queue.get(), PATIENCE)
            last = max(last, moment)
        return answered - start, last - start

    async def tap_alone(self) -> list[float]:
        """Seconds of each of so many taps, one at a time, as long after each other as in the evening."""
        seconds = []
        for _ in range(ALONE):
            seconds.append((await self.tap())[0])
            await asyncio.sleep(EVERY / TABLES)
        return seconds

    async def play(self, until: float) -> list[tuple[float, float]]:
        """Taps about every so many seconds."""
        taps = []
        await asyncio.sleep(random.uniform(0, EVERY))
        while (now := time.perf_counter()) < until:
            taps.append(await self.tap())
            await asyncio.sleep(max(0.0, now + EVERY * random.uniform(0.8, 1.2) - time.perf_counter()))
        return taps


def sit_down(port: int, number: int) -> Table:
    """A crew's table, from an address of its own."""
    phones = [Phone(port, address=f"127.0.1.{number}") for _ in range(PHONES)]
    player = Player(phones[0])
    link = phones[0].invite()
    for guest in phones[1:]:
        guest.join(link)
    return Table(player, phones, [phone.get(player.url) for phone in phones])


async def evening(tables: list[Table]) -> tuple[list[float], list[tuple[float, float]]]:
    """The taps of the table that is alone, and those of the others, to the answer and to the last phone."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
    lone, *others = tables
    seconds = await lone.tap_alone()
    opened = asyncio.Barrier(TABLES * PHONES + 1)
    async with asyncio.TaskGroup() as group:
        for table in others:
            table.seen = [asyncio.Queue() for _ in table.phones]
        seats = [(table, place) for table in others for place in range(PHONES)]
        streams = [group.create_task(table.follow(place, opened)) for table, place in seats]
        await opened.wait()
        until = time.perf_counter() + SECONDS
        played = await asyncio.gather(*(table.play(until) for table in others))
        seconds += await lone.tap_alone()
        for stream in streams:
            stream.cancel()
    return seconds, [tap for each in played for tap in each]


def main() -> int:
    random.seed("evening")
    with app() as house:
        Phone(house.port).get("/").expect(200)
        rest = house.megabytes
        # One more than play: the table of the lone tap.
        lone, taps = asyncio.run(evening([sit_down(house.port, number) for number in range(1, TABLES + 2)]))
        after = house.megabytes
    print(f"{TABLES} tables of {PHONES} phones: {len(taps)} taps in {SECONDS} s")
    last = [seconds for _, seconds in taps]
    show("a lone tap", lone)
    show("a tap, answered", [answered for answered, _ in taps])
    show("to the last phone", last)
    p95 = percentile(last, 95)
    return verdict(
        {
            "to the last phone, p95 / a lone tap": (0, p95 / (median(lone) * 1e3), 8),
            "to the last phone, p95 in ms": (0, p95, 60),
            "memory at rest, MB": (0, rest, inf),
            "memory after the evening, MB": (0, after, inf),
            "memory, after the evening / at rest": (0, after / rest, inf),
        }
    )


if __name__ == "__main__":
    sys.exit(main())
