"""Tells the phones of a crew that moved to another server where it is."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import crew_move
from scoring.crew.visitor import CrewRequest, Visitor

#: The views where a phone without a crew is greeted as a new one.
_ENTRANCES = ("home", "crew")


class CrewMoved(Exception):
    """The crew of this phone is elsewhere; the message is the address."""


class Moved:
    """Middleware: says it where a phone finds nothing any more, and where it would begin another crew.

    Who is in a crew is asked nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        visitor = cast("CrewRequest", request).visitor
        may_found = visitor.may_found

        def founds() -> bool:
            if to := crew_move.where(visitor):
                raise CrewMoved(to)
            return may_found()

        visitor.may_found = founds
        response = self.get_response(request)
        if _finds_nothing(request, response, visitor) and (to := crew_move.where(visitor)):
            return _page(request, to)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that says so."""
        return _page(request, str(exception)) if isinstance(exception, CrewMoved) else None


def _finds_nothing(request: HttpRequest, response: HttpResponse, visitor: Visitor) -> bool:
    # Who plays is asked nothing more by it.
    match = request.resolver_match
    lost = response.status_code == HTTPStatus.NOT_FOUND or (match and match.view_name in _ENTRANCES)
    return bool(lost) and visitor.was_asked and visitor.membership is None


def _page(request: HttpRequest, to: str) -> HttpResponse:
    return render(request, "crew/moved.html", {"to": to}, status=HTTPStatus.GONE)
