"""What takes long to make stands in front of nobody."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from referee import wsgi_adapter
from referee.web.views import handling_at
from referee.wsgi_adapter import HASHES, PART, READERS, UPLOADS_OF_AN_ADDRESS, Pages
from tests.house.loops import run_apart


def scope_of(method: str, path: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "headers": [],
    }


def test_looks_and_taps_are_answered_while_pictures_are_drawn() -> None:
    drawn, drawing = threading.Event(), threading.Semaphore(0)
    answered: list[str] = []

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.endswith("result.png"):
            drawing.release()
            drawn.wait(120)
        answered.append(path)
        start("200 OK", [])
        return [path.encode()]

    pages = Pages(app, handling_at)

    async def ask(method: str, path: str) -> None:
        await pages(scope_of(method, path), _receive, _send)

    async def evening() -> None:
        pictures = [
            asyncio.create_task(ask("GET", f"/r/{number}/result.png")) for number in range(READERS + 2)
        ]
        await asyncio.to_thread(drawing.acquire)
        try:
            async with asyncio.timeout(60):
                await asyncio.gather(ask("GET", "/t/look/"), ask("POST", "/t/tap/"), ask("GET", "/"))
        finally:
            drawn.set()
        assert sorted(answered) == ["/", "/t/look/", "/t/tap/"]
        await asyncio.gather(*pictures)
        assert len(answered) == 3 + len(pictures)

    run_apart(evening())


def test_phones_follow_their_table_one_after_the_other_while_slow_pages_are_read() -> None:
    done, reading = threading.Event(), threading.Semaphore(0)
    following, most, seen = 0, 0, 0

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        nonlocal following, most, seen
        if environ["PATH_INFO"] == "/rules/":
            reading.release()
            done.wait(120)
        else:
            following += 1
            most = max(most, following)
            time.sleep(0.01)
            following -= 1
            seen += 1
        start("200 OK", [])
        return [b""]

    pages = Pages(app, handling_at)

    async def evening() -> None:
        slow = [
            asyncio.create_task(pages(scope_of("GET", "/rules/"), _receive, _send)) for _ in range(READERS)
        ]
        for _ in slow:
            await asyncio.to_thread(reading.acquire)
        try:
            async with asyncio.timeout(60):
                await asyncio.gather(*(pages(scope_of("GET", "/t/look/"), _receive, _send) for _ in range(5)))
        finally:
            done.set()
        await asyncio.gather(*slow)

    run_apart(evening())
    assert (seen, most) == (5, 1)


def test_taps_are_answered_while_many_sign_in_and_too_many_are_told_to_come_later() -> None:
    hashed, hashing = threading.Event(), threading.Semaphore(0)

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/t/tap/move/":
            hashing.release()
            hashed.wait(120)
        start("200 OK", [])
        return [b""]

    pages = Pages(app, handling_at)

    async def ask(path: str, *, whole: bool = True) -> int:
        found = 0

        async def receive() -> dict[str, Any]:
            if not whole:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            nonlocal found
            found = message.get("status", found)

        await pages(scope_of("POST", path), receive, send)
        return found

    async def evening() -> None:
        # Who sends half a form takes nobody's place.
        half = [asyncio.create_task(ask("/account/in/", whole=False)) for _ in range(HASHES)]
        paths = ["/account/in/", "/account/new/", "/account/delete/", "/admin/login/"]
        signing = [asyncio.create_task(ask(paths[n % len(paths)])) for n in range(HASHES)]
        await asyncio.to_thread(hashing.acquire)
        try:
            async with asyncio.timeout(60):
                assert await ask("/t/tap/move/") == 200
                assert await ask("/admin/login/") == 503
        finally:
            hashed.set()
        assert await asyncio.gather(*signing) == [200] * HASHES
        assert await ask("/admin/login/") == 200
        for task in half:
            task.cancel()

    run_apart(evening())


def test_who_dribbles_uploads_takes_two_places_and_is_hung_up_on_and_a_slow_phone_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wsgi_adapter, "FIRST_SECONDS", 0.05)

    def app(_: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [])
        return [b""]

    pages = Pages(app, handling_at, lambda scope: str(scope["client"][0]))

    async def ask(who: str, first: int, rest: asyncio.Event | None = None) -> tuple[int, bytes]:
        """Sends so many bytes and, once it may, the last ones."""
        status, said = 0, b""
        parts = [first, 1]

        async def receive() -> dict[str, Any]:
            if len(parts) == 1 and rest is not None:
                await rest.wait()
            part = parts.pop(0)
            return {"type": "http.request", "body": bytes(part), "more_body": bool(parts)}

        async def send(message: Any) -> None:
            nonlocal status, said
            status, said = message.get("status", status), said + message.get("body", b"")

        await pages(scope_of("POST", "/crew/export/") | {"client": (who, 1)}, receive, send)
        return status, said

    async def evening() -> None:
        never, refused = asyncio.Event(), asyncio.Event()
        dribbling = [asyncio.create_task(ask("192.0.2.1", 1, never)) for _ in range(UPLOADS_OF_AN_ADDRESS)]
        slow = asyncio.create_task(ask("192.0.2.2", 1_000_000, refused))
        await asyncio.sleep(0)
        status, said = await ask("192.0.2.1", 1)
        assert (status, b"from your address" in said) == (503, True)
        assert await ask("192.0.2.3", 1) == (200, b"")
        async with asyncio.timeout(60):
            assert [status for status, _ in await asyncio.gather(*dribbling)] == [408] * len(dribbling)
        refused.set()
        assert await slow == (200, b"")
        assert await ask("192.0.2.1", 1) == (200, b""), "the places are given back"

    run_apart(evening())


def test_the_log_says_what_has_held_a_thread_and_nothing_of_what_was_sent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 0.0
    takes = {"/t/aGameOfOurs/move/": 2.5, "/join/aSecretOfOurs/": 2.5, "/new/": 1.5, "/wp-admin/": 2.5}

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        nonlocal now
        now += takes[environ["PATH_INFO"]]
        start("200 OK", [])
        yield bytes(PART)
        now += takes[environ["PATH_INFO"]]
        yield b""

    monkeypatch.setattr(wsgi_adapter, "monotonic", lambda: now)
    pages = Pages(app, handling_at)

    async def ask(method: str, path: str) -> None:
        sent = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            return sent.pop() if sent else await asyncio.Future()

        await pages(scope_of(method, path) | {"query_string": b"q=Ann"}, receive, _send)

    async def evening() -> None:
        for method, path in [("POST", "/t/aGameOfOurs/move/"), ("GET", "/new/"), ("GET", "/wp-admin/")]:
            await ask(method, path)
        await ask("HEAD", "/join/aSecretOfOurs/")

    with caplog.at_level(logging.WARNING, wsgi_adapter.__name__):
        run_apart(evening())
    said = [
        "POST move held a write thread for 2.5 s",
        "POST move held a write thread for 2.5 s",
        "GET no view held a read thread for 2.5 s",
        "GET no view held a read thread for 2.5 s",
        "HEAD join held a read thread for 2.5 s",
    ]
    assert [record.getMessage() for record in caplog.records] == said


async def _receive() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _send(_: Any) -> None:
    return None
