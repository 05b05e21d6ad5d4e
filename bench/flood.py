"""A tap beside others' heaviest work, and the same tap alone, in one run.

Four clients sign in without end, a game of 660 kB is imported again and again, and the log and the replay
of a game of some 5,000 moves are looked at without end. Meanwhile somebody plays. Stretches with and without
all that take turns, so that a slow moment of the machine meets both. Printed: both medians and their ratio.

The app is told that it stands behind a proxy: so each client can come from an address of its own, as a flood
would, and no limit for one address keeps the work away.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median, quantiles

from bench.tap import Fields, Phone, begin, hands, server
from bench.wanted import Findings

#: Taps of a stretch, and how many stretches there are of each kind.
TAPS = int(os.environ.get("FLOOD_TAPS", "60"))
STRETCHES = int(os.environ.get("FLOOD_STRETCHES", "4"))
CLIENTS = 4
MOVES, HAND = 5_000, 500
SIZE = 660_000
PASSWORD = "correct horse 7"  # noqa: S105 - of a database that is gone with the bench

_addresses = (f"198.51.{number // 250}.{number % 250 + 1}" for number in count())


def phone(port: int) -> Phone:
    """One that comes through the proxy, from an address of its own."""
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": next(_addresses)}
    return Phone(port, headers | {"Origin": f"https://127.0.0.1:{port}"})


def long_game() -> tuple[str, str]:
    """A record of so many moves in so many bytes, in two parts: a number between them makes it a new one."""
    moves: list[dict[str, object]] = []
    while len(moves) < MOVES - HAND:
        moves += [{"do": "deal", "dealer": "Ann"}, {"do": "flip", "card": "red moon"}]
        for _ in range((HAND - 3) // 4):
            moves += [{"do": do, "player": name} for name in ("Bob", "Ann") for do in ("draw", "pass")]
        moves.append({"do": "void"})
    head = '{"format": "referee-record/1", "game": "zar", "options": {}, "players": ["Ann", "Bob"], '
    head += '"played_at": "2026-01-01T00:00:00.'
    tail = f'Z", "moves": {json.dumps(moves)}' + "}"
    return head, tail + " " * (SIZE - len(head) - len(tail))


def signing_in(port: int, name: str) -> Callable[[], object]:
    """Signs in with the right password, each time from another address."""
    who, typed = phone(port), [("password1", PASSWORD), ("password2", PASSWORD)]
    who.get("/account/new/")
    who.post("/account/new/", [("username", name), *typed], status=303)

    def again() -> None:
        client = phone(port)
        client.get("/account/in/")
        client.post("/account/in/", [("username", name), ("password", PASSWORD)], status=303)

    return again


def importing(port: int, game: tuple[str, str]) -> Callable[[], object]:
    """Imports one long game after the other."""
    who, salts = phone(port), count()
    who.get("/crew/export/")

    def again() -> None:
        who.upload("/crew/export/", "file", f"{next(salts):06}".join(game).encode(), status=303)

    return again


def looking(port: int, game: tuple[str, str]) -> Callable[[], object]:
    """Looks at a long game: its log, and its replay near the end."""
    who = phone(port)
    who.get("/crew/export/")
    here = who.upload("/crew/export/", "file", "999999".join(game).encode(), status=303)
    log = here.replace("/games/", "/t/") + "log/"

    def again() -> None:
        who.get(log)
        who.get(f"{here}replay/{MOVES - HAND - 100}/")

    return again


def work(port: int) -> None:
    """The flood, in a process of its own: on for each line that says so, off for each other."""
    game = long_game()
    each = {f"sign-in {number}": signing_in(port, f"person{number}") for number in range(CLIENTS)}
    each |= {"import": importing(port, game), "look": looking(port, game)}
    done = dict.fromkeys(each, 0)
    print("ready", flush=True)
    for _ in sys.stdin:
        stop = threading.Event()

        def without_end(name: str, stop: threading.Event = stop) -> None:
            while not stop.is_set():
                each[name]()
                done[name] += 1

        threads = [threading.Thread(target=without_end, args=(name,)) for name in each]
        for thread in threads:
            thread.start()
        sys.stdin.readline()
        stop.set()
        for thread in threads:
            thread.join()
        print(json.dumps(done), flush=True)


class Flood:
    """The process that floods the app."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "bench.flood", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._told()
        self.done: dict[str, int] = {}

    @contextmanager
    def on(self) -> Iterator[None]:
        """Everything at once, for the length of the block; then all of it has come to its end."""
        self._tell("go")
        yield
        self._tell("stop")
        self.done = json.loads(self._told())

    def _tell(self, what: str) -> None:
        assert self._process.stdin  # noqa: S101 - it was asked for
        print(what, file=self._process.stdin, flush=True)

    def _told(self) -> str:
        assert self._process.stdout  # noqa: S101 - it was asked for
        if line := self._process.stdout.readline():
            return line
        raise SystemExit("The flood dried up.")

    def end(self) -> None:
        """Ends the process."""
        self._process.communicate(timeout=60)


def taps(player: Phone, table: str, made: Iterator[tuple[str, Fields]]) -> list[float]:
    """The seconds of so many taps."""
    url = f"{table}move/"
    return [player.post(url, next(made)[1], status=200, htmx=True)[0] for _ in range(TAPS)]


def main() -> int:
    alone: list[float] = []
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder, server(folder, HTTPS="1") as port:
        flood = Flood(port)
        player, made = phone(port), hands()
        table = begin(player, dict(next(made)[1])["dealer"])
        for _ in range(STRETCHES):
            alone += taps(player, table, made)
            with flood.on():
                beside += taps(player, table, made)
        flood.end()
    print("meanwhile:", ", ".join(f"{name}: {number}" for name, number in flood.done.items()))
    for name, seconds in (("alone", alone), ("beside the flood", beside)):
        said = f"p50 {median(seconds) * 1e3:.2f} ms, p99 {quantiles(seconds, n=100)[98] * 1e3:.2f} ms"
        print(f"tap {name}: {said}, longest {max(seconds) * 1e3:.0f} ms")
    found = Findings()
    print(f"beside / alone, medians: {found.at_most('flood', median(beside) / median(alone), 2)}")
    if not all(flood.done.values()):
        raise SystemExit("Not everything that was to flood the app did.")
    return found.status()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(int(sys.argv[1]))
        sys.exit()
    sys.exit(main())
