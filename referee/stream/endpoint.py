"""The stream of one table as server-sent events, and the server's clock: plain ASGI, holding no thread and no
database connection.
"""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus

from django.core import signing

from referee.stream.hub import Full, Hub, Listener, Subscriber
from referee.web.plain_asgi import SAFE, Receive, Scope, Send, send_text

LIVE, CLOCK = "/live/", "/clock/"
#: How long the address of a stream is good; it is signed by the page that opens it.
ADDRESS_LIFE = timedelta(hours=24)
# What it was called when addresses were signed that are still good.
_SALT = "referee.stream.token"

HEARTBEAT = 15.0  # seconds; proxies and phones drop what is silent for 20 to 30
LIFE = 15 * 60.0  # seconds; then the page connects again, and what leaked is gone
RETRY = 500  # milliseconds until a page connects again, and up to twice as much more: not all at once

_HEADERS = [
    (b"content-type", b"text/event-stream"),
    *SAFE,
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
#: The last event of a stream: a status would be asked for again for ever.
GONE = b"event: gone\ndata: \n\n"


@dataclass(frozen=True)
class Ticket:
    """Whose stream it is: of the game with this id, for the phone and the crew with these numbers.

    `signed` is when a page was given it, in whole seconds of the clock.
    """

    game: str
    phone: int
    crew: int
    signed: int


def stream_url(game: str, phone: int, crew: int) -> str:
    """The path of a game's stream for one phone, good for a day. The page checks who may see it."""
    return f"{LIVE}{signing.TimestampSigner(salt=_SALT).sign(f'{game}.{phone}.{crew}')}/"


def read_ticket(path: str) -> Ticket | None:
    """Whose stream lies at this path; None when it was not signed here, or is old."""
    token = path.removeprefix(LIVE).removesuffix("/")
    try:
        game, phone, crew = signing.TimestampSigner(salt=_SALT).unsign(token, max_age=ADDRESS_LIFE).split(".")
        signed = signing.b62_decode(token.split(":")[-2])
        return Ticket(game, int(phone), int(crew), signed)
    except (signing.BadSignature, ValueError):
        return None


class Stream:
    """Answers `/live/<token>/` with `event: version` and the game's newest version as data.

    It says that something changed, not what: the page fetches its own part with its own permission. The first
    event may be 0, when the game was not touched since the server started. A phone that was shut out, or
    whose address no longer holds, hears `event: gone` and nothing more: at a status it would ask again.
    """

    def __init__(self, hub: Hub, sender: Callable[[Scope], str]) -> None:
        """`sender` says where a request comes from."""
        self._hub, self._sender = hub, sender

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ticket = read_ticket(scope["path"])
        if scope["method"] != "GET":
            await send_text(send, HTTPStatus.METHOD_NOT_ALLOWED, "", (b"allow", b"GET"))
        elif ticket is None or self._hub.is_gone(ticket.phone, since=ticket.signed):
            await _begin(send)
            await _end(send, GONE)
        else:
            try:
                who = Subscriber(ticket.game, ticket.phone, ticket.crew, self._sender(scope))
                with self._hub.listen(who) as bell:
                    await _converse(bell, receive, send)
            except Full:
                after = str(random.randint(10, 30)).encode()
                await send_text(send, HTTPStatus.SERVICE_UNAVAILABLE, "", (b"retry-after", after))


async def _converse(bell: Listener, receive: Receive, send: Send) -> None:
    leaving = asyncio.create_task(_until_gone(bell, receive))
    try:
        # Also ends a stream whose phone fell asleep without a word and takes nothing more.
        async with asyncio.timeout(LIFE * random.uniform(0.9, 1.1)):
            await _begin(send)
            # Not an event of its own: what has no data some clients pass by.
            retry = f"retry: {random.randint(RETRY, 3 * RETRY)}\n"
            while not bell.closed:
                heard = await bell.heard(HEARTBEAT)
                if not bell.closed:
                    version = f"{retry}event: version\ndata: {bell.version}"
                    event = f"{version if heard else ': still here'}\n\n".encode()
                    await send({"type": "http.response.body", "body": event, "more_body": True})
                    retry = ""
            await _end(send, GONE if bell.gone else b"")
    except TimeoutError:
        await _end(send)
    finally:
        leaving.cancel()


async def _until_gone(bell: Listener, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    bell.close()


async def _begin(send: Send) -> None:
    await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": _HEADERS})


async def _end(send: Send, event: bytes = b"") -> None:
    await send({"type": "http.response.body", "body": event, "more_body": False})


async def clock(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001  # as every ASGI application
    """Answers with the milliseconds since 1970, for phones that measure their clock against it."""
    if scope["method"] == "GET":
        await send_text(send, HTTPStatus.OK, f"{time.time() * 1000:.1f}")
    else:
        await send_text(send, HTTPStatus.METHOD_NOT_ALLOWED, "", (b"allow", b"GET"))
