"""For whoever runs the app: the id of a request in log and answer, what was slow, health, and metrics."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from http import HTTPStatus
from threading import current_thread
from time import perf_counter

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from prometheus_client import Gauge, Histogram, generate_latest

from referee.server.logs import REQUEST_ID
from referee.stream.hub import HUB
from referee.web import addresses

GetResponse = Callable[[HttpRequest], HttpResponse]

HEADER = "X-Request-ID"
#: Seconds after which the log says what has held a thread: those who came for it waited as long.
SLOW = 2.0

_ID = re.compile(r"[\w-]{8,64}", re.ASCII)
_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
_SECONDS = Histogram(
    "referee_request_seconds",
    "From the first line of Django to its answer; waiting for a thread comes before.",
    ["view", "method", "status"],
    buckets=(0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
_STREAMS = Gauge("referee_streams", "Phones that hear of every move at once.")
_STREAMS.set_function(lambda: HUB.listeners)

log = logging.getLogger("referee.request")


def observe(get_response: GetResponse) -> GetResponse:
    """Outermost middleware. Its log lines name the view, never the path: secrets stand in some."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began, given = perf_counter(), request.headers.get(HEADER, "")
        request_id = given if _ID.fullmatch(given) else secrets.token_hex(8)
        token = REQUEST_ID.set(request_id)
        try:
            # Before hosts and https are looked at: who asks for health knows the machine by no name.
            response = PAGES.get(request.path_info, get_response)(request)
            response[HEADER] = request_id
            _note(request, response.status_code, perf_counter() - began)
        finally:
            REQUEST_ID.reset(token)
        return response

    return middleware


def _note(request: HttpRequest, status: int, seconds: float) -> None:
    view = request.resolver_match.view_name if request.resolver_match else "none"
    facts = {"view": view, "method": request.method, "status": status, "seconds": round(seconds, 4)}
    log.debug("answered", extra=facts)
    if seconds > SLOW:
        thread = current_thread().name
        log.warning("%s %s took %.1f s on thread %s", request.method, view, seconds, thread)
    if settings.METRICS:
        # Names that a client made up do not become labels.
        method = request.method if request.method in _METHODS else "other"
        _SECONDS.labels(view, method, str(status)).observe(seconds)


def live(_request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all; it asks nobody else."""
    return _text("live")


def ready(_request: HttpRequest) -> HttpResponse:
    """200 while the database answers, else 503: requests are better sent elsewhere for now."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return _text("the database does not answer", HTTPStatus.SERVICE_UNAVAILABLE)
    return _text("ready")


def metrics(request: HttpRequest) -> HttpResponse:
    """What Prometheus reads, for this machine alone: of the process that it reaches."""
    addresses.resolve_client_address(request)
    if not (settings.METRICS and addresses.is_this_machine(request)):
        return _text("not found", HTTPStatus.NOT_FOUND)
    return _text(generate_latest().decode())


PAGES: dict[str, GetResponse] = {
    "/health/": ready,
    "/health/ready/": ready,
    "/health/live/": live,
    "/health/metrics/": metrics,
}


def _text(text: str, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    plain = {"content_type": "text/plain; charset=utf-8", "headers": {"Cache-Control": "no-store"}}
    return HttpResponse(f"{text}\n", status=status, **plain)
