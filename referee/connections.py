"""Connections that cannot freeze the others: how many there may be, and what their requests' heads may be.

All of it acts on the event loop as the bytes come, before anything is kept, joined or handed to a thread
(docs/decisions/0017).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from referee.safe_headers import SAFE, Protocol
from referee.web.addresses import Network, is_of, place_of

MOST = 2_000
#: Also where a system has too few descriptors: the listener then turns away whom there is none for.
FEWEST = 16
MOST_OF_AN_ADDRESS = 250

HEAD_FIELDS = 100
HEAD_BYTES = 32 * 1024
#: Until the head of a request is whole, counted from its first byte, and a connection's first from the start.
HEAD_SECONDS = 10.0

_TOO_LARGE = "The head of this request is too large. Delete this site's cookies, then try again."
_TOO_MANY = "Too many connections. Try again in a moment."


class Doors:
    """Counts who is in: so many connections at once, and so many of them from one address.

    A home has one IPv6 prefix for as many addresses as it likes, so those are counted by prefix. A proxy of
    ours may have all places: behind it, all come from there.
    """

    def __init__(self) -> None:
        self._most = MOST
        self._proxies: Sequence[Network] = ()
        self._all = 0
        self._of: Counter[str] = Counter()

    def limit(self, most: int, *, proxies: Sequence[Network]) -> None:
        """How many may be in at once from now on, and through which proxies they come."""
        self._most, self._proxies = most, proxies

    def enter(self, host: str) -> str | None:
        """By what name somebody is counted until they leave; None when there is no room."""
        name = place_of(host)
        crowded = self._of[name] >= MOST_OF_AN_ADDRESS and not is_of(host, self._proxies)
        if crowded or self._all >= self._most:
            return None
        self._all += 1
        self._of[name] += 1
        return name

    def leave(self, name: str) -> None:
        """Gives the place back."""
        self._all -= 1
        self._of[name] -= 1
        if not self._of[name]:
            del self._of[name]


DOORS = Doors()


class HeadTooLarge(Exception):
    """A head has more fields or bytes than any browser sends."""


class Connection(Protocol):
    """uvicorn's, with a limit to everything that comes before a request is whole.

    What is too large gets 431, who finds no room 503, and who says nothing, or half of it, is hung up on.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # whatever uvicorn gives its own
        super().__init__(*args, **kwargs)
        self._counted: str | None = None
        self._hurry: asyncio.TimerHandle | None = None
        self._in_body = False
        self._in_parts = False
        self._fields = 0
        self._bytes = 0  # of the target and the fields that the parser has told
        self._fed = 0  # of a head that is not whole: the parser may still be keeping it to itself

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        self._counted = DOORS.enter(self.client[0] if self.client else "")
        if self._counted is None:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, _TOO_MANY)
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._counted is not None:
            DOORS.leave(self._counted)
            self._counted = None
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._in_body:
            self._await_head()
            self._fed += len(data)
        super().data_received(data)
        if self._fed > HEAD_BYTES and not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, _TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_body = self._in_parts = False
        self._fields = self._bytes = 0

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        self._count(len(name) + len(value))
        # What follows a body in parts is no header: nobody upstream has looked at it.
        if not self._in_body:
            super().on_header(name, value)
            self._in_parts |= name.lower() == b"transfer-encoding"

    def on_headers_complete(self) -> None:
        self._in_body = True
        self._fed = 0
        self._head_came()
        super().on_headers_complete()
        if self._in_parts:
            # The parser keeps the last field after the body, and would tell of it with the next request.
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        self._in_body = False
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What uvicorn answers where the parser raised, as it does for us when we have counted too much."""
        if self._is_too_large:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, _TOO_LARGE)
        else:
            super().send_400_response(msg)

    @property
    def _is_too_large(self) -> bool:
        return self._fields > HEAD_FIELDS or self._bytes > HEAD_BYTES

    def _count(self, size: int) -> None:
        self._bytes += size
        if self._is_too_large:
            raise HeadTooLarge

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        lines = [
            b"content-type: text/plain; charset=utf-8",
            *(b"%s: %s" % pair for pair in SAFE),
            b"content-length: %d" % len(text),
            b"connection: close",
            b"retry-after: 10" if status is HTTPStatus.SERVICE_UNAVAILABLE else b"cache-control: no-store",
        ]
        head = STATUS_LINE[status] + b"".join(line + b"\r\n" for line in lines)
        self.transport.write(head + b"\r\n" + text.encode())
        self.transport.close()

    def _await_head(self) -> None:
        if self._hurry is None:
            self._hurry = self.loop.call_later(HEAD_SECONDS, self._no_head)

    def _head_came(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _no_head(self) -> None:
        self._hurry = None
        # While an answer is on its way it has a time of its own, and then the connection's rest.
        waiting = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]  # None at first
        if waiting and not self.transport.is_closing():
            self.transport.close()
