"""Django's pages inside an ASGI server: WSGI on three pools of threads (docs/decisions/0001).

One thread writes: SQLite has one writer anyway, and taps that queue here wait far shorter than taps that back
off from a busy database. Others read beside it, and what is slow is on none of these. Threads live as long as
the process, and so do their connections. Whoever is slow to send or to take holds no thread: a body is whole
before one hears of it, and each part of a long answer is a turn of its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from tempfile import SpooledTemporaryFile
from time import monotonic
from typing import IO, Any

from asgiref.wsgi import WsgiToAsgiInstance

from referee.web.plain_asgi import Message, Receive, Scope, Send, send_text
from referee.web.requests import ARRIVED_AT
from referee.web.views import Pool, needs

THREADS = {Pool.WRITE: 1, Pool.READ: 3, Pool.SLOW: 2}
#: A body has so many seconds to begin with, one more for each of so many bytes, and at most so many in all.
FIRST_SECONDS, LEAST_PACE, MOST_SECONDS = 10.0, 8 * 1024, 120.0
#: An answer that is longer, or takes longer (seconds), is sent in parts while it is made.
PART, PART_SECONDS = 1 << 16, 0.1

Wsgi = Callable[..., Iterable[bytes]]
_Instance: Any = WsgiToAsgiInstance  # asgiref has no types


class Full(Exception):
    """There is no slot for one more."""


class Slots:
    """So many requests at a time, and so many from one address."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each, self._taken = most, each, Counter[str]()

    @contextmanager
    def acquire(self, address: str) -> Iterator[None]:
        """A slot for the length of the block. Raises Full."""
        if self._taken.total() >= self._most or self._taken[address] >= self._each:
            raise Full
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            self._taken += Counter()  # whoever has none is forgotten


class WsgiPools:
    """An ASGI application that hands whole requests to WSGI threads, and sends what they answer.

    Of a body larger than its view takes, Django sees the length alone (middleware.RequestChecks).
    """

    def __init__(self, app: Wsgi, address: Callable[[Scope], str]) -> None:
        """`address` says where a request comes from."""
        self._app, self._address = app, address
        self._threads = {pool: ThreadPoolExecutor(most, pool.value) for pool, most in THREADS.items()}
        # Bodies of uploads are stored as they come, so they count from their first byte.
        self._uploads, self._slow = Slots(8, each=2), Slots(16, each=16)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        arrived_at = monotonic()
        pool, most, uploads = needs(scope["method"], scope["path"])
        try:
            with (
                self._uploads.acquire(self._address(scope)) if uploads else nullcontext(),
                SpooledTemporaryFile(1 << 20) as body,
            ):
                try:
                    length = await _read(receive, scope, body, most)
                except TimeoutError:
                    return await send_text(send, 408, "", (b"connection", b"close"))
                except ConnectionError:
                    return None  # whoever asked has left
                environ = _environ(scope, body) | {"CONTENT_LENGTH": str(length), ARRIVED_AT: arrived_at}
                # Only until its answer begins: whoever is slow to take one is in nobody's way.
                slot = self._slow.acquire(self._address(scope)) if pool is Pool.SLOW else nullcontext()
                await _answer(self._app, environ, self._threads[pool], slot, receive=receive, send=send)
        except Full:
            text = "The server is busy with uploads and exports. Try again in a moment."
            await send_text(send, 503, text, (b"retry-after", b"10"), (b"connection", b"close"))
        return None


async def _read(receive: Receive, scope: Scope, body: IO[bytes], most: int) -> int:
    """Fills the body, unless it is too long; returns its length. Raises TimeoutError, ConnectionError."""
    declared = dict(scope["headers"]).get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > most:
        return int(declared)
    since, length, more = asyncio.get_running_loop().time(), 0, True
    async with asyncio.timeout(FIRST_SECONDS) as limit:
        while more and length <= most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionError
            length += body.write(message.get("body", b""))
            more = message.get("more_body", False)
            limit.reschedule(since + min(MOST_SECONDS, FIRST_SECONDS + length / LEAST_PACE))
    body.seek(0)
    if length > most:
        body.truncate()
    return length


def _environ(scope: Scope, body: IO[bytes]) -> dict[str, Any]:
    build: Any = _Instance(None, duplicate_header_limit=0)
    # With an underscore, a client could pass a header off as one that only the proxy may set.
    build.scope = {**scope, "headers": [pair for pair in scope["headers"] if b"_" not in pair[0]]}
    environ: dict[str, Any] = build.build_environ(build.scope, body)
    return environ


async def _answer(
    app: Wsgi,
    environ: dict[str, Any],
    threads: ThreadPoolExecutor,
    slot: AbstractContextManager[None],
    *,
    receive: Receive,
    send: Send,
) -> None:
    head: Message = {"type": "http.response.start"}
    parts = _parts(app, environ, head)
    turn = partial(asyncio.get_running_loop().run_in_executor, threads, next, parts)
    left, more = None, True
    try:
        with slot:
            part, more = await turn()
        goes_on = more and environ["REQUEST_METHOD"] != "HEAD"
        await send(head)
        await send({"type": "http.response.body", "body": part, "more_body": goes_on})
        while goes_on and more:
            left = left or asyncio.ensure_future(_until_left(receive))
            if left.done():
                break
            part, more = await turn()
            await send({"type": "http.response.body", "body": part, "more_body": more})
    finally:
        if left:
            left.cancel()
        if more:
            threads.submit(parts.close)  # not waited for: whoever was told to stop could not wait either


def _parts(app: Wsgi, environ: dict[str, Any], head: Message) -> Generator[tuple[bytes, bool], None, None]:
    """The parts of a WSGI answer, each with whether there are more; `head` is filled before the first."""

    def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
        # Django's cookies begin with a blank, which h11 refuses.
        pairs = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        head.update(status=int(status[:3]), headers=pairs)

    chunks = app(environ, start_response)
    try:
        made, since = bytearray(), monotonic()
        for chunk in chunks:
            made += chunk
            if len(made) >= PART or monotonic() - since > PART_SECONDS:
                yield bytes(made), True
                made, since = bytearray(), monotonic()
    finally:
        getattr(chunks, "close", bool)()
    yield bytes(made), False


async def _until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
