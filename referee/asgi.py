"""The whole site: Django's pages, and the live stream and the clock beside them."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest

from referee.asgi_types import Receive, Scope, Send
from referee.safe_headers import with_safe_headers
from referee.stream.clock import PATH as CLOCK
from referee.stream.clock import clock
from referee.stream.endpoint import Stream
from referee.stream.hub import HUB
from referee.stream.token import PREFIX
from referee.web import addresses
from referee.web.views import handling_at
from referee.wsgi_adapter import Pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")


def _sender(scope: Scope) -> str:
    """What whoever asks is counted by: the place that it comes from, also through a proxy."""
    told = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request = HttpRequest()
    request.META |= {"REMOTE_ADDR": (scope.get("client") or ("",))[0], "HTTP_X_FORWARDED_FOR": ",".join(told)}
    addresses.find_sender(request)
    return addresses.place(request)


_pages = Pages(get_wsgi_application(), handling_at, _sender)
_stream = Stream(HUB, _sender)


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    """One request. The server is started without lifespan and without websockets, so nothing else comes."""
    if scope["path"] == CLOCK:
        await clock(scope, receive, send)
        return
    handle = _stream if scope["path"].startswith(PREFIX) else _pages
    await handle(scope, receive, send)


application = with_safe_headers(_answer)

# What is loaded by now stays: to look through all of it for garbage would stop everybody for a sixth of a
# second, every ten or twenty of a full evening.
gc.freeze()
# To look for circles after each 700 things that are made, as Python does by itself, slows an import; after
# 20,000 it takes ten milliseconds at once, which eight taps wait for.
gc.set_threshold(3_000, 10, 10)
