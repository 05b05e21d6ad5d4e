"""The whole site: Django's pages, and the live stream beside them."""

import os

from django.core.wsgi import get_wsgi_application

from referee import slow, uploads
from referee.asgi_types import Receive, Scope, Send
from referee.bridge import Pages
from referee.live.hub import HUB
from referee.live.stream import Stream
from referee.live.token import PREFIX

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")

_pages = Pages(
    get_wsgi_application(),
    max_body=uploads.most_bytes,
    is_upload=uploads.is_upload,
    is_slow=slow.is_slow,
)
_stream = Stream(HUB)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One request. The server is started without lifespan and without websockets, so nothing else comes."""
    handle = _stream if scope["path"].startswith(PREFIX) else _pages
    await handle(scope, receive, send)
