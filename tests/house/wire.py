"""Requests to the app in a process of its own, over real sockets."""

import http.client
from urllib.parse import urlsplit

from tests.conftest import House


def ask(
    house: House, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], str]:
    """One request on a connection of its own: status, headers and text of the answer."""
    connection = http.client.HTTPConnection(urlsplit(house.url).netloc, timeout=60)
    try:
        connection.request(method, path, body or None, headers or {})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()
