"""`make copy`: the database and its photos, also while somebody writes."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import ROOT


def copy(data: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bin" / "copy")]
    environ = os.environ | {"DATA_DIR": str(data)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a database and two photos."""
    path = tmp_path / "data"
    (path / "photos").mkdir(parents=True)
    with closing(sqlite3.connect(path / "referee.sqlite3")) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE game (title TEXT)")
        database.execute("INSERT INTO game VALUES ('Friday')")
        database.commit()
    for name in ("one", "two"):
        (path / "photos" / f"{name}.webp").write_bytes(name.encode())
    return path


def test_a_copy_has_what_was_saved_and_every_photo(data: Path) -> None:
    with closing(sqlite3.connect(data / "referee.sqlite3", isolation_level=None)) as writer:
        writer.execute("INSERT INTO game VALUES ('Saturday')")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO game VALUES ('half a game')")
        made = copy(data)
    assert (made.returncode, made.stderr) == (0, "")
    folder = Path(made.stdout.strip())
    assert list((data / "copies").iterdir()) == [folder]
    with closing(sqlite3.connect(folder / "referee.sqlite3")) as kept:
        assert kept.execute("SELECT title FROM game ORDER BY rowid").fetchall() == [
            ("Friday",),
            ("Saturday",),
        ]
    photos = {path.name: path.read_bytes() for path in (folder / "photos").iterdir()}
    assert photos == {"one.webp": b"one", "two.webp": b"two"}
    assert stat.S_IMODE((data / "copies").stat().st_mode) == 0o700, "nobody else looks into it"


def test_a_photo_stays_in_the_copy_when_the_app_removes_it(data: Path) -> None:
    folder = Path(copy(data).stdout.strip())
    (data / "photos" / "one.webp").unlink()
    assert (folder / "photos" / "one.webp").read_bytes() == b"one"


def test_a_table_without_photos_is_copied_too(data: Path) -> None:
    for path in (data / "photos").iterdir():
        path.unlink()
    (data / "photos").rmdir()
    folder = Path(copy(data).stdout.strip())
    assert (folder / "referee.sqlite3").exists()
    assert not list((folder / "photos").iterdir())


def test_without_a_database_it_says_so_and_makes_nothing(tmp_path: Path) -> None:
    made = copy(tmp_path)
    assert made.returncode == 1
    assert "There is no database at" in made.stderr
    assert not list(tmp_path.iterdir())
