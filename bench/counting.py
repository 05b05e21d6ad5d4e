"""The app's settings with one header more: how many queries a page took."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

from referee.settings import *  # noqa: F403
from referee.settings import MIDDLEWARE

HEADER = "X-Queries"
MIDDLEWARE = ["bench.counting.counted", *MIDDLEWARE]


def counted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: says in a header how often the database was asked."""

    def middleware(request: HttpRequest) -> HttpResponse:
        asked = 0

        def count(execute: Callable[..., Any], *args: Any) -> Any:
            nonlocal asked
            asked += 1
            return execute(*args)

        with connection.execute_wrapper(count):
            response = get_response(request)
        response.headers[HEADER] = str(asked)
        return response

    return middleware
