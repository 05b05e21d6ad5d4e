"""What is written to the log: a line for each record, with no secret in it.

An address can be a key: whoever has the link of an invitation joins by it. So the part of a path that is one
is masked wherever it turns up, also inside a traceback.
"""

from __future__ import annotations

import logging
import re
from contextvars import ContextVar
from copy import copy
from datetime import datetime

from django.http import HttpRequest
from pythonjsonlogger.json import JsonFormatter as LibraryJsonFormatter

#: Paths whose next part lets in whoever has it: invitations, streams, and what is shared by a link: boards,
#: calendars, feeds, results and sheets.
SECRET_PATHS = ("b", "c", "f", "join", "live", "r", "s")
#: The id of the request that this thread or task answers; empty outside of one.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")

_SECRET = re.compile(rf"(/(?:{'|'.join(SECRET_PATHS)})/)[^/\s?#'\"]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
#: Characters of a message that somebody else may have filled.
_LONGEST = 2_000


def mask(text: str) -> str:
    """The text with its secrets masked.

    >>> mask("Not Found: /join/abc/")
    'Not Found: /join/***/'
    """
    return _SECRET.sub(r"\1***", text)


class _SafeFormatter(logging.Formatter):
    """Masks secrets. A message is one line of bounded length; a traceback follows only where the fault is
    ours. Of a refusal (4xx), whose status Django notes, the line says what was raised and who asked.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        record, message = copy(record), record.getMessage()
        if getattr(record, "status_code", 500) < 500:
            details = [record.exc_info[0].__name__] if record.exc_info and record.exc_info[0] else []
            # runserver's own log has a socket there.
            if isinstance(request := getattr(record, "request", None), HttpRequest):
                details.append(f"from {request.META.get('REMOTE_ADDR', '')}")
            message += f" ({', '.join(details)})" if details else ""
            record.exc_info = record.exc_text = None
        message = _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), message)
        record.msg, record.args = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}...", ()
        # Django's facts of a request are none of ours.
        for name in ("request", "server_time", "status_code"):
            vars(record).pop(name, None)
        if request_id := REQUEST_ID.get():
            record.request = request_id
        return mask(super().format(record))

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        """When it was, with the hours from UTC: clocks of two machines can be compared."""
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class LineFormatter(_SafeFormatter):
    """For eyes."""


class JsonFormatter(_SafeFormatter, LibraryJsonFormatter):
    """For machines: an object a line, with the id of the request and what was given as `extra`."""
