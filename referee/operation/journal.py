"""Log lines as JSON, each with the id of the request that it belongs to."""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from referee.logs import clean, one_line, shortened

_ID = re.compile(r"[\w-]{8,64}", re.ASCII)
_request: ContextVar[str] = ContextVar("request", default="")
#: What every record has; all else was given with `extra`.
_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "request", "status_code", "server_time"}


@contextmanager
def of_request(given: str) -> Iterator[str]:
    """Writes the block's lines under one id: the one given, if it is one, else a new one. Yields it."""
    token = _request.set(given if _ID.fullmatch(given) else secrets.token_hex(8))
    try:
        yield _request.get()
    finally:
        _request.reset(token)


class JsonLines(logging.Formatter):
    """One object a line: time (ISO 8601, UTC), level, logger and message; where there are any the id of the
    request, what was given with `extra`, and the traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end; secrets are masked, and refusals short, as on every line."""
        record = shortened(record)
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": one_line(record.getMessage()),
        }
        if request := _request.get():
            line["request"] = request
        line |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return clean(json.dumps(line, ensure_ascii=False, default=str))
