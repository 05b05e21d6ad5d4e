"""The engines of the other half of the phones: Debian's Firefox and WebKit, driven by WebDriver's commands.

Firefox listens to them itself, over a socket of its own (Marionette; Debian has no geckodriver, which only
passes them on); WebKit by its WebKitWebDriver over HTTP, on a screen that Xvfb pretends to be.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

#: A WebDriver command's answer, or an element in it: JSON.
Json = Any
WIDTH, HEIGHT = 360, 640
PATIENCE = 30.0


class Stale(AssertionError):
    """The element is no longer on the page: nothing was done with it."""


class Engine(ABC):
    """A browser with one page of 360x640."""

    @abstractmethod
    def ask(self, command: str, **parameters: Json) -> Json:
        """Gives a command of WebDriver, by the name that Firefox has for it; its answer."""

    def go(self, url: str) -> None:
        """Opens an address."""
        self.ask("Navigate", url=url)

    def run(self, script: str, *args: Json) -> Json:
        """What a function's body returns in the page."""
        return self.ask("ExecuteScript", script=script, args=list(args))

    def tap(self, element: Json) -> None:
        """Puts a finger down on the middle of an element, whatever lies over it, and lifts it."""
        finger = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        touch = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": finger}
        self.ask("PerformActions", actions=[touch])


class Firefox(Engine):
    """Firefox over Marionette: each message is its length, a colon and JSON."""

    def __init__(self, port: int) -> None:
        self._wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._heard = self._wire.makefile("rb")
        self._number = 0
        self._read()  # its greeting
        self.ask("NewSession", capabilities={})
        self._fit()

    def ask(self, command: str, **parameters: Json) -> Json:
        self._number += 1
        area = "Marionette" if command in {"Quit", "SetContext"} else "WebDriver"
        message = json.dumps([0, self._number, f"{area}:{command}", parameters]).encode()
        self._wire.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._read()
        _check(error)
        return answer.get("value", answer)

    def close(self) -> None:
        """Ends the browser."""
        self.ask("Quit", flags=["eForceQuit"])
        self._heard.close()
        self._wire.close()

    def _read(self) -> Json:
        length = b""
        while (char := self._heard.read(1)) != b":":
            assert char, "Firefox hung up"
            length += char
        return json.loads(self._heard.read(int(length)))

    def _fit(self) -> None:
        """Its window cannot be as narrow as a phone, so its page is made narrower than the window."""
        self.ask("SetContext", value="chrome")
        script = """const box = gBrowser.selectedBrowser.parentElement.style;
            for (const [name, size] of [["width", arguments[0]], ["height", arguments[1]]])
              for (const limit of ["", "min-", "max-"]) box.setProperty(limit + name, `${size}px`);"""
        self.run(script, WIDTH, HEIGHT)
        self.ask("SetContext", value="content")


class WebKit(Engine):
    """WebKitGTK's MiniBrowser over WebKitWebDriver."""

    _PATHS = {
        "NewSession": "/session",
        "Navigate": "/session/{session}/url",
        "Back": "/session/{session}/back",
        "ExecuteScript": "/session/{session}/execute/sync",
        "ElementSendKeys": "/session/{session}/element/{id}/value",
        "PerformActions": "/session/{session}/actions",
        "SetWindowRect": "/session/{session}/window/rect",
    }

    def __init__(self, port: int) -> None:
        self._port = port
        self._session = ""
        self._session = self.ask("NewSession", capabilities={})["sessionId"]
        # Above its page stands a bar.
        self.ask("SetWindowRect", x=0, y=0, width=WIDTH, height=HEIGHT)
        bar = HEIGHT - self.run("return innerHeight")
        self.ask("SetWindowRect", x=0, y=0, width=WIDTH, height=HEIGHT + bar)

    def ask(self, command: str, **parameters: Json) -> Json:
        path = self._PATHS[command].format(session=self._session, id=parameters.pop("id", ""))
        return self._send("POST", path, json.dumps(parameters))

    def close(self) -> None:
        """Ends the session and its browser."""
        self._send("DELETE", f"/session/{self._session}")

    def _send(self, method: str, path: str, body: str | None = None) -> Json:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        _check(value if answer.status != 200 else None)
        return value


def _check(error: Json) -> None:
    """Raises what WebDriver says went wrong, if anything did."""
    if error and error["error"] == "stale element reference":
        raise Stale(error)
    assert error is None, error


@contextmanager
def firefox(folder: Path) -> Iterator[Engine]:
    """Debian's Firefox, with a profile of its own."""
    (folder / "user.js").write_text(
        'user_pref("marionette.port", 0);\nuser_pref("dom.w3c_touch_events.enabled", 1);\n'
    )
    command = ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
    with ExitStack() as stack:
        process = _started(stack, [*command, "--profile", str(folder)], folder)
        file = folder / "MarionetteActivePort"
        _until(lambda: process.poll() is not None or (file.exists() and file.read_text()))
        engine = Firefox(int(file.read_text()))
        stack.callback(engine.close)
        yield engine


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """Debian's WebKitGTK, on a screen of its own."""
    # The bar's buttons would make the window wider than a phone.
    style = folder / ".config" / "gtk-3.0" / "gtk.css"
    style.parent.mkdir(parents=True)
    style.write_text("* { padding: 0; margin: 0; min-width: 0; border-width: 0; }")
    with ExitStack() as stack:
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "400x800x24", "-nolisten", "tcp"]
        display = _started(stack, screen, folder)
        assert display.stdout
        number = display.stdout.readline().strip()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        _started(stack, ["WebKitWebDriver", f"--port={port}"], folder, DISPLAY=f":{number}")
        _until(lambda: _listens(port))
        engine = WebKit(port)
        stack.callback(engine.close)
        yield engine


#: How each is started, and the programs that it takes.
ENGINES: dict[str, tuple[Callable[[Path], Any], tuple[str, ...]]] = {
    "Firefox": (firefox, ("firefox-esr",)),
    "WebKit": (webkit, ("WebKitWebDriver", "Xvfb")),
}


def missing(name: str) -> list[str]:
    """The programs that an engine lacks here."""
    return [program for program in ENGINES[name][1] if shutil.which(program) is None]


def _started(stack: ExitStack, command: list[str], home: Path, **environ: str) -> subprocess.Popen[str]:
    """A process that ends with the stack."""
    process = stack.enter_context(
        subprocess.Popen(
            command,
            env=os.environ | {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")} | environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    )
    stack.callback(process.terminate)
    return process


def _until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "the engine does not answer"
        time.sleep(0.05)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
