"""The stream of one table as server-sent events: plain ASGI, holding no thread and no database connection."""

import asyncio
import random
from collections.abc import Callable
from http import HTTPStatus

from referee.stream import token
from referee.stream.hub import Bell, Full, Hub, Who
from referee.web.plain_asgi import SAFE, Receive, Scope, Send, send_text

HEARTBEAT = 15.0  # seconds; proxies and phones drop what is silent for 20 to 30
LIFE = 15 * 60.0  # seconds; then the page connects again, and what leaked is gone
RETRY = 2_000  # milliseconds until a page connects again, and up to as much more: not all at once

_HEADERS = [
    (b"content-type", b"text/event-stream"),
    *SAFE,
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Stream:
    """Answers `/live/<token>/` with `event: version` and the game's newest version as data.

    It says that something changed, not what: the page fetches its own part with its own permission. The first
    event may be 0, when the game was not touched since the server started. A phone that was shut out hears
    `event: gone` as its last.
    """

    def __init__(self, hub: Hub, sender: Callable[[Scope], str]) -> None:
        """`sender` says where a request comes from."""
        self._hub, self._sender = hub, sender

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ticket = token.read(scope["path"])
        if scope["method"] != "GET":
            await send_text(send, HTTPStatus.METHOD_NOT_ALLOWED, "", (b"allow", b"GET"))
        elif ticket is None or self._hub.is_gone(ticket.phone, since=ticket.signed):
            # 204 is what makes a browser's EventSource stop asking.
            await send_text(send, HTTPStatus.NO_CONTENT, "")
        else:
            try:
                who = Who(ticket.game, ticket.phone, ticket.crew, self._sender(scope))
                with self._hub.listen(who) as bell:
                    await _converse(bell, receive, send)
            except Full:
                after = str(random.randint(10, 30)).encode()
                await send_text(send, HTTPStatus.SERVICE_UNAVAILABLE, "", (b"retry-after", after))


async def _converse(bell: Bell, receive: Receive, send: Send) -> None:
    leaving = asyncio.create_task(_until_gone(bell, receive))
    try:
        # Also ends a stream whose phone fell asleep without a word and takes nothing more.
        async with asyncio.timeout(LIFE * random.uniform(0.9, 1.1)):
            await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": _HEADERS})
            await _send_event(send, f"retry: {random.randint(RETRY, 2 * RETRY)}")
            while not bell.closed:
                heard = await bell.heard(HEARTBEAT)
                if not bell.closed:
                    await _send_event(
                        send, f"event: version\ndata: {bell.version}" if heard else ": still here"
                    )
            if bell.gone:
                await _send_event(send, "event: gone\ndata: ")
            await send({"type": "http.response.body", "body": b"", "more_body": False})
    except TimeoutError:
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        leaving.cancel()


async def _until_gone(bell: Bell, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    bell.close()


async def _send_event(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": f"{text}\n\n".encode(), "more_body": True})
