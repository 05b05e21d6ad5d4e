"""A phone that gets more than it had gets a new token: whoever knew or planted the old one gets nothing."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.crew import recovery
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.models import Membership, Role
from tests.crew.browser import Browser, link_of
from tests.table.page import new_game

GOOD = "correct horse 7"


def by_invitation(ann: Visitor, victim: Browser) -> None:
    victim.go(link_of(Browser(ann), role="keeper"))
    victim.tap("Join")


def by_code(ann: Visitor, victim: Browser) -> None:
    victim.open("recover")
    victim.tap("Bring my crew back", code=recovery.make_code(actor=join_own_crew(ann)))


def _account_of(ann: Visitor) -> None:
    user = User.objects.create_user("ann", password=GOOD)
    Membership.objects.filter(pk=join_own_crew(ann).pk).update(user=user)


def by_signing_in(ann: Visitor, victim: Browser) -> None:
    _account_of(ann)
    victim.open("sign_in")
    victim.tap("Sign in", username="ann", password=GOOD)


def by_entering(ann: Visitor, victim: Browser) -> None:
    _account_of(ann)
    new_game(victim.visitor)
    victim.open("sign_in")
    victim.tap("Sign in", username="ann", password=GOOD, keep="")
    victim.tap("Use it here", alone="1")


WAYS = [by_invitation, by_code, by_signing_in, by_entering]
Way = Callable[[Visitor, Browser], None]


@pytest.mark.parametrize("way", WAYS)
def test_whoever_planted_the_cookie_is_not_let_in_with_its_victim(ann: Visitor, way: Way) -> None:
    planted = Visitor()
    victim = Browser(planted)
    way(ann, victim)
    assert victim.member.crew == join_own_crew(ann).crew
    assert victim.visitor.token != planted.token
    assert Visitor(planted.token).membership is None


def test_a_raised_role_and_an_account_bring_a_new_token_too(ann: Visitor, cat: Visitor) -> None:
    watcher = Browser(cat)
    by_code(ann, watcher)
    assert watcher.member.role == Role.KEEPER
    assert Visitor(cat.token).membership is None
    before = watcher.visitor.token
    watcher.open("sign_up")
    watcher.tap("Create an account", username="cat", password1=GOOD, password2=GOOD)
    assert watcher.member.user == User.objects.get()
    assert watcher.visitor.token != before
    assert Membership.objects.count() == 2


@pytest.mark.parametrize("way", WAYS)
def test_a_tap_sent_twice_counts_once_and_both_answers_bring_the_same_cookie(
    ann: Visitor, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each form is sent a second time with the cookies that the page had, before the first is answered."""
    victim = Browser(Visitor())
    post = Client.post

    def twice(client: Client, url: str, sent: dict[str, Any], **_: Any) -> object:
        late = Client()
        late.cookies = deepcopy(client.cookies)
        answer, again = (post(each, url, sent) for each in (client, late))
        if COOKIE in answer.cookies:
            assert again.cookies[COOKIE].value == answer.cookies[COOKIE].value
        return client.get(answer["Location"], follow=True) if "Location" in answer else answer

    monkeypatch.setattr(Client, "post", twice)
    way(ann, victim)
    crew = join_own_crew(ann).crew
    assert Membership.objects.filter(crew=crew, shut_out_at=None).count() == 2
    assert victim.member.crew == crew


def test_a_form_replayed_after_a_shut_out_lets_nobody_in(ann: Visitor) -> None:
    guest = Browser()
    url = link_of(Browser(ann), uses=5)
    guest.go(url)
    form = guest.form_of(guest.find("Join"))
    guest.send(*form)
    Membership.objects.filter(role=Role.SCORER).update(shut_out_at=join_own_crew(ann).created_at)
    token = guest.visitor.token
    late = Browser(guest.visitor)
    late.go(reverse("crew"))
    assert late.visitor.membership is None
    late.send(*form)
    assert late.visitor.token != token
    assert Visitor(token).membership is None
