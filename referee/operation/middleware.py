"""Gives every request an id, notes how long its answer took, and says whether the referee is well."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseFileResponse

from referee.operation import health, journal, measures

HEADER = "X-Request-ID"

GetResponse = Callable[[HttpRequest], HttpResponse]

log = logging.getLogger("referee.request")


def followed(get_response: GetResponse) -> GetResponse:
    """Outermost: what is logged meanwhile has the request's id, and the answer names it.

    The line of each request names its view, never its path: secrets stand in some of them.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        with journal.of_request(request.headers.get(HEADER, "")) as name:
            response = get_response(request)
            # A page brings several files, and nobody asks the log for one.
            if not isinstance(response, WhiteNoiseFileResponse):
                response[HEADER] = name
            seconds, match = perf_counter() - began, request.resolver_match
            view, method = (match.view_name if match else "none"), request.method or ""
            measures.note_request(view, method, response.status_code, seconds)
            told = {"view": view, "method": method, "status": response.status_code}
            log.debug("answered", extra=told | {"seconds": round(seconds, 4)})
        return response

    return middleware


def well(get_response: GetResponse) -> GetResponse:
    """Answers `/health/`, before hosts and https are looked at: who asks knows the machine by no name."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = health.ANSWERS.get(request.path_info)
        return answer() if answer else get_response(request)

    return middleware
