"""Who never played is deleted by a keeper, with the picture; whoever sits in a game stays."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import discarding
from scoring.crew import recovery
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Player
from scoring.pictures.decoding import face_of
from scoring.players.deleting import HasGames, delete_player
from scoring.players.faces import face_path, keep_face
from scoring.players.roster import add_player
from tests.crew.browser import Browser
from tests.crew.played import address, sheet
from tests.hostile import photo
from tests.scoring.counted import kept
from tests.table.page import client_of, new_game


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path / "photos")


@pytest.fixture
def zoe(ann: Visitor) -> Player:
    """Somebody who was typed in and never played, with a picture."""
    zoe = add_player(actor=join_own_crew(ann), name="Zoe")
    keep_face(zoe, face_of(io.BytesIO(photo(color="red"))))
    return zoe


def test_a_keeper_sees_what_goes_and_then_it_does_with_the_picture(ann: Visitor, zoe: Player) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2})
    before, file = kept(), face_path(zoe)
    browser = Browser(ann)
    browser.go(address("Zoe", "edit/"))
    browser.tap("Delete Zoe")
    browser.says("Zoe has played no game", "The picture is deleted.", "This cannot be undone.")
    assert (Player.objects.filter(pk=zoe.pk).exists(), file.exists()) == (True, True), "asking deletes nobody"
    shown = browser.tap("Delete Zoe")
    assert (shown.one("h1"), "Zoe" in shown.text) == ("Players", False)
    assert (Player.objects.filter(pk=zoe.pk).exists(), file.exists()) == (False, False)
    assert kept() == before
    again = add_player(actor=join_own_crew(ann), name="Zoe")
    assert again.pk != zoe.pk
    assert not again.avatar


def test_whoever_sits_in_a_game_open_ended_or_discarded_stays_and_is_told_why(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2})
    new_game(ann, "Ann Cat")
    discarding.discard(ann, sheet(ann, {"Ann": 1, "Dee": 2}).public_id)
    browser = Browser(ann)
    for name, why in (("Bob", "keep the name"), ("Cat", "keep the name"), ("Dee", "discarded games")):
        assert f"Delete {name}" not in browser.go(address(name, "edit/")).text
        url = address(name, "delete/")
        assert why in browser.go(url).one("[role=alert]")
        assert not [form for form in browser.forms() if form.get("action") == url], (
            "there is nothing to press"
        )
        answer = client_of(ann).post(url)
        assert (answer.status_code, Player.objects.filter(name=name).count()) == (422, 1)
        with pytest.raises(HasGames):
            delete_player(actor=join_own_crew(ann), player=Player.objects.get(name=name))
    Game.objects.filter(discarded_at__isnull=False).update(discarded_at=timezone.now() - timedelta(days=31))
    discarding.sweep()
    assert client_of(ann).post(address("Dee", "delete/")).status_code == 303
    assert not Player.objects.filter(name="Dee").exists()


def test_only_a_keeper_of_the_crew_deletes_and_twice_is_once(
    ann: Visitor, bob: Visitor, cat: Visitor, dan: Visitor, zoe: Player
) -> None:
    url = address("Zoe", "delete/")
    assert "Delete" not in Browser(bob).go(address("Zoe", "edit/")).one("main")
    for visitor, status in ((bob, 403), (cat, 403), (dan, 404), (None, 404)):
        client = client_of(visitor)
        assert (client.get(url).status_code, client.post(url).status_code) == (status, status)
    with pytest.raises(Player.DoesNotExist):
        delete_player(actor=join_own_crew(dan), player=zoe)
    client = client_of(ann)
    assert client.post(url).status_code == 303
    assert client.post(url).status_code == 404, "there is nobody any more"


def test_what_proves_the_keeper_is_asked_for(ann: Visitor, zoe: Player) -> None:
    code = recovery.make_code(actor=join_own_crew(ann))
    browser = Browser(ann)
    browser.open("delete_player", zoe.public_id)
    browser.tap("Delete Zoe", proof="x")
    browser.says("Type the crew’s recovery code. Nothing was changed.")
    assert Player.objects.filter(pk=zoe.pk).exists()
    browser.tap("Delete Zoe", proof=code)
    assert not Player.objects.filter(pk=zoe.pk).exists()


def test_the_owner_deletes_those_who_sit_in_no_game(owner: Client, ann: Visitor, zoe: Player) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2})
    everybody = [str(pk) for pk in Player.objects.order_by("pk").values_list("pk", flat=True)]
    url = reverse("admin:scoring_player_changelist")
    answer = owner.post(url, {"action": "delete_unplayed", "_selected_action": everybody}, follow=True)
    assert "1 deleted." in answer.content.decode()
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Bob"]
    assert not face_path(zoe).exists()
    assert User.objects.filter(username="owner").exists()
