"""A tap beside a bare view, on the same server and database, in one run.

A tap is what a phone sends: POST of a move by htmx, saved durably, answered with the table's region. The bare
view does one SELECT and one INSERT. Both go over one kept connection each, in turn, so that a slow moment of
the machine meets both. Printed: the ratio of the medians, and how a tap's cost grows with the game's length.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median, quantiles
from urllib.parse import urlencode

MOVES = 1000
WINDOW = 50
NAMES = ("Ann", "Bob", "Cat", "Dan")
Fields = Sequence[tuple[str, str]]


class Phone:
    """A browser's part of it: one connection, its cookies, and the hidden fields of the newest page."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._cookies: dict[str, str] = {}
        self._hidden: dict[str, str] = {}

    def get(self, path: str) -> None:
        self._send("GET", path, None, {})

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

    def _send(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._connection.request(method, path, body, headers | {"Cookie": cookies})
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
def server(folder: str = "", settings: str = "bench.settings") -> Iterator[int]:
    """The app served as `make run` does, from a data folder or, without one, an empty one; gives its port."""
    with tempfile.TemporaryDirectory() as empty:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port: int = probe.getsockname()[1]
        env = os.environ | {
            "DATA_DIR": folder or empty,
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "DJANGO_SETTINGS_MODULE": settings,
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


def begin(phone: Phone) -> str:
    """A game of four whose first card lies; the address of its table."""
    phone.get("/new/zar/")
    seats = [("name", name) for name in NAMES]
    _, table = phone.post("/new/zar/", [*seats, ("dealer", "0"), ("start", "1")], status=303)
    phone.get(table)
    phone.post(f"{table}move/", [("do", "flip"), ("card", "blue sun")], status=200, htmx=True)
    return table


def main() -> None:
    with server() as port:
        phone, other = Phone(port), Phone(port)
        table = begin(phone)
        taps, bares = [], []
        for number in range(1, MOVES + 1):
            # Everybody passes: a long hand, for nobody ever goes out.
            move = [("do", "pass"), ("player", NAMES[number % len(NAMES)])]
            taps.append(phone.post(f"{table}move/", move, status=200, htmx=True)[0])
            bares.append(other.post("/bare/", [], status=200)[0])
    ratios = [tap / bare for tap, bare in zip(taps, bares, strict=True)]
    early, late = median(ratios[5 : 5 + WINDOW]), median(ratios[-WINDOW:])
    _print("bare view", bares)
    _print("tap", taps)
    print(f"tap / bare view, medians: {median(taps) / median(bares):.2f} (wanted: at most 4)")
    print(
        f"the last {WINDOW} of {MOVES} moves / the first {WINDOW}: {late / early:.2f} (wanted: at most 1.2)"
    )


def _print(what: str, seconds: list[float]) -> None:
    p99 = quantiles(seconds, n=100)[98]
    print(f"{what}: p50 {median(seconds) * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
