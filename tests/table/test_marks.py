"""Whose a page and a tap are: what waited in a browser is taken from the phone alone that made it."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.crew.visitor import COOKIE, MARK_HEADER, NOBODY, Visitor, mark_of
from scoring.log import tap_keys
from tests.table.page import Phone, new_game

pytestmark = pytest.mark.django_db


def _client(visitor: Visitor) -> Client:
    client = Client()
    client.cookies[COOKIE] = visitor.token
    return client


def test_a_tap_made_by_another_phone_of_the_crew_is_refused(ann: Visitor, bob: Visitor) -> None:
    game = new_game(ann)
    url = reverse("table", args=[game.public_id])
    page = _client(bob).get(url)
    assert f'data-mark="{page[MARK_HEADER]}"' in page.content.decode()
    sent = {"key": tap_keys.new_key(game), "do": "deal", "dealer": "Ann"}
    theirs = {MARK_HEADER: page[MARK_HEADER]}
    refused = _client(ann).post(f"{url}move/", sent, headers=theirs)
    assert refused.status_code == 403
    assert "before this phone changed its place" in refused.content.decode()
    game.refresh_from_db()
    assert game.version == 0
    assert _client(bob).post(f"{url}move/", sent, headers=theirs).status_code == 303


def test_whatever_changes_a_table_is_refused_where_another_phone_made_it(ann: Visitor, bob: Visitor) -> None:
    game = new_game(ann)
    table = Phone(ann, game)
    table.tap("Ann deals")
    table.tap("blue sun")
    game.refresh_from_db()
    key = tap_keys.new_key(game)
    asked: dict[str, tuple[list[object], dict[str, str]]] = {
        "move": ([], {"key": key, "do": "draw"}),
        "undo": ([], {"key": key}),
        "redo": ([], {"key": key}),
        "back": ([1], {"key": key}),
        "seat": ([], {"take": "Ann"}),
        "seats": ([], {}),
        "loggers": ([], {"who": "anyone"}),
        "correct": ([2], {"key": key, "save": "1", "card": "red moon"}),
        "add_photo": ([2], {"caption": "Here"}),
        "share": ([], {}),
        "board_link": ([], {}),
        "discard": ([], {"sure": "1"}),
        "notes": ([], {"notes": "A long evening."}),
    }
    assert bob.membership
    theirs = {MARK_HEADER: mark_of(bob.membership.pk)}
    wrong = []
    for name, (more, sent) in asked.items():
        answer = _client(ann).post(reverse(name, args=[game.public_id, *more]), sent, headers=theirs)
        if answer.status_code != 403 or "before this phone changed its place" not in answer.content.decode():
            wrong.append(f"{name}: {answer.status_code}")
    assert wrong == []
    before = game.version, game.seated, game.logged_by
    game.refresh_from_db()
    assert (game.version, game.seated, game.logged_by) == before


def test_an_answer_says_whose_it_is_and_one_for_everybody_says_nothing(ann: Visitor, dan: Visitor) -> None:
    url = reverse("table", args=[new_game(ann).public_id])
    assert ann.membership
    assert _client(ann).get(url)[MARK_HEADER] == mark_of(ann.membership.pk)
    assert dan.membership
    assert _client(dan).get(url)[MARK_HEADER] == mark_of(dan.membership.pk)
    assert Client().get(url)[MARK_HEADER] == Client().get(reverse("home"))[MARK_HEADER] == NOBODY
    for name in ("rules", "offline", "service_worker"):
        assert MARK_HEADER not in _client(ann).get(reverse(name)), name


def test_the_worker_fetches_what_the_pages_that_it_keeps_are_made_with(ann: Visitor) -> None:
    script = Client().get(reverse("service_worker")).content.decode()
    found = re.search(r"FILES=(\[.*\]);", script)
    assert found
    files = set(json.loads(found[1]))
    tables = [reverse("table", args=[new_game(ann).public_id])]
    for url in [
        *tables,
        reverse("home"),
        reverse("games"),
        reverse("rules"),
        reverse("rulebook", args=["zar"]),
    ]:
        page = _client(ann).get(url).content.decode()
        named = set(re.findall(r'"(/static/[^"]+\.(?:css|js|svg))["#]', page))
        assert named
        assert named <= files, url


def test_the_workers_script_is_for_the_whole_site_and_never_kept_for_long() -> None:
    answer = Client().get(reverse("service_worker"))
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert reverse("service_worker").count("/") == 1
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
