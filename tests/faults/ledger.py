"""Phones that tap, whatever happens, and what is known afterwards of every tap.

Each tap has a number that only it writes into its round, so the log says by itself which taps are in it and
how often.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.phones import CONNECTION_ERRORS, HTMX, Fields, Phone

#: Seconds for which a tap is sent again and again.
GIVES_UP = 60.0
#: Rounds of a score sheet; it takes 500, and grows slow.
MOST = 300
#: Seconds between two tries.
PAUSE = 0.05


class GaveUp(Exception):
    """A tap was not answered however often it was sent."""


class Refused(Exception):
    """A tap was answered by no."""


@dataclass
class Ledger:
    """What the phones know: which taps were sent, which answered, and with what statuses (0: none)."""

    sent: set[int] = field(default_factory=set)
    answered: set[int] = field(default_factory=set)
    statuses: Counter[int] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def next_number(self) -> int:
        """A number for one more tap."""
        with self._lock:
            self.sent.add(len(self.sent) + 1)
            return len(self.sent)

    def record(self, number: int, status: int) -> None:
        """Notes what came of a tap."""
        with self._lock:
            self.statuses[status] += 1
            if status == 200:
                self.answered.add(number)


@dataclass
class Table:
    """A score sheet of Ann and Bob, begun anew when it is full, and what the phone knows that began it."""

    path: str
    cookies: dict[str, str]
    token: str
    stream: str
    ledger: Ledger = field(default_factory=Ledger)
    games: list[str] = field(default_factory=list)
    _left: int = MOST
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.games.append(self.path.split("/")[2])

    def next_path(self, port: int) -> str:
        """Where the next tap goes."""
        with self._lock:
            self._left -= 1
            if self._left < 0:
                again = _until_begun(port, self.cookies)
                self.path, self.stream, self._left = again.path, again.stream, MOST - 1
                self.games += again.games
            return self.path


def _until_begun(port: int, cookies: dict[str, str]) -> Table:
    ends = time.monotonic() + GIVES_UP
    while True:
        try:
            return begin(port, cookies)
        except (*CONNECTION_ERRORS, AssertionError):
            if time.monotonic() > ends:
                raise
            time.sleep(PAUSE)


def begin(port: int, cookies: dict[str, str] | None = None) -> Table:
    """The table of a new crew, or of the crew that the cookies belong to."""
    with closing(Phone(port, cookies)) as phone:
        shown = phone.start("score_sheet", ("Ann", "Bob"))
    return Table(shown.path, phone.cookies, shown.token, shown.stream)


class Tapper:
    """A phone that taps at a table, each tap until it is answered."""

    def __init__(self, port: int, table: Table) -> None:
        self._port, self._table, self._ledger = port, table, table.ledger
        self._phones = Phone(port, table.cookies), Phone(port, table.cookies)
        self._path, self._version = table.path, 0

    def tap(self) -> None:
        """Saves one more round, sent until it is answered. Raises GaveUp."""
        number, fields = self._next()
        ends = time.monotonic() + GIVES_UP
        while self._send(self._phones[0], number, fields) != 200:
            if time.monotonic() > ends:
                raise GaveUp(f"tap {number}: {self._ledger.statuses}")
            time.sleep(PAUSE)

    def tap_twice(self) -> None:
        """Saves one more round; sent twice at one moment."""
        number, fields = self._next()
        both = [threading.Thread(target=self._send, args=(phone, number, fields)) for phone in self._phones]
        for each in both:
            each.start()
        for each in both:
            each.join()

    def close(self) -> None:
        """Hangs up."""
        for phone in self._phones:
            phone.close()

    def _next(self) -> tuple[int, Fields]:
        number, path = self._ledger.next_number(), self._table.next_path(self._port)
        if path != self._path:
            self._path, self._version = path, 0
        return number, [
            ("csrfmiddlewaretoken", self._table.token),
            ("key", f"{self._version}-{secrets.token_urlsafe(12)}"),
            ("do", "round"),
            ("score Ann", str(number)),
            ("score Bob", "0"),
        ]

    def _send(self, phone: Phone, number: int, fields: Fields) -> int:
        try:
            answer = phone.request("POST", f"{self._path}move/", fields, HTMX)
        except CONNECTION_ERRORS:
            self._ledger.record(number, 0)
            return 0
        self._ledger.record(number, answer.status)
        if answer.status == 200:
            self._version = max(self._version, answer.version)
        elif answer.status < 500:
            raise Refused(f"tap {number}: {answer.status} {answer.text[:2000]}")
        return answer.status


def play(port: int, table: Table, *, phones: int, taps: int) -> None:
    """Lets so many phones tap so often, at once. Raises what the first of them raises."""

    def tap_on() -> None:
        with closing(Tapper(port, table)) as tapper:
            for _ in range(taps):
                tapper.tap()

    with ThreadPoolExecutor(phones) as threads:
        for done in [threads.submit(tap_on) for _ in range(phones)]:
            done.result()


def in_log(database: Path | str, table: Table) -> Counter[int]:
    """How often each tap is in the log of a table's games, by the database's file or address."""
    asked = "SELECT body FROM scoring_move JOIN scoring_game ON scoring_game.id = game_id WHERE public_id = "
    rows = []
    for game in table.games:
        if isinstance(database, Path):
            with closing(sqlite3.connect(database)) as file:
                rows += [json.loads(body) for (body,) in file.execute(f"{asked}?", [game])]
        else:
            with closing(psycopg.connect(database)) as server:
                rows += [body for (body,) in server.execute(f"{asked}%s", [game])]
    return Counter(int(float(row["scores"]["Ann"])) for row in rows if row and row.get("do") == "round")
