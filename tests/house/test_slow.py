"""What takes long to make stands in front of nobody."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from referee.bridge import READERS, Pages
from referee.slow import is_slow
from tests.house.loops import run_apart


@pytest.mark.parametrize("path", ["/games/abc-_1/result.png", "/r/abc-_1/result.png"])
def test_pictures_of_results_are_slow(path: str) -> None:
    assert is_slow(path)
    assert not is_slow(path + "/")
    assert not is_slow(path.replace("result.png", ""))
    assert not is_slow(f"/t{path}")


@pytest.mark.parametrize("file", ["crew.zip", "crew.bgsplay", "scores.csv"])
def test_all_of_a_crew_is_slow_and_the_page_that_offers_it_is_not(file: str) -> None:
    assert is_slow(f"/crew/takeout/{file}")
    assert not is_slow("/crew/takeout/")
    assert not is_slow(f"/games{file}")


def test_looks_and_taps_are_answered_while_pictures_are_drawn() -> None:
    drawn, drawing = threading.Event(), threading.Semaphore(0)
    answered: list[str] = []

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if is_slow(path):
            drawing.release()
            drawn.wait(20)
        answered.append(path)
        start("200 OK", [])
        return [path.encode()]

    pages = Pages(app, max_body=lambda _: 100, is_upload=lambda _: False, is_slow=is_slow)

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
