"""Health, metrics, and what the log says of each request."""

import json
import logging
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from referee.server import operation
from tests.conftest import House, OpenHouse
from tests.house.wire import ask


@pytest.mark.parametrize(
    ("path", "text"), [("/health/", "ready"), ("/health/ready/", "ready"), ("/health/live/", "live")]
)
def test_it_says_that_it_is_well_to_whoever_knows_no_name_of_it(town: House, path: str, text: str) -> None:
    status, headers, body = ask(town, "GET", path, headers={"Host": "some.where"})
    assert (status, body) == (200, f"{text}\n")
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


@pytest.mark.long
def test_an_answer_names_its_request_and_json_has_a_line_of_it_without_its_path(
    open_house: OpenHouse,
) -> None:
    house = open_house(LOG="json")
    headers = {"X-Request-ID": "tried-by-a-test"}
    status, answered, _ = ask(house, "GET", "/join/not-a-real-token/", headers=headers)
    assert (status, answered["x-request-id"]) == (404, "tried-by-a-test")
    assert len(ask(house, "GET", "/rules/", headers={"X-Request-ID": "bad one"})[1]["x-request-id"]) == 16
    house.stop()
    lines = [json.loads(line) for line in house.errors.read_text().splitlines()]
    first, second = [line for line in lines if line["logger"] == "referee.request"]
    assert (first["request"], first["method"], first["status"]) == ("tried-by-a-test", "GET", 404)
    assert (second["view"], second["status"]) == ("rules", 200)
    assert second["seconds"] > 0
    assert "not-a-real-token" not in json.dumps(first)


def test_the_log_says_what_has_held_a_thread_and_nothing_of_what_was_sent(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    moments = iter([0.0, 2.5, 10.0, 11.5])
    monkeypatch.setattr(operation, "perf_counter", lambda: next(moments))
    with caplog.at_level(logging.WARNING, "referee.request"):
        client.get("/join/aSecretOfOurs/")
        client.get("/rules/")
    lines = [record.getMessage() for record in caplog.records if record.name == "referee.request"]
    assert lines == ["GET join took 2.5 s on thread MainThread"]


def test_prometheus_reads_from_this_machine_alone_and_only_where_it_is_wanted(
    client: Client, db: None, settings: Any
) -> None:
    page = "/health/metrics/"
    assert client.get(page).status_code == 404
    settings.METRICS = True
    client.get("/rules/")
    client.generic("MADEUP", "/rules/")
    text = client.get(page).content.decode()
    assert 'referee_request_seconds_count{method="GET",status="200",view="rules"} 1.0' in text
    assert 'method="other",status="405"' in text
    assert "referee_streams 0.0" in text
    assert "process_resident_memory_bytes" in text
    assert client.get(page, REMOTE_ADDR="192.0.2.7").status_code == 404
    assert client.get(page, headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 404, "through a proxy"
