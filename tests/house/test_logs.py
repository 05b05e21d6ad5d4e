"""The log holds no secret, and one line for whatever somebody sent."""

import logging
import socket
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.module_loading import import_string

from referee import logs, stream
from referee.settings import LOGGING
from scoring.crew import invites

TOKEN = "s3cret-" + "x" * 36


@pytest.fixture(params=["line", "json"])
def log(request: pytest.FixtureRequest) -> Any:
    """What the server would have written, for eyes and for machines."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(_formatter(request.param))
    loggers = [logging.getLogger(), logging.getLogger("django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield written
    for logger in loggers:
        logger.removeHandler(handler)


def _formatter(kind: str) -> logging.Formatter:
    made: Any = LOGGING["formatters"][kind]  # type: ignore[index]  # settings are plain dictionaries
    given = {"fmt": made["format"], "style": made["style"]} if kind == "line" else {}
    formatter: logging.Formatter = import_string(made["()"])(**given)
    return formatter


def secret_paths() -> list[str]:
    """The address of everything that a link alone opens."""
    named = {name: [TOKEN] for name in ("join", "shared", "shared_picture")}
    named |= {name: [TOKEN] for name in ("shared_calendar", "shared_feed", "shared_sheet")}
    return [reverse(name, args=args) for name, args in named.items()] + [stream.url("a-game", 1, 1)]


@pytest.mark.parametrize("path", secret_paths(), ids=lambda path: path.split("/")[1])
def test_a_path_that_lets_in_whoever_has_it_is_masked(path: str) -> None:
    said = logs.clean(f"Not Found: {path} and {path}")
    secret = path.split("/")[2]
    assert secret not in said
    assert said.count("***") == 2


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
    assert all("secret" not in logs.clean(path) for path in paths)


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
