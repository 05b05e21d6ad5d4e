"""What comes before a request is whole: large heads, silence, and how many connections there may be."""

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from ipaddress import ip_network
from typing import Any

import pytest
import uvicorn

from referee.server import protocol
from referee.server.protocol import Protocol

Address = tuple[str, int]
HEAD_BYTES = 32 * 1024
WHOLE = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"


async def ok(_scope: Any, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
    """Reads a request to its end and answers it."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
    await send({"type": "http.response.body", "body": b"."})


@pytest.fixture
def place() -> Iterator[Address]:
    """A server of such connections, on a thread of this process so that a test can change its limits."""
    limits: dict[str, Any] = {"h11_max_incomplete_event_size": HEAD_BYTES}
    config = uvicorn.Config(ok, http=Protocol, lifespan="off", ws="none", port=0, log_config=None, **limits)
    listener = config.bind_socket()
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while thread.is_alive() and not server.started:
        time.sleep(0.01)
    yield listener.getsockname()
    server.handle_exit(signal.SIGTERM, None)
    thread.join(20)
    assert not thread.is_alive()
    listener.close()


def call(place: Address) -> socket.socket:
    return socket.create_connection(place, timeout=60)


def status(wire: socket.socket) -> bytes:
    """Of the next answer; b"" where the other side hung up without one."""
    said = b""
    try:
        while not said.endswith(b".") and (part := wire.recv(65536)):
            said += part
    except ConnectionResetError:
        pass
    return said[9:12]


def is_hung_up(wire: socket.socket) -> bool:
    try:
        while wire.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


def is_refused(wire: socket.socket, *parts: bytes, pause: float = 0) -> bool:
    """Whether the other side hangs up before all parts are sent."""
    try:
        for part in parts:
            wire.sendall(part)
            time.sleep(pause)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_a_head_without_end_is_refused(place: Address) -> None:
    with call(place) as wire:
        assert is_refused(wire, b"GET / HTTP/1.1\r\nn: ", *[b"x" * 1000] * 10_000)
    with call(place) as wire:
        wire.sendall(WHOLE)
        assert status(wire) == b"200"


@pytest.mark.parametrize("kept", [False, True], ids=["at first", "after an answer"])
@pytest.mark.parametrize("said", [b"\r\n", b"GET / HT", b"GET / HTTP/1.1\r\nhost: x\r\n"])
def test_who_says_half_a_head_is_hung_up_on(
    place: Address, monkeypatch: pytest.MonkeyPatch, said: bytes, kept: bool
) -> None:
    if not kept:
        monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.05)
    with call(place) as wire:
        if kept:
            wire.sendall(WHOLE)
            assert status(wire) == b"200"
            monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.05)
        wire.sendall(said)
        assert is_hung_up(wire)


def test_who_says_nothing_or_a_little_at_a_time_is_hung_up_on(
    place: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    with call(place) as silent, call(place) as slow:
        assert is_refused(slow, b"GET / HTTP/1.1\r\n", *[b"n"] * 1000, pause=0.02)
        assert is_hung_up(silent)


def test_a_body_may_take_longer_than_a_head(place: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    with call(place) as wire:
        # The second request: that of the first counts from the call, before it can have been sent.
        wire.sendall(WHOLE)
        assert status(wire) == b"200"
        monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.05)
        wire.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nx")
        time.sleep(0.2)
        wire.sendall(b"x")
        assert status(wire) == b"200"


@pytest.mark.parametrize("limit", ["MAX_CONNECTIONS", "MAX_PER_ADDRESS"])
def test_there_are_so_many_connections_and_they_are_given_back(
    place: Address, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(protocol, limit, 2)
    with ExitStack() as stack:
        for _ in range(2):
            wire = stack.enter_context(call(place))
            wire.sendall(WHOLE)
            assert status(wire) == b"200"
        third = stack.enter_context(call(place))
        assert status(third) == b"503"
        assert is_hung_up(third)
    answered = b"503"
    while answered != b"200":  # the server hears of the hang-up in its own time
        with call(place) as wire:
            wire.sendall(WHOLE)
            answered = status(wire)


def test_a_proxy_of_ours_may_have_more_than_one_phone(
    place: Address, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(protocol, "MAX_PER_ADDRESS", 1)
    settings.PROXIES = [ip_network("127.0.0.0/8")]
    with call(place) as first, call(place) as second:
        for wire in (first, second):
            wire.sendall(WHOLE)
            assert status(wire) == b"200"
