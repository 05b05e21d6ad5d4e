"""Zip files: written as a stream, and read with suspicion.

What comes from outside may claim anything. The list of files is looked through before one of them is
opened: how many, how large, by which names. Nothing is ever unpacked into a folder, so no name leads
anywhere; a file is read whole into memory, never beyond the size that it was let in with.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import IO

from django.utils import timezone

#: Files in one archive, and bytes that its list may take.
MOST_FILES = 60_000
MOST_LIST = 100 * MOST_FILES
#: Bytes of everything, unpacked.
MOST_BYTES = 4 * 1024**3

_END = b"PK\5\6"
_END_SIZE = 22
_LOCATOR, _END64 = b"PK\6\7", b"PK\6\6"
#: A comment may stand behind the end.
_TAIL = _END_SIZE + 0xFFFF
_LINK = stat.S_IFLNK


class BadArchive(ValueError):
    """The file cannot be taken in; the message says which part of it and why, in a sentence."""


# --- writing


class _Sink(io.RawIOBase):
    """What the zip writes, until it is taken on."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(data)  # type: ignore[call-overload]  # anything with bytes in it
        self._parts.append(part)
        return len(part)

    def take(self) -> bytes:
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def zip_stream(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    """A zip as it is written, in parts: each file by its name and its contents.

    Pictures are packed already and are only stored. Cut short it has no list of its files, so that nobody
    takes it for the whole.
    """
    sink = _Sink()
    now = timezone.localtime()
    with zipfile.ZipFile(sink, "w") as archive:
        for name, contents in files:
            info = zipfile.ZipInfo(name, now.timetuple()[:6])
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".webp") else zipfile.ZIP_DEFLATED
            with archive.open(info, "w") as file:
                for part in contents:
                    file.write(part)
            yield sink.take()
    yield sink.take()


# --- reading


class Archive:
    """A zip file that has been looked through. `sizes` are the files' by their names, in their order."""

    def __init__(self, file: IO[bytes], kinds: Mapping[str, int]) -> None:
        """`kinds` are patterns of names and the most bytes of such a file. Raises BadArchive."""
        self._zip = _opened(file)
        self.sizes: dict[str, int] = {}
        self._infos: dict[str, zipfile.ZipInfo] = {}
        limits = [(re.compile(pattern, re.ASCII), most) for pattern, most in kinds.items()]
        for info in self._zip.infolist():
            most = next((most for known, most in limits if known.fullmatch(info.orig_filename)), None)
            _check(info, most)
            if info.filename in self.sizes:
                raise BadArchive(f"{info.filename} is in it twice.")
            self.sizes[info.filename] = info.file_size
            self._infos[info.filename] = info
        if sum(self.sizes.values()) > MOST_BYTES:
            raise BadArchive(f"Unpacked it would take more than {MOST_BYTES // 1024**3} GB.")

    def read(self, name: str) -> bytes:
        """A file of it. Raises BadArchive for one that is damaged or not there."""
        if name not in self._infos:
            raise BadArchive(f"{name} is missing.")
        try:
            with self._zip.open(self._infos[name]) as file:
                data = file.read(self.sizes[name] + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            OSError,
            EOFError,
            NotImplementedError,
            RuntimeError,
            struct.error,
        ):
            raise BadArchive(f"{name} is damaged: it cannot be unpacked.") from None
        if len(data) != self.sizes[name]:
            raise BadArchive(f"{name} is damaged: it has another length than it says.")
        return data


def _opened(file: IO[bytes]) -> zipfile.ZipFile:
    _check_list(file)
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, struct.error, LookupError):
        raise BadArchive("This zip file is damaged: the list of its files cannot be read.") from None


def _check_list(file: IO[bytes]) -> None:
    """How long the list of files is, before it is read into memory."""
    size = file.seek(0, io.SEEK_END)
    start = file.seek(max(size - _TAIL, 0))
    tail = file.read(_TAIL)
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise BadArchive(
            "This is no whole zip file: its end is missing. It may have been cut off on its way."
        )
    number, length = struct.unpack_from("<HL", tail, at + 10)
    if tail[max(at - 20, 0) :].startswith(_LOCATOR) and at >= 20:
        (place,) = struct.unpack_from("<Q", tail, at - 12)
        file.seek(min(place, size))
        head = file.read(56)
        # Python looks right before the locator, whatever that says; both have to be there.
        near = tail[at - 76 : at - 20] if at >= 76 else b""
        for end in (head, near):
            if len(end) == 56 and end.startswith(_END64):
                number, length = max((number, length), struct.unpack_from("<QQ", end, 32))
    if number > MOST_FILES or length > MOST_LIST or start + at < 0:
        raise BadArchive(f"There are more than {MOST_FILES:,} files in it.")
    file.seek(0)


def _check(info: zipfile.ZipInfo, most: int | None) -> None:
    """What the list says of a file; `most` is None for a name that does not belong here."""
    name = _shown(info.orig_filename)
    if stat.S_IFMT(info.external_attr >> 16) == _LINK:
        raise BadArchive(f"{name} is a link to another file, and none belongs here.")
    if most is None or info.filename != info.orig_filename:
        office = name == "[Content_Types].xml"
        raise BadArchive("Save a spreadsheet as CSV first." if office else f"{name} does not belong here.")
    if info.flag_bits & 1:
        raise BadArchive(f"{name} is locked with a password.")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadArchive(f"{name} is packed in a way that is not known here.")
    if info.file_size > most:
        raise BadArchive(f"{name} is larger than {most // 1024 // 1024} MB unpacked.")


def _shown(name: str) -> str:
    """A name of a file that may be anything, fit to be shown."""
    return "".join(char if char.isprintable() else "?" for char in name)[:80] or "A file without a name"
