"""Letters on a picture: which font has them, how much room they take, how they are made to fit.

FiraGO comes with the app (the extra `fonts`) and has Latin, Greek, Cyrillic, Georgian, Hebrew, Arabic, Thai
and Devanagari; two more have signs. Chinese, Japanese, Korean and the rest are drawn where the server has
one of the fonts in `SYSTEM`. What no font has never becomes a box (`legible`).
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

try:
    import pymupdf_fonts
except ModuleNotFoundError:
    # Without the extra `fonts`: what Pillow has of its own, and the server's.
    pymupdf_fonts = None

ELLIPSIS = "…"
#: Above and below the line that letters stand on, in sizes of the font.
ASCENT, DESCENT = 0.95, 0.29
#: Where Debian puts the fonts that have more scripts: Noto CJK, Droid, WenQuanYi, DejaVu, Unifont.
SYSTEM = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/opentype/unifont/unifont.otf",
)
_PLAIN: tuple[str, ...] = ("figo", "symbol2", "symbol1")
_BOLD: tuple[str, ...] = ("figbo", "symbol2", "symbol1")
_PILLOWS = "pillow"
if pymupdf_fonts is None:
    _PLAIN = _BOLD = (_PILLOWS,)
#: No font has it, and no text may.
_NOBODY_HAS = "\U0010fffe"
_JOINERS = "\u200c\u200d"
#: They choose between two ways of drawing a sign; here there is one.
_SELECTORS = range(0xFE00, 0xFE10)


def legible(text: str) -> str:
    """The text in characters that can be drawn, "" if that leaves no letter and no sign.

    What no font has is written plainly where Unicode knows how (ornate letters, wide ones), left out where it
    only adorns ("Ann 🐙" becomes "Ann"), and an ellipsis where it is a letter.
    """
    kept: list[str] = []
    for each in unicodedata.normalize("NFC", text):
        if each in _JOINERS:
            # They shape letters; between emoji they would hold nothing together.
            if kept and unicodedata.category(kept[-1])[0] in "LM":
                kept.append(each)
        elif each.isspace():
            kept.append(" ")
        elif unicodedata.category(each)[0] != "C" and ord(each) not in _SELECTORS:
            kept += _plainly(each)
    drawn = " ".join("".join(kept).split())
    while ELLIPSIS * 2 in drawn:
        drawn = drawn.replace(ELLIPSIS * 2, ELLIPSIS)
    return drawn if drawn.strip(f"{ELLIPSIS} ") else ""


def names(given: Sequence[str]) -> list[str]:
    """Each name in characters that can be drawn, no two alike; one without any by its place: "Player 2"."""
    found: list[str] = []
    for place, name in enumerate(given, 1):
        drawn = legible(name) or f"Player {place}"
        found.append(f"{drawn} ({place})" if drawn in found else drawn)
    return found


@lru_cache(4096)  # a picture asks for the same again and again
def width(text: str, size: int, *, bold: bool = False) -> float:
    """How many pixels a text takes from left to right."""
    return sum(_font(key, size).getlength(part) for key, part in _runs(text, bold=bold))


def fitted(text: str, room: float, size: int, least: int, *, bold: bool = False) -> tuple[str, int]:
    """The text and the size in which it fits into so many pixels: shrunk as far as `least`, then cut."""
    while size > least and width(text, size, bold=bold) > room:
        size -= 2
    if width(text, size, bold=bold) <= room:
        return text, size
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(_cut(text, middle), size, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    return _cut(text, low), size


def wrapped(text: str, room: float, size: int, least: int, *, bold: bool = False) -> tuple[list[str], int]:
    """The text in one line or two, and the size in which they fit: shrunk as far as `least`, then cut."""
    ways = [(text[:cut].strip(), text[cut:].strip()) for cut in range(1, len(text)) if text[cut - 1] in " -"]
    lines = [text]
    if ways and width(text, size, bold=bold) > room:
        lines = list(min(ways, key=lambda way: max(map(len, way))))
    while size > least and any(width(line, size, bold=bold) > room for line in lines):
        size -= 2
    return [fitted(line, room, size, size, bold=bold)[0] for line in lines], size


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, *, size: int, colour: str, bold: bool
) -> None:
    """Writes a text; `at` is where the line that it stands on begins."""
    x, baseline = at
    for key, part in _runs(text, bold=bold):
        font = _font(key, size)
        draw.text((x, baseline), part, fill=colour, font=font, anchor="ls")
        x += font.getlength(part)


def _cut(text: str, length: int) -> str:
    return text[:length].rstrip() + ELLIPSIS


def _plainly(each: str) -> Iterator[str]:
    if _font_of(each, _PLAIN):
        yield each
        return
    plain = [part for part in unicodedata.normalize("NFKD", each) if _font_of(part, _PLAIN)]
    if plain and plain != [each]:
        yield from plain
    elif unicodedata.category(each)[0] in "LN":
        yield ELLIPSIS


def _runs(text: str, *, bold: bool) -> Iterator[tuple[str, str]]:
    """The text in parts of one font each. Marks and joiners stay with the letter before them."""
    fonts = _BOLD if bold else _PLAIN
    run, using = "", fonts[0]
    for each in text:
        clings = each in _JOINERS or unicodedata.category(each)[0] == "M"
        key = using if clings or each == " " else _font_of(each, fonts) or fonts[0]
        if key != using and run:
            yield using, run
            run = ""
        run, using = run + each, key
    if run:
        yield using, run


@lru_cache(maxsize=4096)
def _font_of(each: str, fonts: tuple[str, ...]) -> str:
    """The first font that has a character, "" if none does."""
    return next((key for key in (*fonts, *_on_this_server()) if _has(key, each)), "")


def _has(key: str, each: str) -> bool:
    font = _font(key, 16)
    shown, nobodys = font.getmask(each), font.getmask(_NOBODY_HAS)
    return shown.size != nobodys.size or bytes(shown) != bytes(nobodys)


@cache
def _on_this_server() -> tuple[str, ...]:
    return tuple(path for path in SYSTEM if Path(path).is_file())


@lru_cache(maxsize=64)
def _font(key: str, size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont  # noqa: PLC0415  # only who draws needs it

    if key == _PILLOWS:
        found = ImageFont.load_default(size)
        if not isinstance(found, ImageFont.FreeTypeFont):
            raise RuntimeError("Pillow was built without FreeType, so it draws no letters.")
        return found
    return ImageFont.truetype(io.BytesIO(_file(key)), size)


@cache
def _file(key: str) -> bytes:
    """A font's file: one of the package by its name, one of the server by its path."""
    data: bytes = Path(key).read_bytes() if key in SYSTEM else pymupdf_fonts.myfont(key)
    return data
