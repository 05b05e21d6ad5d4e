"""When phones last looked at their tables: a memory of each process, of what the others have seen too."""

from __future__ import annotations

import threading

#: So many phones are remembered, those that looked last.
REMEMBERED = 20_000


class Sightings:
    """Seconds of the clock by phone and table. From any thread."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._lock = threading.Lock()

    def note(self, name: str, at: float) -> None:
        """A phone was seen at a table, which together have this name; what is older than what is known says
        nothing.
        """
        with self._lock:
            self._last[name] = max(at, self._last.pop(name, 0.0))
            if len(self._last) > REMEMBERED:
                del self._last[next(iter(self._last))]

    def last(self, name: str) -> float:
        """When it was seen last; 0 for never, or too long ago to be remembered."""
        return self._last.get(name, 0.0)
