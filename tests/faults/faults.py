"""Everything that may go wrong while phones tap: each fault so many times, and what became of the taps."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import House
from tests.faults import servers
from tests.faults.fuzz import fuzz
from tests.faults.ledger import Ledger, Table, Tapper, begin, in_log, play
from tests.faults.servers import Missing, Wire, free_port

PHONES = 8
#: Seconds that the app waits for another process that writes, and a little more.
LOCKED = 5.5
KEY = "one key for all processes of one record, in these tests alone"


@dataclass
class Row:
    """What a fault did, so many times."""

    fault: str
    times: int
    answered: int = 0
    lost: int = 0
    doubled: int = 0
    statuses: Counter[int] = field(default_factory=Counter)

    @property
    def broken(self) -> int:
        """Answers that were 5xx; each was cured by sending the tap again, else nobody had gone on."""
        return sum(count for status, count in self.statuses.items() if status >= 500)

    @property
    def well(self) -> bool:
        """Whether nothing was lost or doubled, and no answer was an error of ours."""
        return not self.lost and not self.doubled and not self.statuses[500]

    def __str__(self) -> str:
        said = ", ".join(f"{status or 'no answer'} x{n}" for status, n in sorted(self.statuses.items()))
        figures = f"{self.times:>7}{self.answered:>9}{self.lost:>6}{self.doubled:>9}{self.broken:>6}"
        return f"{self.fault:<24}{figures}  {said}"


HEAD = f"{'fault':<24}{'times':>7}{'answered':>9}{'lost':>6}{'doubled':>9}{'5xx':>6}"


class Clocked(House):
    """The app, with a clock that can be set."""

    command = ("-m", "tests.faults.clock", *House.command)


@dataclass
class Site:
    """An app that can be killed and started again at the same address."""

    folder: Path
    environ: dict[str, str]
    house: House | None = None

    @property
    def database(self) -> Path | str:
        """Where `in_log` finds the record."""
        return self.environ.get("DATABASE_URL") or self.folder / "referee.sqlite3"

    @property
    def port(self) -> int:
        """The same after every start."""
        return int(self.environ["PORT"])

    @property
    def clock(self) -> Path:
        """The file that sets the clock."""
        return Path(self.environ["CLOCK"])

    def start(self) -> None:
        """Returns when it says that it runs."""
        self.house = Clocked(self.folder, **self.environ)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Returns when it has ended."""
        if self.house:
            self.house.stop(how)
            self.house = None


def workers(house: House) -> list[int]:
    """The processes that serve for the first one."""
    pid = house.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in children if serves(int(each))]


def serves(pid: int) -> bool:
    """Whether a process is a worker that has not ended: one that has may stand in the list a while longer."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    # One that has ended has none; multiprocessing has a helper, which serves nobody.
    return bool(command) and b"resource_tracker" not in command


@contextmanager
def site(folder: Path | None = None, environ: Mapping[str, str] | None = None) -> Iterator[Site]:
    """One that runs for the length of the block, in a folder of its own unless one is given."""
    with ExitStack() as stack:
        above = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-faults-")))
        clock = tempfile.NamedTemporaryFile("w", prefix="referee-clock-")  # noqa: SIM115  # the stack closes it
        stack.enter_context(clock)
        made = Site(
            above / "data",
            {"PORT": str(free_port()), "CLOCK": clock.name, "SECRET_KEY": KEY} | dict(environ or {}),
        )
        made.start()
        stack.callback(made.stop)
        yield made


@contextmanager
def tapping(port: int, table: Table, phones: int = PHONES) -> Iterator[None]:
    """For the length of the block so many phones tap without end; then each comes to the end of its tap."""
    enough = threading.Event()
    errors: list[BaseException] = []

    def tap_on() -> None:
        try:
            with closing(Tapper(port, table)) as tapper:
                while not enough.is_set():
                    tapper.tap()
        except BaseException as error:  # noqa: BLE001  # it is raised where it is waited for
            errors.append(error)

    threads = [threading.Thread(target=tap_on) for _ in range(phones)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        enough.set()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]


def wait_for_taps(ledger: Ledger, more: int = 5) -> None:
    """Waits until so many more are answered."""
    wanted = len(ledger.answered) + more
    for _ in range(6000):
        if len(ledger.answered) >= wanted:
            return
        time.sleep(0.01)
    raise AssertionError("Nobody is answered any more")


def row(fault: str, times: int, here: Site, table: Table) -> Row:
    """What became of the taps at a table."""
    ledger, logged = table.ledger, in_log(here.database, table)
    return Row(
        fault,
        times,
        answered=len(ledger.answered),
        lost=len(ledger.answered - logged.keys()),
        doubled=sum(count - 1 for count in logged.values()),
        statuses=Counter(ledger.statuses),
    )


# --- one process on SQLite


def kill(here: Site, times: int) -> Row:
    """kill -9 while two phones tap, then a new start."""
    table = begin(here.port)
    for n in range(times):
        with tapping(here.port, table, phones=2):
            wait_for_taps(table.ledger, 1 + n % 5)
            here.stop(signal.SIGKILL)
            here.start()
            wait_for_taps(table.ledger, 1)
    return row("kill -9", times, here, table)


def doubled(here: Site, times: int) -> Row:
    """Every tap twice at one moment, by two connections."""
    table = begin(here.port)
    with closing(Tapper(here.port, table)) as tapper:
        for _ in range(times):
            tapper.tap_twice()
    return row("doubled taps", times, here, table)


def phones(here: Site, times: int) -> Row:
    """Eight phones at one table."""
    table = begin(here.port)
    play(here.port, table, phones=PHONES, taps=times)
    return row(f"{PHONES} phones, {times} taps each", times * PHONES, here, table)


def locked(here: Site, times: int) -> Row:
    """Another process writes for longer than the app waits."""
    table = begin(here.port)
    for _ in range(times):
        with tapping(here.port, table, phones=3):
            wait_for_taps(table.ledger, 3)
            with closing(sqlite3.connect(here.database, isolation_level=None, timeout=60)) as other:
                other.execute("BEGIN IMMEDIATE")
                time.sleep(LOCKED)
                other.execute("ROLLBACK")
            wait_for_taps(table.ledger, 3)
    return row("locked database", times, here, table)


def clock_jumps(here: Site, times: int) -> Row:
    """The clock is set by hours, days and years, to and fro."""
    table, chance = begin(here.port), random.Random(times)
    with tapping(here.port, table, phones=2):
        for _ in range(times):
            ahead = chance.choice([3600, 86_400, 366 * 86_400]) * chance.choice([1, -1])
            here.clock.write_text(str(ahead))
            wait_for_taps(table.ledger, 2)
    here.clock.write_text("0")
    return row("clock jumps", times, here, table)


def cuts(here: Site, times: int) -> Row:
    """The network is cut with requests and answers on their way."""
    table, chance, wire = begin(here.port), random.Random(times), Wire(here.port)
    with tapping(wire.port, table):
        for _ in range(times):
            wait_for_taps(table.ledger, chance.randrange(1, 4))
            wire.cut()
    wire.close()
    return row("network cuts", times, here, table)


def fuzzed(here: Site, times: int) -> Row:
    """Spoilt requests to every form and upload, while somebody plays."""
    table = begin(here.port)
    with tapping(here.port, table, phones=1):
        statuses = fuzz(here.port, times, random.Random(times))
        wait_for_taps(table.ledger, 1)
    made = row("fuzzed requests", times, here, table)
    made.statuses += statuses
    return made


@contextmanager
def small_disk() -> Iterator[Path]:
    """A folder on a disk of 24 MB. Raises Missing where none can be made."""
    with tempfile.TemporaryDirectory(prefix="referee-disk-") as name:
        mount = shutil.which("mount")
        made = mount and subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=24m", "tmpfs", name], capture_output=True, check=False
        )
        if not made or made.returncode:
            raise Missing("a small disk (mount needs root)")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=True)


def disk_full(here: Site, times: int) -> Row:
    """Everything that is free on the disk is taken, and given back."""
    table, filler = begin(here.port), here.folder.parent / "filler"
    for _ in range(times):
        with tapping(here.port, table, phones=3):
            wait_for_taps(table.ledger, 3)
            full = table.ledger.statuses[507]
            with filler.open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(4096))
                except OSError:
                    pass
            while table.ledger.statuses[507] == full:  # the WAL has room for some more
                time.sleep(0.01)
            filler.unlink()
            wait_for_taps(table.ledger, 3)
    return row("disk full", times, here, table)


# --- several processes on PostgreSQL and Redis


def postgresql_restarts(here: Site, times: int, database: servers.PostgreSQL) -> Row:
    """PostgreSQL is stopped, by turns in order and as by a crash, and started again."""
    table = begin(here.port)
    for n in range(times):
        with tapping(here.port, table):
            wait_for_taps(table.ledger)
            database.stop("fast" if n % 2 else "immediate")
            database.start()
            wait_for_taps(table.ledger)
    return row("PostgreSQL restarts", times, here, table)


def redis_restarts(here: Site, times: int, redis: servers.Redis) -> Row:
    """Redis is killed and started again."""
    table = begin(here.port)
    for _ in range(times):
        with tapping(here.port, table):
            wait_for_taps(table.ledger)
            redis.stop()
            wait_for_taps(table.ledger)
            redis.start()
            wait_for_taps(table.ledger)
    return row("Redis restarts", times, here, table)


def workers_killed(here: Site, times: int) -> Row:
    """One of two workers is killed."""
    table = begin(here.port)
    assert here.house
    with tapping(here.port, table):
        for n in range(times):
            wait_for_taps(table.ledger, 3)
            while len(pids := workers(here.house)) < 2:
                time.sleep(0.01)
            os.kill(pids[n % 2], signal.SIGKILL)
    return row("workers killed", times, here, table)


ALONE: dict[str, tuple[Callable[[Site, int], Row], int]] = {
    "kill": (kill, 100),
    "doubled": (doubled, 1_000),
    "phones": (phones, 200),
    "locked": (locked, 5),
    "clock": (clock_jumps, 100),
    "cuts": (cuts, 200),
    "fuzz": (fuzzed, 20_000),
}


def every(only: set[str], share: float) -> Iterator[Row | str]:
    """Every fault, or some, so often as it is due times `share`; instead of a row why one is not tried."""

    def asked(name: str) -> bool:
        return not only or name in only

    def due(times: int) -> int:
        return max(round(times * share), 1)

    if any(asked(name) for name in ALONE):
        with site() as here:
            for name, (fault, times) in ALONE.items():
                if asked(name):
                    yield fault(here, due(times))
    try:
        if asked("disk"):
            with small_disk() as folder, site(folder) as here:
                yield disk_full(here, due(10))
        several = {"postgresql", "redis", "workers"}
        if any(asked(name) for name in several):
            with servers.postgresql() as database, servers.redis() as redis:
                shared = {"DATABASE_URL": database.url, "REDIS_URL": redis.url, "WORKERS": "2"}
                with site(environ=shared) as here:
                    if asked("postgresql"):
                        yield postgresql_restarts(here, due(20), database)
                    if asked("redis"):
                        yield redis_restarts(here, due(20), redis)
                    if asked("workers"):
                        yield workers_killed(here, due(50))
    except Missing as missing:
        yield f"NOT TRIED: {missing} is missing here."
