"""What a start finds in its data folder, and what a clean stop leaves there."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from referee import serve, sqlite_file, start_checks
from referee.sqlite_file import Unfit
from tests.conftest import ROOT, OpenHouse
from tests.house.wire import ask

NAME = "referee.sqlite3"
CREW = "INSERT INTO scoring_crew (name, recovery_digest, created_at) VALUES ('a', '', 0)"


def wal_of(folder: Path) -> Path:
    return folder / f"{NAME}-wal"


def sql(path: Path, *lines: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for line in lines:
            database.execute(line)


def refused(open_house: OpenHouse, said: str, **environ: str) -> str:
    """Starts it in vain: it says one line, without a traceback, and its status is 2."""
    with pytest.raises(RuntimeError, match=re.escape(said)) as caught:
        open_house(**environ)
    lines = str(caught.value).strip().splitlines()
    assert len(lines) == 1
    assert "cannot start" in lines[0]
    return lines[0]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder, with a sound database of the referee's kind in it."""
    path = tmp_path / "data"
    path.mkdir()
    sql(
        path / NAME,
        "PRAGMA journal_mode = WAL",
        "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)",
        "CREATE TABLE paper (words TEXT)",
    )
    return path


def crash(path: Path, line: str) -> None:
    """Writes a line and leaves the WAL behind, as a process that was killed does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(line)
        left = {kind: sqlite_file.beside(path, kind).read_bytes() for kind in ("wal", "shm")}
        before = path.read_bytes()
    path.write_bytes(before)
    for kind, kept in left.items():
        sqlite_file.beside(path, kind).write_bytes(kept)


def words(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [word for (word,) in database.execute("SELECT words FROM paper ORDER BY rowid")]


# --- the end of a run


@pytest.mark.long
def test_a_clean_stop_leaves_a_whole_file_and_a_killed_run_s_wal_stays_out_of_it(
    open_house: OpenHouse, tmp_path: Path
) -> None:
    house = open_house()
    assert ask(house, "GET", "/")[0] == 200  # it has the database open
    sql(house.folder / NAME, CREW)
    assert house.stop(signal.SIGTERM) == -signal.SIGTERM
    wal = wal_of(house.folder)
    assert not wal.exists() or wal.stat().st_size == 0
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(house.folder / NAME, copy)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM scoring_crew").fetchone() == (1,)

    house = open_house()
    assert ask(house, "GET", "/")[0] == 200
    sql(house.folder / NAME, CREW)
    house.stop(signal.SIGKILL)
    left = wal.read_bytes()
    shutil.copy(copy, house.folder / NAME)
    house.errors.write_text("")
    refused(open_house, "belongs to another database")
    assert (house.folder / NAME).read_bytes() == copy.read_bytes()
    assert wal.read_bytes() == left


# --- the WAL


def test_a_wal_without_a_number_beside_it_is_taken(data: Path) -> None:
    crash(data / NAME, "INSERT INTO paper VALUES ('kept')")
    sqlite_file.check(data / NAME)
    assert words(data / NAME) == ["kept"]


def test_a_number_belongs_to_a_run(data: Path) -> None:
    path = data / NAME
    sqlite_file.begin_run(path)
    before = path.read_bytes()
    sqlite_file.begin_run(path)
    crash(path, "INSERT INTO paper VALUES ('this run')")
    sqlite_file.check(path)
    path.write_bytes(before)
    with pytest.raises(Unfit, match="another database"):
        sqlite_file.check(path)


def test_looking_writes_nothing(data: Path) -> None:
    path = data / NAME
    sqlite_file.begin_run(path)
    crash(path, "INSERT INTO paper VALUES ('in the WAL')")
    before = path.read_bytes(), wal_of(data).read_bytes()
    sqlite_file.check(path)
    assert (path.read_bytes(), wal_of(data).read_bytes()) == before


def test_a_database_that_is_gone_at_the_end_is_not_made_anew(tmp_path: Path) -> None:
    assert not sqlite_file.end_run(tmp_path / NAME)
    assert not list(tmp_path.iterdir())


# --- the file


def make_empty(path: Path) -> None:
    path.write_bytes(b"")


def make_text(path: Path) -> None:
    path.write_text("Dear diary, " * 20)


def make_bare(path: Path) -> None:
    """As the first page of a database is that was copied without its WAL."""
    path.unlink()
    sql(path, "PRAGMA journal_mode = WAL")


def make_foreign(path: Path) -> None:
    path.unlink()
    sql(path, "CREATE TABLE bookmarks (url TEXT)")


def make_damaged(path: Path) -> None:
    sql(path, *["INSERT INTO paper VALUES (hex(randomblob(2000)))"] * 20)
    raw = bytearray(path.read_bytes())
    raw[4096 * 4 : 4096 * 6] = b"\x55" * 4096 * 2
    path.write_bytes(raw)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (make_empty, "is empty. Restore a backup"),
        (make_text, "is no SQLite database"),
        (make_bare, "copied without its -wal file"),
        (make_foreign, "is the database of another program"),
        (make_damaged, "is damaged"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused_in_a_sentence_and_left_as_it_is(
    data: Path, spoil: Callable[[Path], Any], said: str
) -> None:
    spoil(data / NAME)
    before = (data / NAME).read_bytes()
    with pytest.raises(Unfit, match=re.escape(said)):
        sqlite_file.check(data / NAME)
    assert (data / NAME).read_bytes() == before


def test_a_wal_alone_is_no_new_beginning(data: Path) -> None:
    crash(data / NAME, "INSERT INTO paper VALUES ('kept')")
    (data / NAME).unlink()
    with pytest.raises(Unfit, match="without its database"):
        sqlite_file.check(data / NAME)
    assert wal_of(data).stat().st_size > 0


def test_a_look_for_damage_ends_when_its_time_is_over(data: Path) -> None:
    make_damaged(data / NAME)
    for seconds in (None, 1e6):
        with pytest.raises(Unfit, match="damaged"):
            sqlite_file.check(data / NAME, seconds=seconds)
    with closing(sqlite3.connect(data / NAME)) as database:
        database.set_progress_handler(lambda: True, 1)
        with pytest.raises(sqlite3.OperationalError) as caught:
            database.execute("PRAGMA quick_check(1)").fetchone()
    assert caught.value.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT, "what a look that is ended meets"


def test_a_start_without_a_database_that_it_can_use_says_so_in_a_line(
    open_house: OpenHouse, data: Path
) -> None:
    make_empty(data / NAME)
    refused(open_house, "is empty. Restore a backup")


def test_a_start_on_a_full_disk_says_so_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full() -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(serve, "_listen", lambda *_: None)
    monkeypatch.setattr(serve, "_prepare", full)
    assert serve.main() == 2
    assert capsys.readouterr().err == (
        "The referee cannot start: The server’s disk is full. (database or disk is full)\n"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("app", "said"),
    [("shop", "another program's"), ("scoring", "by a newer version of the referee (scoring 9999_later)")],
)
def test_a_database_that_others_have_migrated_is_refused(app: str, said: str) -> None:
    start_checks.check_origin()
    MigrationRecorder(connection).record_applied(app, "9999_later")
    with pytest.raises(Unfit, match=re.escape(said)):
        start_checks.check_origin()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"), [("COLUMN games TO evenings", "games"), ("TO scoring_evening", "id")]
)
def test_a_database_of_an_unfinished_version_is_refused(change: str, said: str) -> None:
    start_checks.check_columns()
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE scoring_night RENAME {change}")
    with pytest.raises(Unfit, match=re.escape(f"has no scoring_night.{said}")):
        start_checks.check_columns()


@pytest.mark.parametrize("alone", [False, True])
def test_a_folder_that_is_restored_into_is_not_started_on_and_the_other_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    held = start_checks.hold_folder(alone=alone)
    with pytest.raises(Unfit, match="is being restored" if alone else "is running"):
        start_checks.hold_folder(alone=not alone)
    os.close(held)
    os.close(start_checks.hold_folder(alone=not alone))


# --- the other files


def test_a_key_that_is_no_text_is_refused_in_a_sentence(open_house: OpenHouse, data: Path) -> None:
    (data / "secret.key").write_bytes(b"\xff\xfe\x00")
    refused(open_house, "is no text, so it is no key. Put the right one back, or remove it")


@pytest.mark.parametrize(("left", "stays"), [("", False), ("{", False), ('{"paths": {}}', True)])
def test_a_list_of_static_files_that_a_crash_left_is_taken_away_to_be_written_anew(
    tmp_path: Path, left: str, stays: bool
) -> None:
    manifest = tmp_path / "staticfiles.json"
    manifest.write_text(left)
    start_checks._heal_manifest(manifest)
    assert manifest.exists() == stays


@pytest.mark.parametrize(
    "command", [["manage.py"], ["-c", "import sys, referee.cli; sys.exit(referee.cli.main())"]]
)
def test_a_command_says_in_a_line_what_is_wrong_with_the_key(data: Path, command: list[str]) -> None:
    (data / "secret.key").write_bytes(b"\xff\xfe\x00")
    done = subprocess.run(
        [sys.executable, *command, "tally"],
        cwd=ROOT,
        env=os.environ | {"DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "referee.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "is no text, so it is no key" in done.stderr
    assert "Traceback" not in done.stderr
