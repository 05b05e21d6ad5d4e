"""The socket that the server listens on."""

import logging
import resource
import socket
import subprocess
import sys
from contextlib import ExitStack

import pytest

from referee import seldom
from referee.listener import raise_limit
from referee.seldom import Seldom
from referee.serve import _listen

CALLERS = 120
#: A server with few descriptors left. Once it is told to, it says how often it was woken and what it logged.
STARVED = """
import asyncio, logging, os, resource, sys
from referee import seldom
from referee.listener import Listener
import socket

class Counting(Listener):
    asked = 0
    def accept(self):
        Counting.asked += 1
        return super().accept()

lines = []
class Lines(logging.Handler):
    def emit(self, record):
        lines.append(self.format(record))
logging.basicConfig(handlers=[Lines()])
for name in ("asyncio", "referee.listener"):
    logging.getLogger(name).addFilter(seldom.Seldom())

async def main():
    listener = Counting(socket.create_server(("127.0.0.1", 0), backlog=200))
    async def hold(reader, writer):
        await reader.read()
    server = await asyncio.start_server(hold, sock=listener, backlog=200)
    # One more is left for each of: standard input, and twenty callers.
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free + 21, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    print(listener.getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, sys.stdin.readline)
    print(Counting.asked, len(lines), flush=True)
    os._exit(0)

asyncio.run(main())
"""


def test_an_answer_does_not_wait_for_the_phone_to_acknowledge_its_head() -> None:
    """asyncio leaves Nagle's algorithm on for such a socket, which costs 40 ms a tap."""
    with _listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_out_of_descriptors_it_hangs_up_and_neither_spins_nor_fills_the_log() -> None:
    with ExitStack() as stack:
        command = [sys.executable, "-c", STARVED]
        child = stack.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        stack.callback(child.kill)
        assert child.stdout
        port = int(child.stdout.readline())
        callers = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            for _ in range(CALLERS)
        ]
        # Those there was no room for are hung up on: the last of them is when all were.
        assert callers[-1].recv(1) == b""
        said, _ = child.communicate("\n", timeout=60)
    asked, lines = map(int, said.split())
    assert asked < 3 * CALLERS
    assert lines == 1


def test_as_many_descriptors_as_are_wanted_are_asked_for_and_no_more_than_there_may_be() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    hard = before[1]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        assert raise_limit(600) == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 600
        assert raise_limit(300) == 600
        assert raise_limit(hard + 1) == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_same_line_is_logged_once_in_a_while_and_then_says_how_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = 100.0
    monkeypatch.setattr(seldom, "monotonic", lambda: moment)
    filtered = Seldom()

    def said(text: str) -> str | None:
        record = logging.LogRecord("asyncio", logging.WARNING, "", 0, text, ("x",), None)
        return record.getMessage() if filtered.filter(record) else None

    assert said("gone: %s") == "gone: x"
    assert [said("gone: %s\nabout another") for _ in range(3)] == [None] * 3
    assert said("other: %s") == "other: x"
    moment += seldom.EVERY
    assert said("gone: %s") == "gone: x (and 3 times more before)"
    assert said("gone: %s") is None
