"""Pictures that people sent, handed out as pictures and as nothing else."""

from __future__ import annotations

from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def serve_picture(request: HttpRequest, path: Path, *, digest: str, name: str) -> HttpResponse:
    """The WebP file, called `name` where it is saved; `digest` tells it from every other.

    For one whose right to see it has been checked. Raises Http404 where the file is gone.
    """
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise Http404("The file is gone.") from None
        response = HttpResponse(data, content_type="image/webp")
    # Asked for anew each time, so that one who was shut out sees it no more; unchanged, it is not sent again.
    response["Cache-Control"] = "private, no-cache"
    response["ETag"] = etag
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["X-Content-Type-Options"] = "nosniff"
    return response
