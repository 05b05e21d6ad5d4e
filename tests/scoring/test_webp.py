"""Pictures that come back: as this app writes them, or not at all."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image

from scoring.pictures.decoding import picture_of
from scoring.pictures.webp import webp_of
from tests.hostile import moving, photo

OURS = picture_of(io.BytesIO(photo(size=(90, 60)))).data


def with_exif() -> bytes:
    exif = Image.Exif()
    exif[0x010F] = "Maker"
    return photo("WEBP", exif=exif)


def with_part(name: bytes) -> bytes:
    """The picture with one more part, and a length that fits."""
    data = OURS + name + struct.pack("<L", 4) + b"http"
    return data[:4] + struct.pack("<L", len(data) - 8) + data[8:]


def test_a_picture_of_ours_comes_back_byte_for_byte() -> None:
    picture = webp_of(OURS, 90)
    assert picture
    assert (picture.data, picture.width, picture.height) == (OURS, 90, 60)


WRONG = {
    "nothing": b"",
    "a word": b"RIFF",
    "a JPEG": photo(),
    "a PNG": photo("PNG"),
    "a film": moving("WEBP"),
    "with its maker": with_exif(),
    "with a profile": photo("WEBP", icc_profile=b"profile"),
    "with a place": with_part(b"XMP "),
    "with a page behind": OURS + b"<script>",
    "cut short": OURS[:-3],
    "no pixels": OURS[:20] + bytes(len(OURS) - 20),
}


@pytest.mark.parametrize("name", WRONG)
def test_anything_else_does_not(name: str) -> None:
    assert webp_of(WRONG[name], 1600) is None


def test_nor_does_one_that_is_too_long() -> None:
    assert webp_of(OURS, 89) is None
