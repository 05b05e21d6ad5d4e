"""What is made of a photo, and what is refused: nothing but pixels gets through."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring.pictures.decoding import picture_of
from scoring.pictures.picture import NotAPhoto, Picture
from tests.hostile import folder, good, hostile, photo

MOST = 1600


def read(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.data))


def check(picture: Picture) -> Image.Image:
    """A small, still WebP that carries nothing beside its pixels."""
    found = read(picture)
    assert (found.format, found.mode, found.size) == ("WEBP", "RGB", (picture.width, picture.height))
    assert max(found.size) <= MOST
    assert not found.is_animated  # type: ignore[attr-defined]
    assert not found.getexif()
    assert not {"exif", "xmp", "icc_profile", "comment"} & found.info.keys()
    for chunk in (b"EXIF", b"XMP ", b"ICCP"):
        assert chunk not in picture.data[:64]
    return found


def test_forty_files_that_are_no_photos_are_refused_in_words(tmp_path: Path) -> None:
    files = folder(tmp_path)
    assert len(files) >= 40
    for path in files:
        with path.open("rb") as file, pytest.raises(NotAPhoto) as no:
            picture_of(file, path.name)
        assert len(str(no.value).split()) > 4, path.name
        assert path.name not in str(no.value), "what somebody else typed is not repeated"


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"avif"])
def test_a_photo_that_not_every_phone_can_show_is_refused_with_a_way_out(brand: bytes) -> None:
    for name in ("IMG_1.HEIC", "IMG_1.jpg", ""):
        with pytest.raises(NotAPhoto, match="Take it again from this page, or send it as JPEG"):
            picture_of(io.BytesIO(b"\0\0\0\x18ftyp" + brand + bytes(500)), name)
    with pytest.raises(NotAPhoto, match="This is no photo"):
        picture_of(io.BytesIO(b"\0\0\0\x18ftypmp42" + bytes(500)), "film.mp4")


@pytest.mark.parametrize("name", good())
def test_what_phones_send_is_kept(name: str) -> None:
    check(picture_of(io.BytesIO(good()[name]), name))


def test_the_place_and_everything_else_in_the_file_stay_behind() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Maker of the phone"
    exif[0x013B] = "Ann"
    exif.get_ifd(0x8825)[1] = "N"
    sent = photo(exif=exif, comment=b"a secret", icc_profile=b"profile of Ann" * 20)
    assert b"Maker of the phone" in sent
    assert b"a secret" in sent
    picture = picture_of(io.BytesIO(sent), "a.jpg")
    check(picture)
    for secret in (b"Maker", b"secret", b"Ann"):
        assert secret not in picture.data


@pytest.mark.parametrize("turned", range(1, 9))
def test_a_photo_stands_upright_however_the_phone_was_held(turned: int) -> None:
    upright = Image.new("RGB", (64, 32), "red")
    upright.paste("blue", (0, 0, 32, 32))
    back = {
        1: [],
        2: [Image.Transpose.FLIP_LEFT_RIGHT],
        3: [Image.Transpose.ROTATE_180],
        4: [Image.Transpose.FLIP_TOP_BOTTOM],
        5: [Image.Transpose.TRANSPOSE],
        6: [Image.Transpose.ROTATE_90],
        7: [Image.Transpose.TRANSVERSE],
        8: [Image.Transpose.ROTATE_270],
    }[turned]
    sent = upright
    for step in back:
        sent = sent.transpose(step)
    exif = Image.Exif()
    exif[0x0112] = turned
    file = io.BytesIO()
    sent.save(file, "PNG", exif=exif)
    found = check(picture_of(file, "a.png"))
    left, right = found.getpixel((8, 16)), found.getpixel((56, 16))
    assert found.size == (64, 32)
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert left[2] > left[0] + 150
    assert right[0] > right[2] + 150


@pytest.mark.parametrize(("kind", "name"), [("JPEG", "a.jpg"), ("PNG", "a.png"), ("WEBP", "a.webp")])
def test_a_large_photo_is_made_smaller_and_keeps_its_shape(kind: str, name: str) -> None:
    found = check(picture_of(io.BytesIO(photo(kind, size=(4000, 3000))), name))
    assert found.size == (1600, 1200)


def test_a_small_photo_stays_as_small_as_it_is() -> None:
    assert check(picture_of(io.BytesIO(photo()), "a.jpg")).size == (64, 48)


def test_sixteen_bits_of_grey_are_grey_and_what_is_see_through_is_white() -> None:
    grey = Image.new("I;16", (8, 8))
    grey.putdata([30_000] * 64)
    file = io.BytesIO()
    grey.save(file, "PNG")
    pixel = check(picture_of(file, "a.png")).getpixel((4, 4))
    assert isinstance(pixel, tuple)
    assert all(abs(part - 117) < 6 for part in pixel)
    clear = check(picture_of(io.BytesIO(good()["see-through.png"]), "a.png")).getpixel((4, 4))
    assert clear == (255, 255, 255)


def test_one_photo_makes_one_picture_however_often_it_is_sent() -> None:
    one, other = (picture_of(io.BytesIO(photo(size=(2000, 900))), "a.jpg") for _ in range(2))
    assert one.digest == other.digest
    assert one.digest != picture_of(io.BytesIO(photo(color="blue")), "a.jpg").digest


SEEDS = [data for data in (*good().values(), *hostile().values()) if 10 < len(data) < 20_000]


STROKES = st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=4)), max_size=6)


@pytest.mark.filterwarnings("ignore::UserWarning")  # Pillow mentions what is odd in a file that it can read
@given(st.sampled_from(SEEDS), STROKES, st.floats(0.02, 1))
@example(photo(), [], 1)
@settings(max_examples=150)
def test_whatever_is_done_to_a_file_it_is_a_picture_or_refused(
    seed: bytes, strokes: list[tuple[float, bytes]], kept: float
) -> None:
    broken = bytearray(seed)
    for place, ink in strokes:
        at = int(place * len(broken))
        broken[at : at + len(ink)] = ink
    with suppress(NotAPhoto):
        check(picture_of(io.BytesIO(bytes(broken[: int(kept * len(broken)) + 1]))))


@given(st.binary(max_size=300))
@settings(max_examples=60)
def test_bytes_of_nothing_are_refused(data: bytes) -> None:
    for start in (b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF\0\1\0\0WEBPVP8 "):
        with pytest.raises(NotAPhoto):
            picture_of(io.BytesIO(start + data), "a.jpg")
