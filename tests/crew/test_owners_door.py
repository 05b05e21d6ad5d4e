"""The admin answers on its own machine, to owners with a second factor."""

from __future__ import annotations

import base64
import re
import time
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from referee.crew.limits import SIGN_INS
from scoring.crew import second_factor
from scoring.models import SecondFactor
from tests.table.inline import check_nothing_inline
from tests.table.page import Shown

GOOD = "correct horse 7"
INDEX, LOGIN = "/admin/", "/admin/login/"


@pytest.fixture
def secret(db: None) -> bytes:
    """The second factor of the owner, whose name is "ann"."""
    address = second_factor.enrol(User.objects.create_superuser("ann", password=GOOD))
    return base64.b32decode(parse_qs(urlsplit(address).query)["secret"][0])


def code(secret: bytes, later: int = 0) -> str:
    return second_factor.code_at(secret, int(time.time()) // second_factor.STEP + later)


def sign_in(client: Client, typed: str, password: str = GOOD, **more: str) -> bool:
    """Whether the index was reached."""
    client.post(LOGIN, {"username": "ann", "password": password, "code": typed}, **more)  # type: ignore[arg-type]
    return client.get(INDEX, **more).status_code == 200  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, expected: str) -> None:
    assert second_factor.code_at(b"12345678901234567890", seconds // 30) == expected[-6:]


def test_password_and_code_open_the_door_and_neither_does_alone(secret: bytes) -> None:
    assert not sign_in(Client(), "")
    assert not sign_in(Client(), "000000")
    assert not sign_in(Client(), code(secret), password="wrong")
    assert sign_in(Client(), code(secret))


def test_a_code_is_good_once_and_so_is_none_before_it(secret: bytes) -> None:
    assert sign_in(Client(), code(secret))
    assert not sign_in(Client(), code(secret))
    assert not sign_in(Client(), code(secret, later=-1))
    assert sign_in(Client(), code(secret, later=1))


@pytest.mark.parametrize("later", [-3, 3])
def test_a_code_of_another_time_is_none(secret: bytes, later: int) -> None:
    assert not sign_in(Client(), code(secret, later=later))


def test_a_session_of_another_page_is_no_way_around(secret: bytes) -> None:
    client = Client()
    client.post(reverse("sign_in"), {"username": "ann", "password": GOOD})
    assert client.get(reverse("account")).status_code == 200
    assert client.get(INDEX).status_code == 302
    assert sign_in(client, code(secret))


def test_without_a_second_factor_the_page_says_how_to_make_one(db: None) -> None:
    User.objects.create_superuser("ann", password=GOOD)
    shown = Shown(Client().post(LOGIN, {"username": "ann", "password": GOOD, "code": "1"}))
    assert "manage.py second_factor ann" in shown.text
    check_nothing_inline(shown)


def test_codes_are_not_guessed_without_end(secret: bytes) -> None:
    client = Client()
    for _ in range(SIGN_INS.most):
        assert not sign_in(client, "000000")
    assert not sign_in(client, code(secret))


def test_the_command_shows_the_secret_once_and_makes_the_old_one_void(secret: bytes) -> None:
    said = StringIO()
    call_command("second_factor", "ann", stdout=said)
    shown = re.search(r"secret=(\w{32})&", said.getvalue())
    assert shown
    assert shown[1] == SecondFactor.objects.get().secret
    assert not sign_in(Client(), code(secret))
    assert sign_in(Client(), code(base64.b32decode(shown[1])))
    User.objects.create_user("bob", password=GOOD)
    with pytest.raises(CommandError, match="no owner called bob"):
        call_command("second_factor", "bob")


ELSEWHERE = [
    {"REMOTE_ADDR": "192.0.2.7"},
    {"REMOTE_ADDR": "192.168.1.7"},
    {"REMOTE_ADDR": "::ffff:192.0.2.7"},
    # Somebody passed it on for somebody else.
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=192.0.2.7"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_VIA": "1.1 kitchen"},
    {"REMOTE_ADDR": ""},
]


@pytest.mark.parametrize("sent", ELSEWHERE)
@pytest.mark.parametrize("url", [INDEX, LOGIN, "/admin/scoring/game/", "/admin/logout/", "/admin/nothing/"])
def test_on_other_machines_there_is_no_admin(secret: bytes, sent: dict[str, str], url: str) -> None:
    client = Client()
    for method in (client.get, client.post):
        assert method(url, **sent).status_code == 404  # type: ignore[arg-type]


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_on_this_machine_there_is(secret: bytes, address: str) -> None:
    assert sign_in(Client(), code(secret), REMOTE_ADDR=address)


def test_with_admin_set_it_answers_everywhere(secret: bytes, settings: Settings) -> None:
    settings.ADMIN = True
    assert sign_in(Client(), code(secret), REMOTE_ADDR="192.0.2.7")
