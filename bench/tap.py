"""A tap beside a bare view, on the same server and database, in one run.

A tap is what a phone sends: POST of a move by htmx, saved durably, answered with the table's region. The bare
view does one SELECT and one INSERT. Both go over one kept connection each, in turn, so that a slow moment of
the machine meets both. The taps are those of hands played by chance. Printed: how the cost of a play grows
with the game's length, what the page of a table costs, alone and beside programs that take every core, and
how eight phones, each at a table of its own, tap at once beside eight bare views at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import inf
from statistics import median

from bench.app import Player, app, percentile, show, verdict
from tests.phones import Phone

TAPS = int(os.environ.get("TAP_MOVES", "1000"))
WINDOW = min(100, TAPS // 4)
#: Phones that tap at once, the taps of each before the bare views' turn, and how often they take turns.
CROWD, STRETCH, STRETCHES = 8, 15, 5
#: Pages of a stretch, alone and beside busy programs.
PAGES = 30


def bare(phone: Phone) -> float:
    """Seconds of a bare view."""
    return phone.post("/bare/").expect(200).seconds


@contextmanager
def busy() -> Iterator[None]:
    """For the length of the block a program for each core computes without end."""
    command = [sys.executable, "-c", "while True: pass"]
    programs = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def at_once(work: Callable[[int], Sequence[float]]) -> tuple[list[float], float]:
    """What each of a crowd measured, and the seconds that all of it took."""
    start = time.perf_counter()
    with ThreadPoolExecutor(CROWD) as pool:
        seconds = [each for part in pool.map(work, range(CROWD)) for each in part]
    return seconds, time.perf_counter() - start


def main() -> int:
    taps, bares, pages, plays, shares, alone, beside, many, many_bares = (list[float]() for _ in range(9))
    with app() as house:
        player, other = Player(Phone(house.port)), Phone(house.port)
        for _ in range(TAPS):
            taps.append(player.tap().seconds)
            bares.append(bare(other))
            pages.append(player.phone.get(player.url).seconds)
            # Kinds cost differently, and no stretch of a game has as many of each as another.
            if player.kind in {"play", "match"}:
                plays.append(taps[-1] / bares[-1])
        for _ in range(STRETCHES):
            alone += [player.phone.get(player.url).seconds for _ in range(PAGES)]
            with busy():
                beside += [player.phone.get(player.url).seconds for _ in range(PAGES)]
        crowd = [Player(Phone(house.port)) for _ in range(CROWD)]
        others = [Phone(house.port) for _ in range(CROWD)]
        for _ in range(STRETCHES):
            tapped, long = at_once(lambda n: crowd[n].taps(STRETCH))
            looked, short = at_once(lambda n: [bare(others[n]) for _ in range(STRETCH)])
            many += tapped
            many_bares += looked
            shares.append(short / long)
    show("bare view", bares)
    show("tap", taps)
    show("page of the table", pages)
    show("page beside programs on every core", beside)
    show(f"bare view, {CROWD} at once", many_bares)
    show(f"tap, {CROWD} at once", many)
    late, early = median(plays[-WINDOW:]), median(plays[5 : 5 + WINDOW])
    tail = percentile(many, 99) / percentile(many_bares, 99)
    return verdict(
        {
            "tap / bare view, medians": (0, median(taps) / median(bares), 3),
            "page / tap, medians": (0, median(pages) / median(taps), 2),
            "page beside busy programs / alone, medians": (0, median(beside) / median(alone), inf),
            f"{CROWD} at once, taps / bare views, throughput": (0.4, median(shares), inf),
            f"{CROWD} at once, taps / bare views, p99": (0, tail, 3),
            f"the last {WINDOW} plays / the first {WINDOW}": (0, late / early, 1.2),
        }
    )


if __name__ == "__main__":
    sys.exit(main())
