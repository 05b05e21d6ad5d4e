"""The app's settings with two headers more: how many queries a page took, and how much processor time."""

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

from referee.settings import *  # noqa: F403
from referee.settings import MIDDLEWARE

HEADER = "X-Queries"
#: In seconds, of the thread that made the page.
COST = "X-Processor-Time"
MIDDLEWARE = ["bench.counting.counted", *MIDDLEWARE]


def counted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: says in headers how often the database was asked, and what the answer cost."""

    def middleware(request: HttpRequest) -> HttpResponse:
        asked, began = 0, time.thread_time()

        def count(execute: Callable[..., Any], *args: Any) -> Any:
            nonlocal asked
            asked += 1
            return execute(*args)

        with connection.execute_wrapper(count):
            response = get_response(request)
        response.headers[HEADER] = str(asked)
        response.headers[COST] = str(time.thread_time() - began)
        return response

    return middleware
