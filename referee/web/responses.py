"""Answers of more than one room: a page or the part that htmx swaps, and pictures as nothing but pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers

from referee.web.requests import HtmxRequest
from referee.web.scaling import WIDTHS, scaled
from referee.web.wording import whole_number


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


def serve_picture(request: HttpRequest, path: Path, *, digest: str, name: str) -> HttpResponse:
    """The WebP file, called `name` where it is saved; `digest` tells it from every other.

    The address may ask for it smaller: `wide=400`. For one whose right to see it has been checked. Raises
    Http404 where the file is gone, and for a width that no page asks for.
    """
    asked = request.GET.get("wide", "")
    wide = whole_number(asked, digits=4) if asked else 0
    if wide is None or (wide and wide not in WIDTHS):
        raise Http404("Nothing is kept at this width.")

    def read() -> bytes:
        try:
            return scaled(path, wide, digest) if wide else path.read_bytes()
        except FileNotFoundError:
            raise Http404("The file is gone.") from None

    digest_of_size = f"{digest}-{wide}" if wide else digest
    return serve(request, read, kind="image/webp", digest=digest_of_size, name=name)


def serve(
    request: HttpRequest, picture: Callable[[], bytes], *, kind: str, digest: str, name: str
) -> HttpResponse:
    """A picture that is only read, or drawn, for one who has not got it already."""
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(picture(), content_type=kind)
    # Asked for anew each time, so that one who was shut out sees it no more; unchanged, it is not sent again.
    response["Cache-Control"] = "private, no-cache"
    response["ETag"] = etag
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["X-Content-Type-Options"] = "nosniff"
    return response
