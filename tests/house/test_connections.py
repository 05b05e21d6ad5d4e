"""What comes before a request is whole: heads, silence, and how many connections there may be."""

import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from referee import connections
from referee.connections import HEAD_BYTES, HEAD_FIELDS, Connection, Doors
from tests.conftest import House

Address = tuple[str, int]


async def echo(scope: Any, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
    """Reads a request to its end and answers with the headers that it came with."""
    while (await receive())["more_body"]:
        pass
    told = [(name.decode(), value.decode()) for name, value in scope["headers"]]
    body = json.dumps(told).encode()
    length = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({"type": "http.response.body", "body": body})


CHUNKED = b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"


@pytest.fixture
def place() -> Iterator[Address]:
    """A server of such connections, on a thread of this process so that a test can shorten its times."""
    config = uvicorn.Config(echo, http=Connection, lifespan="off", ws="none", port=0, log_config=None)
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


def answer(wire: socket.socket) -> bytes:
    """The next answer, whole; b"" where the other side hung up without one."""
    said = b""
    try:
        while not said.endswith((b"]", b".")) and (part := wire.recv(65536)):
            said += part
    except ConnectionResetError:
        pass
    return said


def status(wire: socket.socket) -> bytes:
    return answer(wire)[9:12]


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


def head(fields: int, size: int = 1) -> bytes:
    return b"GET / HTTP/1.1\r\n" + b"".join(b"n%d: %s\r\n" % (n, b"x" * size) for n in range(fields))


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (head(HEAD_FIELDS) + b"\r\n", b"200"),
        (head(HEAD_FIELDS + 1) + b"\r\n", b"431"),
        (head(1, HEAD_BYTES - 100) + b"\r\n", b"200"),
        (head(1, HEAD_BYTES) + b"\r\n", b"431"),
        (b"GET /%s HTTP/1.1\r\n\r\n" % (b"x" * HEAD_BYTES), b"431"),
        # Neither has an end: what the parser has not told of is counted as well.
        (head(HEAD_FIELDS * 10), b"431"),
        (b"GET / HTTP/1.1\r\nn: " + b"x" * (HEAD_BYTES + 1), b"431"),
    ],
)
def test_a_head_is_as_large_as_a_browser_s_and_no_larger(
    place: Address, sent: bytes, answered: bytes
) -> None:
    with call(place) as wire:
        wire.sendall(sent)
        assert status(wire) == answered
        if answered == b"431":
            assert is_hung_up(wire)


def test_a_head_that_grows_by_small_parts_is_refused_as_well(place: Address) -> None:
    with call(place) as wire:
        assert is_refused(wire, b"GET / HTTP/1.1\r\nn: ", *[b"x" * 1000] * 10_000)


def test_a_large_body_is_no_large_head(place: Address) -> None:
    body = b"x" * 3 * HEAD_BYTES
    with call(place) as wire:
        for _ in range(2):
            wire.sendall(b"POST / HTTP/1.1\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
            assert status(wire) == b"200"


def test_what_follows_a_body_in_parts_is_no_header(place: Address) -> None:
    with call(place) as wire:
        wire.sendall(CHUNKED + b"x-forged: 1\r\nx-last: 1\r\n\r\n")
        said = answer(wire)
        assert b"transfer-encoding" in said
        assert b"x-forged" not in said
        # The parser would tell of the last one with the next request.
        assert is_hung_up(wire)
    with call(place) as wire:
        wire.sendall(CHUNKED + head(HEAD_FIELDS + 1).partition(b"\r\n")[2])
        assert status(wire) == b"431"
        assert is_hung_up(wire)


@pytest.mark.parametrize("said", [b"", b"\r\n", b"GET / HT", head(3)])
def test_who_says_nothing_or_half_is_hung_up_on(
    place: Address, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)
    with call(place) as wire:
        wire.sendall(said)
        assert is_hung_up(wire)


@pytest.mark.parametrize("said", [b"\r\n", b"GET / HT"])
def test_a_kept_connection_that_says_half_is_hung_up_on_as_well(
    place: Address, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    with call(place) as wire:
        wire.sendall(head(1) + b"\r\n")
        assert status(wire) == b"200"
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)
        wire.sendall(said)
        assert is_hung_up(wire)


def test_who_says_a_little_at_a_time_is_hung_up_on(place: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    with call(place) as wire:
        assert is_refused(wire, b"GET / HTTP/1.1\r\n", *[b"n"] * 1000, pause=0.02)


def test_a_body_may_take_longer_than_a_head(place: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    with call(place) as wire:
        # The second request: that of the first counts from the call, before it can have been sent.
        wire.sendall(head(1) + b"\r\n")
        assert status(wire) == b"200"
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)
        wire.sendall(b"POST / HTTP/1.1\r\ncontent-length: 2\r\n\r\nx")
        time.sleep(0.2)
        wire.sendall(b"x")
        assert status(wire) == b"200"


def test_an_address_has_so_many_connections_and_gets_them_back(
    place: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 2)
    with ExitStack() as stack:
        for _ in range(2):
            wire = stack.enter_context(call(place))
            wire.sendall(head(1) + b"\r\n")
            assert status(wire) == b"200"
        third = stack.enter_context(call(place))
        refused = answer(third)
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 10" in refused
        assert is_hung_up(third)
    found = b"503"
    while found != b"200":  # the server hears of the hang-up in its own time
        with call(place) as wire:
            wire.sendall(head(1) + b"\r\n")
            found = status(wire)


def test_in_all_there_are_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 3)
    doors = Doors()
    doors.limit(5, proxies=())
    assert [doors.enter("93.184.216.1") for _ in range(4)] == ["93.184.216.1"] * 3 + [None]
    assert [doors.enter("93.184.216.2") for _ in range(3)] == ["93.184.216.2"] * 2 + [None]
    doors.leave("93.184.216.1")
    assert doors.enter("93.184.216.3") == "93.184.216.3"


@pytest.mark.parametrize("proxy", ["127.0.0.1", "::1", "172.18.0.2", "::ffff:172.18.0.2"])
def test_a_proxy_of_ours_is_not_one_of_many_phones(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 2)
    ours = [ip_network(network) for network in ("127.0.0.0/8", "::1", "172.18.0.0/16")]
    for proxies in (ours, []):
        doors = Doors()
        doors.limit(100, proxies=proxies)
        assert (None in [doors.enter(proxy) for _ in range(5)]) is not bool(proxies)
        assert None in [doors.enter("93.184.216.1") for _ in range(5)]


def test_all_addresses_of_one_home_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 2)
    home = ip_network("2001:db8:1:2::/64")
    doors = Doors()
    doors.limit(100, proxies=())
    assert doors.enter(str(home[1])) == doors.enter(str(home[2 << 60]))
    assert doors.enter(str(home[3])) is None
    assert doors.enter("2001:db8:1:3::1")
    assert doors.enter("::ffff:93.184.216.1") == doors.enter("93.184.216.1")


def test_it_stops_after_a_flood_of_heads_and_beside_silent_connections(house: House) -> None:
    address = urlsplit(house.url)
    with ExitStack() as stack:
        for _ in range(80):
            stack.enter_context(socket.create_connection((address.hostname, address.port), timeout=60))
        for _ in range(20):
            wire = stack.enter_context(socket.create_connection((address.hostname, address.port), timeout=60))
            assert is_refused(wire, b"GET / HTTP/1.1\r\n", *[b"cookie: a=b\r\n" * 10_000] * 100)
        assert house.stop(signal.SIGTERM) == -signal.SIGTERM
    assert house.errors.read_text().count("\n") < 20
