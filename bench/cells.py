"""How many cells a million crews need on their busiest evening, and what runs out first (docs/scaling.md).

First it measures what a tap, a look, an arrival and a bell cost a cell: processor time of the app, and beside
it of PostgreSQL and Redis, from /proc, so that others on the machine do not count. Then it lets an evening
pass minute by minute: which crews play, when they come, how long they stay. Printed: the costs, the peak, and
for each resource how many cells it asks for.
"""

from __future__ import annotations

import http.client
import math
import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import django
import msgspec
import psycopg
from django.utils.crypto import salted_hmac
from redis import Redis

from bench import tap
from bench.tap import Phone, hands, server
from referee.connections import MOST
from referee.stream import hub, token
from referee.stream.relay import News
from tests.faults import servers

TAPS = int(os.environ.get("CELLS_TAPS", "300"))
#: As many at one table, and as many at others; an address may have 120.
STREAMS = 50
NEWS = 2_000
KEY = "for this bench, and nowhere else in the world"
TICK = os.sysconf("SC_CLK_TCK")

# --- what is assumed: one line each, and every one can be argued with

CREWS = 1_000_000
#: Of all crews, those that play on the busiest evening of the week.
PLAYS = 0.10
#: When they come: hours after noon, by a bell curve; and how long they stay, in hours, in the middle.
COMES, SPREAD, STAYS = 7.75, 1.0, 2.0
#: Phones at a table; taps a minute of all of them together.
PHONES, TAPS_A_MINUTE = 4, 6.0
#: A cell: its cores, those of them that have a worker each, the others being PostgreSQL's and Redis's; and
#: how busy they may be at the peak, so that no tap waits long.
CORES, WORKERS, BUSY = 8, 6, 0.6
#: Seconds between two looks of a page that hears no bell.
POLL = 20.0


@dataclass(frozen=True)
class Cost:
    """Processor seconds in the app, and beside it in PostgreSQL and Redis."""

    app: float
    beside: float


@dataclass(frozen=True)
class Costs:
    """What each asks for; `ring` is a bell at one open stream, `heard` one from another worker; and bytes."""

    tap: Cost
    look: Cost
    arrival: Cost
    ring: float
    heard: float
    worker_bytes: float
    tap_bytes: float


# --- measured


def tree(pid: int) -> list[int]:
    """A process and all that it has started."""
    try:
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return [pid]
    return [pid, *(each for child in below for each in tree(int(child)))]


def seconds(pid: int) -> float:
    """Processor time of a process and all that it has started, also of those that have ended."""
    spent = 0
    for each in tree(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        spent += sum(map(int, fields[11:15]))
    return spent / TICK


def resident(pid: int) -> int:
    """Bytes that a process alone holds in memory."""
    found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


class Cell:
    """A cell of one worker, and what it has spent so far."""

    def __init__(self, port: int, app: int, database: servers.PostgreSQL, redis: servers.Redis) -> None:
        self.port, self.app, self._database, self._redis = port, app, database, redis

    @property
    def _beside(self) -> list[int]:
        return [self._database.pid, self._redis.pid]

    def publish(self) -> None:
        """News of so many games that nobody listens to here, each by itself, as another worker tells them."""
        channel = f"referee.{salted_hmac('referee.stream', '').hexdigest()}"
        with closing(Redis.from_url(self._redis.url)) as client:
            for number in range(NEWS):
                client.publish(channel, msgspec.json.encode(News("bench", {f"game-{number}": 1})))
        time.sleep(1)  # until they are heard

    def cost(self, what: Callable[[], object], times: int) -> Cost:
        """Of one of so many."""
        app, beside = seconds(self.app), sum(map(seconds, self._beside))
        what()
        return Cost((seconds(self.app) - app) / times, (sum(map(seconds, self._beside)) - beside) / times)

    def stored(self) -> int:
        """Bytes of the database."""
        with closing(psycopg.connect(self._database.url)) as database:
            row = database.execute("SELECT pg_database_size(current_database())").fetchone()
            return int(row[0]) if row else 0


@contextmanager
def cell() -> Iterator[Cell]:
    """A cell with nobody in it."""
    with servers.postgresql() as database, servers.redis() as redis:
        shared = {"DATABASE_URL": database.url, "REDIS_URL": redis.url, "SECRET_KEY": KEY}
        with server(settings="referee.settings", **shared) as port:
            own = tree(os.getpid())
            app = next(pid for pid in own if b"referee.serve" in Path(f"/proc/{pid}/cmdline").read_bytes())
            yield Cell(port, app, database, redis)


def measure() -> Costs:
    """What everything costs here and now."""
    with cell() as here, ExitStack() as listening:
        phone, moves = Phone(here.port), hands()
        _, deal = next(moves)
        table = tap.begin(phone, dict(deal)["dealer"])
        game = table.split("/")[2]

        def play(number: int) -> None:
            for _, fields in islice(moves, number):
                phone.post(f"{table}move/", fields, status=200, htmx=True)

        def look() -> None:
            for _ in range(TAPS):
                phone.get(table)

        def arrive() -> None:
            for _ in range(TAPS // 10):
                tap.begin(Phone(here.port), "Ann")

        play(TAPS // 10)
        look()
        stored = here.stored()
        tapped = here.cost(lambda: play(TAPS), TAPS)
        grown = (here.stored() - stored) / TAPS
        looked, came = here.cost(look, TAPS), here.cost(arrive, TAPS // 10)
        before = resident(here.app)
        # Who listens needs no row: the address is signed.
        for number in range(STREAMS):
            listening.enter_context(_listening(here.port, token.url(f"other-{number}", number, number)))
        for number in range(STREAMS, 2 * STREAMS):
            listening.enter_context(_listening(here.port, token.url(game, number, number)))
        rung = (here.cost(lambda: play(TAPS), TAPS).app - tapped.app) / STREAMS
        heard = here.cost(here.publish, NEWS).app
        return Costs(tapped, looked, came, max(rung, 0.0), heard, before, grown)


@contextmanager
def _listening(port: int, path: str) -> Iterator[None]:
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("GET", path)
        with connection.getresponse() as answer:
            answer.readline()
            yield


# --- simulated


@dataclass(frozen=True)
class Peak:
    """The busiest minute: tables in play, arrivals a second, and when, in hours after noon."""

    tables: int
    arrivals: float
    hour: float


def evening(chance: random.Random) -> Peak:
    """One evening, every crew by itself."""
    minutes = 24 * 60
    begun, ended = [0] * minutes, [0] * minutes
    for _ in range(int(CREWS * PLAYS)):
        came = min(max(int(chance.gauss(COMES, SPREAD) * 60), 0), minutes - 1)
        begun[came] += 1
        ended[min(came + int(chance.lognormvariate(math.log(STAYS * 60), 0.5)), minutes - 1)] += 1
    tables, most, when = 0, 0, 0
    for minute in range(minutes):
        tables += begun[minute] - ended[minute]
        if tables > most:
            most, when = tables, minute
    return Peak(most, max(begun) / 60, when / 60)


@dataclass(frozen=True)
class Need:
    """A resource: how much of it the peak asks for, and how much a cell has."""

    what: str
    asked: float
    has: float

    @property
    def cells(self) -> float:
        """How many cells that makes."""
        return self.asked / self.has


def needs(costs: Costs, peak: Peak) -> list[Need]:
    """What the peak asks for, the scarcest first."""
    taps = peak.tables * TAPS_A_MINUTE / 60
    # Every tap rings at all phones of its table, and all but the one that tapped look.
    looks, rings = taps * (PHONES - 1), taps * PHONES
    # Who has heard nothing for so long looks of itself, which is rare where taps come by chance.
    silent = math.exp(-POLL * TAPS_A_MINUTE / 60)
    polls = taps * PHONES * silent / (1 - silent)
    streams = peak.tables * PHONES
    app = taps * (costs.tap.app + (WORKERS - 1) * costs.heard) + rings * costs.ring
    app += (looks + polls) * costs.look.app + peak.arrivals * costs.arrival.app
    beside = taps * costs.tap.beside + (looks + polls) * costs.look.beside
    beside += peak.arrivals * costs.arrival.beside
    found = [
        Need("cores of the app", app, WORKERS * BUSY),
        Need("cores of PostgreSQL and Redis", beside, (CORES - WORKERS) * BUSY),
        Need("open streams", streams, WORKERS * hub.MAX_LISTENERS),
        Need("connections, two a phone", 2 * streams, WORKERS * MOST),
    ]
    return sorted(found, key=lambda need: -need.cells)


def main() -> int:
    """Prints the costs, the peak, and the cells. Returns the exit status."""
    os.environ["DJANGO_SETTINGS_MODULE"], os.environ["SECRET_KEY"] = "referee.settings", KEY
    django.setup()
    try:
        costs, peak = measure(), evening(random.Random(1))
    except servers.Missing as missing:
        print(f"NOT MEASURED: {missing} is not installed")
        return 0
    for what, cost in (("tap", costs.tap), ("look at a table", costs.look), ("arrival", costs.arrival)):
        print(f"{what}: {cost.app * 1e3:.1f} ms of a core in the app, {cost.beside * 1e3:.1f} ms beside it")
    print(f"bell: {costs.ring * 1e6:.0f} us at each stream, {costs.heard * 1e6:.0f} us at each other worker")
    print(f"worker: {costs.worker_bytes / 2**20:.0f} MB; tap in the database: {costs.tap_bytes:.0f} bytes")
    print(f"peak: {peak.tables:,} tables, {peak.arrivals:.0f} arrivals/s, {peak.hour:.1f} h after noon")
    found = needs(costs, peak)
    for need in found:
        print(f"{need.what}: {need.asked:,.1f} in all, {need.has:,.1f} a cell: {need.cells:.1f} cells")
    cells = math.ceil(found[0].cells)
    playing = CREWS * PLAYS / cells
    print(f"cells: {cells}, and what runs out first: {found[0].what}")
    print(f"a cell that chance gave most (3 sigma): {3 / math.sqrt(playing):.1%} more than its share")
    return 0


if __name__ == "__main__":
    sys.exit(main())
