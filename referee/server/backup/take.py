"""A backup taken: the database copied while it is written to and checked, the photos linked."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from referee.server.backup import BackupError, manage, postgresql
from referee.server.backup.rotate import backups_in, name, surplus
from referee.server.database import check_file, database_file

SQLITE, PHOTOS, PART = "referee.sqlite3", "photos", ".part-"
#: Seconds to wait for a writer while a copy begins.
PATIENCE = 30.0
#: Bytes that are left free beside the copy.
SPARE = 32 << 20
#: Seconds after which an unfinished backup counts as left by a crash.
ABANDONED = 24 * 3600


class Taken(NamedTuple):
    """A backup: where it is, what was checked, and the older ones that it replaced."""

    path: Path
    summary: str
    removed: Sequence[Path]


def take(folder: Path) -> Taken:
    """Takes a backup, and removes those that are surplus by it.

    Raises BackupError, sqlite3.Error, OSError; then nothing new is in the folder, and nothing old is gone.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for part in folder.glob(f"{PART}*"):
        if part.stat().st_mtime < time.time() - ABANDONED:
            shutil.rmtree(part, ignore_errors=True)
    now = datetime.now(UTC)
    with unfinished(folder) as part:
        if source := database_file():
            _copy(source, part / SQLITE)
            check_copy(part)
            summary = replay(part)
        else:
            postgresql.dump(part)
            summary = "read to its end"
        link_photos(Path(settings.MEDIA_ROOT), part / PHOTOS)
        path = name(part, folder, now)
    removed = [backup.path for backup in surplus(backups_in(folder)) if backup.path != path]
    for old in removed:
        shutil.rmtree(old, ignore_errors=True)
    return Taken(path, summary, removed)


def check_copy(part: Path) -> None:
    """Looks for damage in a copied SQLite database, to its end. Raises BackupError."""
    for error in check_file(part / SQLITE, thorough=True):
        raise BackupError(f"{error.msg} {error.hint or ''}".strip())


def replay(part: Path) -> str:
    """Replays games of a copied SQLite database; says how many. Raises BackupError."""
    return f"no damage, {manage(part, 'check_record')}"


@contextmanager
def unfinished(folder: Path) -> Iterator[Path]:
    """A new folder in the folder; it is gone afterwards, unless it got another name."""
    part = Path(tempfile.mkdtemp(prefix=PART, dir=folder))
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def link_photos(source: Path, target: Path) -> None:
    """The photos and faces of a folder under second names, which take no room, or copied to another disk.

    A file is made before the row that names it, so those of a database that was copied before are all there.
    """
    target.mkdir(mode=0o700)
    for file in source.rglob("*.webp"):
        link = target / file.relative_to(source)
        link.parent.mkdir(mode=0o700, exist_ok=True)
        with suppress(FileNotFoundError):  # removed meanwhile
            try:
                os.link(file, link)
            except FileNotFoundError:
                raise
            except OSError:
                shutil.copy2(file, link)


def _copy(source: Path, target: Path) -> None:
    if not source.exists():
        raise BackupError(f"There is no database at {source}.")
    needed, free = source.stat().st_size + SPARE, shutil.disk_usage(target.parent).free
    if free < needed:
        raise BackupError(
            f"{target.parent.parent} has room for {free >> 20} MB, and the copy needs {needed >> 20} MB."
            " Make room, or name a folder on another disk (BACKUPS=...)."
        )
    with closing(sqlite3.connect(source, timeout=PATIENCE)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
