"""How large a picture may be, and how little of it is in memory at once."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import pytest
from PIL import Image

from scoring.pictures import decoding
from scoring.pictures.decoding import face_of, picture_of
from scoring.pictures.picture import NotAPhoto
from tests.hostile import head, photo, png

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
    put = decoding._on_white

    def noted(image: Image.Image) -> Image.Image:
        copied.append(image.size)
        return put(image)

    monkeypatch.setattr(decoding, "_on_white", noted)
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


def _scans(times: int) -> bytes:
    """A JPEG that draws its last scan so often."""
    data = photo(size=(640, 480), progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:last] + times * data[last:-2] + data[-2:]


def _segments(times: int, said: bytes) -> bytes:
    """A JPEG with so many notes of a camera in front."""
    data = photo()
    return data[:2] + times * (b"\xff\xe1" + struct.pack(">H", len(said) + 2) + said) + data[2:]


def _texts(times: int) -> bytes:
    """A PNG with so many texts."""
    pixels = (b"IDAT", zlib.compress(bytes(48 * (1 + 3 * 64))))
    return png(head(64, 48), *times * [(b"tEXt", b"Title\0sun")], pixels, (b"IEND", b""))


def _riff(times: int) -> bytes:
    """A WebP with so many parts that nobody knows."""
    data = photo("WEBP") + times * (b"NONE" + struct.pack("<L", 2) + b"..")
    return data[:4] + struct.pack("<L", len(data) - 8) + data[8:]


@pytest.mark.parametrize(
    ("few", "many"),
    [
        (_scans(80), _scans(200)),
        (photo()[:-2] + 60_000 * b"\xff" + b"\xff\xd9", photo()[:-2] + 70_000 * b"\xff" + b"\xff\xd9"),
        (_segments(9, b"Exif\0\0"), _segments(11, b"Exif\0\0")),
        (_segments(900, b"http"), _segments(60_000, b"")),
        (photo()[:2] + 60_000 * b"\xff" + photo()[2:], photo()[:2] + 100_000 * b"\xff" + photo()[2:]),
        (photo()[:2] + 20_000 * b"\xff\0" + photo()[2:], photo()[:2] + 50_000 * b"\xff\0" + photo()[2:]),
        (_texts(50), _texts(61)),
        (_riff(900), _riff(1_001)),
    ],
    ids=[
        "scans",
        "fill among the pixels",
        "notes of a camera",
        "empty segments",
        "fill",
        "stuffing",
        "texts",
        "parts of a WebP",
    ],
)
def test_a_picture_of_more_parts_than_any_camera_writes_is_refused_before_it_is_looked_into(
    few: bytes, many: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert picture_of(io.BytesIO(few)).width
    monkeypatch.setattr(Image, "open", None)
    with pytest.raises(NotAPhoto, match="too many parts"):
        picture_of(io.BytesIO(many))


def test_the_larger_a_jpeg_the_less_often_it_may_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert picture_of(io.BytesIO(_scans(20))).width
    monkeypatch.setattr(decoding, "MOST_DRAWN", 20 * 640 * 480)
    with pytest.raises(NotAPhoto, match="too many parts"):
        picture_of(io.BytesIO(_scans(20)))


@pytest.mark.parametrize("of", [b"\xff", b"\xff\0", b"\xff\xd0", b"x"])
def test_a_jpeg_of_nothing_is_refused_before_it_is_looked_into(
    of: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Image, "open", None)
    with pytest.raises(NotAPhoto, match="too many parts"):
        picture_of(io.BytesIO(b"\xff\xd8" + 1_000_000 * of))


@pytest.mark.parametrize("name", ["exif", "eXIf behind", "raw"])
def test_notes_that_are_all_made_of_each_other_are_not_read(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 65,000 notes, each of which says that it is everything: read one by one they are 100 GB.
    notes, size = 65_000, 1_600_000
    tags = b"".join(struct.pack("<HHLL", tag, 1, size, 8) for tag in range(300, 300 + notes))
    exif = b"II*\0\x08\0\0\0" + struct.pack("<H", notes) + tags
    exif += bytes(size + 8 - len(exif))
    pixels, end = (b"IDAT", zlib.compress(bytes(48 * (1 + 3 * 64)))), (b"IEND", b"")
    raw = b"\n\nexif\n9\n" + (b"Exif\0\0" + exif[:400_000]).hex().encode()
    files = {
        "exif": png(head(64, 48), (b"eXIf", exif), pixels, end),
        "eXIf behind": png(head(64, 48), pixels, (b"eXIf", exif), end),
        "raw": png(head(64, 48), (b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(raw)), pixels, end),
    }
    monkeypatch.setattr(Image.Exif, "load", None)
    assert picture_of(io.BytesIO(files[name])).width == 64
