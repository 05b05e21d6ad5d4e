"""What a phone sends as a photo, made into a picture to keep: small, upright, and nothing else in it.

Only what Pillow has decoded is written anew. Whatever else came with the file, such as the place, the
owner's name or a page for browsers, stays behind, and so does the name that it was sent by.
"""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import IO

from PIL import Image, ImageOps, UnidentifiedImageError
from PIL.ExifTags import Base
from PIL.Image import Transpose

from scoring.models.evidence import PHOTO_SIDE
from scoring.pictures import parts
from scoring.pictures.picture import NotAPhoto, Picture

#: Pixels of a face; the largest that a page shows, sharp on any phone.
FACE_SIDE = 384
#: Of the largest sensors in phones, for JPEGs that are unpacked at a part of their size. A few kilobytes can
#: claim to be a thousand times as much.
MOST_PIXELS = 50_000_000
#: For what is unpacked whole: PNGs, and JPEGs that come in rounds. WebPs are unpacked four times over.
MOST_WHOLE, MOST_WEBP = 24_000_000, 13_000_000
#: Pixels that are drawn, each as often as a JPEG draws it.
MOST_DRAWN = 20 * MOST_WHOLE
_SUFFIXES: Mapping[str, frozenset[str]] = {
    "JPEG": frozenset({".jpg", ".jpeg", ".jpe", ".jfif"}),
    "PNG": frozenset({".png"}),
    "WEBP": frozenset({".webp"}),
}
#: How files of the kind that newer phones keep their photos in call themselves.
_HEIF = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif", b"avis"})
#: What Pillow raises on files that were cut short, glued together or made to harm.
BROKEN = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    EOFError,
    struct.error,
)

#: Bytes that a camera may note of a picture: all that a JPEG has room for in one part.
MOST_NOTES = 65_536
#: What makes a picture upright, by the number that says how the camera was held.
_TURNS = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}

#: Kinds of pixels whose neighbours can be averaged as they are.
_AVERAGED = frozenset({"L", "RGB", "RGBA", "CMYK"})

Image.MAX_IMAGE_PIXELS = MOST_PIXELS
# Between once and twice that many pixels Pillow only warns; here nobody would read it.
warnings.simplefilter("error", Image.DecompressionBombWarning)
# Of each broken note of a camera a line.
warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.TiffImagePlugin")


NO_MEMORY = "The server has too little memory left for this picture. Try again later, or send a smaller one."


TOO_MANY_PARTS = "This photo is made of too many parts. Take it once more, or send another one."


def picture_of(file: IO[bytes], name: str = "") -> Picture:
    """The photo in a file, upright, at most 1600 pixels long, as WebP without any metadata.

    `name` is what the file was called; an ending that says something else than its content is a lie.
    Raises NotAPhoto.
    """
    return _read(file, name, _shrunk)


def face_of(file: IO[bytes], name: str = "") -> Picture:
    """The middle of the photo in a file as a square of 384 pixels, otherwise as `picture_of`."""
    return _read(file, name, _square)


def _read(file: IO[bytes], name: str, cut: Callable[[Image.Image], Image.Image]) -> Picture:
    try:
        scans = parts.scans_of(file.read())
        file.seek(0)
        with Image.open(file, formats=tuple(_SUFFIXES)) as sent:
            _check(sent, name, scans)
            return _kept(sent, cut)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise _too_many_pixels(MOST_PIXELS) from None
    except UnidentifiedImageError:
        raise _no_photo(file) from None
    except NotAPhoto:
        raise
    except parts.TooMany:
        raise NotAPhoto(TOO_MANY_PARTS) from None
    except MemoryError:
        raise NotAPhoto(NO_MEMORY) from None
    except BROKEN:
        raise NotAPhoto("This photo is damaged: it cannot be read to its end. Take it once more.") from None


def _no_photo(file: IO[bytes]) -> NotAPhoto:
    """What is said of a file that is none of the three; the one that phones make has its own way out."""
    file.seek(0)
    head = file.read(12)
    if head[4:8] == b"ftyp" and head[8:] in _HEIF:
        return NotAPhoto(
            "This photo is a HEIC or AVIF file, which not every phone can show. Take it again from this "
            "page, or send it as JPEG: an iPhone takes those with Settings, Camera, Formats, Most Compatible."
        )
    return NotAPhoto("This is no photo: it has to be a JPEG, PNG or WebP picture.")


def _check(sent: Image.Image, name: str, scans: int) -> None:
    """What the first bytes tell, before anything is unpacked."""
    # A JPEG with a second, small picture behind it, as many phones write, calls itself MPO.
    kind = "JPEG" if sent.format == "MPO" else str(sent.format)
    most = _most_pixels(sent, kind)
    if sent.width * sent.height > most:
        raise _too_many_pixels(most)
    if sent.width * sent.height * scans > MOST_DRAWN:
        raise NotAPhoto(TOO_MANY_PARTS)
    if kind != "JPEG" and getattr(sent, "is_animated", False):
        raise NotAPhoto("This picture moves. A photo has to stand still.")
    suffix = PurePath(name).suffix.lower()
    if suffix and suffix not in _SUFFIXES[kind]:
        raise NotAPhoto(f"The name of the file does not fit what is in it: a {kind} picture.")


def _most_pixels(sent: Image.Image, kind: str) -> int:
    if kind == "WEBP":
        return MOST_WEBP
    return MOST_PIXELS if kind == "JPEG" and "progressive" not in sent.info else MOST_WHOLE


def _kept(sent: Image.Image, cut: Callable[[Image.Image], Image.Image]) -> Picture:
    # A JPEG is unpacked at half its size or less where that is enough: it takes a tenth of the memory.
    part = max(sent.size) // (2 * PHOTO_SIDE) or 1
    sent.draft("RGB", (sent.width // part, sent.height // part))
    sent.load()
    # Each note may be told to be the whole of all of them: what is long would be read as gigabytes.
    turn = _TURNS.get(sent.getexif().get(Base.Orientation, 1)) if _notes(sent) <= MOST_NOTES else None
    picture = _coarse(sent)
    picture = cut(_on_white(picture if turn is None else picture.transpose(turn)))
    file = io.BytesIO()
    picture.save(file, "WEBP", quality=80)
    return Picture(file.getvalue(), picture.width, picture.height)


def _notes(sent: Image.Image) -> int:
    """Bytes that a camera noted of a picture."""
    return sum(len(sent.info.get(name, "")) for name in ("exif", "Raw profile type exif"))


def _coarse(sent: Image.Image) -> Image.Image:
    """The same as small as it may be without getting worse: what follows copies it again and again."""
    picture = sent
    if sent.mode.startswith("I"):
        picture = sent.convert("I")
    elif sent.mode not in _AVERAGED:
        picture = sent.convert("RGBA" if sent.has_transparency_data else "RGB")
    part = max(sent.size) // PHOTO_SIDE
    return picture.reduce(part) if part > 1 else picture


def _shrunk(picture: Image.Image) -> Image.Image:
    picture.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
    return picture


def _square(picture: Image.Image) -> Image.Image:
    """Its middle; of a tall one a little above, where a face is."""
    return ImageOps.fit(picture, (FACE_SIDE, FACE_SIDE), centering=(0.5, 0.4))


def _on_white(picture: Image.Image) -> Image.Image:
    """The same in plain colours on a new sheet, which carries nothing but its pixels."""
    if picture.mode.startswith("I"):
        # 16 bits of grey; Pillow itself would take everything above 255 for white.
        picture = picture.convert("I").point(lambda value: value / 256).convert("L")
    see_through = picture.has_transparency_data
    picture = picture.convert("RGBA" if see_through else "RGB")
    sheet = Image.new("RGB", picture.size, "white")
    sheet.paste(picture, mask=picture if see_through else None)
    return sheet


def _too_many_pixels(most: int) -> NotAPhoto:
    millions = f"{most / 1_000_000:g}"
    return NotAPhoto(f"This picture has more than {millions} million pixels. Send a smaller one, or a JPEG.")
