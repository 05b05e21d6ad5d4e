"""The database, checked before anything opens it to write, and left whole at a clean stop.

The checks are Django's, with an id each. `migrate`, which `serve` calls, runs them first, and
`manage.py check --database default --tag database` runs them alone.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from time import monotonic

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from referee.server.files import lock

#: Seconds that a start looks for damage, some 100 MB each; a backup looks to the end.
QUICK = 2.0
#: Seconds to wait for another process.
PATIENCE = 2.0
_RESTORE = "Restore a backup (manage.py restore FILE)"
_OR_BEGIN = f"{_RESTORE}, or remove it to begin with an empty record."
_OR_MOVE = f"{_RESTORE}, or move it away."

#: Migrations that a database has run: the app's label and the name of each.
Applied = Iterable[tuple[str, str]]


class DatabaseUnusable(Exception):
    """The database or its folder cannot be used; the message says why, and what to do."""


def database_file() -> Path | None:
    """The file of the SQLite database; None where PostgreSQL keeps the record."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


def lock_data_dir(*, exclusive: bool = False) -> int:
    """Marks the data folder as in use until the descriptor that is returned is closed, or the process ends.

    `exclusive` is for who replaces what lies in it; several servers may share it. Raises DatabaseUnusable.
    """
    folder = Path(settings.DATA_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY)
    if lock(descriptor, shared=not exclusive):
        return descriptor
    os.close(descriptor)
    if exclusive:
        raise DatabaseUnusable(f"The referee is running on {folder}. Stop it first (Ctrl-C).")
    raise DatabaseUnusable(f"A backup is being restored into {folder}. Start again when that is done.")


@register(Tags.database)
def check_database(databases: Sequence[str] | None, **_: object) -> list[CheckMessage]:
    """Whether the database is whole, and this version's: E101 to E107. Writes nothing."""
    if "default" not in (databases or ()):
        return []
    if path := database_file():
        return check_file(path)
    return check_applied(MigrationRecorder(connection).applied_migrations())


def check_file(path: Path, *, thorough: bool = False) -> list[CheckMessage]:
    """What is wrong with an SQLite database, which need not be there. Writes nothing.

    Damage is looked for during two seconds, or thoroughly and to the end.
    """
    wal = path.with_name(f"{path.name}-wal")
    if not path.exists():
        if not wal.exists() or not wal.stat().st_size:
            return []
        hint = f"Put {path.name} back beside it, or move it away."
        return [Error(f"{wal} lies there without its database.", hint, id="referee.E101")]
    try:
        with closing(_open(path, "ro")) as database:
            tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master")]
            if not tables and not (thorough or _had_record(path.parent)):
                return []  # left by a server that was started before `migrate`
            if not tables:
                reason = f"{path} is empty, or was copied without its -wal file."
                return [Error(reason, _OR_BEGIN, id="referee.E102")]
            if "django_migrations" not in tables:
                return [_foreign(path)]
            if damage := _damage(database, thorough=thorough):
                return [Error(f"{path} is damaged ({damage}).", _OR_MOVE, id="referee.E104")]
            return check_applied(database.execute("SELECT app, name FROM django_migrations").fetchall())
    except sqlite3.OperationalError as error:
        return [Error(f"{path} cannot be read ({error}).", _OR_MOVE, id="referee.E107")]
    except sqlite3.DatabaseError as error:
        return [Error(f"{path} is damaged, or no SQLite database ({error}).", _OR_MOVE, id="referee.E104")]


def check_applied(applied: Applied) -> list[CheckMessage]:
    """Whether the migrations that a database has run are known to this version."""
    applied = set(applied)
    if {app for app, _ in applied} - {app.label for app in apps.get_app_configs()}:
        return [_foreign("The database")]
    if newer := applied - (MigrationLoader(None).disk_migrations or {}).keys():
        reason = "The database was written by a newer version of the referee ({} {}).".format(*min(newer))
        hint = "Install that one, or restore an older backup (manage.py restore FILE)."
        return [Error(reason, hint, id="referee.E106")]
    return []


def checkpoint(path: Path) -> None:
    """Brings everything from the WAL into the database, so that the file is whole by itself.

    Where another process still reads, or the disk cannot be written, the WAL stays and nothing is lost.
    """
    with suppress(sqlite3.OperationalError), closing(_open(path, "rw")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    """The database, to read or to write; none is made where there is none."""
    return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=PATIENCE)


def _had_record(folder: Path) -> bool:
    """Whether there was a record in a data folder: photos, backups, or what a restore has replaced."""
    return any(any(folder.glob(names)) for names in ("photos/**/*.webp", "backups/*", "replaced-*"))


def _foreign(what: object) -> CheckMessage:
    hint = "Name another one, or an empty one (DATA_DIR, DATABASE_URL)."
    return Error(f"{what} is another program's.", hint, id="referee.E105")


def _damage(database: sqlite3.Connection, *, thorough: bool) -> str:
    """The first damage found, in SQLite's words; "" for none, or none in time."""
    ends = monotonic() + (inf if thorough else QUICK)
    database.set_progress_handler(lambda: monotonic() > ends, 20_000)
    try:
        pragma = "integrity_check" if thorough else "quick_check"
        found: str = database.execute(f"PRAGMA {pragma}(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return ""
    finally:
        database.set_progress_handler(None, 0)
    return "" if found == "ok" else " ".join(found.split())
