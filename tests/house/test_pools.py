"""What takes long to make stands in front of nobody."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from typing import Any

from referee.web.views import handling_at
from referee.wsgi_adapter import READERS, Pages
from tests.house.loops import run_apart


def test_looks_and_taps_are_answered_while_pictures_are_drawn() -> None:
    drawn, drawing = threading.Event(), threading.Semaphore(0)
    answered: list[str] = []

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.endswith("result.png"):
            drawing.release()
            drawn.wait(20)
        answered.append(path)
        start("200 OK", [])
        return [path.encode()]

    pages = Pages(app, handling_at)

    async def ask(method: str, path: str) -> None:
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "headers": [],
        }

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_: Any) -> None:
            return None

        await pages(scope, receive, send)

    async def evening() -> None:
        pictures = [
            asyncio.create_task(ask("GET", f"/r/{number}/result.png")) for number in range(READERS + 2)
        ]
        await asyncio.to_thread(drawing.acquire)
        try:
            async with asyncio.timeout(10):
                await asyncio.gather(ask("GET", "/t/look/"), ask("POST", "/t/tap/"), ask("GET", "/"))
        finally:
            drawn.set()
        assert sorted(answered) == ["/", "/t/look/", "/t/tap/"]
        await asyncio.gather(*pictures)
        assert len(answered) == 3 + len(pictures)

    run_apart(evening())
