"""At the table of a sample a browser is in no crew but the sample's own (`scoring.samples`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from referee.web.context import SAMPLE
from scoring.crew.visitor import CrewRequest


class Samples:
    """Middleware: below the address of a sample's table `request.visitor` is the one who tries it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        table = re.escape(reverse("table", args=[SAMPLE]).removesuffix("/"))
        # As long as ten random bytes are: the id of any other game is longer.
        self._table = re.compile(rf"{table}[\w-]{{14}}/", re.ASCII)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self._table.match(request.path):
            asks = cast("CrewRequest", request)
            asks.visitor = asks.visitor.for_sample()
        return self.get_response(request)
