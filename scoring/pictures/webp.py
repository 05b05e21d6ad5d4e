"""Pictures that come back in an export: kept byte for byte, if they are what `pictures.decoding` makes."""

from __future__ import annotations

import io
import struct

from scoring.pictures.picture import Picture

#: Bytes of a picture of ours; 1600 pixels square of noise have less.
MOST_BYTES = 8 * 1024 * 1024
#: The parts of a WebP file that hold pixels. Places, names and profiles lie in others.
_PIXELS = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH"}


def webp_of(data: bytes, side: int) -> Picture | None:
    """The picture in these bytes; None unless they are one WebP picture, whole, still, with nothing else in
    the file, and no side of it longer than `side` pixels.
    """
    if len(data) > MOST_BYTES or not _only_pixels(data):
        return None
    # Only who has pictures needs Pillow.
    from PIL import Image  # noqa: PLC0415

    from scoring.pictures.decoding import BROKEN  # noqa: PLC0415

    try:
        with Image.open(io.BytesIO(data), formats=["WEBP"]) as image:
            if max(image.size) > side or getattr(image, "is_animated", False):
                return None
            image.load()
            return Picture(data, image.width, image.height)
    except (*BROKEN, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None


def _only_pixels(data: bytes) -> bool:
    """Whether the file is as long as it says, and all its parts are pixels."""
    if len(data) < 20 or data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return False
    (length,) = struct.unpack_from("<L", data, 4)
    at = 12
    while at + 8 <= len(data):
        name, size = data[at : at + 4], struct.unpack_from("<L", data, at + 4)[0]
        if name not in _PIXELS:
            return False
        at += 8 + size + size % 2
    return bool(at == len(data) == length + 8)
