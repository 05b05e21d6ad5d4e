"""Addresses of the pages; an ASGI server answers the live stream beside them (referee.asgi)."""

import time

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.stream.endpoint import CLOCK, GONE, LIVE


@require_safe
def no_stream(_request: HttpRequest, ticket: str) -> HttpResponse:  # noqa: ARG001  # nobody reads it
    """Where the server has no stream (WSGI): it is over as it begins, and the page polls."""
    return HttpResponse(GONE, content_type="text/event-stream")


@never_cache
@require_safe
def clock(_request: HttpRequest) -> HttpResponse:
    """As `referee.stream.endpoint.clock`, where there is no plain ASGI beside the pages."""
    return HttpResponse(f"{time.time() * 1000:.1f}", content_type="text/plain")


urlpatterns = [
    # Tried from the top, and nothing is asked for as often as a table.
    path("", include("referee.table.urls")),
    path("", include("referee.crew.urls")),
    path("rules/", include("referee.rulebooks.urls")),
    path("admin/", admin.site.urls),
    path(f"{LIVE.removeprefix('/')}<path:ticket>", no_stream, name="no_stream"),
    path(CLOCK.removeprefix("/"), clock, name="clock"),
]

handler400 = "referee.web.errors.bad_request"
handler403 = "referee.web.errors.forbidden"
handler404 = "referee.web.errors.not_found"
handler500 = "referee.web.errors.server_error"
