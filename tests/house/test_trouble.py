"""Disk full, busy, read only, the database gone: said in words, and the same tap can be sent again."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from referee.web import retrying, trouble
from referee.web.retrying import ARRIVED_AT, RetryMiddleware
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Move
from tests.table.page import Phone, Request, new_game


@pytest.fixture
def phone(transactional_db: None) -> Phone:
    """Ann's phone at a score sheet."""
    visitor = Visitor()
    join_own_crew(visitor)
    return Phone(visitor, new_game(visitor, "Ann Bob", "score_sheet"))


def save_round(phone: Phone) -> Request:
    return phone.request_of(phone.shown.find("Save round"), **{"score Ann": "3", "score Bob": "4"})


def sql(line: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(line)
        return cursor.fetchone() if cursor.description else None


# --- SQLite


@contextmanager
def full() -> Iterator[None]:
    most = sql("PRAGMA max_page_count")[0]
    pages = sql("PRAGMA page_count")[0]
    sql(f"PRAGMA max_page_count = {pages}")
    # Whatever is free within the file is used up first.
    try:
        while True:
            sql("CREATE TABLE IF NOT EXISTS filler (words TEXT)")
            sql("INSERT INTO filler VALUES (hex(zeroblob(1000)))")
    except OperationalError:
        pass
    try:
        yield
    finally:
        sql(f"PRAGMA max_page_count = {most}")
        sql("DROP TABLE IF EXISTS filler")  # there was room for none where nothing was free


@contextmanager
def busy() -> Iterator[None]:
    sql("PRAGMA busy_timeout = 20")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def read_only() -> Iterator[None]:
    sql("PRAGMA query_only = 1")
    yield
    sql("PRAGMA query_only = 0")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="ways of SQLite's own")
@pytest.mark.parametrize(
    ("state", "status", "said"),
    [
        (full, 507, "The server’s disk is full."),
        (busy, 503, "The database is busy."),
        (read_only, 503, "The server’s disk can only be read."),
    ],
)
def test_a_tap_that_cannot_be_saved_says_why_and_counts_once_when_it_is_sent_again(
    phone: Phone, state: Any, status: int, said: str
) -> None:
    with state():
        request = save_round(phone)
        while (made := Move.objects.count()) < 60 and phone.send(request).status == 200:
            request = save_round(phone)  # a full disk has room in a page or two
        shown = phone.shown
        assert (shown.status, shown.one("#trouble")) == (status, said)
        assert shown.one("h1") == "Not saved"
        assert "counts once" in shown.text
        assert shown.response["Retry-After"] == "5"
        assert "default-src 'none'" in shown.response["Content-Security-Policy"]
        assert Move.objects.count() == made
        assert phone.open().status == 200, "everybody can still look"
    for _ in range(2):
        assert phone.send(request).status == 200
    assert Move.objects.count() == made + 1


# --- what an error says


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, trouble.DISK_FULL),
        (errno.EROFS, trouble.READ_ONLY),
        (errno.EIO, trouble.UNREADABLE),
        (errno.ENOENT, None),
    ],
)
def test_a_photo_that_cannot_be_written_says_why(number: int, said: trouble.Trouble | None) -> None:
    assert trouble.trouble_of(OSError(number, "")) == said


def postgresql(state: str | None) -> OperationalError:
    """As Django passes an error of psycopg on."""
    cause = type("OperationalError", (Exception,), {"sqlstate": state})()
    error = OperationalError("The connection is lost")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (None, trouble.GONE),
        ("57P01", trouble.GONE),  # it is being stopped
        ("57P03", trouble.GONE),  # it is starting
        ("08006", trouble.GONE),
        ("53100", trouble.DISK_FULL),
        ("53300", trouble.BUSY),  # too many connections
        ("40P01", trouble.BUSY),  # a deadlock
        ("25006", trouble.READ_ONLY),
        ("42601", None),  # our own mistake
    ],
)
def test_what_postgresql_says_is_put_in_words(state: str | None, said: trouble.Trouble | None) -> None:
    assert trouble.trouble_of(postgresql(state)) == said


def test_a_lost_shared_memory_on_a_full_disk_is_the_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    cause = sqlite3.OperationalError("disk I/O error")
    cause.sqlite_errorcode = sqlite3.SQLITE_IOERR | (19 << 8)
    error = OperationalError("disk I/O error")
    error.__cause__ = cause
    monkeypatch.setattr(trouble, "_is_full", lambda: False)
    assert trouble.trouble_of(error) == trouble.UNREADABLE
    monkeypatch.setattr(trouble, "_is_full", lambda: True)
    assert trouble.trouble_of(error) == trouble.DISK_FULL


# --- gone for a moment


WRITE = "DELETE FROM django_session WHERE 1 = 0"


class Clock:
    """Time that passes only by waiting."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(retrying, "monotonic", lambda: self.now)
        monkeypatch.setattr(retrying, "sleep", self.sleep)

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class Site:
    """Answers as the views do while the database is gone until a moment; counts how often it was asked."""

    def __init__(self, clock: Clock, until: float, *, saves: bool = False) -> None:
        self.clock, self.until, self.saves, self.asked = clock, until, saves, 0
        self.middleware = RetryMiddleware(self.answer)
        self.middleware.waits = True

    def answer(self, request: HttpRequest) -> HttpResponse:
        self.asked += 1
        if self.clock.now >= self.until:
            return HttpResponse("saved")
        try:
            with transaction.atomic():
                sql(WRITE)
                if not self.saves:
                    self.lose()
            self.lose()
        except OperationalError as error:
            answer = self.middleware.process_exception(request, error)
            assert answer is not None
            return answer
        return HttpResponse("not lost")

    def lose(self) -> None:
        def gone(*_: object) -> None:
            raise postgresql("57P01")

        with connection.execute_wrapper(gone):
            sql("SELECT 1")

    def ask(self, came: float | None = None, **sent: Any) -> HttpResponse:
        request = RequestFactory().post("/", sent or b"", content_type="x-www-form-urlencoded")
        if came is not None:
            request.META[ARRIVED_AT] = came
        request.user = None  # type: ignore[assignment]  # nobody has signed in
        request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
        return self.middleware(request)


@pytest.mark.django_db(transaction=True)
def test_a_tap_waits_for_a_database_that_is_gone_for_a_moment(clock: Clock) -> None:
    site = Site(clock, until=102.5)
    assert site.ask().status_code == 200
    assert 20 < site.asked < 30


@pytest.mark.django_db(transaction=True)
def test_after_three_seconds_it_says_so(clock: Clock) -> None:
    site = Site(clock, until=110)
    answer = site.ask()
    assert answer.status_code == 503
    assert "The database does not answer." in answer.content.decode()
    assert clock.now == pytest.approx(103, abs=0.2)


@pytest.mark.django_db(transaction=True)
def test_the_three_seconds_begin_when_the_tap_came(clock: Clock) -> None:
    site = Site(clock, until=110)
    assert site.ask(came=97.5).status_code == 503
    assert clock.now == pytest.approx(100.5, abs=0.2)


@pytest.mark.django_db(transaction=True)
def test_what_has_saved_something_is_not_done_twice(clock: Clock) -> None:
    site = Site(clock, until=101, saves=True)
    assert site.ask().status_code == 503
    assert site.asked == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is never gone")
def test_a_connection_that_was_cut_and_a_server_that_starts_anew_are_waited_for(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = connection.get_new_connection
    refused: list[float] = []

    def later(params: Any) -> Any:
        if len(refused) < 5:
            refused.append(monotonic())
            return connect(params | {"port": 1})
        return connect(params)

    request = save_round(phone)
    monkeypatch.setattr(connection, "get_new_connection", later)
    connection.connection.close()
    connection.errors_occurred = True
    assert phone.send(request).status == 200
    assert len(refused) == 5
    assert Move.objects.count() == 1


@pytest.mark.django_db
def test_a_trouble_outside_of_the_views_is_said_in_the_same_words(
    monkeypatch: pytest.MonkeyPatch, client: Any
) -> None:
    def gone(*_: object) -> None:
        raise postgresql("57P01")

    monkeypatch.setattr("scoring.crew.visitor.Visitor.__init__", gone)
    client.raise_request_exception = False
    answer = client.get(reverse("home"))
    assert answer.status_code == 503
    assert "The database does not answer." in answer.content.decode()
    assert "Not now" in answer.content.decode()
