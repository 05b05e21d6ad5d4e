"""Long answers over a real socket: sent part by part, given up when the client leaves, in nobody's way."""

from __future__ import annotations

import io
import json
import socket
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.conftest import House
from tests.phones import Phone, Response, multipart

RECORD = {
    "format": "referee-record/1",
    "game": "score_sheet",
    "players": ["Ann", "Bob"],
    "moves": [{"do": "round", "scores": {"Ann": 1, "Bob": 2}, "time": "2026-11-21T20:15:00Z"}] * 3,
}


def bring(phone: Phone, data: bytes) -> Response:
    """Imports a file."""
    phone.get("/crew/export/")
    return phone.post("/crew/export/", files={"file": data})


def games(phone: Phone) -> int:
    return phone.get("/games/").text.count('class="panel ')


@pytest.fixture
def ann(house: House) -> Iterator[Phone]:
    """Ann's phone; her crew has three games."""
    with closing(Phone(house.port)) as phone:
        for number in range(3):
            more = {"title": str(number), "played_at": f"2026-11-2{number}T20:00:00Z"}
            bring(phone, json.dumps(RECORD | more).encode()).expect(303)
        yield phone


@pytest.fixture
def dan(house: House) -> Iterator[Phone]:
    with closing(Phone(house.port)) as phone:
        yield phone


@pytest.mark.long
def test_a_crew_goes_out_and_in_over_the_wire(house: House, ann: Phone, dan: Phone) -> None:
    data = ann.get("/crew/export/crew.zip").data
    assert len(zipfile.ZipFile(io.BytesIO(data)).namelist()) == 4
    page = bring(dan, data).expect(200).text
    assert "3 of 3 games" in page
    assert "Done: counted" in page
    assert page.rstrip().endswith("</html>")
    assert games(dan) == 3
    assert house.errors.read_text().count("Traceback") == 0


@pytest.mark.long
def test_a_phone_that_goes_dark_in_the_middle_leaves_nothing(house: House, ann: Phone, dan: Phone) -> None:
    """Its import is long; it leaves when the first games are in, and can begin again at once."""
    data = ann.get("/crew/export/crew.zip").data
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
    dan.get("/crew/export/")
    body, kind = multipart([*dan.hidden.items()], {"file": file.getvalue()})
    cookie = "; ".join(f"{name}={value}" for name, value in dan.cookies.items())
    fields = kind | {"Host": "127.0.0.1", "Cookie": cookie, "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    with socket.create_connection(("127.0.0.1", house.port), timeout=60) as line:
        line.sendall(f"POST /crew/export/ HTTP/1.1\r\n{head}\r\n".encode() + body)
        heard = b""
        while b" of 1,500 games" not in heard:
            more = line.recv(4096)
            assert more, heard.decode()
            heard += more
    assert "Done: counted" in bring(dan, data).expect(200).text
    assert games(dan) == 3
    with closing(sqlite3.connect(house.folder / "referee.sqlite3")) as database:
        left = "SELECT (SELECT count(*) FROM scoring_game), (SELECT count(*) FROM scoring_crew)"
        for _ in range(1000):
            if database.execute(left).fetchone() == (6, 2):
                return
            time.sleep(0.01)
    pytest.fail("Of the crew that was given up something is left")
