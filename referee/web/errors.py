"""What went wrong, in words: a page for each status, and what an error says of the disk or the database.

Sending the same tap again is safe: a failed write saved nothing, and a key counts once.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
from http import HTTPStatus
from typing import NamedTuple

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import reswap, retarget

from referee.web.requests import NotHere
from referee.web.views import LOOKS

#: Bytes; with less the disk is as good as full.
FULL = 1 << 20


class Outage(NamedTuple):
    """What cannot be used now: the status of the answer, and a sentence."""

    status: HTTPStatus
    text: str


_LATER = HTTPStatus.SERVICE_UNAVAILABLE
DISK_FULL = Outage(HTTPStatus.INSUFFICIENT_STORAGE, "The server’s disk is full.")
READ_ONLY = Outage(_LATER, "The server’s disk can only be read.")
BUSY = Outage(_LATER, "The database is busy.")
UNREADABLE = Outage(_LATER, "The server’s disk does not answer.")
UNREACHABLE = Outage(_LATER, "The database does not answer.")
NO_PILLOW = Outage(HTTPStatus.NOT_IMPLEMENTED, "Pictures are made with Pillow, which is not installed here.")

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
    "08": UNREACHABLE,
    "57P": UNREACHABLE,
}


def outage_from(error: BaseException) -> Outage | None:
    """What an error says of the disk, the database or the installation; None where it is another matter."""
    if isinstance(error, ModuleNotFoundError):
        return NO_PILLOW if error.name == "PIL" else None
    if isinstance(error, DatabaseError | sqlite3.Error):
        return _of_database(error if isinstance(error, sqlite3.Error) else error.__cause__)
    return _BY_ERRNO.get(error.errno or 0) if isinstance(error, OSError) else None


def in_words(error: BaseException) -> str:
    """What stopped a command or the start, in one line."""
    message, outage = " ".join(str(error).split()), outage_from(error)
    return f"{outage.text} ({message})" if outage else message


def _of_database(cause: BaseException | None) -> Outage | None:
    if isinstance(cause, sqlite3.Error):
        outage = _BY_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        return DISK_FULL if outage is UNREADABLE and _is_full() else outage
    state = getattr(cause, "sqlstate", None)
    if state is None:
        # Nothing was heard of PostgreSQL: the connection broke, or there was none.
        return UNREACHABLE if type(cause).__name__ in {"OperationalError", "ConnectionTimeout"} else None
    return next((_BY_SQLSTATE[state[:n]] for n in (5, 3, 2) if state[:n] in _BY_SQLSTATE), None)


def _is_full() -> bool:
    """SQLite calls it an error of the disk, too, when there is no room for its shared memory."""
    return shutil.disk_usage(settings.DATA_DIR).free < FULL


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, for what Django itself refuses: a foreign host name, a form with too many fields."""
    return _page(request, "400.html", HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403, for what is there but not for this phone."""
    return _page(request, "403.html", HTTPStatus.FORBIDDEN, why=str(exception))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that did not come from a page of ours, or came after the cookie was cleared."""
    return _page(request, "403_csrf.html", HTTPStatus.FORBIDDEN, reason=reason)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404; also for what belongs to another crew, which must not learn that it exists.

    An exception of the record that has a `why` says it to its own crew.
    """
    why = str(exception) if isinstance(exception, NotHere) else getattr(exception, "why", "")
    return _page(request, "404.html", HTTPStatus.NOT_FOUND, why=why)


def too_large(request: HttpRequest) -> HttpResponse:
    """413, for a body larger than anything the app asks for."""
    return _page(request, "413.html", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def outage_response(request: HttpRequest, outage: Outage) -> HttpResponse:
    """503 or 507, for a disk or a database that cannot be used now; what was sent can be sent again. 501, for
    what is not installed.
    """
    passes = outage.status != HTTPStatus.NOT_IMPLEMENTED
    context = {"why": outage.text, "saves": request.method not in LOOKS, "passes": passes}
    response = _page(request, "outage.html", outage.status, **context)
    if passes:
        response["Retry-After"] = "5"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our mistake, unless it was the disk or the database.

    The template needs no context, so that nothing further can fail.
    """
    error = sys.exc_info()[1]
    outage = outage_from(error) if error else None
    if outage:
        return outage_response(request, outage)
    return _page(request, "500.html", HTTPStatus.INTERNAL_SERVER_ERROR)


def _page(request: HttpRequest, template: str, status: int, **context: object) -> HttpResponse:
    """It takes the place of the whole page, whichever part of it was asked for."""
    response = render(request, template, context, status=status)
    if "HX-Request" in request.headers:
        retarget(reswap(response, "innerHTML"), "body")
    return response
