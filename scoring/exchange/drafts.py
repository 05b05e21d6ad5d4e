"""A file of results on its way in, kept between the pages that ask about it: one for each phone.

It lies beside the photos, for no other user's eyes, and what is in it is opaque here. A day later it is gone.
"""

from __future__ import annotations

import time
from pathlib import Path

from scoring.models.people import new_public_id
from scoring.pictures.photos import folder, write_file

#: Seconds.
KEPT = 24 * 3600.0


def keep(phone: int, data: bytes) -> None:
    """Keeps a phone's file, in the place of the one before."""
    sweep()
    place = _folder()
    place.mkdir(mode=0o700, exist_ok=True)
    part = place / f"{new_public_id()}.part"
    try:
        write_file(part, data)
        part.replace(_path(phone))
    finally:
        part.unlink(missing_ok=True)


def kept(phone: int) -> bytes | None:
    """A phone's file; None where there is none, or no longer."""
    try:
        return _path(phone).read_bytes() if _path(phone).stat().st_mtime > time.time() - KEPT else None
    except FileNotFoundError:
        return None


def drop(phone: int) -> None:
    """Takes a phone's file away."""
    _path(phone).unlink(missing_ok=True)


def sweep(*, now: float | None = None) -> int:
    """Removes the files of yesterday; returns how many there were."""
    old = (time.time() if now is None else now) - KEPT
    lost = [path for path in _folder().glob("*") if path.stat().st_mtime <= old]
    for path in lost:
        path.unlink(missing_ok=True)
    return len(lost)


def _folder() -> Path:
    return folder() / "drafts"


def _path(phone: int) -> Path:
    return _folder() / f"{phone}.results"
