"""A link as a picture that another phone's camera reads."""

from __future__ import annotations

from functools import lru_cache

import segno


@lru_cache(64)
def qr(link: str) -> str:
    """The QR code of a link as SVG; the page lays it on white in both themes."""
    code = segno.make(link, error="m", micro=False)
    return str(code.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None))
