"""Backups: taken while the app runs, checked before they count, rotated, and restored."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.db import Error as DatabaseError

from referee.server.database import DatabaseUnusable


class BackupError(Exception):
    """No backup was taken, or none was restored; the message says why, and what to do."""


#: What can stop a backup or a restore.
FAILURES = (BackupError, DatabaseUnusable, DatabaseError, sqlite3.Error, OSError)


def manage(data_dir: Path, *command: str) -> str:
    """Runs a command of manage.py, in a process of its own, on the SQLite database of a copied data folder.

    Returns what it prints. Raises BackupError with its last line where it fails.
    """
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = run(
        [sys.executable, "-m", "django", *command],
        # It signs nothing, and leaves no key in the copy.
        environ | {"DATA_DIR": str(data_dir), "SECRET_KEY": "of no use"},
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"{command[0]} ended with status {done.returncode}"]
        raise BackupError(lines[-1].removeprefix("CommandError: "))
    return done.stdout.strip()


def run(command: list[str], environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end. Raises FileNotFoundError where it is not installed."""
    return subprocess.run(  # noqa: S603 - our own command, or PostgreSQL's
        command,
        cwd=settings.BASE_DIR,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
