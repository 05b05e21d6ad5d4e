"""What every answer of the server carries, whoever made it: Django, stream, adapter or uvicorn itself.

Pages get their own, finer headers from Django's middleware; here is what stands where there are none.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from referee.asgi_types import Asgi, Message, Receive, Scope, Send

#: Of an answer that is no page: nothing may be loaded by it, and nobody frames it or guesses what it is.
SAFE: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
)


def with_safe_headers(app: Asgi) -> Asgi:
    """The ASGI application, each of whose answers has all of these headers: its own, or those of SAFE."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                there = {name.lower() for name, _ in headers}
                message = {**message, "headers": headers + [pair for pair in SAFE if pair[0] not in there]}
            await send(message)

        await app(scope, receive, safely)

    return application


class Protocol(HttpToolsProtocol):
    """Refuses what is no HTTP as safely as everything else: uvicorn answers that without asking the app."""

    def send_400_response(self, msg: str) -> None:
        head = b"".join(b"%s: %s\r\n" % pair for pair in SAFE)
        self.transport.write(
            b"HTTP/1.1 400 Bad Request\r\n%scontent-type: text/plain; charset=utf-8\r\n"
            b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (head, len(msg), msg.encode("ascii"))
        )
        self.transport.close()
