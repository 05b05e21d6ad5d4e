"""The socket that the server listens on."""

import socket

from referee.serve import _listen


def test_an_answer_does_not_wait_for_the_phone_to_acknowledge_its_head() -> None:
    """asyncio leaves Nagle's algorithm on for such a socket, which costs 40 ms a tap."""
    with _listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
