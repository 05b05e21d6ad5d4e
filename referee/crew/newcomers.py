"""How many crews may be made: from one place, and in all. And how much a crew and a phone may make."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew.limits import MINUTES, Limit, wait
from referee.web.addresses import is_this_machine, place, site
from referee.web.components import SAMPLE
from scoring.crew.visitor import CrewRequest, TooManyCrews
from scoring.models.limits import TooMany, TooOften

FROM_PLACE = Limit("new-crews-from", 20)
#: Of an IPv6 address's /48, which one customer may have: thousands of places.
FROM_SITE = Limit("new-crews-of-site", 100)
#: After so many only who has had one is told to wait: a flood keeps nobody out who comes for the first time.
IN_ALL = Limit("new-crews", 1_000)
HAD_ONE = Limit("new-crew-had", 1)
EVERYWHERE = "everywhere"
#: Games that a phone begins.
BEGUN = Limit("games-of-phone", 60)


class Newcomers:
    """Middleware: tells a visitor whether a crew may be made for them, or a game begun, and says why not.

    This machine itself is no place that could be many, and tries the app out. Below the address of a
    sample's table (`scoring.samples`) `request.visitor` is the one who tries it, in no crew but the sample's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        table = re.escape(reverse("table", args=[SAMPLE]).removesuffix("/"))
        # As long as ten random bytes are: the id of any other game is longer.
        self._sample = re.compile(rf"{table}[\w-]{{14}}/", re.ASCII)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asks = cast("CrewRequest", request)
        asks.visitor.may_found = lambda: _may_found(request)
        asks.visitor.may_begin = lambda: _may_begin(request)
        if self._sample.match(request.path):
            asks.visitor = asks.visitor.for_sample()
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that says so."""
        if isinstance(exception, TooOften):
            return wait(_too_many(request, str(exception), HTTPStatus.TOO_MANY_REQUESTS))
        if isinstance(exception, TooMany):
            return _too_many(request, str(exception), HTTPStatus.CONFLICT)
        if not isinstance(exception, TooManyCrews):
            return None
        why = f"Too many crews were made just now. Wait {MINUTES} minutes, then try again."
        return wait(_too_many(request, why, HTTPStatus.TOO_MANY_REQUESTS))


def _too_many(request: HttpRequest, why: str, status: HTTPStatus) -> HttpResponse:
    return render(request, "429.html", {"why": why}, status=status)


def _may_found(request: HttpRequest) -> bool:
    """Whether one more crew may be made; it is counted. A place that has had its own uses up no others."""
    if is_this_machine(request):
        return True
    here, around = place(request), site(request)
    if not (FROM_PLACE.spend(here) and FROM_SITE.spend(around)):
        return False
    first = HAD_ONE.spend(around)
    return IN_ALL.spend(EVERYWHERE) or first


def _may_begin(request: HttpRequest) -> bool:
    """Whether the phone may begin one more game; it is counted."""
    phone = cast("CrewRequest", request).visitor.membership
    return is_this_machine(request) or BEGUN.spend(f"phone {phone.pk}" if phone else place(request))
