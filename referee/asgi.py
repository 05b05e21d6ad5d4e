"""The whole app for any ASGI server: Django's pages on threads, the live stream and the clock beside them."""

from __future__ import annotations

from referee.wsgi import application as pages  # sets Django up, which the others need

# isort: split

from django.http import HttpRequest

from referee.server.lifespan import lifespan
from referee.server.pools import WsgiPools
from referee.stream.endpoint import CLOCK, LIVE, Stream, clock
from referee.stream.hub import HUB
from referee.web import addresses
from referee.web.plain_asgi import Receive, Scope, Send, send_text

#: In bytes. Browsers send far less; some ASGI servers accept far more.
HEAD_BYTES = 32 * 1024
TOO_LARGE = "The head of this request is too large. Delete this site's cookies, then try again."


def _address(scope: Scope) -> str:
    """The key that a client is counted under: its address, or the one that a trusted proxy reports."""
    passed_on = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request = HttpRequest()
    request.META |= {"REMOTE_ADDR": (scope.get("client") or ("",))[0]}
    request.META["HTTP_X_FORWARDED_FOR"] = ",".join(passed_on)
    addresses.resolve_client_address(request)
    return addresses.place(request)


_pages, _stream = WsgiPools(pages, _address), Stream(HUB, _address)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request, or runs for as long as the server does."""
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close"})  # there are none
    elif sum(len(name) + len(value) for name, value in scope["headers"]) > HEAD_BYTES:
        await send_text(send, 431, TOO_LARGE)
    elif scope["path"] == CLOCK:
        await clock(scope, receive, send)
    elif scope["path"].startswith(LIVE):
        await _stream(scope, receive, send)
    else:
        await _pages(scope, receive, send)
