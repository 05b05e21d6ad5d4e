"""What is written to the log: one line for what somebody sent, and no secret in it.

An address can be a key: whoever has the link of an invitation joins by it. So the part of a path that is one
is masked wherever it turns up, also inside a traceback.
"""

from __future__ import annotations

import logging
import re
from copy import copy
from datetime import datetime

from django.http import HttpRequest

#: Paths whose next part lets in whoever has it: invitations, streams, and what is shared by a link: boards,
#: calendars, feeds, results and sheets.
SECRET_PATHS = ("b", "c", "f", "join", "live", "r", "s")
_SECRET = re.compile(rf"(/(?:{'|'.join(SECRET_PATHS)})/)[^/\s?#'\"]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
#: Characters of a line that somebody else may have filled.
LONGEST = 2_000


def clean(text: str) -> str:
    """The text with its secrets masked.

    >>> clean("Not Found: /join/abc/")
    'Not Found: /join/***/'
    """
    return _SECRET.sub(r"\1***", text)


def one_line(text: str) -> str:
    """The text as a line of at most 2,000 characters: what would break it is written out.

    >>> one_line("a\\nb")
    'a\\\\nb'
    """
    text = _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


class Line(logging.Formatter):
    """A line a record; a traceback follows only where the fault is ours.

    Django notes the status of its answer and the request: of a refusal (4xx) the line tells what was raised,
    and from where it was asked for.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        return clean(super().format(shortened(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's name
        """The line alone."""
        return one_line(super().formatMessage(record))

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        """When it was, with the hours from UTC: clocks of two machines can be compared."""
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


def shortened(record: logging.LogRecord) -> logging.LogRecord:
    """The record; of a refusal, what was raised and who asked in the place of a traceback."""
    if getattr(record, "status_code", 500) >= 500:
        return record
    raised = record.exc_info and record.exc_info[0]
    request = getattr(record, "request", None)
    more = [raised.__name__] if raised else []
    # runserver's own log has a socket there.
    if isinstance(request, HttpRequest):
        more.append(f"from {request.META.get('REMOTE_ADDR', '')}")
    said = copy(record)
    said.msg, said.args = f"{record.getMessage()} ({', '.join(more)})" if more else record.getMessage(), ()
    said.exc_info = said.exc_text = None
    return said
