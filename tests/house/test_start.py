"""What a start finds in its data folder, and what a clean stop leaves there."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.checks import Tags, run_checks
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.fixtures import Settings

from referee.server import database
from referee.server.database import DatabaseUnusable, check_file, checkpoint, lock_data_dir
from referee.server.management.commands import serve
from tests.conftest import ROOT, OpenHouse
from tests.databases import use_database
from tests.house.wire import ask

NAME = "referee.sqlite3"
RUN = "INSERT INTO django_migrations (app, name) VALUES ('{}', '9999_later')"


def sql(path: Path, *lines: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        for line in lines:
            opened.execute(line)


def ids(path: Path) -> list[str | None]:
    return [error.id for error in check_file(path)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound database of the referee's kind, in a data folder."""
    path = tmp_path / "data" / NAME
    (path.parent / "backups" / "referee-2026-11-22T150000Z").mkdir(parents=True)
    sql(
        path,
        "PRAGMA journal_mode = WAL",
        "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)",
        "CREATE TABLE paper (words TEXT)",
    )
    return path


@pytest.mark.long
def test_a_clean_stop_leaves_a_whole_file(open_house: OpenHouse, tmp_path: Path) -> None:
    house = open_house()
    assert ask(house, "GET", "/")[0] == 200  # it has the database open
    sql(house.folder / NAME, "CREATE TABLE paper (words TEXT)")
    assert house.stop(signal.SIGTERM) == -signal.SIGTERM
    shutil.copy(house.folder / NAME, tmp_path)
    sql(tmp_path / NAME, "SELECT words FROM paper")


def test_what_a_killed_process_left_in_the_wal_is_brought_into_the_database(path: Path) -> None:
    wal = path.with_name(f"{NAME}-wal")
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.execute("CREATE TABLE later (words TEXT)")
        before = path.read_bytes(), wal.read_bytes()
    path.write_bytes(before[0])
    wal.write_bytes(before[1])
    assert ids(path) == []
    assert (path.read_bytes(), wal.read_bytes()) == before, "a check writes nothing"
    path.rename(path.with_suffix(".away"))
    assert ids(path) == ["referee.E101"], "a WAL alone is no new beginning"
    checkpoint(path)
    assert not path.exists()
    path.with_suffix(".away").rename(path)
    checkpoint(path)
    wal.unlink(missing_ok=True)
    sql(path, "SELECT words FROM later")


def anew(path: Path, line: str) -> None:
    path.unlink()
    sql(path, line)


def damage(path: Path) -> None:
    sql(path, *["INSERT INTO paper VALUES (hex(randomblob(2000)))"] * 20)
    raw = bytearray(path.read_bytes())
    raw[4096 * 4 : 4096 * 6] = b"\x55" * 4096 * 2
    path.write_bytes(raw)


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda path: path.write_bytes(b""), "referee.E102"),
        (lambda path: anew(path, "PRAGMA journal_mode = WAL"), "referee.E102"),  # as copied without its WAL
        (lambda path: path.write_text("Dear diary, " * 20), "referee.E104"),
        (damage, "referee.E104"),
        (lambda path: anew(path, "CREATE TABLE bookmarks (url TEXT)"), "referee.E105"),
        (lambda path: sql(path, RUN.format("shop")), "referee.E105"),
        (lambda path: sql(path, RUN.format("scoring")), "referee.E106"),
        (lambda path: (path.unlink(), path.mkdir()), "referee.E107"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused_by_migrate_before_anything_opens_it(
    path: Path, spoil: Callable[[Path], object], expected: str
) -> None:
    spoil(path)
    before = path.is_file() and path.read_bytes()
    # What opens it fails: this test may not use the database.
    with use_database(path), pytest.raises(SystemCheckError, match=expected):
        call_command("migrate", skip_checks=False)
    assert (path.is_file() and path.read_bytes()) == before


def test_a_server_that_was_started_before_migrate_has_done_no_harm(path: Path) -> None:
    shutil.rmtree(path.with_name("backups"))
    anew(path, "PRAGMA journal_mode = WAL")
    assert ids(path) == []
    assert [error.id for error in check_file(path, thorough=True)] == ["referee.E102"]


def test_a_start_looks_for_damage_no_longer_than_it_may(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = "SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000"
    sql(path, f"WITH RECURSIVE n(i) AS ({numbers}) INSERT INTO paper SELECT i FROM n")  # noqa: S608
    monkeypatch.setattr(database, "QUICK", -1.0)
    assert ids(path) == []
    damage(path)
    assert [error.id for error in check_file(path, thorough=True)] == ["referee.E104"]


@pytest.mark.django_db
def test_the_database_in_use_is_fine_until_a_newer_version_had_it() -> None:
    assert run_checks(tags=[Tags.database], databases=["default"]) == []
    MigrationRecorder(connection).record_applied("scoring", "9999_later")
    applied = MigrationRecorder(connection).applied_migrations()
    assert [error.id for error in database.check_applied(applied)] == ["referee.E106"]


@pytest.mark.parametrize(
    ("file", "left", "said"),
    [
        (NAME, b"", r"(?s)referee\.E102\).* is empty.* Restore a backup"),
        ("secret.key", b"\xff\xfe\x00", r"(?s)is no text, so it is no key\..*Put the right"),
    ],
)
def test_a_start_on_what_it_cannot_use_says_so_in_a_line(
    open_house: OpenHouse, path: Path, file: str, left: bytes, said: str
) -> None:
    path.with_name(file).write_bytes(left)
    with pytest.raises(RuntimeError, match=said) as caught:
        open_house()
    assert "Traceback" not in str(caught.value)


def test_a_start_on_a_full_disk_says_so_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(serve, "listen", Mock())
    monkeypatch.setattr(serve, "prepare", Mock(side_effect=error))
    said = r"cannot start: The server’s disk is full. \(database or disk is full\)$"
    with pytest.raises(CommandError, match=said):
        call_command("serve")


@pytest.mark.parametrize("exclusive", [False, True])
def test_a_folder_that_is_restored_into_is_not_started_on_and_the_other_way(
    tmp_path: Path, settings: Settings, exclusive: bool
) -> None:
    settings.DATA_DIR = tmp_path
    lock = lock_data_dir(exclusive=exclusive)
    with pytest.raises(DatabaseUnusable, match="is being restored" if exclusive else "is running"):
        lock_data_dir(exclusive=not exclusive)
    os.close(lock)
    os.close(lock_data_dir(exclusive=not exclusive))


def test_a_command_says_in_a_line_what_is_wrong_with_the_key(path: Path) -> None:
    path.with_name("secret.key").write_bytes(b"\xff\xfe\x00")
    environ = {"DATA_DIR": str(path.parent), "DJANGO_SETTINGS_MODULE": "referee.settings"}
    command = [sys.executable, "manage.py", "rebuild_statistics"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "is no text, so it is no key" in done.stderr) == (1, True)
    assert "Traceback" not in done.stderr


_READ = """
import msgspec
import referee.wsgi

def below(kind):
    for each in kind.__subclasses__():
        yield each
        yield from below(each)

for kind in below(msgspec.Struct):
    kind.__annotations__ = {"field": "NothingOfThatName"}
    msgspec.json.Decoder(kind)
"""


def test_every_struct_is_read_before_there_are_threads(tmp_path: Path) -> None:
    environ = os.environ | {"DATA_DIR": str(tmp_path), "DEBUG": "1"}
    subprocess.run([sys.executable, "-c", _READ], cwd=ROOT, env=environ, check=True)
