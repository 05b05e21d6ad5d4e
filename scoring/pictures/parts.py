"""Of how many parts a picture's file is made, counted before anything looks into them.

Each part costs what the whole picture costs, or a look through all that came before it: a few kilobytes can
be made of thousands, where a camera writes some dozen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

#: Times that a JPEG draws the whole picture, finer each time; encoders do so about ten times.
MOST_SCANS = 100
#: Parts of any kind, beside those that a picture's pixels are cut into.
MOST_PARTS = 1_000
#: Notes of a camera in a JPEG, each of which is put behind all before it.
MOST_NOTES = 10
#: Of a PNG, where each may be packed.
MOST_CHUNKS = 60
#: Pieces of a PNG's pixels: of a large one in pieces of a kilobyte.
MOST_PIECES = 20_000
#: Bytes between two parts of a JPEG that say nothing.
MOST_FILL = 65_536
_PIECES = frozenset({b"IDAT", b"fdAT", b"fcTL"})

#: A marker: not a byte of the pixels that looks like one, nor where they begin anew.
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_END, _SCAN, _NOTE, _ALONE = 0xD9, 0xDA, 0xE1, frozenset({0x01, 0xD8})


class TooMany(ValueError):
    """A file is made of more parts than any camera or program writes."""


def scans_of(data: bytes) -> int:
    """How often a JPEG, PNG or WebP draws the whole picture. Raises TooMany."""
    if data.startswith(b"\xff\xd8"):
        return _scans_of_jpeg(data)
    if data.startswith(b"\x89PNG"):
        found = Counter(name in _PIECES for name in _png_chunks(data, 8))
        if found[False] > MOST_CHUNKS or found[True] > MOST_PIECES:
            raise TooMany
    elif data.startswith(b"RIFF") and sum(1 for _ in _riff_chunks(data, 12)) > MOST_PARTS:
        raise TooMany
    return 1


def _scans_of_jpeg(data: bytes) -> int:
    parts = scans = notes = fill = 0
    at = 2
    while found := _MARKER.search(data, at):
        fill += 0 if scans else found.start() - at
        at = found.end()
        kind = data[at - 1]
        if kind == _END:
            break
        parts += 1
        scans += kind == _SCAN
        notes += kind == _NOTE and data.startswith(b"Exif", at + 2)
        if parts > MOST_PARTS or scans > MOST_SCANS or notes > MOST_NOTES:
            raise TooMany
        if kind not in _ALONE:
            at += max(int.from_bytes(data[at : at + 2]), 2)
    if not parts:
        fill = len(data)
    # Among the pixels too: there a decoder begins anew with each block that it is given.
    if fill > MOST_FILL or b"\xff" * MOST_FILL in data:
        raise TooMany
    return scans


def _png_chunks(data: bytes, at: int) -> Iterator[bytes]:
    """The names of a PNG's chunks: each has its length before its name, and a checksum behind it."""
    while at + 8 <= len(data):
        yield data[at + 4 : at + 8]
        at += int.from_bytes(data[at : at + 4]) + 12


def _riff_chunks(data: bytes, at: int) -> Iterator[bytes]:
    """The names of a WebP's chunks: each has its length behind its name, and ends at an even place."""
    while at + 8 <= len(data):
        yield data[at : at + 4]
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + length + length % 2
