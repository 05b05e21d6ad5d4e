"""Climb from its setup to what is told of it for years: pages that know nothing of it have what it says."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from referee.games.registry import PRESENTERS
from scoring.crew.visitor import Visitor
from scoring.models import Game, Player
from tests.table.page import Phone, Shown, client_of

pytestmark = pytest.mark.django_db


def test_all_pages_know_it(ann: Visitor) -> None:
    client = client_of(ann)
    games = Shown(client.get("/new/"))
    assert "Up the stairs by one, two or three." in games.text
    assert games.one("[href='/new/climb/'] .tile") == "C"
    page = Shown(client.get("/new/climb/"))
    assert '<input type="number" name="stairs" min="3" max="9999" inputmode="numeric" value="7">' in page.html
    sent = {"name": ["Ann", "Bob"], "stairs": "2", "wet": "1", "start": "1"}
    refused = Shown(client.post("/new/climb/", sent))
    assert refused.one(".errors") == "The number of steps has to be a whole number from 3 to 9999."
    client.post("/new/climb/", sent | {"stairs": "6"})
    phone = Phone(ann, Game.objects.get())
    assert phone.game.options == {"stairs": 6, "wet": True}
    phone.tap("Go 3")
    phone.tap("Go 2")
    assert "No more than 1 step can be gone." in phone.tap("Go 3").text
    phone.open()
    assert "Ann goes up 3 steps" in Shown(client.get(f"{phone.url}log/")).text
    correction = Shown(client.get(f"{phone.url}correct/1/"))
    assert [node["name"] for node in correction.soup.select("select")][-2:] == ["player", "steps"]
    phone.tap("Go 1")
    assert phone.game.standing["winners"] == ["Ann"]
    game = Shown(client.get(f"/games/{phone.game.public_id}/")).text
    assert "3 steps at once" in game
    assert "Wet stairs" in game
    player = Player.objects.get(name="Ann")
    assert "Longest leap" in Shown(client.get(f"/players/{player.public_id}/")).text
    assert "Going up" in Shown(client.get("/rules/climb/")).text


def test_no_form_sends_what_only_the_server_says() -> None:
    sent = QueryDict("do=go&player=Ann&steps=2&wind=5")
    assert PRESENTERS["climb"].form(sent) == {"do": "go", "player": "Ann", "steps": 2}
