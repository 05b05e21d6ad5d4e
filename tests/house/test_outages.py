"""Disk full, busy, read only, the database gone: said in words, and the same tap can be sent again."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from referee.web import errors
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
    ("number", "expected"),
    [
        (errno.ENOSPC, errors.DISK_FULL),
        (errno.EROFS, errors.READ_ONLY),
        (errno.EIO, errors.UNREADABLE),
        (errno.ENOENT, None),
    ],
)
def test_a_photo_that_cannot_be_written_says_why(number: int, expected: errors.Outage | None) -> None:
    assert errors.outage_from(OSError(number, "")) == expected


def postgresql(state: str | None) -> OperationalError:
    """As Django passes an error of psycopg on."""
    cause = type("OperationalError", (Exception,), {"sqlstate": state})()
    error = OperationalError("The connection is lost")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (None, errors.UNREACHABLE),
        ("57P01", errors.UNREACHABLE),  # it is being stopped
        ("57P03", errors.UNREACHABLE),  # it is starting
        ("08006", errors.UNREACHABLE),
        ("53100", errors.DISK_FULL),
        ("53300", errors.BUSY),  # too many connections
        ("40P01", errors.BUSY),  # a deadlock
        ("25006", errors.READ_ONLY),
        ("42601", None),  # our own mistake
    ],
)
def test_what_postgresql_says_is_put_in_words(state: str | None, expected: errors.Outage | None) -> None:
    assert errors.outage_from(postgresql(state)) == expected


def test_a_lost_shared_memory_on_a_full_disk_is_the_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    cause = sqlite3.OperationalError("disk I/O error")
    cause.sqlite_errorcode = sqlite3.SQLITE_IOERR | (19 << 8)
    error = OperationalError("disk I/O error")
    error.__cause__ = cause
    monkeypatch.setattr(errors, "_is_full", lambda: False)
    assert errors.outage_from(error) == errors.UNREADABLE
    monkeypatch.setattr(errors, "_is_full", lambda: True)
    assert errors.outage_from(error) == errors.DISK_FULL


# --- the database is gone


def gone(*_: object) -> None:
    raise postgresql("57P01")


def test_a_tap_that_finds_no_database_says_so_and_counts_once_when_it_is_sent_again(phone: Phone) -> None:
    request = save_round(phone)
    with connection.execute_wrapper(gone):
        assert phone.send(request).status == 503
    assert phone.shown.one("#trouble") == "The database does not answer."
    assert Move.objects.count() == 0
    for _ in range(2):
        assert phone.send(request).status == 200
    assert Move.objects.count() == 1


@pytest.mark.django_db
def test_an_outage_outside_of_the_views_is_said_in_the_same_words(
    monkeypatch: pytest.MonkeyPatch, client: Any
) -> None:
    monkeypatch.setattr("scoring.crew.visitor.Visitor.__init__", gone)
    client.raise_request_exception = False
    answer = client.get(reverse("home"))
    assert answer.status_code == 503
    assert "The database does not answer." in answer.content.decode()
    assert "Not now" in answer.content.decode()
