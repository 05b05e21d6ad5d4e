"""The app's settings with two headers more: a page's queries, and its thread's seconds of processor time."""

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

from referee.settings import *  # noqa: F403
from referee.settings import MIDDLEWARE

MIDDLEWARE = ["bench.counting.counted", *MIDDLEWARE]


def counted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that measures."""

    def middleware(request: HttpRequest) -> HttpResponse:
        asked, began = 0, time.thread_time()

        def count(execute: Callable[..., Any], *args: Any) -> Any:
            nonlocal asked
            asked += 1
            return execute(*args)

        with connection.execute_wrapper(count):
            response = get_response(request)
        response.headers["X-Queries"] = str(asked)
        response.headers["X-Processor-Time"] = str(time.thread_time() - began)
        return response

    return middleware
