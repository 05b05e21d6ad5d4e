"""What a request knows here, what every form has to be, and how both are answered."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request after django-htmx's middleware: it knows whether htmx asks."""

    htmx: HtmxDetails


#: In the environ of a request: when it arrived, by the clock of `time.monotonic`; not every server says so.
ARRIVED_AT = "referee.arrived_at"


class NotHere(Http404):
    """A 404 whose sentence is for the person who asked: it tells nothing that is another crew's."""


#: Characters; the longest that our pages send is the reason of a penalty, a sentence of the referee.
LONGEST = 1000


def check_form_fields(request: HttpRequest) -> None:
    """Raises BadRequest for a form whose fields no page of ours sends.

    NUL characters come from no keyboard, and PostgreSQL keeps none; what is typed is logged for good, so
    nobody writes a book into it.
    """
    sent = [str(value) for _, values in request.POST.lists() for value in values]
    if any("\0" in value or len(value) > LONGEST for value in sent):
        raise BadRequest("The form has fields in it that cannot be stored.")


def see_other(url: str) -> HttpResponseRedirect:
    """The answer to a form that did what it should: look there."""
    return HttpResponseRedirect(url, status=HTTPStatus.SEE_OTHER)


def for_anybody(response: HttpResponse, cache: str = "no-store") -> HttpResponse:
    """For those who got a link: in no index, no other site learns of it, and it is asked for anew each time,
    so that a link that was taken back shows nothing more.
    """
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = f"private, {cache}"
    return response


def status_of(errors: object) -> HTTPStatus:
    """The status of a page with a form on it: 422 if there is something wrong with what was sent."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if errors else HTTPStatus.OK


def page_or_part(
    request: HtmxRequest,
    page: str,
    part: str,
    context: Mapping[str, object],
    *,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """The template `page`, or for htmx `part`, the one in it that it swaps; caches keep the two apart.

    A page that htmx goes to, or back to, is a whole one.
    """
    response = render(request, part if swaps(request) else page, dict(context), status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def swaps(request: HtmxRequest) -> bool:
    """Whether only the part of the page is asked for that changes."""
    htmx = request.htmx
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request
