"""What a request knows here, and what every form has to be."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django_htmx.middleware import HtmxDetails

from scoring.crew import CrewRequest


class TableRequest(CrewRequest):
    """A request after the middleware: it has a visitor, and knows whether htmx asks."""

    htmx: HtmxDetails


def no_nulls(request: TableRequest) -> None:
    """Raises BadRequest for a form with NUL characters: no keyboard makes them, and PostgreSQL keeps none."""
    if any("\0" in str(value) for _, values in request.POST.lists() for value in values):
        raise BadRequest("The form has characters in it that cannot be stored.")
