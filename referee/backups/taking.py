"""A backup taken, looked through and rotated; and one put back."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from referee import start_checks
from referee.backups import BackupError, postgresql, sqlite
from referee.backups.folders import PHOTOS, POSTGRESQL, SQLITE, backups_in, put_in_place, surplus
from referee.backups.replaying import Replayed, same_log

PART = ".part-"
#: Seconds; what has no name by then was given up by a crash.
GIVEN_UP = 24 * 3600


class Taken(NamedTuple):
    """A backup: where it is, what was found in it, and the older ones that it replaced."""

    path: Path
    said: str
    removed: Sequence[Path]


class PutBack(NamedTuple):
    """A backup that was put back: what was found in it, and where that lies which was there before."""

    said: str
    before: Path


def take(folder: Path) -> Taken:
    """Takes a backup, and removes those that are surplus by it.

    Raises BackupError, Unfit, OSError; then nothing new is in the folder, and nothing old is gone.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _sweep(folder)
    now = datetime.now(UTC)
    with _part(folder) as part:
        path = start_checks.database_file()
        found = sqlite.copy(path, part) if path else postgresql.dump(part)
        said = _said(found)
        for game in found or ():
            if not (game.same or same_log(game)):
                raise BackupError(f"The copy is not like the original: game {game.game} differs. Try again.")
        _link_photos(Path(settings.MEDIA_ROOT), part / PHOTOS)
        kept = put_in_place(part, folder, now)
    gone = [backup.path for backup in surplus(backups_in(folder)) if backup.path != kept]
    for old in gone:
        shutil.rmtree(old, ignore_errors=True)
    return Taken(kept, said, gone)


def put_back(backup: Path) -> PutBack:
    """Puts a backup in the place of the record; what was there goes to a folder of its own.

    Raises BackupError, Unfit, OSError; then nothing was changed. For use while nothing serves.
    """
    data, path = Path(settings.DATA_DIR), start_checks.database_file()
    if not (backup / (SQLITE if path else POSTGRESQL)).exists():
        other = "PostgreSQL" if path else "SQLite"
        there = (backup / (POSTGRESQL if path else SQLITE)).exists()
        raise BackupError(
            f"{backup} is a backup of {other}, and this is not." if there else f"{backup} is no backup."
        )
    with _part(data) as part:
        _link_photos(backup / PHOTOS, part / PHOTOS)
        if path:
            found: Sequence[Replayed] | None = sqlite.stage(backup, part)
        else:
            shutil.copyfile(backup / POSTGRESQL, part / POSTGRESQL)
            found = postgresql.look_through(part, migrate=True)
        before = data / f"replaced-{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"
        before.mkdir(mode=0o700)
        if path:
            sqlite.put_back(part, path, before)
        else:
            postgresql.dump(before)
            postgresql.put_back(part)
        photos = Path(settings.MEDIA_ROOT)
        if photos.exists():
            photos.rename(before / PHOTOS)
        (part / PHOTOS).rename(photos)
    return PutBack(_said(found), before)


@contextmanager
def _part(folder: Path) -> Iterator[Path]:
    """A folder for what is not finished; it is gone afterwards, unless it got another name."""
    part = Path(tempfile.mkdtemp(prefix=PART, dir=folder))
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Takes away what a crash left behind."""
    for part in folder.glob(f"{PART}*"):
        if part.stat().st_mtime < time.time() - GIVEN_UP:
            shutil.rmtree(part, ignore_errors=True)


def _link_photos(source: Path, into: Path) -> None:
    """The photos and faces of a folder under second names, which take no room, or copied to another disk.

    A file is made before the row that names it, so those of a database that was copied before are all there.
    """
    into.mkdir(mode=0o700)
    for file in source.rglob("*.webp"):
        kept = into / file.relative_to(source)
        kept.parent.mkdir(mode=0o700, exist_ok=True)
        with suppress(FileNotFoundError):  # removed meanwhile
            try:
                os.link(file, kept)
            except FileNotFoundError:
                raise
            except OSError:
                shutil.copy2(file, kept)


def _said(found: Sequence[Replayed] | None) -> str:
    if found is None:
        return "read to its end; replayed only where the database's role may make databases (CREATEDB)"
    other = sum(not game.same for game in found)
    more = f", {other} of them by rules that have changed since" if other else ""
    return f"opened, and {len(found)} games replayed{more}"
