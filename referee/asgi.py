"""The whole site: Django's pages, and the live stream beside them."""

import os

from django.core.wsgi import get_wsgi_application

from referee.asgi_types import Receive, Scope, Send
from referee.stream.endpoint import Stream
from referee.stream.hub import HUB
from referee.stream.token import PREFIX
from referee.web.views import handling_at
from referee.wsgi_adapter import Pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")

_pages = Pages(get_wsgi_application(), handling_at)
_stream = Stream(HUB)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One request. The server is started without lifespan and without websockets, so nothing else comes."""
    handle = _stream if scope["path"].startswith(PREFIX) else _pages
    await handle(scope, receive, send)
