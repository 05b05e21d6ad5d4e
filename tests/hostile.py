"""Files that somebody may send for a photo: forty that are none, and some that are."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

from PIL import Image

SIZE = (64, 48)


def photo(kind: str = "JPEG", color: Any = "red", mode: str = "RGB", size: Any = SIZE, **more: Any) -> bytes:
    """A picture of one colour."""
    file = io.BytesIO()
    Image.new(mode, size, color).save(file, kind, **more)
    return file.getvalue()


def _held_upright() -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Maker"
    return exif


def moving(kind: str) -> bytes:
    """Two pictures, one after the other."""
    return photo(kind, save_all=True, append_images=[Image.new("RGB", SIZE, "blue")])


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG of these chunks, with their checksums."""
    parts = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def head(width: int, height: int, *, depth: int = 8, color: int = 2) -> tuple[bytes, bytes]:
    return b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)


def claims(kind: str, width: int, height: int) -> bytes:
    """A small picture that says it is a large one."""
    data = bytearray(photo(kind))
    if kind == "JPEG":
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def hostile() -> dict[str, bytes]:
    """By the name that each is sent by."""
    jpeg, whole_png, webp = photo(), photo("PNG"), photo("WEBP", lossless=True)
    large = photo(size=(900, 900), color=(12, 200, 99), quality=95)
    bomb = zlib.compress(bytes(4_000_000))
    gone = (b"IDAT", zlib.compress(b"\0"))
    end = (b"IEND", b"")
    return {
        "empty-but-for-a-space.jpg": b" ",
        "zeros.jpg": bytes(5000),
        "page.jpg": b"<!doctype html><script>alert(1)</script>",
        "page.html": b"<!doctype html><script>alert(1)</script>",
        "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        "drawing.jpg": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        "drawing.png": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><svg>&y;</svg>',
        "script.php": b"<?php system('id'); ?>",
        "script.jpg": b"#!/bin/sh\nid\n",
        "program.jpg": b"\x7fELF" + bytes(500),
        "program.exe": b"MZ" + bytes(500),
        "archive.jpg": b"PK\x03\x04" + bytes(500),
        "paper.pdf": b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n",
        "paper.jpg": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n",
        "film.mp4": b"\0\0\0\x18ftypmp42" + bytes(500),
        "apple.heic": b"\0\0\0\x18ftypheic" + bytes(500),
        "apple.jpg": b"\0\0\0\x18ftypheic" + bytes(500),
        "apple.avif": b"\0\0\0\x1cftypavif" + bytes(500),
        "old.gif": photo("GIF"),
        "moving.gif": moving("GIF"),
        "gif.jpg": photo("GIF"),
        "scan.tif": photo("TIFF"),
        "scan.jpg": photo("TIFF"),
        "windows.bmp": photo("BMP"),
        "icon.ico": photo("ICO"),
        "painting.psd": b"8BPS\0\1" + bytes(500),
        "moving.webp": moving("WEBP"),
        "moving.png": moving("PNG"),
        "a-png.jpg": whole_png,
        "a-jpeg.png": jpeg,
        "a-webp.jpeg": webp,
        "a-jpeg.html": jpeg,
        "a-jpeg.php": jpeg,
        "a-jpeg.jpg.exe": jpeg,
        "\u202egpj.exe": jpeg,
        "cut-short.jpg": large[: len(large) // 2],
        "cut-short.png": whole_png[:60],
        "cut-short.webp": webp[:-9],
        "only-a-head.jpg": jpeg[:20],
        "only-a-head.png": png(head(64, 48), end),
        "bomb-of-60-million.png": png(head(10_000, 6_000), (b"IDAT", bomb), end),
        "bomb-of-4-billion.png": png(head(65_000, 65_000), (b"IDAT", bomb), end),
        "bomb-of-16-bits.png": png(head(20_000, 20_000, depth=16, color=6), (b"IDAT", bomb), end),
        "bomb.jpg": claims("JPEG", 65_000, 65_000),
        "text-bomb.png": png(head(64, 48), (b"zTXt", b"k\0\0" + bomb), gone, end),
        "broken-check.png": whole_png[:30] + b"\xff" + whole_png[31:],
        "no-size.png": png(head(0, 0), gone, end),
        "bad-depth.png": png(head(64, 48, depth=7), gone, end),
    }


def good() -> dict[str, bytes]:
    """Photos as phones and people send them."""
    grey = photo("PNG", mode="I;16", color=0)
    return {
        "photo.jpg": photo(),
        "PHOTO.JPEG": photo(),
        "turned.jpg": photo(exif=_held_upright()),
        "no-ending": photo(),
        "two-in-one.jpg": photo("MPO", save_all=True, append_images=[Image.new("RGB", (8, 8))]),
        "print.jpg": photo(mode="CMYK", color=(0, 255, 255, 0)),
        "grey.jpg": photo(mode="L", color=90),
        "progressive.jpg": photo(progressive=True),
        "palette.png": photo("PNG", mode="P", color=3),
        "bits.png": photo("PNG", mode="1", color=1),
        "16-bit.png": grey,
        "see-through.png": photo("PNG", mode="RGBA", color=(0, 0, 0, 0)),
        "grey-see-through.png": photo("PNG", mode="LA", color=(0, 0)),
        "photo.webp": photo("WEBP"),
        "tall.png": photo("PNG", size=(1, 9000)),
        "../../etc/passwd.jpg": photo(),
        "page-behind.jpg": photo() + b"<script>alert(1)</script>",
    }


def folder(path: Path) -> list[Path]:
    """The hostile files in a folder; those whose name no file can have are left out."""
    for name, data in hostile().items():
        (path / name).write_bytes(data)
    return sorted(path.iterdir())
