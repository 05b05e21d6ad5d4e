"""Troubles of the disk and of the database, and of what is not installed, said in words.

Whoever reads them sends the same tap again: nothing of it was kept, and a key that was kept counts once.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from http import HTTPStatus
from typing import NamedTuple

from django.conf import settings
from django.db import Error as DatabaseError

#: Bytes; with less the disk is as good as full.
FULL = 1 << 20


class Trouble(NamedTuple):
    """What is wrong: the status of the answer, and a sentence. `gone`: the database cannot be reached."""

    status: HTTPStatus
    text: str
    gone: bool = False


_LATER = HTTPStatus.SERVICE_UNAVAILABLE
DISK_FULL = Trouble(HTTPStatus.INSUFFICIENT_STORAGE, "The server’s disk is full.")
READ_ONLY = Trouble(_LATER, "The server’s disk can only be read.")
BUSY = Trouble(_LATER, "The database is busy.")
UNREADABLE = Trouble(_LATER, "The server’s disk does not answer.")
GONE = Trouble(_LATER, "The database does not answer.", gone=True)
NO_PILLOW = Trouble(HTTPStatus.NOT_IMPLEMENTED, "Pictures are made with Pillow, which is not installed here.")

_BY_ERRNO = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: UNREADABLE,
}
_BY_SQLITE = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: UNREADABLE,
    sqlite3.SQLITE_CANTOPEN: UNREADABLE,
}
#: By SQLSTATE, or by its class, the first two signs.
_BY_SQLSTATE = {
    "53100": DISK_FULL,
    "53": BUSY,
    "25006": READ_ONLY,
    "55P03": BUSY,
    "40": BUSY,
    "08": GONE,
    "57P": GONE,
}


def trouble_of(error: BaseException) -> Trouble | None:
    """What an error says of the disk, the database or the installation; None where it is another matter."""
    if isinstance(error, ModuleNotFoundError):
        return NO_PILLOW if error.name == "PIL" else None
    if isinstance(error, DatabaseError | sqlite3.Error):
        return _of_database(error if isinstance(error, sqlite3.Error) else error.__cause__)
    return _BY_ERRNO.get(error.errno or 0) if isinstance(error, OSError) else None


def in_words(error: BaseException) -> str:
    """What stopped a command or the start, in one line."""
    said, trouble = " ".join(str(error).split()), trouble_of(error)
    return f"{trouble.text} ({said})" if trouble else said


def _of_database(cause: BaseException | None) -> Trouble | None:
    if isinstance(cause, sqlite3.Error):
        found = _BY_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        return DISK_FULL if found is UNREADABLE and _is_full() else found
    state = getattr(cause, "sqlstate", None)
    if state is None:
        # Nothing was heard of PostgreSQL: the connection broke, or there was none.
        return GONE if type(cause).__name__ in {"OperationalError", "ConnectionTimeout"} else None
    return next((_BY_SQLSTATE[state[:n]] for n in (5, 3, 2) if state[:n] in _BY_SQLSTATE), None)


def _is_full() -> bool:
    """SQLite calls it an error of the disk, too, when there is no room for its shared memory."""
    return shutil.disk_usage(settings.DATA_DIR).free < FULL
