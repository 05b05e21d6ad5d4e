"""Health, measurements and the log as machines read them: in tests of parts, and of the running server."""

import json
import logging
import socket
import urllib.request
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.test import Client

from referee import env
from referee.operation import journal
from referee.operation.journal import JsonLines
from tests.conftest import House, OpenHouse
from tests.house.wire import ask


@pytest.mark.parametrize(
    ("path", "said"), [("/health/", "ready"), ("/health/ready/", "ready"), ("/health/live/", "live")]
)
def test_it_says_that_it_is_well_to_whoever_knows_no_name_of_it(town: House, path: str, said: str) -> None:
    status, headers, text = ask(town, "GET", path, headers={"Host": "some.where"})
    assert (status, text) == (200, f"{said}\n")
    assert headers["cache-control"] == "no-store"
    assert ask(town, "GET", "/", headers={"Host": "some.where"})[0] == 400


def test_without_a_database_it_is_live_but_not_ready(
    client: Client, db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECURE_SSL_REDIRECT = True

    def fails() -> None:
        raise DatabaseError("gone")

    assert client.get("/health/").status_code == 200
    with monkeypatch.context() as gone:
        gone.setattr(connection, "cursor", fails)
        assert client.get("/health/live/").status_code == 200
        answer = client.get("/health/ready/")
    assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")


def _line(**more: object) -> dict[str, object]:
    given = {"name": "referee.x", "levelname": "INFO", "msg": "a %s", "args": ("word",)}
    line: dict[str, object] = json.loads(JsonLines().format(logging.makeLogRecord(given | more)))
    return line


def test_a_line_is_one_object_with_what_was_given_with_it() -> None:
    line = _line(view="table", odd=1j)
    assert str(line.pop("time")).endswith("+00:00")
    told = {"view": "table", "odd": "1j"}
    assert line == {"level": "INFO", "logger": "referee.x", "message": "a word"} | told
    broken = ValueError("with\na line")
    traced = JsonLines().format(logging.makeLogRecord({"exc_info": (ValueError, broken, None)}))
    assert "\n" not in traced
    assert "ValueError: with" in json.loads(traced)["traceback"]


def test_a_line_belongs_to_the_request_in_which_it_was_written() -> None:
    assert "request" not in _line()
    with journal.of_request("from-a-proxy-1"):
        assert _line()["request"] == "from-a-proxy-1"
        with journal.of_request("bad one\n") as name:
            assert _line()["request"] == name
            assert len(name) == 16
        assert _line()["request"] == "from-a-proxy-1"
    assert "request" not in _line()


@pytest.mark.long
def test_an_answer_names_its_request_and_json_has_a_line_of_it_without_its_path(
    open_house: OpenHouse,
) -> None:
    house = open_house(LOG="json")
    headers = {"X-Request-ID": "tried-by-a-test"}
    status, answered, _ = ask(house, "GET", "/join/not-a-real-token/", headers=headers)
    assert (status, answered["x-request-id"]) == (404, "tried-by-a-test")
    assert len(ask(house, "GET", "/rules/")[1]["x-request-id"]) == 16
    house.stop()
    lines = [json.loads(line) for line in house.errors.read_text().splitlines()]
    first, second = [line for line in lines if line["logger"] == "referee.request"]
    assert (first["request"], first["method"], first["status"]) == ("tried-by-a-test", "GET", 404)
    assert (second["view"], second["status"]) == ("rules", 200)
    assert second["seconds"] > 0
    assert "not-a-real-token" not in json.dumps(first)


def test_prometheus_reads_how_it_goes_from_this_machine_only(open_house: OpenHouse) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    house = open_house(METRICS_PORT=str(port))
    ask(house, "GET", "/rules/")
    ask(house, "PATCH", "/rules/")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        text = answer.read().decode()
    assert 'referee_request_seconds_count{method="GET",status="200",view="rules"} 1.0' in text
    assert 'method="other",status="405"' in text
    assert "referee_streams 0.0" in text
    assert "process_resident_memory_bytes" in text


def test_a_port_that_is_taken_stops_the_start_with_a_sentence(open_house: OpenHouse) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RuntimeError, match=rf"METRICS_PORT {port} on 127.0.0.1: .* Choose another"):
            open_house(METRICS_PORT=str(port))


def test_a_choice_is_one_of_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.choice("LOG", "line", "json") == "line"
    monkeypatch.setenv("LOG", "JSON")
    assert env.choice("LOG", "line", "json") == "json"
    monkeypatch.setenv("LOG", "xml")
    with pytest.raises(ImproperlyConfigured, match="LOG must be line or json, not 'xml'"):
        env.choice("LOG", "line", "json")
