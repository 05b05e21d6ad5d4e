"""Runs a WSGI application, Django's pages, inside an ASGI server (docs/decisions/0001)."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from threading import current_thread
from time import monotonic
from typing import IO, Any, NamedTuple

from referee.asgi_types import Receive, Scope, Send
from referee.queues import Full, Queue
from referee.web.patience import CAME
from referee.web.views import Handling, Pool, name_at

READERS = 2
BODY_SECONDS = 30.0
UPLOADS, UPLOADS_OF_AN_ADDRESS = 8, 2
UPLOAD_SECONDS = 120.0
#: A body has so many seconds to begin with, and one more for each of so many bytes: who dribbles is hung up
#: on.
FIRST_SECONDS, LEAST_PACE = 10.0, 8 * 1024
HASHES = 16
KEPT_IN_MEMORY = 1 << 20

#: An answer that is longer, or takes longer (seconds), is sent in parts while it is made.
PART, PART_SECONDS = 1 << 16, 0.1

#: Seconds after which the log says what has held a thread: those who came for it waited as long.
STANDSTILL = 2.0

Headers = list[tuple[bytes, bytes]]
Environ = dict[str, Any]
Write = Callable[[bytes], object]
Wsgi = Callable[[Environ, Callable[..., Write]], Iterable[bytes]]

log = logging.getLogger(__name__)


class WsgiResponse(NamedTuple):
    """What the application says: whole, or the first part of its body, and then `rest` makes the others."""

    status: int
    headers: Headers
    body: bytes
    rest: BodyParts | None = None


class ClientLeft(Exception):
    """The client left before its request was whole."""


class _Pace:
    """How long a body may take: longer the more of it came, and so many seconds in all."""

    def __init__(self, limit: asyncio.Timeout, seconds: float) -> None:
        self._limit, self._seconds = limit, seconds
        self._since = asyncio.get_running_loop().time()

    def came(self, length: int) -> None:
        """So many bytes are there now."""
        self._limit.reschedule(self._since + min(self._seconds, FIRST_SECONDS + length / LEAST_PACE))


class Pages:
    """An ASGI application that hands whole requests to WSGI threads and sends whole answers.

    What may write runs on one long-lived thread: SQLite has one writer anyway, and taps that queue here
    wait far shorter than taps that back off from a busy database. What only reads runs beside it on a few
    others, so that a slow page never stands in front of a tap, and what phones at a table follow it by on one
    more, so that it stands in front of none of them. A photo takes long to unpack and little to
    write, as a password takes long to hash and statistics to count: each of these has a thread of its own. So
    has what takes long to make and only reads: two of those at once would keep everybody from reading.
    Threads live as long as the process, and so do their connections. Which of them a request is for,
    `handling` says by its method and path.

    A long answer is made and sent part by part, each a turn of its own among the others: however slow the
    client is, it holds no thread.

    A body larger than it may be is not kept: the application sees an empty one with the declared length, and
    refuses it in words (referee.web.middleware.Declared).
    """

    def __init__(
        self,
        app: Wsgi,
        handling: Callable[[str, str], Handling],
        sender: Callable[[Scope], str] = lambda _: "",
    ) -> None:
        """`sender` says by what whoever asks is told apart from others."""
        self._app = app
        self._handling = handling
        self._sender = sender
        self._uploads = Queue(
            UPLOADS,
            "Too many photos are on their way. Send yours again in a moment.",
            each=UPLOADS_OF_AN_ADDRESS,
            each_full="Too many photos are on their way from your address: send one after the other."
            " Send yours again in a moment.",
        )
        self._hashes = Queue(HASHES, "Too many people are signing in. Try again in a moment.")
        self._pools = {
            pool: ThreadPoolExecutor(READERS if pool is Pool.READ else 1, pool.value) for pool in Pool
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        how = self._handling(scope["method"], scope["path"])
        # What uploads send is kept until it is dealt with, so they are counted from their first byte.
        place = self._uploads.place(self._sender(scope)) if how.pool is Pool.UPLOAD else nullcontext()
        try:
            with place:
                await self._answer(scope, receive, send, how)
        except Full as full:
            headers = [(b"connection", b"close"), (b"retry-after", b"10"), (b"content-type", b"text/plain")]
            busy = WsgiResponse(HTTPStatus.SERVICE_UNAVAILABLE.value, headers, str(full).encode())
            await _send_whole(send, busy)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, how: Handling) -> None:
        """Asks the application and sends what it says, unless the client left before. Raises Full."""
        seconds = UPLOAD_SECONDS if how.pool is Pool.UPLOAD else BODY_SECONDS
        # In memory while it is small, else in a file that has no name: it goes with the process.
        with SpooledTemporaryFile(KEPT_IN_MEMORY) as body:
            try:
                async with asyncio.timeout(min(seconds, FIRST_SECONDS)) as limit:
                    length = await self._read(scope, receive, body, how.most_bytes, _Pace(limit, seconds))
            except ClientLeft:
                return
            except TimeoutError:
                late = WsgiResponse(HTTPStatus.REQUEST_TIMEOUT.value, [(b"connection", b"close")], b"")
                await _send_whole(send, late)
                return
            environ, threads = _environ(scope, length, body), self._pools[how.pool]
            run = asyncio.get_running_loop().run_in_executor
            # Whole requests only: who sends half a form keeps nobody from signing in, and holds nothing up.
            with self._hashes.place() if how.pool is Pool.HASH else nullcontext():
                answer = await run(threads, _run, self._app, environ)
            if answer.rest is None:
                await _send_whole(send, answer)
            else:
                await _send_parts(receive, send, threads, answer, answer.rest)

    async def _read(self, scope: Scope, receive: Receive, body: IO[bytes], most: int, pace: _Pace) -> int:
        """Fills the body and returns its length; it stays empty if it is too long. Raises ClientLeft."""
        declared = dict(scope["headers"]).get(b"content-length", b"")
        length = int(declared) if declared.isdigit() else 0
        if length > most:
            return length
        length, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientLeft
            length += body.write(message.get("body", b""))
            more = message.get("more_body", False)
            pace.came(length)
            if length > most:
                body.seek(0)
                body.truncate()
                return length
        body.seek(0)
        return length


async def _send_whole(send: Send, answer: WsgiResponse) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


async def _send_parts(
    receive: Receive, send: Send, threads: ThreadPoolExecutor, answer: WsgiResponse, rest: BodyParts
) -> None:
    """Sends an answer part by part, until it ends or the client is gone; then it is closed in any case."""
    run = asyncio.get_running_loop().run_in_executor
    gone = asyncio.ensure_future(_left(receive))
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body, "more_body": True})
        while not rest.ended and not gone.done():
            part = await run(threads, rest.part)
            await send({"type": "http.response.body", "body": part, "more_body": not rest.ended})
    finally:
        gone.cancel()
        # Not waited for: who was told to stop could not wait either.
        threads.submit(rest.close)


async def _left(receive: Receive) -> None:
    """Returns when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


class BodyParts:
    """The parts of a body that are still to be made. Each may be made on another thread."""

    def __init__(self, chunks: Iterable[bytes], environ: Environ) -> None:
        self.ended = False
        self._environ = environ
        self._chunks = chunks
        self._next = iter(chunks)

    def part(self) -> bytes:
        """What comes next, as much as there is in a moment. Raises what the application raises."""
        made, since = bytearray(), monotonic()
        with _watched(self._environ):
            for chunk in self._next:
                made += chunk
                if len(made) >= PART or monotonic() - since > PART_SECONDS:
                    return bytes(made)
        self.ended = True
        return bytes(made)

    def close(self) -> None:
        """Lets the application clear away what it made the answer of."""
        close = getattr(self._chunks, "close", None)
        if close:
            close()


def _environ(scope: Scope, length: int, body: IO[bytes]) -> Environ:
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
        CAME: monotonic(),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    told: defaultdict[str, list[str]] = defaultdict(list)
    for raw, value in _headers(scope):
        told[raw.upper().replace("-", "_")].append(value)
    told.pop("CONTENT_LENGTH", None)
    if "CONTENT_TYPE" in told:
        environ["CONTENT_TYPE"] = told.pop("CONTENT_TYPE")[-1]
    for key, values in told.items():
        # Joined once: one after the other, a header sent ten thousand times would be copied as often.
        environ[f"HTTP_{key}"] = ("; " if key == "COOKIE" else ",").join(values)
    return environ


def _headers(scope: Scope) -> Iterator[tuple[str, str]]:
    for name, value in scope["headers"]:
        # With an underscore, a client could pass one off as a header that only the proxy may set.
        if b"_" not in name:
            yield name.decode("latin-1"), value.decode("latin-1")


@contextmanager
def _watched(environ: Environ) -> Iterator[None]:
    """Says in the log what has held a thread for long: its view, and nothing of what was sent."""
    since = monotonic()
    try:
        yield
    finally:
        if (held := monotonic() - since) > STANDSTILL:
            asked = environ["REQUEST_METHOD"], name_at(environ["PATH_INFO"].encode("latin-1").decode())
            pool = current_thread().name.rpartition("_")[0]
            log.warning("%s %s held a %s thread for %.1f s", *asked, pool, held)


def _run(app: Wsgi, environ: Environ) -> WsgiResponse:
    """Calls the application and takes its answer, or the first part of a long one, on the thread where its
    database connection lives.
    """
    status, headers = HTTPStatus.INTERNAL_SERVER_ERROR.value, Headers()
    rest: BodyParts | None = None

    def start_response(line: str, fields: list[tuple[str, str]], _: object = None) -> Write:
        nonlocal status, headers
        status = int(line[:3])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in fields]
        return _no_write

    try:
        with _watched(environ):
            chunks = app(environ, start_response)
        rest = BodyParts(chunks, environ)
        body = rest.part()
        if whole := rest.ended or environ["REQUEST_METHOD"] == "HEAD":
            rest.close()
    except Exception:
        log.exception("The application failed at %s", environ["PATH_INFO"])
        if rest:
            rest.close()
        return WsgiResponse(HTTPStatus.INTERNAL_SERVER_ERROR, [(b"content-length", b"0")], b"")
    return WsgiResponse(status, headers, body, None if whole else rest)


def _no_write(_: bytes) -> None:
    raise RuntimeError("This server takes an answer as an iterable only.")
