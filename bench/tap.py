"""A tap beside a bare view, on the same server and database, in one run.

A tap is what a phone sends: POST of a move by htmx, saved durably, answered with the table's region. The bare
view does one SELECT and one INSERT. Both go over one kept connection each, in turn, so that a slow moment of
the machine meets both. The taps are those of hands played by chance. Printed: the shares of their kinds, the
ratio of the medians, how the cost of a play grows with the game's length, what the page of a table costs
beside a tap, and how eight phones, each at a table of its own, tap at once beside eight bare views at once.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

import msgspec

from bench.random_play import play
from bench.wanted import Findings
from referee.games.registry import GAMES

MOVES = int(os.environ.get("TAP_MOVES", "1000"))
WINDOW = 100
#: Phones that tap at once, the taps of each before the bare views' turn, and how often they take turns.
CROWD, STRETCH, STRETCHES = 8, 15, 5
NAMES = ("Ann", "Bob", "Cat", "Dan")
Fields = Sequence[tuple[str, str]]


class Phone:
    """A browser's part of it: one connection, its cookies, and the hidden fields of the newest page."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        """`headers` go with every request."""
        self._headers = dict(headers or {})
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._cookies: dict[str, str] = {}
        self._hidden: dict[str, str] = {}

    def get(self, path: str) -> float:
        """Seconds until the page was read."""
        start = time.perf_counter()
        self._send("GET", path, None, {})
        return time.perf_counter() - start

    def post(self, path: str, fields: Fields, *, status: int, htmx: bool = False) -> tuple[float, str]:
        """Seconds until the answer was read, and its Location. Raises SystemExit for another status."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"} | (
            {"HX-Request": "true"} if htmx else {}
        )
        body = urlencode([*self._hidden.items(), *fields])
        start = time.perf_counter()
        response, text = self._send("POST", path, body, headers)
        seconds = time.perf_counter() - start
        if response.status != status:
            raise SystemExit(f"{path} answered {response.status}: {text[:500]}")
        return seconds, response.headers.get("Location", "")

    def upload(self, path: str, name: str, data: bytes, *, status: int) -> str:
        """Sends a file by a form; the Location of the answer. Raises SystemExit for another status."""
        fields = [*self._hidden.items()]
        parts = [f'Content-Disposition: form-data; name="{key}"\r\n\r\n{value}' for key, value in fields]
        head = "".join(f"--part\r\n{part}\r\n" for part in parts)
        head += f'--part\r\nContent-Disposition: form-data; name="{name}"; filename="file"\r\n\r\n'
        headers = {"Content-Type": "multipart/form-data; boundary=part"}
        response, text = self._send("POST", path, head.encode() + data + b"\r\n--part--\r\n", headers)
        if response.status != status:
            raise SystemExit(f"{path} answered {response.status}: {text[:500]}")
        return response.headers.get("Location", "")

    def _send(
        self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._connection.request(method, path, body, self._headers | headers | {"Cookie": cookies})
        response = self._connection.getresponse()
        text = response.read().decode()
        for cookie in response.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].strip().partition("=")
            self._cookies[name] = value
        for name in ("csrfmiddlewaretoken", "key"):
            if found := re.search(rf'name="{name}" value="([^"]*)"', text):
                self._hidden[name] = found[1]
        return response, text


@contextmanager
def server(folder: str = "", settings: str = "bench.settings", **environ: str) -> Iterator[int]:
    """The app served as `make run` does, from a data folder or, without one, an empty one; gives its port."""
    with tempfile.TemporaryDirectory() as empty:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port: int = probe.getsockname()[1]
        env = os.environ | {
            "DATA_DIR": folder or empty,
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "DJANGO_SETTINGS_MODULE": settings,
            **environ,
        }
        command = [sys.executable, "-m", "referee.serve"]
        process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
        try:
            _wait_for(port, process)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise SystemExit("The server did not start.")
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return


def begin(phone: Phone, dealer: str) -> str:
    """A game of four that has just been dealt; the address of its table."""
    phone.get("/new/zar/")
    seats = [("name", name) for name in NAMES]
    _, table = phone.post(
        "/new/zar/", [*seats, ("dealer", str(NAMES.index(dealer))), ("start", "1")], status=303
    )
    phone.get(table)
    return table


def hands() -> Iterator[tuple[str, Fields]]:
    """So many taps of real hands, played by chance: what kind of move each is, and its form's fields."""
    game = GAMES["zar"]
    for state, move, _ in islice(play(game, {"end": {}}, NAMES, "tap"), MOVES + 1):
        raw = msgspec.to_builtins(move)
        # The form of a play has one card and how many of it.
        cards = raw.pop("cards", ())
        played = {"card": cards[0], "count": len(cards)} if cards else {}
        yield _kind(state, raw), [(name, str(value)) for name, value in (raw | played).items()]


def _kind(state: Any, raw: dict[str, Any]) -> str:
    """What a move is at the table: a play of who is not on turn is a match."""
    return "match" if raw["do"] == "play" and raw["player"] != state.turn else str(raw["do"])


def crowd(port: int) -> tuple[list[float], list[float], float]:
    """The seconds of taps and of bare views, eight at once, and how many times as long all the taps took."""
    phones, others = [Phone(port) for _ in range(CROWD)], [Phone(port) for _ in range(CROWD)]
    games = []
    for phone in phones:
        made = hands()
        _, deal = next(made)
        games.append((phone, f"{begin(phone, dict(deal)['dealer'])}move/", made))

    def tapping(game: tuple[Phone, str, Iterator[tuple[str, Fields]]]) -> list[float]:
        phone, url, made = game
        fields = [fields for _, fields in islice(made, STRETCH)]
        return [phone.post(url, each, status=200, htmx=True)[0] for each in fields]

    def looking(phone: Phone) -> list[float]:
        return [phone.post("/bare/", [], status=200)[0] for _ in range(STRETCH)]

    taps, bares, longer = [], [], []
    with ThreadPoolExecutor(CROWD) as pool:
        for _ in range(STRETCHES):
            start = time.perf_counter()
            taps += [each for found in pool.map(tapping, games) for each in found]
            middle = time.perf_counter()
            bares += [each for found in pool.map(looking, others) for each in found]
            longer.append((middle - start) / (time.perf_counter() - middle))
    return taps, bares, median(longer)


def main() -> int:
    taps, bares, pages = [], [], []
    kinds: list[str] = []
    with server() as port:
        phone, other = Phone(port), Phone(port)
        made = hands()
        # The deal comes with the start.
        _, deal = next(made)
        table = begin(phone, dict(deal)["dealer"])
        for kind, fields in made:
            kinds.append(kind)
            taps.append(phone.post(f"{table}move/", fields, status=200, htmx=True)[0])
            bares.append(other.post("/bare/", [], status=200)[0])
            pages.append(phone.get(table))
        many, many_bares, longer = crowd(port)
    shares = ", ".join(f"{kind} {number / MOVES:.0%}" for kind, number in Counter(kinds).most_common())
    print(f"{MOVES} taps of one game: {shares}")
    _print("bare view", bares)
    _print("tap", taps)
    _print("page of the table", pages)
    _print(f"bare view, {CROWD} at once", many_bares)
    _print(f"tap, {CROWD} at once", many)
    # Kinds cost differently, and no stretch of a game has as many of each as another: plays stand for all.
    plays = [
        tap / bare for tap, bare, kind in zip(taps, bares, kinds, strict=True) if kind in {"play", "match"}
    ]
    early, late = median(plays[5 : 5 + WINDOW]), median(plays[-WINDOW:])
    found = Findings()
    print(f"tap / bare view, medians: {found.at_most('tap', median(taps) / median(bares), 2)}")
    print(f"page / tap, medians: {found.at_most('page', median(pages) / median(taps), 2)}")
    tail = _p99(many) / _p99(many_bares)
    print(f"{CROWD} at once, taps / bare views, throughput: {found.at_least('crowd', 1 / longer, 1 / 3)}")
    print(f"{CROWD} at once, taps / bare views, p99: {found.at_most('p99', tail, 3)}")
    print(f"the last {WINDOW} plays / the first {WINDOW}: {found.at_most('growth', late / early, 1.2)}")
    return found.status()


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[98]


def _print(what: str, seconds: list[float]) -> None:
    print(f"{what}: p50 {median(seconds) * 1e3:.2f} ms, p99 {_p99(seconds) * 1e3:.2f} ms")


if __name__ == "__main__":
    sys.exit(main())
