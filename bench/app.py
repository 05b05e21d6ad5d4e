"""The app that a bench measures, in a process of its own, and how a bench tells what it found.

REFEREE names another checkout to measure by the same phones, so that before and after can take turns.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from statistics import median, quantiles

import django
import msgspec
from django.apps import apps

if not apps.ready:
    # Whoever starts the app for tests brings fixtures along, and those the models.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from referee.games.registry import GAMES
from tests.conftest import ROOT, House
from tests.phones import HTMX, Fields, Phone, Response
from tests.random_play import play

CHECKOUT = Path(os.environ.get("REFEREE", ROOT)).resolve()
NAMES = ("Ann", "Bob", "Cat", "Dan")


class App(House):
    """The app of the checkout that is measured."""

    cwd = CHECKOUT
    command = (
        ("manage.py", "serve")
        if (CHECKOUT / "referee/server/management/commands/serve.py").exists()
        else ("-m", "referee.serve")
    )

    @property
    def megabytes(self) -> float:
        """Its resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024


@contextmanager
def app(folder: Path | None = None, settings: str = "bench.settings", **environ: str) -> Iterator[App]:
    """The app for the length of the block, on a data folder, or without one on an empty one."""
    with tempfile.TemporaryDirectory() as empty:
        made = App(folder or Path(empty) / "data", DJANGO_SETTINGS_MODULE=settings, **environ)
        try:
            yield made
        finally:
            made.stop(signal.SIGTERM)


class Player:
    """A phone that logs a game of ZAR for four: each tap is the next move of hands played by chance."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self._moves = moves()
        # The deal comes with the start.
        dealer = dict(next(self._moves)[1])["dealer"]
        self.url = phone.start("zar", NAMES, ("dealer", str(NAMES.index(dealer)))).path
        self.kind = ""  # of the newest move
        self._fields: Fields | None = None

    def tap(self) -> Response:
        """The answer to the next move, or to the last one once more where its line broke."""
        if self._fields is None:
            self.kind, self._fields = next(self._moves)
        answer = self.phone.post(f"{self.url}move/", self._fields, headers=HTMX).expect(200)
        self._fields = None
        return answer

    def taps(self, number: int) -> list[float]:
        """The seconds of each of so many taps."""
        return [self.tap().seconds for _ in range(number)]


def moves() -> Iterator[tuple[str, Fields]]:
    """What kind of move each is, and its form's fields."""
    for state, move, _ in play(GAMES["zar"], {"end": {}}, NAMES, "tap"):
        raw = msgspec.to_builtins(move)
        # The form of a play has one card and how many of it.
        cards = raw.pop("cards", ())
        played = {"card": cards[0], "count": len(cards)} if cards else {}
        # A play of who is not on turn is a match.
        kind = "match" if raw["do"] == "play" and raw["player"] != state.turn else str(raw["do"])
        yield kind, [(name, str(value)) for name, value in (raw | played).items()]


def percentile(seconds: Sequence[float], percent: int) -> float:
    """In milliseconds."""
    return quantiles(seconds, n=100)[percent - 1] * 1e3


def show(what: str, seconds: Sequence[float]) -> None:
    """Prints how long something took."""
    tail = ", ".join(f"p{percent} {percentile(seconds, percent):.2f}" for percent in (90, 95, 99))
    print(f"{what}: p50 {median(seconds) * 1e3:.2f}, {tail} ms")


def verdict(figures: Mapping[str, tuple[float, float, float]]) -> int:
    """Prints each figure between the least and the most that it may be; the exit status, 1 if one is not."""
    missed = [name for name, (least, value, most) in figures.items() if not least <= value <= most]
    for name, (least, value, most) in figures.items():
        bounds = [f"at least {least:g}"] * (least > 0) + [f"at most {most:g}"] * (most < inf)
        wanted = f" (wanted: {', '.join(bounds)})" if bounds else ""
        print(f"{name}: {value:.2f}{wanted}{' MISSED' if name in missed else ''}")
    return 1 if missed else 0
