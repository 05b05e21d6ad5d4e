"""The server's clock, for phones that measure theirs against it: plain ASGI, with nothing that waits."""

from __future__ import annotations

import time
from http import HTTPStatus

from referee.web.plain_asgi import Receive, Scope, Send, send_text

PATH = "/clock/"


async def clock(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001  # as every ASGI application
    """Answers with the milliseconds since 1970, as they are now."""
    if scope["method"] == "GET":
        await send_text(send, HTTPStatus.OK, f"{time.time() * 1000:.1f}")
    else:
        await send_text(send, HTTPStatus.METHOD_NOT_ALLOWED, "", (b"allow", b"GET"))
