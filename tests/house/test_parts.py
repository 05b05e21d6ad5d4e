"""Long answers over a real socket: sent part by part, given up when the client leaves, in nobody's way."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import re
import socket
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pytest

from referee.web.views import Handling, Pool
from referee.wsgi_adapter import PART, Pages
from tests.conftest import House
from tests.house.loops import run_apart

RECORD = {
    "format": "referee-record/1",
    "game": "score_sheet",
    "players": ["Ann", "Bob"],
    "moves": [{"do": "round", "scores": {"Ann": 1, "Bob": 2}, "time": "2026-11-21T20:15:00Z"}] * 3,
}


class Long:
    """An answer of many parts that knows how many were made, and whether it was closed."""

    def __init__(self, parts: int) -> None:
        self.parts, self.made, self.closed = parts, 0, 0

    def __iter__(self) -> Iterator[bytes]:
        for number in range(self.parts):
            self.made = number + 1
            yield b"x" * PART

    def close(self) -> None:
        self.closed += 1


def serve(app: Any, *, leaves_after: int = 10**9, method: str = "GET") -> list[dict[str, Any]]:
    """What an ASGI server would send of the answer to one request, until the client leaves."""
    sent: list[dict[str, Any]] = []

    async def talk() -> None:
        left = asyncio.Event()
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            if len(sent) > leaves_after:
                left.set()
            await asyncio.sleep(0)

        scope = {
            "type": "http",
            "method": method,
            "path": "/",
            "query_string": b"",
            "headers": [],
            "scheme": "http",
        }
        await Pages(app, lambda _method, _path: Handling(Pool.READ))(
            scope | {"http_version": "1.1"}, receive, send
        )

    run_apart(talk())
    return sent


def app_of(answer: Any) -> Any:
    def app(_: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return answer

    return app


def closed(answer: Long) -> int:
    """How often it was closed; another thread does it, soon."""
    for _ in range(6000):
        if answer.closed:
            break
        time.sleep(0.01)
    return answer.closed


def test_a_short_answer_is_sent_whole() -> None:
    assert [message.get("body") for message in serve(app_of([b"a", b"b"]))] == [None, b"ab"]


def test_a_long_answer_is_sent_in_parts_and_closed_once() -> None:
    answer = Long(5)
    sent = serve(app_of(answer))
    assert b"".join(message.get("body", b"") for message in sent) == b"x" * 5 * PART
    assert len(sent) > 5
    assert [message["more_body"] for message in sent[1:]] == [True] * (len(sent) - 2) + [False]
    assert closed(answer) == 1


def test_nothing_is_made_for_one_who_asks_for_the_head_alone() -> None:
    answer = Long(1000)
    sent = serve(app_of(answer), method="HEAD")
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert answer.made == 1
    assert closed(answer) == 1


def test_nothing_more_is_made_for_a_client_who_left() -> None:
    answer = Long(1000)
    serve(app_of(answer), leaves_after=4)
    assert answer.made < 20
    assert closed(answer) == 1


def test_an_answer_that_breaks_off_is_closed_and_not_ended() -> None:
    class Breaks(Long):
        def __iter__(self) -> Iterator[bytes]:
            yield b"x" * PART
            raise ZeroDivisionError

    answer = Breaks(2)
    with pytest.raises(ZeroDivisionError):
        serve(app_of(answer))
    assert closed(answer) == 1


# --- the whole way


class Phone:
    """A browser without scripts at a running house."""

    def __init__(self, house: House) -> None:
        self.address = urlsplit(house.url).netloc
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self.address, timeout=60)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(
            method, path, body or None, {"Cookie": cookie, **({"Content-Type": kind} if kind else {})}
        )
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        data = answer.read()
        connection.close()
        return answer.status, data

    def form(self, data: bytes) -> tuple[bytes, str]:
        """The form of the page, with a file in it."""
        _, page = self.ask("GET", "/crew/export/")
        token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token
        parts = [b'--b\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n' + token[1]]
        parts += [
            b'\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
            + data
            + b"\r\n--b--\r\n"
        ]
        return b"".join(parts), "multipart/form-data; boundary=b"

    def games(self) -> int:
        return self.ask("GET", "/games/")[1].count(b'class="panel ')


@pytest.fixture
def ann(house: House) -> Phone:
    """Ann's phone; her crew has three games."""
    phone = Phone(house)
    for number in range(3):
        status, _ = phone.ask(
            "POST",
            "/crew/export/",
            *phone.form(
                json.dumps(
                    RECORD | {"title": str(number), "played_at": f"2026-11-2{number}T20:00:00Z"}
                ).encode()
            ),
        )
        assert status == 303
    return phone


@pytest.mark.long
def test_a_crew_goes_out_and_in_over_the_wire(house: House, ann: Phone) -> None:
    _, data = ann.ask("GET", "/crew/export/crew.zip")
    assert len(zipfile.ZipFile(io.BytesIO(data)).namelist()) == 4
    dan = Phone(house)
    status, page = dan.ask("POST", "/crew/export/", *dan.form(data))
    assert status == 200
    assert b"3 of 3 games" in page
    assert b"Done: 3 games imported." in page
    assert page.rstrip().endswith(b"</html>")
    assert dan.games() == 3
    assert house.errors.read_text().count("Traceback") == 0


@pytest.mark.long
def test_a_phone_that_goes_dark_in_the_middle_leaves_nothing(house: House, ann: Phone) -> None:
    """Its import is long; it leaves when the first games are in, and can begin again at once."""
    _, data = ann.ask("GET", "/crew/export/crew.zip")
    with zipfile.ZipFile(io.BytesIO(data)) as parcel:
        files = {name: parcel.read(name) for name in parcel.namelist()}
    crew = json.loads(files.pop("crew.json"))
    name, game = next(iter(files.items()))
    ids = [f"{number:022}" for number in range(1500)]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression=zipfile.ZIP_DEFLATED) as parcel:
        for each in ids:
            parcel.writestr(f"games/{each}.json", game.replace(name[6:28].encode(), each.encode()))
        parcel.writestr("crew.json", json.dumps(crew | {"games": ids}))
    dan = Phone(house)
    body, kind = dan.form(file.getvalue())
    host, _, port = dan.address.partition(":")
    cookie = "; ".join(f"{name}={value}" for name, value in dan.cookies.items())
    with socket.create_connection((host, int(port)), timeout=60) as line:
        head = f"POST /crew/export/ HTTP/1.1\r\nHost: {dan.address}\r\nCookie: {cookie}\r\n"
        line.sendall(f"{head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        heard = b""
        while b" of 1,500 games" not in heard:
            more = line.recv(4096)
            assert more, heard.decode()
            heard += more
    status, page = dan.ask("POST", "/crew/export/", *dan.form(data))
    assert (status, b"Done: 3 games" in page) == (200, True)
    assert dan.games() == 3
    with closing(sqlite3.connect(house.folder / "referee.sqlite3")) as database:
        left = "SELECT (SELECT count(*) FROM scoring_game), (SELECT count(*) FROM scoring_crew)"
        for _ in range(1000):
            if database.execute(left).fetchone() == (6, 2):
                return
            time.sleep(0.01)
    pytest.fail("Of the crew that was given up something is left")
