"""Backups: taken while the app runs, looked through before they count, rotated, and put back."""

import sqlite3

from django.db import Error as DatabaseError

from referee.sqlite_file import Unfit


class BackupError(Exception):
    """No backup was made, or none was put back; the message says why, and what to do, in a sentence."""


#: What can stop a backup or a restore.
FAILURES = (BackupError, Unfit, DatabaseError, sqlite3.Error, OSError)
