"""Pages for what went wrong, in words."""

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from referee.web.requests import NotHere
from referee.web.trouble import Trouble, trouble_of
from referee.web.views import LOOKS


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, for what Django itself refuses: a foreign host name, a form with too many fields."""
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403, for what is there but not for this phone."""
    return render(request, "403.html", {"why": str(exception)}, status=HTTPStatus.FORBIDDEN)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that did not come from a page of ours, or came after the cookie was cleared."""
    return render(request, "403_csrf.html", {"reason": reason}, status=HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404; also for what belongs to another crew, which must not learn that it exists.

    An exception of the record that has a `why` says it to its own crew.
    """
    why = str(exception) if isinstance(exception, NotHere) else getattr(exception, "why", "")
    return render(request, "404.html", {"why": why}, status=HTTPStatus.NOT_FOUND)


def too_large(request: HttpRequest) -> HttpResponse:
    """413, for a body larger than anything the app asks for."""
    return render(request, "413.html", status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def troubled(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """503 or 507, for a disk or a database that cannot be used now; what was sent can be sent again. 501, for
    what is not installed.
    """
    passes = trouble.status != HTTPStatus.NOT_IMPLEMENTED
    said = {"why": trouble.text, "saves": request.method not in LOOKS, "passes": passes}
    response = render(request, "trouble.html", said, status=trouble.status)
    if passes:
        response["Retry-After"] = "5"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our mistake, unless it was the disk or the database.

    The template needs no context, so that nothing further can fail.
    """
    error = sys.exc_info()[1]
    trouble = trouble_of(error) if error else None
    if trouble:
        return troubled(request, trouble)
    return render(request, "500.html", status=HTTPStatus.INTERNAL_SERVER_ERROR)
