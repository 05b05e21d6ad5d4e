"""The PostgreSQL database dumped and restored by PostgreSQL's own programs.

The password reaches them in the environment, where nobody else sees it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from django.apps import apps
from django.db import connection

from referee.server.backup import BackupError, run
from referee.server.database import check_applied

DUMP = "referee.dump"
_PLAIN = ("--no-owner", "--no-privileges")


def dump(folder: Path) -> None:
    """Dumps the database into the folder, and reads the dump to its end. Raises BackupError."""
    _on_database("pg_dump", "--format=custom", *_PLAIN, f"--file={folder / DUMP}")
    _run("pg_restore", f"--file={os.devnull}", str(folder / DUMP))


def check(backup: Path) -> None:
    """Whether a dump is whole, and of this version or an older one. Raises BackupError."""
    _run("pg_restore", f"--file={os.devnull}", str(backup / DUMP))
    table = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(backup / DUMP))
    rows = [line.split("\t") for line in table.splitlines() if line.count("\t") == 3]
    for error in check_applied({(app, migration) for _, app, migration, _ in rows}):
        raise BackupError(f"{error.msg} {error.hint}")


def replace(backup: Path, part: Path) -> None:
    """Puts a dump in the place of all tables of the app, all of it or nothing. Raises BackupError."""
    script, drop = part / "restore.sql", part / "drop.sql"
    _run("pg_restore", "--clean", "--if-exists", *_PLAIN, f"--file={script}", str(backup / DUMP))
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
    connection.close()
    labels = tuple(f"{app.label}_" for app in apps.get_app_configs())
    # The dump does not know tables that came after it.
    drops = [f'DROP TABLE IF EXISTS "{table}" CASCADE;' for table in tables if table.startswith(labels)]
    drop.write_text("\n".join(["SET lock_timeout = '10s';", *drops]))
    options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    _on_database("psql", *options, f"--file={drop}", f"--file={script}")


def _on_database(program: str, *arguments: str) -> None:
    """Runs a program that speaks to the database; what it needs for that follows its arguments."""
    given = connection.client.settings_to_cmd_args_env(connection.settings_dict, list(arguments))
    _run(program, *list(given[0])[1:], environ=given[1])


def _run(*command: str, environ: Mapping[str, str] | None = None) -> str:
    try:
        done = run(list(command), os.environ | (environ or {}))
    except FileNotFoundError:
        raise BackupError(f"{command[0]} is not here. Install Debian's postgresql-client.") from None
    if done.returncode:
        reason = " ".join(done.stderr.split()) or f"it ended with status {done.returncode}"
        raise BackupError(f"{command[0]} failed: {reason[:500]}")
    return done.stdout
