"""The SQLite database copied, while it is written to, and put back."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connections

from referee import sqlite_file, start_checks
from referee.backups import BackupError
from referee.backups.folders import SQLITE
from referee.backups.replaying import Replayed, looking_at, replay_some

#: Seconds to wait for a writer while a copy begins.
PATIENCE = 30.0
#: Bytes that are left free beside the copy.
SPARE = 32 << 20


def copy(source: Path, part: Path) -> list[Replayed]:
    """Copies the database into the folder and looks through the copy. Raises BackupError, Unfit."""
    if not source.exists():
        raise BackupError(f"There is no database at {source}.")
    size = source.stat().st_size
    free = shutil.disk_usage(part).free
    if free < size + SPARE:
        raise BackupError(
            f"{part.parent} has room for {free >> 20} MB, and the copy needs {(size + SPARE) >> 20} MB. Make"
            " room, or name a folder on another disk (BACKUPS=...)."
        )
    kept = part / SQLITE
    with closing(sqlite3.connect(source, timeout=PATIENCE)) as live, closing(sqlite3.connect(kept)) as into:
        live.backup(into)
    # A run's number belongs to the database that is in use: put back, the copy is another one.
    with closing(sqlite3.connect(kept, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 0")
    return look_through(kept)


def look_through(kept: Path) -> list[Replayed]:
    """Opens a copy, looks for damage to its end, and replays games. Raises Unfit."""
    sqlite_file.check(kept, seconds=None)
    with looking_at(str(kept)):
        return replay_some()


def stage(backup: Path, part: Path) -> list[Replayed]:
    """Copies a backup to where it can be opened, brings it up to date and looks through it. Raises Unfit."""
    kept = part / SQLITE
    shutil.copyfile(backup / SQLITE, kept)
    kept.chmod(0o600)
    for kind in ("wal", "run"):  # of one that was copied by hand, or was replaced
        beside = sqlite_file.beside(backup / SQLITE, kind)
        if beside.exists():
            shutil.copyfile(beside, sqlite_file.beside(kept, kind))
    sqlite_file.check(kept, seconds=None)
    with looking_at(str(kept)):
        start_checks.bring_up_to_date()
        found = replay_some()
    sqlite_file.end_run(kept)
    return found


def put_back(staged: Path, path: Path, before: Path) -> None:
    """Puts a staged database in the place of the one in use, which goes to the folder `before` whole.

    There is a database at every moment, the old one or the new one.
    """
    connections.close_all()
    if path.exists():
        os.link(path, before / SQLITE)
    for kind in ("wal", "run", "shm"):
        old = sqlite_file.beside(path, kind)
        if old.exists():
            os.link(old, sqlite_file.beside(before / SQLITE, kind))
            old.unlink()
    with (staged / SQLITE).open("rb") as file:
        os.fsync(file.fileno())
    (staged / SQLITE).replace(path)
