"""A line that can be cut: between a browser and the app, before a request, after it, or in its answer."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from typing import Literal

#: Where it is cut: the request never goes out, the answer never comes in, or half of its first part does.
Cut = Literal["", "before", "after", "middle"]
_HALF = 120


class Wire:
    """Passes on what comes to `url`, to a port of this machine, until it is cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ears = socket.create_server(("127.0.0.1", 0))
        self._cut: Cut = ""
        self._open: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._ears.getsockname()[1]}"
        Thread(target=self._listen, daemon=True).start()

    def cut(self, where: Cut) -> None:
        """From now on; what is open goes."""
        self._cut = where
        self._hang_up()

    def mend(self) -> None:
        """It is whole again."""
        self._cut = ""

    def close(self) -> None:
        """For good."""
        self._ears.close()
        self._hang_up()

    def _hang_up(self) -> None:
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._ears.accept()
                if self._cut == "before":
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._port))
                self._open += [here, there]
                Thread(target=self._pass, args=(here, there, False), daemon=True).start()
                Thread(target=self._pass, args=(there, here, True), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with suppress(OSError), source, target:
            while data := source.recv(65536):
                if answers and self._cut:
                    if self._cut == "middle":
                        target.sendall(data[:_HALF])
                    break
                target.sendall(data)
            with suppress(OSError):
                target.shutdown(socket.SHUT_RDWR)
