"""Is the referee well? Asked by whoever starts it anew when it is not."""

from __future__ import annotations

from http import HTTPStatus

from django.db import DatabaseError, connection
from django.http import HttpResponse


def live() -> HttpResponse:
    """200 while the process answers at all; it asks nobody else."""
    return _says("live")


def ready() -> HttpResponse:
    """200 while the database answers, else 503: requests are better sent elsewhere for now."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return _says("the database does not answer", HTTPStatus.SERVICE_UNAVAILABLE)
    return _says("ready")


ANSWERS = {"/health/": ready, "/health/ready/": ready, "/health/live/": live}


def _says(text: str, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    plain = {"content_type": "text/plain; charset=utf-8", "headers": {"Cache-Control": "no-store"}}
    return HttpResponse(f"{text}\n", status=status, **plain)
