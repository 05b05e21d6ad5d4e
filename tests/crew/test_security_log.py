"""Who did what, from where, stands in the security log; and no secret does."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from referee.server.logs import LineFormatter
from scoring.crew import recovery
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Membership, Role
from tests.conftest import joined
from tests.crew.browser import Browser, link_of
from tests.table.page import new_game

GOOD = "correct horse 7"


class Kept(logging.Handler):
    """The lines, without the time."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def events(self) -> list[str]:
        return [line.split()[0] for line in self.lines]


@pytest.fixture
def log() -> Iterator[Kept]:
    kept, logger = Kept(), logging.getLogger("referee.security")
    logger.addHandler(kept)
    yield kept
    logger.removeHandler(kept)


def test_who_signs_in_or_fails_to_is_noted_with_address_and_account(log: Kept, ann: Visitor) -> None:
    browser = Browser(ann)
    browser.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    browser.open("sign_up")
    browser.tap("Create an account", username="ann", password1=GOOD, password2=GOOD)
    browser.tap("Sign out")
    for name, password in (("ann", "wrong one"), ("my secret password", "x"), ("ann", GOOD)):
        browser.open("sign_in")
        browser.tap("Sign in", username=name, password=password)
    assert log.events() == [
        "signed_in",
        "account_made",
        "signed_out",
        "sign_in_failed",
        "sign_in_failed",
        "signed_in",
    ]
    assert all('from="192.0.2.7"' in line for line in log.lines)
    assert 'tried="ann"' in log.lines[3]
    assert 'account="ann"' in log.lines[-1]
    everything = "\n".join(log.lines)
    assert "my secret password" not in everything
    assert GOOD not in everything
    assert "wrong one" not in everything


def test_what_is_done_to_phones_is_noted(log: Kept, ann: Visitor) -> None:
    keeper, guest = Browser(ann), Browser()
    link = link_of(keeper)
    guest.go(link)
    guest.tap("Join")
    place = guest.member
    keeper.open("phone", place.pk)
    keeper.tap("Save", role="watcher")
    keeper.open("phone", place.pk)
    keeper.tap("Remove phone 2")
    code = recovery.make_code(actor=keeper.member)
    for typed in ("wrong", code):
        guest.open("recover")
        guest.tap("Bring my crew back", code=typed)
    guest.open("crew_leave")
    guest.tap("Leave")
    crew, first = join_own_crew(ann).crew_id, join_own_crew(ann).pk
    assert log.events() == ["invited", "joined", "role", "shut_out", "recovery_failed", "recovered", "left"]
    assert f'phone={first} crew={crew} role="scorer" uses=1' in log.lines[0]
    assert f"phone={place.pk} crew={crew}" in log.lines[1]
    assert f'of={place.pk} was="scorer" now="watcher"' in log.lines[2]
    assert f"of={place.pk}" in log.lines[3]
    everything = "\n".join(log.lines)
    assert link.split("/")[2] not in everything
    assert code not in everything


def test_what_leaves_the_house_or_goes_away_is_noted(log: Kept, ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", game="score_sheet").public_id
    keeper = Browser(ann)
    for url in (reverse("crew_zip"), reverse("crew_sheet", args=["games"]), reverse("record", args=[game])):
        b"".join(keeper.client.get(url))
    keeper.send(reverse("share", args=[game]), {})
    keeper.send(reverse("unshare", args=[game]), {})
    keeper.send(reverse("discard", args=[game]), {})
    keeper.send(reverse("restore", args=[game]), {})
    assert log.events() == [*["exported"] * 3, "shared", "unshared", "discarded", "restored"]
    assert 'what="/crew/export/crew.zip"' in log.lines[0]
    assert f'game="{game}"' in log.lines[-1]
    assert all(f"phone={join_own_crew(ann).pk}" in line for line in log.lines)


def test_a_proof_that_fails_is_noted(log: Kept, ann: Visitor) -> None:
    keeper = Browser(ann)
    recovery.make_code(actor=keeper.member)
    other = join_own_crew(joined(ann, Role.KEEPER))
    keeper.send(reverse("phone_out", args=[other.pk]), {"proof": "x"})
    assert log.events() == ["proof_failed"]
    assert Membership.objects.get(pk=other.pk).shut_out_at is None


def test_what_is_typed_breaks_no_line(log: Kept, ann: Visitor) -> None:
    User.objects.create_user('a"\nb', password=GOOD)
    Client().post(reverse("sign_in"), {"username": 'a"\nb', "password": "x"})
    assert len(log.lines) == 1
    assert r'tried="a\"\nb"' in log.lines[0]


def test_what_somebody_may_not_do_is_noted_with_where_they_are(ann: Visitor, cat: Visitor) -> None:
    watcher, said = Browser(cat), Kept()
    said.setFormatter(LineFormatter("%(message)s"))
    logging.getLogger("django").addHandler(said)
    watcher.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    watcher.send(reverse("crew_name"), {"name": "Mine"})
    logging.getLogger("django").removeHandler(said)
    assert said.lines == [
        "Forbidden (Permission denied): /crew/name/ (PermissionDenied, from 192.0.2.7)",
    ]


@pytest.mark.django_db
def test_the_log_is_written_where_everything_is(settings: Any) -> None:
    logger = logging.getLogger("referee.security")
    assert logger.isEnabledFor(logging.INFO)
    assert logger.propagate
