"""What a request knows here, and what every form has to be."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404
from django_htmx.middleware import HtmxDetails

from scoring.crew import CrewRequest


class TableRequest(CrewRequest):
    """A request after the middleware: it has a visitor, and knows whether htmx asks."""

    htmx: HtmxDetails


class NotHere(Http404):
    """A 404 whose sentence is for the person who asked: it tells nothing that is another crew's."""


#: Characters; the longest that our pages send is the reason of a penalty, a sentence of the referee.
LONGEST = 1000


def sound_fields(request: TableRequest) -> None:
    """Raises BadRequest for a form whose fields no page of ours sends.

    NUL characters come from no keyboard, and PostgreSQL keeps none; what is typed is logged for good, so
    nobody writes a book into it.
    """
    sent = [str(value) for _, values in request.POST.lists() for value in values]
    if any("\0" in value or len(value) > LONGEST for value in sent):
        raise BadRequest("The form has fields in it that cannot be stored.")
