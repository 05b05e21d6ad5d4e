"""An evening: a hundred tables of five phones, each tapped every eight seconds.

Every phone holds its stream open, hears that its table has changed, and fetches it, as a page does.
Printed: how long it takes from a tap to the last phone's new table, beside a tap at a table of one phone
that is alone. Alone too it is tapped with the pauses of the evening: a processor that has just done the same
is up to twice as fast. The phones of a crew come from an address of their own, as from a home (127.0.1.1
and up).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles
from urllib.parse import urlencode

from bench import tap
from bench.tap import NAMES, Fields, hands, server
from bench.wanted import Findings

TABLES = int(os.environ.get("EVENING_TABLES", "100"))
SECONDS = int(os.environ.get("EVENING_SECONDS", "60"))
PHONES, EVERY, ALONE = 5, 8.0, 100
#: A phone that has not its new table by then has lost it.
PATIENCE = 15.0


class Phone:
    """A browser's part of it: a connection for its requests, one for its stream, and what its page says."""

    def __init__(self, port: int, token: str, address: str) -> None:
        self.version = 0
        self._port, self._address = port, address
        self._cookies = {"crew": token}
        self._hidden: dict[str, str] = {}
        self._live = ""
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def start(self, dealer: str) -> str:
        """A game of four that has just been dealt; the address of its table."""
        await self.get("/new/zar/")
        seats = [("name", name) for name in NAMES]
        fields = [*seats, ("dealer", str(NAMES.index(dealer))), ("start", "1")]
        return await self.post("/new/zar/", fields, status=303)

    async def get(self, path: str, *, region: bool = False) -> None:
        """Fetches a page, or what of it changes."""
        await self._ask("GET", path, {"HX-Request": "true"} if region else {}, b"", 200)

    async def post(self, path: str, fields: Fields, *, status: int = 200) -> str:
        """Sends a form; the Location of the answer."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if status == 200:
            headers["HX-Request"] = "true"
        return await self._ask(
            "POST", path, headers, urlencode([*self._hidden.items(), *fields]).encode(), status
        )

    async def listen(self, table: str, seen: asyncio.Queue[tuple[int, float]] | None) -> None:
        """Fetches the table whenever the stream says that there is a newer one, and tells when it had it.

        Who taps has it by the answer, and nobody asks when.
        """
        reader, writer = await self._connect()
        writer.write(f"GET {self._live} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode())
        while line := await reader.readline():
            if seen is not None and (found := re.match(rb"data: (\d+)", line)):
                while int(found[1]) > self.version:
                    await self.get(table, region=True)
                    seen.put_nowait((self.version, time.perf_counter()))
        raise SystemExit("A stream ended.")

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address, 0))

    async def _head(self, asked: bytes) -> str:
        self._writer.write(asked)
        return (await self._reader.readuntil(b"\r\n\r\n")).decode()

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes, status: int) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        all_headers = headers | {
            "Host": f"127.0.0.1:{self._port}",
            "Cookie": cookies,
            "Content-Length": str(len(body)),
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
        asked = "\r\n".join([*lines, "", ""]).encode() + body
        try:
            head = await self._head(asked)
        except (ConnectionError, asyncio.IncompleteReadError, AttributeError):
            # The first time, and after the server hung up on a silent phone, as browsers do it.
            self._reader, self._writer = await self._connect()
            head = await self._head(asked)
        said = re.findall(r"(?mi)^([\w-]+): *(.*?)\r?$", head)
        lengths = [int(value) for name, value in said if name.lower() == "content-length"]
        text = (await self._reader.readexactly(lengths[0])).decode() if lengths else ""
        if f" {status} " not in head.splitlines()[0]:
            raise SystemExit(f"{path} answered {head.splitlines()[0]}: {text[:500]}")
        for name, value in said:
            if name.lower() == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                self._cookies[cookie] = content
        for name in ("csrfmiddlewaretoken", "key"):
            if found := re.search(rf'name="{name}" value="([^"]*)"', text):
                self._hidden[name] = found[1]
        if found := re.search(r'data-version="(\d+)"', text):
            self.version = int(found[1])
        if found := re.search(r'data-live="([^"]*)"', text):
            self._live = found[1]
        return next((value for name, value in said if name.lower() == "location"), "")


@dataclass
class Table:
    """A table with its phones, of which the first one taps."""

    phones: list[Phone]
    url: str = ""
    made: Iterator[tuple[str, Fields]] = field(default_factory=hands)
    seen: list[asyncio.Queue[tuple[int, float]]] = field(default_factory=list)
    listening: list[asyncio.Task[None]] = field(default_factory=list)

    async def sit_down(self, streams: asyncio.TaskGroup) -> None:
        """Starts the game; every phone has the table before it and, beside others, its stream open."""
        self.url = await self.phones[0].start(dict(next(self.made)[1])["dealer"])
        for phone in self.phones:
            await phone.get(self.url)
        self.seen = [asyncio.Queue() for _ in self.phones[1:]]
        for phone, seen in zip(self.phones, [None, *self.seen], strict=True):
            if self.seen:
                self.listening.append(streams.create_task(phone.listen(self.url, seen)))

    async def tap(self) -> tuple[float, float]:
        """Seconds until the tap was answered, and until the last phone had the new table."""
        _, fields = next(self.made)
        start = time.perf_counter()
        await self.phones[0].post(f"{self.url}move/", fields)
        answered = last = time.perf_counter()
        for queue in self.seen:
            version, moment = 0, answered
            while version < self.phones[0].version:
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


async def evening(port: int, crews: list[list[str]]) -> int:
    """Plays it; the exit status."""
    random.seed("evening")
    tables = [
        Table([Phone(port, token, f"127.0.1.{number}") for token in tokens])
        for number, tokens in enumerate(crews, 1)
    ]
    lone = tables.pop()
    lone.phones = lone.phones[:1]
    async with asyncio.TaskGroup() as streams:
        await lone.sit_down(streams)
        alone = await lone.tap_alone()
        for table in tables:
            await table.sit_down(streams)
        until = time.perf_counter() + SECONDS
        played = await asyncio.gather(*(table.play(until) for table in tables))
        alone += await lone.tap_alone()
        for table in tables:
            for listening in table.listening:
                listening.cancel()
    taps = [tap for each in played for tap in each]
    print(f"{TABLES} tables of {PHONES} phones: {len(taps)} taps in {SECONDS} s")
    for name, seconds in (
        ("a lone tap", alone),
        ("a tap, answered", [answered for answered, _ in taps]),
        ("to the last phone", [last for _, last in taps]),
    ):
        p95 = quantiles(seconds, n=20)[18]
        print(f"{name}: p50 {median(seconds) * 1e3:.1f} ms, p95 {p95 * 1e3:.1f} ms")
    found = Findings()
    p95 = quantiles([last for _, last in taps], n=20)[18]
    print(f"to the last phone, p95 / a lone tap: {found.at_most('evening', p95 / median(alone), 5)}")
    return found.status()


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, server(folder) as port:
        # Answered when the database is there.
        tap.Phone(port).get("/")
        environ = os.environ | {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "bench.settings"}
        # One more than play: the table of the lone tap.
        command = [sys.executable, "-m", "bench.make_crews", str(TABLES + 1), str(PHONES)]
        made = subprocess.run(command, env=environ, check=True, stdout=subprocess.PIPE, text=True).stdout
        return asyncio.run(evening(port, json.loads(made)))


if __name__ == "__main__":
    sys.exit(main())
