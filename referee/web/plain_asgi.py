"""ASGI's words for annotations, and short answers that Django has no part in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

# What the specification puts into them is of many kinds; each reader knows its own keys.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

Header = tuple[bytes, bytes]

#: On every answer that is no page: nothing may be loaded by it, and nobody frames it or guesses what it is. A
#: first load has a dozen of them, so no header says what another one has said.
SAFE: tuple[Header, ...] = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
)


def add_safe_headers(headers: MutableMapping[str, str], path: str, _url: str) -> None:
    """Puts SAFE on a static file, as WhiteNoise asks for it; a policy says nothing of a style or a script."""
    for name, value in SAFE:
        if name == b"x-content-type-options" or not path.endswith((".css", ".js")):
            headers[name.decode()] = value.decode()
    # A first load has ten of them: they are in UTF-8 as their page is, and a year is for ever.
    headers["Content-Type"] = headers["Content-Type"].partition(";")[0]
    if "immutable" in headers.get("Cache-Control", ""):
        headers["Cache-Control"] = "max-age=31536000, immutable"


async def send_text(send: Send, status: int, text: str, *headers: Header) -> None:
    """Answers with a line of plain text, or with nothing; no cache stores it."""
    body = text.encode()
    plain = (b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")
    length = [] if status == 204 else [(b"content-length", str(len(body)).encode())]
    all_headers = [*SAFE, *plain, *headers, *length]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": body})
