"""What a start looks at before it serves: whether the data folder can be used, and the database is ours.

What is only derived is healed without a word; all else is refused in a sentence that says what to do.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Collection
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader

from referee import env, sqlite_file
from referee.sqlite_file import Unfit


def hold_folder(*, alone: bool = False) -> int:
    """Marks the data folder as in use until the descriptor that is returned is closed, or the process ends.

    `alone` is for who replaces what lies in it; several servers may share it. Raises Unfit.
    """
    folder = env.data_dir()
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(opened)
        if alone:
            raise Unfit(f"The referee is running on {folder}. Stop it first (Ctrl-C).") from None
        raise Unfit(f"A backup is being restored into {folder}. Start again when that is done.") from None
    except OSError:
        pass  # a network disk without locks
    return opened


def database_file() -> Path | None:
    """The SQLite database; None where PostgreSQL keeps the record."""
    return Path(settings.DATABASES["default"]["NAME"]) if connection.vendor == "sqlite" else None


def check_files() -> None:
    """Looks at the files, before anything opens the database. Raises Unfit."""
    folder = env.data_dir()
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Unfit(f"{folder} cannot be written. Give it to the user who runs the referee, or set DATA_DIR.")
    if path := database_file():
        sqlite_file.check(path)
    _heal_manifest(Path(settings.STATIC_ROOT) / "staticfiles.json")


def bring_up_to_date() -> None:
    """Migrates the database once it is known to be ours, and looks whether that came out. Raises Unfit."""
    check_origin()
    call_command("migrate", interactive=False, verbosity=0)
    check_columns()


def check_origin() -> None:
    """Looks whose database it is, before the migrations. Raises Unfit."""
    loader = MigrationLoader(connection)
    applied = (loader.applied_migrations or {}).keys()
    if {app for app, _ in applied} - {app.label for app in apps.get_app_configs()}:
        raise Unfit("The database is another program's. Name another one, or an empty one.")
    if newer := applied - (loader.disk_migrations or {}).keys():
        app, name = min(newer)
        raise Unfit(
            f"The database was written by a newer version of the referee ({app} {name}). Install that one,"
            " or restore an older backup (make restore FILE=...)."
        )


def check_columns() -> None:
    """Looks whether the database has what this version asks for, after the migrations. Raises Unfit.

    It has not where a migration was changed after the database had run it.
    """
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        for model in apps.get_models():
            table = model._meta.db_table  # noqa: SLF001 - the only name it has
            there = _columns(cursor, table) if table in tables else ()
            wanted = [str(field.column) for field in model._meta.local_concrete_fields]  # noqa: SLF001
            if missing := [column for column in wanted if column not in there]:
                raise Unfit(
                    f"The database has no {table}.{missing[0]}: it was made by an unfinished version. Export"
                    " the crews with that one (manage.py export_crew) and import them into a new database."
                )


def _columns(cursor: CursorWrapper, table: str) -> Collection[str]:
    # Django's own look at a table parses how it was made: a quarter of a second for all of them.
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} LIMIT 0")  # noqa: S608 - a name of ours
    return [column[0] for column in cursor.description]


def _heal_manifest(path: Path) -> None:
    """Takes away a list of static files that a crash left unreadable: collectstatic writes it anew."""
    try:
        json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        pass
    except ValueError:
        path.unlink()
