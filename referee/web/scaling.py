"""Kept pictures at the width that a screen shows them: scaled when they are asked for, and remembered."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

#: Faces and photos, small and large; what is wider than it is kept is sent as it is.
WIDTHS = frozenset({96, 192, 400, 800})


@lru_cache(maxsize=256)
def scaled(path: Path, wide: int, digest: str) -> bytes:  # noqa: ARG001 - what is remembered goes by it
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
