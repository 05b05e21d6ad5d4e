"""The socket that the server listens on, and how many descriptors there are for what it accepts."""

from __future__ import annotations

import errno
import logging
import os
import resource
import socket
import time
from typing import Any

#: Connections that the kernel keeps until they are accepted; as many may be accepted at once, before any of
#: them is counted.
BACKLOG = 256
#: Descriptors for all else: databases, files that are served or uploaded, and what was accepted uncounted.
RESERVED = BACKLOG + 128
#: A system may know no limit at all; nobody here needs more.
_MOST_DESCRIPTORS = 1 << 16
#: Seconds.
_REST = 0.01

_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

log = logging.getLogger(__name__)


class Listener(socket.socket):
    """A listening socket that still answers when descriptors run out.

    asyncio would try again at once, as often as its backlog is long, with a traceback each time (on Python
    3.11). Here one descriptor is kept back: it is given up to accept the connection and hang up, so that
    nobody stays in the queue to wake the loop again.
    """

    def __init__(self, listening: socket.socket) -> None:
        """Takes the socket over: the one that is passed is closed."""
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._spare: int | None = _spare()

    def accept(self) -> tuple[socket.socket, Any]:  # as socket's own: what an address is, its family says
        """As a socket's. Raises BlockingIOError, which means "nobody there", for whom it hung up on."""
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in _EXHAUSTED:
                raise
            log.warning("Out of descriptors: a connection was turned away (%s).", error.strerror)
            self._turn_away()
            raise BlockingIOError(errno.EAGAIN, "turned away") from None

    def close(self) -> None:
        """As a socket's."""
        super().close()
        self._give_up_spare()

    def _turn_away(self) -> None:
        self._give_up_spare()
        try:
            super().accept()[0].close()
        except OSError:
            # Another thread was faster. The loop comes back at once for who still waits: slower, then.
            time.sleep(_REST)
        self._spare = _spare()

    def _give_up_spare(self) -> None:
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None


def _spare() -> int | None:
    try:
        return os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def raise_limit(wanted: int) -> int:
    """Lets this process have so many descriptors, as far as it may. Returns how many it can have."""
    soft, hard = (_number(limit) for limit in resource.getrlimit(resource.RLIMIT_NOFILE))
    if soft < wanted:
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return soft


def _number(limit: int) -> int:
    return _MOST_DESCRIPTORS if limit == resource.RLIM_INFINITY else limit
