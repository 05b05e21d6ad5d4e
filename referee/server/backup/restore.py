"""A backup put in the place of the record; what was there goes to a folder of its own."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connections

from referee.server.backup import BackupError, manage, postgresql
from referee.server.backup.take import PHOTOS, SQLITE, check_copy, link_photos, replay, unfinished
from referee.server.database import checkpoint, database_file


class Restored(NamedTuple):
    """What was checked in the backup, and where that is which was there before."""

    summary: str
    before: Path


def restore(backup: Path) -> Restored:
    """Puts a backup in the place of the record. For use while nothing serves.

    Raises BackupError, sqlite3.Error, OSError; then nothing was changed.
    """
    data, path = Path(settings.DATA_DIR), database_file()
    if not (backup / (SQLITE if path else postgresql.DUMP)).exists():
        other = "PostgreSQL" if path else "SQLite"
        there = (backup / (postgresql.DUMP if path else SQLITE)).exists()
        reason = f"is a backup of {other}, and this is not" if there else "is no backup"
        raise BackupError(f"{backup} {reason}.")
    with unfinished(data) as part:
        link_photos(backup / PHOTOS, part / PHOTOS)
        if path:
            summary = _stage(backup, part)
        else:
            postgresql.check(backup)
            summary = "read to its end"
        before = data / f"replaced-{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"
        before.mkdir(mode=0o700)
        if path:
            _replace(path, part / SQLITE, before)
        else:
            postgresql.dump(before)
            postgresql.replace(backup, part)
        photos = Path(settings.MEDIA_ROOT)
        if photos.exists():
            photos.rename(before / PHOTOS)
        (part / PHOTOS).rename(photos)
    return Restored(summary, before)


def _stage(backup: Path, part: Path) -> str:
    """Copies a backup to where it can be opened, checks it and brings it up to date."""
    for kind in ("", "-wal"):  # of a database that was copied by hand, or was replaced
        if (file := backup / f"{SQLITE}{kind}").exists():
            shutil.copyfile(file, part / file.name)
    check_copy(part)
    manage(part, "migrate", "--verbosity", "0")
    summary = replay(part)
    checkpoint(part / SQLITE)
    return summary


def _replace(path: Path, staged: Path, before: Path) -> None:
    """There is a database at every moment, the old one or the new one."""
    connections.close_all()
    if path.exists():
        os.link(path, before / SQLITE)
    for kind in ("-wal", "-shm"):  # SQLite would put the pages of an old WAL into the new database
        old = path.with_name(f"{path.name}{kind}")
        if old.exists():
            old.rename(before / f"{SQLITE}{kind}")
    with staged.open("rb") as file:
        os.fsync(file.fileno())
    staged.replace(path)
