"""A log that somebody outside could fill says the same thing seldom."""

from __future__ import annotations

import logging
from time import monotonic

#: Seconds between two lines that say the same.
EVERY = 10.0
#: Different lines that are remembered; more than that are no repetition.
_REMEMBERED = 100


class Seldom(logging.Filter):
    """Lets a message pass once in ten seconds, whatever fills its gaps; the next tells of those left out."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be written."""
        # asyncio puts what it was about into further lines.
        key = record.name, str(record.msg).partition("\n")[0]
        now = monotonic()
        since, left_out = self._said.get(key, (now - EVERY, 0))
        if now - since < EVERY:
            self._said[key] = since, left_out + 1
            return False
        if len(self._said) >= _REMEMBERED:
            self._said.clear()
        self._said[key] = now, 0
        if left_out:
            record.msg = f"{record.msg} (and {left_out} times more before)"
        return True
