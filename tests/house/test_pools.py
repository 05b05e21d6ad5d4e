"""What takes long stands in front of nobody, and long answers go out part by part."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

import pytest

from referee.server import pools
from referee.server.pools import PART, THREADS, WsgiPools
from referee.web.views import Pool
from tests.house.loops import run_apart

TAP, LOOK, PICTURE, SIGN_IN, UPLOAD = (
    ("POST", "/t/tap/move/"),
    ("GET", "/t/look/"),
    ("GET", "/r/x/result.png"),
    ("POST", "/account/in/"),
    ("POST", "/crew/export/"),
)
Told = list[dict[str, Any]]


class Asker:
    """Sends requests to pages, the bodies part by part."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self.pages = WsgiPools(app, lambda scope: str(scope["client"][0]))

    async def ask(
        self, method: str, path: str, *parts: bytes, who: str = "here", last: asyncio.Event | None = None
    ) -> tuple[int, bytes]:
        """Status and body of the answer. `last` holds the last part back."""
        told: Told = []
        waiting = [*parts] or [b""]

        async def receive() -> dict[str, Any]:
            if not waiting:
                await asyncio.Event().wait()
            if len(waiting) == 1 and last is not None:
                await last.wait()
            return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

        async def send(message: Any) -> None:
            told.append(message)

        await self.pages(scope_of(method, path, who), receive, send)
        return told[0]["status"], b"".join(message.get("body", b"") for message in told)


def scope_of(method: str, path: str, who: str = "here") -> dict[str, Any]:
    asked = {"type": "http", "method": method, "path": path, "client": (who, 1)}
    return asked | {"query_string": b"", "http_version": "1.1", "scheme": "http", "headers": []}


def within_a_minute(evening: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await evening

    run_apart(limited())


@pytest.mark.parametrize("slow", [PICTURE, SIGN_IN], ids=["pictures", "passwords"])
def test_looks_and_taps_are_answered_while_what_is_slow_waits_and_too_many_are_told_to_come_later(
    slow: tuple[str, str],
) -> None:
    done, begun = threading.Event(), threading.Semaphore(0)

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        if (environ["REQUEST_METHOD"], environ["PATH_INFO"]) == slow:
            begun.release()
            done.wait(120)
        start("200 OK", [])
        return [environ["PATH_INFO"].encode()]

    async def evening() -> None:
        asker, never = Asker(app), asyncio.Event()
        # Who sends half a form takes nobody's place.
        half = [asyncio.create_task(asker.ask(*slow, b"", b"", last=never)) for _ in range(20)]
        waiting = [asyncio.create_task(asker.ask(*slow)) for _ in range(16)]
        for _ in range(THREADS[Pool.SLOW]):
            await asyncio.to_thread(begun.acquire)
        try:
            answers = await asyncio.gather(asker.ask(*LOOK), asker.ask(*TAP), asker.ask("GET", "/"))
            assert [text for _, text in answers] == [b"/t/look/", b"/t/tap/move/", b"/"]
            status, text = await asker.ask(*slow)
            assert (status, b"Try again in a moment" in text) == (503, True)
        finally:
            done.set()
        assert [status for status, _ in await asyncio.gather(*waiting)] == [200] * 16
        for task in half:
            task.cancel()

    within_a_minute(evening())


def test_who_takes_no_answer_keeps_nobody_from_signing_in() -> None:
    def app(_: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [])
        return iter([bytes(PART), bytes(PART)])

    async def evening() -> None:
        asker, stalled = Asker(app), []
        for _ in range(20):
            begun = asyncio.Event()

            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(_: Any, begun: asyncio.Event = begun) -> None:
                begun.set()
                await asyncio.Event().wait()

            stalled.append(asyncio.create_task(asker.pages(scope_of(*PICTURE), receive, send)))
            await begun.wait()
        assert (await asker.ask(*SIGN_IN))[0] == 200
        for task in stalled:
            task.cancel()

    within_a_minute(evening())


def test_who_dribbles_uploads_takes_two_places_and_is_hung_up_on_and_a_slow_phone_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pools, "FIRST_SECONDS", 0.05)

    def app(_: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [])
        return [b""]

    async def evening() -> None:
        asker, never, refused = Asker(app), asyncio.Event(), asyncio.Event()
        dribbling = [asyncio.create_task(asker.ask(*UPLOAD, b"1", b"", last=never)) for _ in range(2)]
        slow = asyncio.create_task(asker.ask(*UPLOAD, bytes(1_000_000), b"", who="there", last=refused))
        await asyncio.sleep(0)
        assert (await asker.ask(*UPLOAD))[0] == 503
        assert (await asker.ask(*UPLOAD, who="elsewhere"))[0] == 200
        assert [status for status, _ in await asyncio.gather(*dribbling)] == [408] * 2
        refused.set()
        assert (await slow)[0] == 200
        assert (await asker.ask(*UPLOAD))[0] == 200, "the places are given back"

    within_a_minute(evening())


# --- long answers


class Long:
    """An answer of many parts that knows how many were made, and whether it was closed."""

    def __init__(self, parts: int, *, breaks: bool = False) -> None:
        self.parts, self.breaks, self.made, self.closed = parts, breaks, 0, 0

    def __iter__(self) -> Iterator[bytes]:
        for number in range(self.parts):
            self.made = number + 1
            yield b"x" * PART
            if self.breaks:
                raise ZeroDivisionError

    def close(self) -> None:
        self.closed += 1

    def is_closed_once(self) -> bool:
        """Another thread does it, soon."""
        for _ in range(6000):
            if self.closed:
                break
            time.sleep(0.01)
        return self.closed == 1


def serve(answer: Any, *, leaves_after: int = 10**9, method: str = "GET") -> Told:
    """What an ASGI server would send of an answer, until the client leaves."""
    sent: Told = []

    def app(_: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", " crew=x")])
        return answer

    async def talk() -> None:
        left, asked = asyncio.Event(), [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            if len(sent) > leaves_after:
                left.set()
            await asyncio.sleep(0)

        await WsgiPools(app, lambda _: "")(scope_of(method, "/"), receive, send)

    run_apart(talk())
    return sent


def test_a_short_answer_is_sent_whole_and_its_headers_are_such_as_every_server_takes() -> None:
    head, body = serve([b"a", b"b"])
    assert (b"set-cookie", b"crew=x") in head["headers"]
    assert (body["body"], body["more_body"]) == (b"ab", False)


def test_a_long_answer_is_sent_in_parts_and_closed_once() -> None:
    answer = Long(5)
    sent = serve(answer)
    assert b"".join(message.get("body", b"") for message in sent) == b"x" * 5 * PART
    assert [message["more_body"] for message in sent[1:]] == [True] * (len(sent) - 2) + [False]
    assert len(sent) > 5
    assert answer.is_closed_once()


@pytest.mark.parametrize(
    ("method", "leaves_after", "most"),
    [("HEAD", 10**9, 1), ("GET", 4, 20)],
    ids=["who asks for the head alone", "who has left"],
)
def test_nothing_more_is_made_for(method: str, leaves_after: int, most: int) -> None:
    answer = Long(1000)
    sent = serve(answer, method=method, leaves_after=leaves_after)
    assert method == "GET" or not sent[-1]["more_body"]
    assert answer.made <= most
    assert answer.is_closed_once()


def test_an_answer_that_breaks_off_is_closed_and_not_ended() -> None:
    answer = Long(2, breaks=True)
    with pytest.raises(ZeroDivisionError):
        serve(answer)
    assert answer.is_closed_once()
