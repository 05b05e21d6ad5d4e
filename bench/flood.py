"""A tap beside others' heaviest work, and the same tap alone, in one run.

Four clients sign in without end, a game of 660 kB is imported again and again, and the log and the replay
of a game of some 5,000 moves are looked at without end. Meanwhile somebody plays. Stretches with and without
all that take turns, so that a slow moment of the machine meets both. Printed: both medians and their ratio.

The app is told that it stands behind a proxy: so each client can come from an address of its own, as a flood
would, and no limit for one address keeps the work away.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from math import inf
from multiprocessing.synchronize import Event
from statistics import median

from bench.app import Player, app, percentile, show, verdict
from tests.phones import Phone

#: Taps of a stretch, and how many stretches there are of each kind.
TAPS = int(os.environ.get("FLOOD_TAPS", "60"))
STRETCHES = int(os.environ.get("FLOOD_STRETCHES", "4"))
CLIENTS = 4
MOVES, HAND = 5_000, 500
SIZE = 660_000
PASSWORD = "correct horse 7"  # noqa: S105 - of a database that is gone with the bench
_spawn = multiprocessing.get_context("spawn")
Work = Callable[[], object]


def phone(port: int, numbers: Iterator[int]) -> Phone:
    """One that comes through the proxy, from an address of its own."""
    number = next(numbers)
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": f"198.51.{number // 250}.{number % 250 + 1}"}
    return Phone(port, headers=headers | {"Origin": f"https://127.0.0.1:{port}"})


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


def flooding(port: int, numbers: Iterator[int]) -> list[Work]:
    """All that is done without end; who signs in comes from another address each time."""
    game, salts, name = long_game(), count(), f"person{next(numbers)}"
    owner, imports, looks = (phone(port, numbers) for _ in range(3))
    owner.get("/account/new/")
    typed = [("username", name), ("password1", PASSWORD), ("password2", PASSWORD)]
    owner.post("/account/new/", typed).expect(303)

    def sign_in() -> None:
        with closing(phone(port, numbers)) as client:
            client.get("/account/in/")
            client.post("/account/in/", [("username", name), ("password", PASSWORD)]).expect(303)

    def bring(who: Phone) -> str:
        who.get("/crew/export/")
        data = f"{next(salts):06}".join(game).encode()
        return who.post("/crew/export/", files={"file": data}).expect(303).location

    here = bring(looks)

    def look() -> None:
        looks.get(here.replace("/games/", "/t/") + "log/").expect(200)
        looks.get(f"{here}replay/{MOVES - HAND - 100}/").expect(200)

    return [*[sign_in] * CLIENTS, lambda: bring(imports), look]


def flood(port: int, turn: int, ready: Event, stop: Event, done: list[int]) -> None:
    """Does everything at once, in a process of its own; `done` counts how often each."""
    works = flooding(port, count(turn * 10_000))
    ready.set()

    def without_end(number: int, work: Work) -> None:
        while not stop.is_set():
            work()
            done[number] += 1

    with ThreadPoolExecutor(len(works)) as threads:
        list(threads.map(without_end, range(len(works)), works))


@contextmanager
def flooded(port: int, turn: int) -> Iterator[None]:
    """The flood for the length of the block. Raises SystemExit where a part of it was not done at all."""
    ready, stop, done = _spawn.Event(), _spawn.Event(), _spawn.Array("i", CLIENTS + 2)
    process = _spawn.Process(target=flood, args=(port, turn, ready, stop, done))
    process.start()
    if not ready.wait(120):
        raise SystemExit("The flood did not begin.")
    try:
        yield
    finally:
        stop.set()
        process.join()
    print("meanwhile: sign-ins {}, {}, {}, {}; imports {}; looks {}".format(*done[:]))
    if not all(done[:]):
        raise SystemExit("Not everything that was to flood the app did.")


def main() -> int:
    alone, beside = list[float](), list[float]()
    with app(HTTPS="1") as house:
        player = Player(phone(house.port, count(60_000)))
        for turn in range(STRETCHES):
            alone += player.taps(TAPS)
            with flooded(house.port, turn):
                beside += player.taps(TAPS)
    show("tap alone", alone)
    show("tap beside the flood", beside)
    return verdict(
        {
            "beside / alone, medians": (0, median(beside) / median(alone), inf),
            "beside the flood, p50 in ms": (0, percentile(beside, 50), 60),
            "beside the flood, p90 in ms": (0, percentile(beside, 90), 200),
        }
    )


if __name__ == "__main__":
    sys.exit(main())
