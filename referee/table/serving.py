"""Pictures, handed out as pictures and as nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def serve_picture(request: HttpRequest, path: Path, *, digest: str, name: str) -> HttpResponse:
    """The WebP file, called `name` where it is saved; `digest` tells it from every other.

    For one whose right to see it has been checked. Raises Http404 where the file is gone.
    """

    def read() -> bytes:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            raise Http404("The file is gone.") from None

    return serve(request, read, kind="image/webp", digest=digest, name=name)


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
