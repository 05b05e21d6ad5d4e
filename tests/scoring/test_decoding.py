"""How large a picture may be, and how little of it is in memory at once (bench/pictures.py measures that)."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageOps

from scoring.pictures import decoding
from scoring.pictures.decoding import NotAPhoto, face_of, picture_of

PLAIN: dict[str, Any] = {"kind": "JPEG"}
ROUNDS: dict[str, Any] = {"kind": "JPEG", "progressive": True}


def picture(width: int, height: int, *, kind: str, mode: str = "RGB", **options: Any) -> io.BytesIO:
    file = io.BytesIO()
    Image.new(mode, (width, height)).save(file, kind, **options)
    file.seek(0)
    return file


@pytest.mark.parametrize(
    ("how", "most"),
    [({"kind": "PNG"}, 24), ({"kind": "WEBP"}, 13), (ROUNDS, 24), (PLAIN, 50)],
)
def test_what_is_unpacked_whole_has_fewer_pixels(
    monkeypatch: pytest.MonkeyPatch, how: dict[str, Any], most: int
) -> None:
    for name in ("MOST_PIXELS", "MOST_WHOLE", "MOST_WEBP"):
        monkeypatch.setattr(decoding, name, getattr(decoding, name) // 1000)
    side = int((most * 1000) ** 0.5)
    assert picture_of(picture(side, side, **how)).width == side
    with pytest.raises(NotAPhoto, match=r"million pixels\. Send a smaller one, or a JPEG"):
        picture_of(picture(side + 5, side + 5, **how))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_only_a_small_picture_is_copied(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setattr(decoding, "PHOTO_SIDE", 100)
    copied: list[tuple[int, int]] = []
    turn = ImageOps.exif_transpose

    def noted(image: Image.Image) -> Image.Image:
        copied.append(image.size)
        return turn(image)

    monkeypatch.setattr(ImageOps, "exif_transpose", noted)
    kind = "JPEG" if mode == "CMYK" else "PNG"
    kept = picture_of(picture(1990, 1000, kind=kind, mode=mode))
    assert max(copied[0]) < 200
    assert (kept.width, kept.height) == (100, 50)
    assert face_of(picture(1990, 1000, kind=kind, mode=mode)).width == decoding.FACE_SIDE


@pytest.mark.parametrize(("width", "height"), [(4000, 3000), (8000, 100)])
def test_a_jpeg_is_unpacked_at_a_part_of_its_size(
    monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    monkeypatch.setattr(decoding, "PHOTO_SIDE", 400)
    unpacked: list[int] = []
    coarse = decoding._coarse

    def noted(image: Image.Image) -> Image.Image:
        unpacked.append(max(image.size))
        return coarse(image)

    monkeypatch.setattr(decoding, "_coarse", noted)
    picture_of(picture(width, height, **PLAIN))
    assert unpacked[0] <= width // 4


def test_a_picture_that_there_is_no_memory_for_is_not_called_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    def starved(_: Image.Image) -> Image.Image:
        raise MemoryError

    monkeypatch.setattr(decoding, "_coarse", starved)
    with pytest.raises(NotAPhoto, match="too little memory left") as caught:
        picture_of(picture(10, 10, **PLAIN))
    assert "damaged" not in str(caught.value)
