"""The server's clock, for phones that measure theirs against it: plain ASGI, with nothing that waits."""

from __future__ import annotations

import time
from http import HTTPStatus

from referee.asgi_types import Receive, Scope, Send

PATH = "/clock/"


async def clock(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001  # as every ASGI application
    """Answers with the milliseconds since 1970, as they are now."""
    right = scope["method"] == "GET"
    now = f"{time.time() * 1000:.1f}".encode() if right else b""
    headers = [
        (b"content-type", b"text/plain"),
        (b"cache-control", b"no-store"),
        (b"content-length", str(len(now)).encode()),
        *([] if right else [(b"allow", b"GET")]),
    ]
    status = HTTPStatus.OK if right else HTTPStatus.METHOD_NOT_ALLOWED
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": now})
