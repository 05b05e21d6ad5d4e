"""The log holds no secret, and one line for whatever somebody sent."""

import json
import logging
import logging.config
import socket
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from referee.server import logs
from referee.settings import LOGGING
from referee.stream.endpoint import stream_url
from scoring.crew import invites

TOKEN = "s3cret-" + "x" * 36


def formatter(kind: str) -> logging.Formatter:
    formatters: Any = LOGGING["formatters"]
    made: logging.Formatter = logging.config.DictConfigurator({}).configure_formatter(dict(formatters[kind]))
    return made


@pytest.fixture(params=["line", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """What the server would have written, for eyes and for machines."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter(request.param))
    loggers = [logging.getLogger(), logging.getLogger("django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield written
    for logger in loggers:
        logger.removeHandler(handler)


def secret_paths() -> list[str]:
    """The address of everything that a link alone opens."""
    named = {name: [TOKEN] for name in ("join", "shared", "shared_picture")}
    named |= {name: [TOKEN] for name in ("shared_calendar", "shared_feed", "shared_sheet")}
    return [reverse(name, args=args) for name, args in named.items()] + [stream_url("a-game", 1, 1)]


def test_every_address_with_a_token_in_it_is_among_those_that_are_masked() -> None:
    """Whoever adds such an address finds out here."""
    named: Any = get_resolver().reverse_dict  # each name's addresses, with the names of their parts
    with_token = {
        name
        for name in named
        if isinstance(name, str) and {"token", "share_id", "link"} & set(named[name][0][0][1])
    }
    paths = {reverse(name, args=["secret", *["x"] * (len(named[name][0][0][1]) - 1)]) for name in with_token}
    assert {path.split("/")[1] for path in paths} == {*logs.SECRET_PATHS} - {"live"}
    for path in [*paths, *secret_paths()]:
        secret, masked = path.split("/")[2], logs.mask(f"Not Found: {path} and {path}")
        assert secret not in masked
        assert masked.count("***") == 2


@pytest.mark.django_db
def test_an_invitation_that_is_not_there_leaves_no_token_in_the_log(client: Client, log: StringIO) -> None:
    for path in secret_paths()[:3]:
        assert client.get(path).status_code == 404
    assert invites.find_invite(TOKEN) is None
    assert TOKEN not in log.getvalue()
    assert "/join/***/" in log.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"path": "/", "headers": {"host": "rebound.example"}}, 400),
        ({"path": "/new/zar/\r\nCRITICAL all is lost"}, 404),
        ({"path": "/new/zar/", "data": {f"f{n}": "x" for n in range(501)}}, 400),
        ({"path": "/new/zar/", "data": {"players": "a\0b"}}, 400),
        ({"path": "/new/zar/", "data": b"--x", "content_type": "multipart/form-data; boundary="}, 400),
    ],
)
def test_what_is_refused_is_one_line_and_says_from_where(
    log: StringIO, settings: Any, sent: dict[str, Any], status: int
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client = Client()
    answer = (client.post if "data" in sent else client.get)(**sent)
    assert answer.status_code == status
    lines = log.getvalue().splitlines()
    assert lines
    assert not any(line.startswith(("Traceback", "CRITICAL", " ")) for line in lines), lines
    assert all("from 127.0.0.1" in line for line in lines), lines


def test_our_own_fault_keeps_its_traceback_without_the_secret(log: StringIO) -> None:
    try:
        open(f"/nowhere/join/{TOKEN}/")  # noqa: PTH123, SIM115  # it is not there
    except OSError:
        logging.getLogger("referee").exception("The application failed at %s", f"/r/{TOKEN}/")
    assert "Traceback" in log.getvalue()
    assert "'/nowhere/join/***/'" in log.getvalue()
    assert TOKEN not in log.getvalue()


def test_a_line_stays_a_line_of_bounded_length(log: StringIO) -> None:
    logging.getLogger("referee").warning("a\nb\u2028c %s", "x" * 5000)
    assert log.getvalue().count("\n") == 1
    assert len(log.getvalue()) < 2_200


def test_a_line_of_runserver_whose_request_is_a_socket_is_a_line_like_others(log: StringIO) -> None:
    with socket.socket() as connection:
        logging.getLogger("django").warning("GET /", extra={"request": connection, "status_code": 404})
    assert "GET /" in log.getvalue()
    assert "Traceback" not in log.getvalue()


def test_json_is_an_object_a_line_with_what_was_given_and_the_id_of_its_request() -> None:
    record = {"name": "referee.x", "levelname": "INFO", "msg": "a %s", "args": ("word",), "odd": 1j}
    token = logs.REQUEST_ID.set("tried-by-a-test")
    line = json.loads(formatter("json").format(logging.makeLogRecord(record)))
    logs.REQUEST_ID.reset(token)
    assert line.pop("time").endswith("+00:00")
    facts = {"odd": "1j", "request": "tried-by-a-test"}
    assert line == {"level": "INFO", "logger": "referee.x", "message": "a word"} | facts
    broken = (ValueError, ValueError("with\na line"), None)
    traced = formatter("json").format(logging.makeLogRecord({"exc_info": broken}))
    assert "\n" not in traced
    assert "ValueError: with" in json.loads(traced)["traceback"]
