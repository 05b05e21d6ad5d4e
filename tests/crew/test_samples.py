"""A sample game: played like any other, counted nowhere, and gone with a tap."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from scoring import crew_bin
from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Crew, Game, Membership, Move, Player, Score, Seat
from tests.table.page import Shown, client_of, new_game


def begun(client: Client) -> str:
    """The address of a sample's table."""
    response = client.post("/sample/")
    assert response.status_code == 303
    url = str(response["Location"])
    assert re.fullmatch(r"/t/sample-[\w-]{14}/", url)
    return url


def send(client: Client, url: str, **more: str) -> Shown:
    """What the table's page would send."""
    page = BeautifulSoup(client.get(url).content, "html.parser")
    key = page.select_one("input[name=key]")
    assert key
    return Shown(client.post(f"{url}move/", {"key": str(key["value"]), **more}, follow=True))


def test_a_stranger_tries_a_play_an_undo_and_a_dispute(db: None) -> None:
    client = client_of(None)
    url = begun(client)
    assert client.cookies[COOKIE].value, "the browser is told who it is"
    shown = Shown(client.get(url))
    assert "Sample" in shown.text
    game = Game.objects.get()
    before = game.length
    shown = send(client, url, do="play", player="Ann", cards="red sun")
    game.refresh_from_db()
    assert game.length == before + 1, shown.text
    key = shown.soup.select_one("input[name=key]")
    assert key
    client.post(f"{url}undo/", {"key": str(key["value"])})
    game.refresh_from_db()
    assert game.length == before
    assert client.get(f"{url}?sheet=dispute").status_code == 200
    assert client.get(f"{url}log/").status_code == 200
    assert begun(client) == url, "the same sample goes on"


def test_a_sample_is_in_no_crew_and_on_no_page(ann: Visitor) -> None:
    new_game(ann)
    client = client_of(ann)
    url = begun(client)
    public_id = url.split("/")[2]
    assert Game.objects.count() == 2
    for page in ("/", "/games/", "/players/", "/crew/", "/crew/leaders/", "/crew/export/", "/new/zar/"):
        text = client.get(page).content.decode()
        assert public_id not in text, page
        assert "Ben" not in text, page
    for page in (f"/games/{public_id}/", f"/games/{public_id}/record.json", f"/games/{public_id}/share/"):
        assert client.get(page).status_code == 404, page
    for stranger in (client_of(None), client_of(Visitor())):
        assert stranger.get(url).status_code == 404, "it is one browser's alone"
    assert client.get(url).status_code == 200
    menu = Shown(client.get(f"{url}?sheet=menu"))
    assert "Board on a big screen" not in menu.text
    assert "Invite" not in menu.text
    assert "The log of every move" in menu.text


def test_the_cookie_of_the_crew_stays_and_no_store_keeps_the_sample(ann: Visitor) -> None:
    client = client_of(ann)
    response = client.get(begun(client))
    assert client.cookies[COOKIE].value == ann.token
    assert "no-store" in response["Cache-Control"]
    assert "Cookie" in response["Vary"]


@pytest.mark.django_db(transaction=True)
def test_it_is_gone_with_a_tap_and_a_new_one_can_be_begun() -> None:
    client = client_of(None)
    url = begun(client)
    assert client.post("/sample/end/")["Location"] == "/"
    for model in (Game, Move, Seat, Score, Player, Membership, Crew):
        assert not model.objects.exists(), model
    assert client.get(url).status_code == 404
    assert client.post("/sample/end/").status_code == 303
    assert begun(client) != url


@pytest.mark.django_db(transaction=True)
def test_what_nobody_ended_is_erased_after_thirty_days() -> None:
    begun(client_of(None))
    assert not crew_bin.sweep()
    assert crew_bin.sweep(now=timezone.now() + timedelta(days=31)) == 1
    assert not Game.objects.exists()
