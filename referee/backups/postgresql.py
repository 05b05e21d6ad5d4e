"""The PostgreSQL database dumped, the dump looked through in a database of its own, and put back.

PostgreSQL's own programs do it; the password reaches them in the environment, where nobody else
sees it.
"""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.db import ProgrammingError, connection

from referee import start_checks
from referee.backups import BackupError
from referee.backups.folders import POSTGRESQL
from referee.backups.replaying import Replayed, looking_at, replay_some

_SETTINGS = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
_OPTIONS = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "service": "PGSERVICE",
}


def dump(part: Path) -> list[Replayed] | None:
    """Dumps the database into the folder, and looks through the dump; see `look_through`."""
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part / POSTGRESQL}")
    return look_through(part)


def look_through(backup: Path, *, migrate: bool = False) -> list[Replayed] | None:
    """Restores a dump beside the database in use, and replays games there. Raises BackupError.

    None where the role may make no database: then the dump is only read to its end.
    """
    file = str(backup / POSTGRESQL)
    with _scratch() as name:
        if name is None:
            _run("pg_restore", f"--file={os.devnull}", file)
            return None
        _run("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", f"--dbname={name}", file)
        with looking_at(name):
            if migrate:
                start_checks.bring_up_to_date()
            return replay_some()


def put_back(backup: Path) -> None:
    """Puts a dump in the place of all tables of the app, all of it or nothing. Raises BackupError."""
    script = backup / "restore.sql"
    _run(
        "pg_restore",
        "--clean",
        "--if-exists",
        "--no-owner",
        "--no-privileges",
        f"--file={script}",
        str(backup / POSTGRESQL),
    )
    with connection.cursor() as cursor:
        there = connection.introspection.table_names(cursor)
    connection.close()
    ours = tuple(f"{app.label}_" for app in apps.get_app_configs())
    # The dump knows nothing of tables that came after it.
    drops = [f'DROP TABLE IF EXISTS "{table}" CASCADE;' for table in there if table.startswith(ours)]
    before = backup / "before.sql"
    before.write_text("\n".join(["SET lock_timeout = '10s';", *drops]))
    _run(
        "psql",
        "--no-psqlrc",
        "--quiet",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        f"--file={before}",
        f"--file={script}",
    )


@contextmanager
def _scratch() -> Iterator[str | None]:
    """A database that is gone afterwards; None where the role may make none."""
    name = f"referee_backup_{secrets.token_hex(6)}"
    try:
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    except ProgrammingError:
        yield None
        return
    try:
        yield name
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _run(program: str, *arguments: str) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own programs, found as a shell would
            [program, *arguments],
            env=os.environ | _environ(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise BackupError(f"{program} is not here. Install Debian's postgresql-client.") from None
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"it ended with status {done.returncode}"
        raise BackupError(f"{program} failed: {said[:500]}")


def _environ() -> dict[str, str]:
    """How PostgreSQL's programs find the database."""
    settings = connection.settings_dict
    found = {name: str(settings[key]) for key, name in _SETTINGS.items() if settings.get(key)}
    found |= {
        name: str(settings["OPTIONS"][key]) for key, name in _OPTIONS.items() if key in settings["OPTIONS"]
    }
    return found | {"PGDATABASE": str(settings["NAME"])}
