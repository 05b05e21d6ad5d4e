"""What a port that faces phones without a proxy needs beside uvicorn's own options (docs/decisions/0017).

h11 itself refuses a head that grows beyond its limit (`h11_max_incomplete_event_size`).
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.web.addresses import is_of, place_of

#: Connections at once: in all, and from one address. A proxy of ours may have all of them.
MAX_CONNECTIONS, MAX_PER_ADDRESS = 2_000, 250
#: Descriptors for what is accepted before it is counted, and for files and databases.
BACKLOG = 256
RESERVED = BACKLOG + 128
#: Seconds until the head of a request is whole, from its first byte, and a connection's first from the start.
HEAD_SECONDS = 15.0

BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
)


def most_connections() -> int:
    """How many there may be at once, as far as there are descriptors."""
    descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if descriptors == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(descriptors - RESERVED, 16))


_connections: Counter[str] = Counter()


class Protocol(H11Protocol):
    """uvicorn's; refuses connections over the limit with 503, and closes those whose head is late."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # whatever uvicorn gives its own
        super().__init__(*args, **kwargs)
        self._address: str | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._address = place_of(host)
        _connections[self._address] += 1
        crowded = _connections[self._address] > MAX_PER_ADDRESS and not is_of(host, settings.PROXIES)
        if crowded or len(self.connections) > most_connections():
            transport.write(BUSY)
            transport.close()
        self._deadline = self.loop.call_later(HEAD_SECONDS, transport.close)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._deadline = self._deadline or self.loop.call_later(HEAD_SECONDS, self.transport.close)
        elif self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline:
            self._deadline.cancel()
        if self._address is not None:
            _connections[self._address] -= 1
            if not _connections[self._address]:
                del _connections[self._address]
        super().connection_lost(exc)
