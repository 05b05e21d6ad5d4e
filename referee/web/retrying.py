"""Troubles of the disk and of the database are said in words, and what passes soon is waited for."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse

from referee.web import errors
from referee.web.trouble import trouble_of

#: Seconds that a request waits, from when it came, for a database that is gone; and between two tries.
WAITS, PAUSE = 3.0, 0.1
#: In the environ of a request: when it arrived, by the clock of `time.monotonic`; not every server says so.
ARRIVED_AT = "referee.arrived_at"

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)

GetResponse = Callable[[HttpRequest], HttpResponse]
Execute = Callable[[str, object, bool, dict[str, Any]], object]

log = logging.getLogger(__name__)


class RetryMiddleware:
    """Answers 503 or 507 where the disk or the database cannot be used now.

    A request that met a database which was gone, as PostgreSQL is while it starts anew, is tried again for a
    moment, but only while it has saved nothing. It stands innermost, so that there is nothing around the
    view that asks the database and is not tried again.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        # SQLite is never gone.
        self.waits = connection.vendor == "postgresql"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not self.waits or request.content_type == "multipart/form-data":  # a file is read but once
            return self.get_response(request)
        ends = request.META.get(ARRIVED_AT, monotonic()) + WAITS
        noted = _Noted()
        with connection.execute_wrapper(noted):
            response = self.get_response(request)
            while getattr(response, "gone", False) and not noted.wrote and monotonic() < ends:
                sleep(PAUSE)
                connection.close_if_unusable_or_obsolete()
                response = self.get_response(request)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer in words; None for what is no trouble of this kind."""
        trouble = trouble_of(error)
        if trouble is None:
            return None
        log.warning(
            "%s %s: %s (%s)", request.method, request.path, trouble.text, " ".join(str(error).split())
        )
        response = errors.troubled(request, trouble)
        response.gone = trouble.gone  # type: ignore[attr-defined]  # for __call__ alone
        return response


class _Noted:
    """Notes whether anything was saved, or may have been: a transaction that broke off has saved nothing."""

    def __init__(self) -> None:
        self._saved = False
        self._unsaved = False

    @property
    def wrote(self) -> bool:
        """Also where it is not known: the answer to COMMIT was lost."""
        return self._saved or self._unsaved

    def __call__(
        self,
        execute: Execute,
        sql: str,
        params: object,
        many: bool,  # noqa: FBT001  # Django's
        context: dict[str, Any],
    ) -> object:
        if not self.wrote and WRITES.match(sql):
            self._unsaved = connection.in_atomic_block
            self._saved = not self._unsaved
            if self._unsaved:
                transaction.on_commit(self._save)
        try:
            return execute(sql, params, many, context)
        except OperationalError:
            self._unsaved = False
            raise

    def _save(self) -> None:
        self._saved = True
