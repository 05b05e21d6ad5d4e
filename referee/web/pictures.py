"""Pictures as nothing but pictures: kept ones at the width that a screen shows, drawn ones, and QR codes."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from referee.web.wording import whole_number

#: Faces and photos, small and large; what is wider than it is kept is sent as it is.
WIDTHS = frozenset({96, 192, 400, 800})


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
            return _scaled(path, wide, digest) if wide else path.read_bytes()
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


@lru_cache(maxsize=256)
def _scaled(path: Path, wide: int, digest: str) -> bytes:  # noqa: ARG001 - what is remembered goes by it
    """A WebP file, at most so wide. Raises FileNotFoundError.

    Nothing of it is written down, so that nothing is left of a picture that was removed. A photo takes 30 ms,
    a face 3; browsers keep both by their ETag.
    """
    from PIL import Image  # noqa: PLC0415  # only who has pictures needs it

    data = path.read_bytes()
    with Image.open(io.BytesIO(data), formats=["WEBP"]) as picture:
        if picture.width <= wide:
            return data
        small = picture.resize((wide, max(round(picture.height * wide / picture.width), 1)), reducing_gap=2)
    file = io.BytesIO()
    small.save(file, "WEBP", quality=78)
    return file.getvalue()


@lru_cache(64)
def qr(link: str) -> str:
    """The QR code of a link as SVG; the page lays it on white in both themes."""
    code = segno.make(link, error="m", micro=False)
    return str(code.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None))
