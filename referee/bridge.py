"""Runs a WSGI application, Django's pages, inside an ASGI server (docs/decisions/0001)."""

import asyncio
import io
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

from referee.asgi_types import Receive, Scope, Send

READERS = 2
BODY_SECONDS = 30.0

Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
Environ = dict[str, Any]
Write = Callable[[bytes], object]
Wsgi = Callable[[Environ, Callable[..., Write]], Iterable[bytes]]

log = logging.getLogger(__name__)


class Gone(Exception):
    """The client left before its request was whole."""


class Pages:
    """An ASGI application that hands whole requests to WSGI threads and sends whole answers.

    What may write runs on one long-lived thread: SQLite has one writer anyway, and taps that queue here
    wait far shorter than taps that back off from a busy database. What only reads runs beside it on a few
    others, so that a slow page never stands in front of a tap. Threads live as long as the process, and so
    do their connections.

    A body larger than `max_body` bytes is not kept: the application sees an empty body with the declared
    length, and refuses it in words (referee.middleware.body_limit).
    """

    def __init__(self, app: Wsgi, *, max_body: int) -> None:
        self._app = app
        self._max_body = max_body
        self._writer = ThreadPoolExecutor(1, "write")
        self._readers = ThreadPoolExecutor(READERS, "read")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                length, body = await self._body(scope, receive)
        except Gone:
            return
        except TimeoutError:
            answer = HTTPStatus.REQUEST_TIMEOUT.value, [(b"connection", b"close")], b""
        else:
            threads = self._readers if scope["method"] in {"GET", "HEAD"} else self._writer
            environ = _environ(scope, length, body)
            answer = await asyncio.get_running_loop().run_in_executor(threads, _run, self._app, environ)
        status, headers, body = answer
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _body(self, scope: Scope, receive: Receive) -> tuple[int, bytes]:
        """The length of the body and the body itself, empty if it is too long. Raises Gone."""
        declared = dict(scope["headers"]).get(b"content-length", b"")
        length = int(declared) if declared.isdigit() else 0
        if length > self._max_body:
            return length, b""
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._max_body:
                return len(body), b""
        return len(body), bytes(body)


def _environ(scope: Scope, length: int, body: bytes) -> Environ:
    """The request as PEP 3333 wants it."""
    host, port = scope.get("server") or ("localhost", None)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "CONTENT_LENGTH": str(length),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw, value in _headers(scope):
        key = raw.upper().replace("-", "_")
        if key == "CONTENT_TYPE":
            environ[key] = value
        elif key != "CONTENT_LENGTH":
            key = f"HTTP_{key}"
            joint = "; " if key == "HTTP_COOKIE" else ","
            environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
    return environ


def _headers(scope: Scope) -> Iterator[tuple[str, str]]:
    for name, value in scope["headers"]:
        # With an underscore, a client could pass one off as a header that only the proxy may set.
        if b"_" not in name:
            yield name.decode("latin-1"), value.decode("latin-1")


def _run(app: Wsgi, environ: Environ) -> Answer:
    """Calls the application and takes its whole answer, on the thread where its database connection lives."""
    status, headers = HTTPStatus.INTERNAL_SERVER_ERROR.value, list[tuple[bytes, bytes]]()

    def start_response(line: str, fields: list[tuple[str, str]], _: object = None) -> Write:
        nonlocal status, headers
        status = int(line[:3])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in fields]
        return _no_write

    try:
        chunks = app(environ, start_response)
        try:
            body = b"".join(chunks)
        finally:
            close = getattr(chunks, "close", None)
            if close:
                close()
    except Exception:
        log.exception("The application failed at %s", environ["PATH_INFO"])
        return HTTPStatus.INTERNAL_SERVER_ERROR, [(b"content-length", b"0")], b""
    return status, headers, body


def _no_write(_: bytes) -> None:
    raise RuntimeError("This server takes an answer as an iterable only.")
