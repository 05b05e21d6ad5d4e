"""A picture that can be kept, and the refusal of one that cannot; neither needs Pillow."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256


class NotAPhoto(ValueError):
    """What was sent cannot be kept; the message says why, in a sentence for the one who sent it."""


@dataclass(frozen=True)
class Picture:
    """A WebP file in memory: its bytes and its size in pixels."""

    data: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """SHA-256, 64 hexadecimal digits."""
        return sha256(self.data).hexdigest()
