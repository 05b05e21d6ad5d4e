"""Phones that tap, whatever happens, and what is known afterwards of every tap.

Each tap has a number that only it writes into its round, so the log says by itself which taps are in it and
how often.
"""

from __future__ import annotations

import http.client
import json
import re
import secrets
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import psycopg

#: Seconds that a phone waits for an answer, and sends the same tap again.
ANSWER, GIVES_UP = 30.0, 60.0
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LINE_BROKE = (OSError, http.client.HTTPException)
#: Rounds of a score sheet; it takes 500, and grows slow.
MOST = 300
#: Seconds between two tries.
PAUSE = 0.05

Fields = Sequence[tuple[str, str]]


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

    def sends(self) -> int:
        """A number for one more tap."""
        with self._lock:
            self.sent.add(len(self.sent) + 1)
            return len(self.sent)

    def heard(self, number: int, status: int) -> None:
        """Notes what came of a tap."""
        with self._lock:
            self.statuses[status] += 1
            if status == 200:
                self.answered.add(number)

    @property
    def broken(self) -> int:
        """Answers that were 5xx."""
        return sum(count for status, count in self.statuses.items() if status >= 500)


@dataclass
class Answer:
    """What came back."""

    status: int
    location: str
    text: str

    @property
    def token(self) -> str:
        """What a form of this page sends against forgery."""
        return self._find(r'name="csrfmiddlewaretoken" value="([^"]+)"')

    @property
    def key(self) -> str:
        """What makes a form of this page count once."""
        return self._find(r'name="key" value="([^"]+)"')

    @property
    def stream(self) -> str:
        """The address of the table's stream."""
        return self._find(r'"(/live/[^"]+)"')

    @property
    def version(self) -> int:
        """Which version of the table it shows."""
        return int(self._find(r'data-version="(\d+)"'))

    def _find(self, pattern: str) -> str:
        found = re.search(pattern, self.text)
        assert found, f"{pattern} is not in it: {self.status} {self.text[:500]}"
        return found[1]


class Line:
    """A browser's part of it: one connection, made anew when it broke, and its cookies."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.cookies = dict(cookies or {})
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER)

    def ask(
        self,
        method: str,
        path: str,
        sent: Fields | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request, with a form's fields or a body. Raises one of LINE_BROKE."""
        told = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if sent is not None and not isinstance(sent, bytes):
            sent = urlencode(sent).encode()
            told |= _FORM
        try:
            self._connection.request(method, path, sent, told | dict(headers or {}))
            answer = self._connection.getresponse()
            text = answer.read().decode(errors="replace")
        except LINE_BROKE:
            self.close()
            raise
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(answer.status, answer.headers.get("Location", ""), text)

    def close(self) -> None:
        """The next request opens it again."""
        self._connection.close()


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
        self.games.append(self.game)

    @property
    def game(self) -> str:
        """The public id of the game in play."""
        return self.path.split("/")[2]

    def seat(self, port: int) -> str:
        """Where the next tap goes."""
        with self._lock:
            self._left -= 1
            if self._left < 0:
                again = _until_begun(port, self.cookies)
                self.path, self.stream, self._left = again.path, again.stream, MOST - 1
                self.games.append(self.game)
            return self.path


def _until_begun(port: int, cookies: dict[str, str]) -> Table:
    ends = time.monotonic() + GIVES_UP
    while True:
        try:
            return begin(port, cookies)
        except (*LINE_BROKE, AssertionError):
            if time.monotonic() > ends:
                raise
            time.sleep(PAUSE)


def begin(port: int, cookies: dict[str, str] | None = None) -> Table:
    """The table of a new crew, or of the crew that the cookies belong to."""
    line = Line(port, cookies)
    page = line.ask("GET", "/new/score_sheet/")
    fields = [("csrfmiddlewaretoken", page.token), ("key", page.key), ("start", "1")]
    made = line.ask("POST", "/new/score_sheet/", [*fields, ("name", "Ann"), ("name", "Bob")])
    assert made.status == 303, f"{made.status} {made.text[:500]}"
    shown = line.ask("GET", made.location)
    line.close()
    return Table(made.location, line.cookies, shown.token, shown.stream)


class Stream:
    """An open page's end of the doorbell."""

    def __init__(self, port: int, path: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER)
        self._connection.request("GET", path)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status

    def heard(self) -> str:
        """The next thing it hears but heartbeats, as "version 3" or "gone"; "" when the stream has ended.

        Raises AssertionError where there is nothing but heartbeats for too long.
        """
        event, ends = "", time.monotonic() + GIVES_UP
        while line := self._answer.readline().decode():
            assert time.monotonic() < ends, "Nothing is heard"
            name, _, value = line.strip().partition(": ")
            if name == "event":
                event = value
            elif name == "data" or (line.startswith("data:") and event):
                return f"{event} {value}".strip()
        return ""

    def hears(self, what: str) -> bool:
        """Listens until it hears this; False when the stream ends before."""
        while heard := self.heard():
            if heard == what:
                return True
        return False

    def close(self) -> None:
        """Hangs up."""
        self._answer.close()
        self._connection.close()


class Phone:
    """Taps at a table, each tap until it is answered."""

    def __init__(self, port: int, table: Table) -> None:
        self._port, self._line = port, Line(port, table.cookies)
        self._second = Line(port, table.cookies)
        self._table, self._ledger = table, table.ledger
        self._path, self._version = table.path, 0

    def tap(self, *, times: int = 1) -> None:
        """Saves one more round; sent so many times, whatever is answered, and then until it is answered.

        Raises GaveUp.
        """
        number, fields = self._next()
        ends = time.monotonic() + GIVES_UP
        while number not in self._ledger.answered or times > 0:
            if time.monotonic() > ends:
                raise GaveUp(f"tap {number}: {self._ledger.statuses}")
            times -= 1
            if self._send(number, fields) != 200:
                time.sleep(PAUSE)

    def tap_twice(self) -> None:
        """Saves one more round; sent twice at one moment."""
        number, fields = self._next()
        both = [Thread(target=self._send, args=(number, fields, line)) for line in (self._line, self._second)]
        for each in both:
            each.start()
        for each in both:
            each.join()

    def close(self) -> None:
        """Hangs up."""
        self._line.close()
        self._second.close()

    def _next(self) -> tuple[int, Fields]:
        number, path = self._ledger.sends(), self._table.seat(self._port)
        if path != self._path:
            self._path, self._version = path, 0
        return number, [
            ("csrfmiddlewaretoken", self._table.token),
            ("key", f"{self._version}-{secrets.token_urlsafe(12)}"),
            ("do", "round"),
            ("score Ann", str(number)),
            ("score Bob", "0"),
        ]

    def _send(self, number: int, fields: Fields, line: Line | None = None) -> int:
        try:
            answer = (line or self._line).ask("POST", f"{self._path}move/", fields, {"HX-Request": "true"})
        except LINE_BROKE:
            self._ledger.heard(number, 0)
            return 0
        self._ledger.heard(number, answer.status)
        if answer.status == 200:
            self._version = max(self._version, answer.version)
        elif answer.status < 500:
            raise Refused(f"tap {number}: {answer.status} {answer.text[:2000]}")
        return answer.status


def play(phones: Sequence[Phone], taps: int, *, times: int = 1) -> None:
    """Lets all tap so often, at once. Raises what the first of them raises."""
    with ThreadPoolExecutor(len(phones)) as threads:
        each = [threads.submit(_tap_on, phone, taps, times) for phone in phones]
        for done in each:
            done.result()


def _tap_on(phone: Phone, taps: int, times: int) -> None:
    for _ in range(taps):
        phone.tap(times=times)
    phone.close()


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
