"""A crew that its keeper deletes: gone at once for everybody, restored for 30 days, and then erased."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from scoring import crew_bin
from scoring.crew import accounts, invites, phones, recovery
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, FormerPlace, Game, Membership, Player, Role, SignIn
from scoring.pictures.photos import add_photo
from scoring.pictures.picture import Picture
from scoring.players.faces import keep_face
from scoring.sharing.links import share, shared
from scoring.statistics.counting import count_ended
from tests.crew.browser import Browser
from tests.crew.played import sheet, zar
from tests.crew.tables import picture
from tests.scoring.counted import kept
from tests.table.page import Phone, client_of, new_game

LATER = timedelta(days=30, seconds=1)


def evening(visitor: Visitor) -> list[Game]:
    """Games over and in play, with statistics."""
    games = [zar(visitor, "2026-11-20", Bob=9, Cat=4), sheet(visitor, {"Ann": 3, "Bob": 8})]
    for game in games:
        count_ended(game)
    return [*games, new_game(visitor)]


def rows() -> dict[str, int]:
    """How many rows each of the record's tables has."""
    return {
        model.__name__: model._default_manager.count()
        for model in apps.get_app_config("scoring").get_models()
    }


def test_the_keeper_deletes_the_crew_after_a_way_to_download_it_and_restores_it(ann: Visitor) -> None:
    games = evening(ann)
    phones.name_crew(actor=join_own_crew(ann), name="Friday")
    before, counted = [picture(game) for game in games], kept()
    browser = Browser(ann)
    browser.open("crew")
    browser.tap("Delete the crew")
    browser.says("Delete “Friday”?", "It has 3 games, 3 players and 1 phone", "30 days", "Backups")
    assert browser.find("Download the crew (zip)")["href"] == reverse("crew_zip")
    browser.tap("Delete the crew", sure="1")
    browser.says("Deleted crews", "Friday", "Deleted today", "Kept until")
    assert browser.visitor.membership is None
    for path in ("/", "/games/", "/players/", "/crew/"):
        assert browser.go(path).status == 200
        assert "Bob" not in browser.shown.text
    assert browser.go(f"/t/{games[-1].public_id}/").status == 404

    browser.open("crew")
    browser.says("Your crew was deleted")
    browser.tap("Deleted crews")
    browser.tap("Restore Friday")
    assert browser.member.crew.name == "Friday"
    assert [picture(Game.objects.visible_to(browser.visitor).get(pk=game.pk)) for game in games] == before
    assert kept() == counted
    assert not FormerPlace.objects.exists()


def test_it_asks_for_a_tick_and_only_a_keeper_may(ann: Visitor, bob: Visitor, cat: Visitor) -> None:
    for visitor in (bob, cat):
        assert client_of(visitor).get(reverse("crew_delete")).status_code == 403
        assert client_of(visitor).post(reverse("crew_delete"), {"sure": "1"}).status_code == 403
        with pytest.raises(PermissionDenied):
            crew_bin.discard(actor=join_own_crew(visitor))
    answer = client_of(ann).post(reverse("crew_delete"))
    assert answer.status_code == 422
    assert "Tick the box first" in answer.content.decode()
    assert Crew.objects.filter(discarded_at=None).count() == 1


def test_once_there_is_a_recovery_code_or_an_account_it_asks_for_it(ann: Visitor) -> None:
    code = recovery.make_code(actor=join_own_crew(ann))
    url = reverse("crew_delete")
    for typed in ("", "AAAA-BBBB"):
        answer = client_of(ann).post(url, {"sure": "1", "proof": typed})
        assert answer.status_code == 422
        assert "recovery code" in answer.content.decode()
    Membership.objects.update(user=User.objects.create_user("ann", password="a long word"))
    assert client_of(ann).post(url, {"sure": "1", "proof": code}).status_code == 422
    assert Crew.objects.filter(discarded_at=None).exists()
    assert client_of(ann).post(url, {"sure": "1", "proof": "a long word"}).status_code == 303
    assert not Crew.objects.filter(discarded_at=None).exists()


def test_every_phone_loses_it_at_once_and_gets_it_back(
    ann: Visitor,
    bob: Visitor,
    cat: Visitor,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    game = new_game(ann)
    table = Phone(bob, game, htmx=False)
    told: list[int] = []
    phones.gone.connect(listener := lambda phone, **_: told.append(phone))
    out = join_own_crew(cat)
    phones.shut_out(actor=join_own_crew(ann), phone=out)
    with django_capture_on_commit_callbacks(execute=True):
        crew_bin.discard(actor=join_own_crew(ann))
    phones.gone.disconnect(listener)
    assert set(told) == {place.membership_id for place in FormerPlace.objects.order_by("pk")}
    assert len(told) == 2
    assert table.tap("Ann deals").status == 404
    browser = Browser(bob)
    browser.open("deleted_crews")
    browser.says("A phone that kept the crew can restore it")
    crew_bin.restore(Visitor(ann.token), game.crew_id)
    table.open()
    assert table.tap("Ann deals").version == 1
    assert Visitor(cat.token).membership is None, "who had been shut out before is out"


def test_a_phone_that_is_in_another_crew_by_then_stays_there(ann: Visitor, bob: Visitor) -> None:
    crew = join_own_crew(ann).crew_id
    crew_bin.discard(actor=join_own_crew(ann))
    other = join_own_crew(Visitor(bob.token))
    assert other.crew_id != crew
    crew_bin.restore(Visitor(ann.token), crew)
    assert Visitor(ann.token).membership is not None
    assert join_own_crew(Visitor(bob.token)).pk == other.pk


def test_who_restores_leaves_another_crew_first(ann: Visitor) -> None:
    crew = join_own_crew(ann).crew_id
    crew_bin.discard(actor=join_own_crew(ann))
    mine = Visitor(ann.token)
    join_own_crew(mine)
    browser = Browser(mine)
    browser.open("crew")
    browser.tap("Deleted crews")
    browser.says("This phone is in another crew now")
    answer = browser.client.post(reverse("crew_restore", args=[crew]))
    assert answer.status_code in (403, 422)  # 403: no form on the page has a token for it
    with pytest.raises(crew_bin.InAnotherCrew):
        crew_bin.restore(Visitor(ann.token), crew)
    browser.tap("Leave the crew")
    browser.tap("Leave this crew")
    browser.open("deleted_crews")
    browser.tap("Restore")
    assert browser.member.crew_id == crew


def test_one_phone_can_delete_several_crews_and_restore_each(ann: Visitor) -> None:
    deleted = []
    for _ in range(2):
        me = join_own_crew(Visitor(ann.token))
        deleted.append(me.crew_id)
        crew_bin.discard(actor=me)
    assert [place.membership.crew_id for place in crew_bin.former_places(ann)] == deleted[::-1]
    crew_bin.restore(Visitor(ann.token), deleted[0])
    assert join_own_crew(Visitor(ann.token)).crew_id == deleted[0]


def test_nothing_leads_into_a_deleted_crew(ann: Visitor, dan: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2})
    link = share(Game.objects.visible_to(ann).get(pk=game.pk)).public_id
    me = join_own_crew(ann)
    code = recovery.make_code(actor=me)
    until = timezone.now() + timedelta(days=3)
    token = invites.make_invite(actor=me, role=Role.SCORER, uses=1, until=until)
    user = User.objects.create_user("ann")
    accounts.attach(ann, me, user, key="one")
    crew_bin.discard(actor=me)

    assert shared(link) is None
    with pytest.raises(recovery.WrongCode):
        recovery.crew_of(code)
    assert accounts.crews_of(user) == []
    invite = invites.find_invite(token)
    assert invite is not None
    assert invites.why_closed(invite) == "This crew was deleted."
    with pytest.raises(invites.Closed):
        invites.accept(dan, invite, key="one")
    with pytest.raises(phones.CrewDeleted):
        phones.settle(dan, crew=me.crew, role=Role.SCORER, key="one")
    answer = client_of(dan).get(reverse("join", args=[token]))
    assert (answer.status_code, b"This crew was deleted." in answer.content) == (410, True)

    crew_bin.restore(Visitor(ann.token), me.crew_id)
    found = shared(link)
    assert found
    assert found.game == game
    assert recovery.crew_of(code) == me.crew
    assert [place.pk for place in accounts.crews_of(user)] == [me.pk]
    assert invites.why_closed(invites.find_invite(token) or invite) == ""


def test_an_account_keeps_the_place_of_a_phone_that_went_elsewhere(ann: Visitor, bob: Visitor) -> None:
    user = User.objects.create_user("bob")
    accounts.attach(bob, join_own_crew(bob), user, key="one")
    crew = join_own_crew(ann).crew_id
    crew_bin.discard(actor=join_own_crew(ann))
    join_own_crew(Visitor(bob.token))
    crew_bin.restore(Visitor(ann.token), crew)
    assert crew in [place.crew_id for place in accounts.crews_of(user)]


def test_strangers_and_scorers_restore_nothing(ann: Visitor, bob: Visitor, dan: Visitor) -> None:
    crew = join_own_crew(ann).crew_id
    crew_bin.discard(actor=join_own_crew(ann))
    for visitor in (bob, dan):
        with pytest.raises(FormerPlace.DoesNotExist):
            crew_bin.restore(Visitor(visitor.token), crew)
    for number in (crew, 10**15):
        assert client_of(dan).post(reverse("crew_restore", args=[number])).status_code == 404


def test_after_thirty_days_all_of_it_is_erased_and_nothing_else(
    ann: Visitor, bob: Visitor, dan: Visitor, settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    theirs, left = evening(dan), rows()
    left["Crew"] -= 1  # Ann's and Bob's
    left["Membership"] -= 2
    mine = [picture(game) for game in theirs]
    game = evening(ann)[0]
    share(Game.objects.visible_to(ann).get(pk=game.pk))
    move = game.moves.order_by("seq").first()
    assert move is not None
    photo = Picture(b"RIFF", 10, 10)
    add_photo(actor_id=join_own_crew(ann).pk, event=move, picture=photo)
    keep_face(Player.objects.filter(crew=game.crew_id).order_by("pk")[0], photo)
    until = timezone.now() + timedelta(days=3)
    me = join_own_crew(ann)
    invites.make_invite(actor=me, role=Role.SCORER, uses=1, until=until)
    assert len(list(tmp_path.rglob("*.webp"))) == 2
    session = SignIn.objects.create(session_key="a" * 40, expire_date=until, phone=me)
    left["SignIn"] += 1
    crew_bin.discard(actor=me)

    assert crew_bin.sweep() == 0
    assert crew_bin.sweep(now=timezone.now() + LATER) == 1
    assert rows() == left
    session.refresh_from_db()
    assert session.phone_id is None, "who is signed in stays so"
    connection.check_constraints()
    assert not list(tmp_path.rglob("*.webp"))
    assert [picture(Game.objects.visible_to(dan).get(pk=game.pk)) for game in theirs] == mine


def test_past_its_days_it_is_not_restored_even_before_the_sweep(ann: Visitor) -> None:
    crew = join_own_crew(ann).crew
    crew_bin.discard(actor=join_own_crew(ann))
    Crew.objects.filter(pk=crew.pk).update(discarded_at=timezone.now() - LATER)
    with pytest.raises(FormerPlace.DoesNotExist):
        crew_bin.restore(Visitor(ann.token), crew.pk)
    said = io.StringIO()
    call_command("sweep", stdout=said)
    assert "1 deleted crews" in said.getvalue()
    assert not Membership.objects.exists()


def test_the_owner_deletes_and_restores_crews_too(ann: Visitor, owner: Client) -> None:
    crew = join_own_crew(ann).crew
    for action, word in (("discard", "1 deleted"), ("restore", "1 restored")):
        sent = {"action": action, "_selected_action": [crew.pk]}
        answer = owner.post(reverse("admin:scoring_crew_changelist"), sent, follow=True)
        assert word in answer.content.decode()
        crew.refresh_from_db()
        assert (crew.discarded_at is not None) == (action == "discard")
        assert (Visitor(ann.token).membership is None) == (action == "discard")
