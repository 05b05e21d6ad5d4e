"""Where somebody is signed in, the password, and what is asked again before what cannot be undone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from scoring.crew import phones, recovery, sessions
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Membership, Player, Role, SignIn
from tests.conftest import joined
from tests.crew.browser import Browser, link_of
from tests.table.page import new_game

pytestmark = pytest.mark.slow

GOOD, BETTER = "correct horse 7", "battery staple 8"


def signed_up(visitor: Visitor, name: str = "ann") -> Browser:
    browser = Browser(visitor)
    browser.open("sign_up")
    browser.tap("Create an account", username=name, password1=GOOD, password2=GOOD)
    return browser


def signed_in(name: str = "ann", password: str = GOOD) -> Browser:
    browser = Browser()
    browser.open("sign_in")
    browser.tap("Sign in", username=name, password=password)
    return browser


def is_in(browser: Browser) -> bool:
    return "You can play without an account" not in browser.open("account").text


def test_sessions_are_listed_with_their_last_use_and_each_can_be_ended(ann: Visitor) -> None:
    one, two, three = signed_up(ann), signed_in(), signed_in()
    Membership.objects.filter(pk=two.member.pk).update(label="Ann's tablet")
    one.open("account")
    one.says("Ann's tablet", "Since today", "last used today", "here")
    assert one.shown.text.count("last used") == 3
    one.tap("Sign out Ann's tablet")
    assert [is_in(browser) for browser in (one, two, three)] == [True, False, True]
    assert two.visitor.membership is not None, "the phone stays in its crew"
    one.open("account")
    one.tap("Sign out everywhere else")
    assert [is_in(browser) for browser in (one, three)] == [True, False]
    assert SignIn.objects.count() == 1


def test_no_page_shows_the_key_of_a_session_and_nobody_ends_anothers(ann: Visitor, dan: Visitor) -> None:
    one, eve = signed_up(ann), signed_up(dan, "eve")
    row = SignIn.objects.get(user__username="ann")
    assert row.session_key not in one.open("account").response.content.decode()
    eve.send(reverse("session_end", args=[sessions.public_id(row)]), {})
    assert eve.shown.status == 404
    assert is_in(one)


def test_a_session_in_use_is_noted_once_an_hour_and_ends_after_90_days(ann: Visitor) -> None:
    one = signed_up(ann)
    assert is_in(one)
    first = SignIn.objects.get()
    assert is_in(one)
    assert SignIn.objects.get().used_at == first.used_at
    rewind(first, timedelta(hours=2))
    assert is_in(one)
    noted = SignIn.objects.get()
    assert noted.used_at > first.used_at
    assert noted.created_at < first.created_at
    rewind(noted, sessions.LONGEST)
    assert not is_in(one)


def rewind(row: SignIn, by: timedelta) -> None:
    """As if the session had been begun and used that much earlier."""
    store = sessions.SessionStore(row.session_key)
    data = store.load()
    for key in (sessions._SINCE, sessions._USED):
        data[key] -= by.total_seconds()
    SignIn.objects.filter(pk=row.pk).update(session_data=store.encode(data))


def test_the_sessions_of_a_phone_that_is_shut_out_end(ann: Visitor) -> None:
    keeper, bob = Browser(ann), Browser()
    bob.go(link_of(keeper))
    bob.tap("Join")
    bob.open("sign_up")
    bob.tap("Create an account", username="bob", password1=GOOD, password2=GOOD)
    phones.shut_out(actor=keeper.member, phone=bob.member)
    assert not SignIn.objects.exists()
    assert not is_in(bob)


# --- the password


def change(browser: Browser, old: str = GOOD, new: str = BETTER, again: str = "") -> None:
    browser.open("password")
    browser.tap("Change the password", password=old, new_password1=new, new_password2=again or new)


def test_a_new_password_counts_at_once_and_signs_out_everywhere_else(ann: Visitor) -> None:
    one, two = signed_up(ann), signed_in()
    change(one)
    assert [is_in(browser) for browser in (one, two)] == [True, False]
    assert signed_in(password=GOOD).shown.status == 422
    assert is_in(signed_in(password=BETTER))


@pytest.mark.parametrize(
    ("sent", "field", "said"),
    [
        ({"old": "wrong"}, "password", "This is not the password"),
        ({"new": "elevensigns"}, "new_password1", "at least 12 characters"),
        ({"new": "password!!1234"}, "new_password1", "too common"),
        ({"again": "something else"}, "new_password2", "match"),
    ],
)
def test_a_change_that_cannot_be_says_why_and_changes_nothing(
    ann: Visitor, sent: dict[str, Any], field: str, said: str
) -> None:
    one = signed_up(ann)
    change(one, **sent)
    assert one.shown.status == 422
    below = [str(said["id"]) for said in one.shown.soup.select(".wrong")]
    assert below == [f"about_{field}"]
    one.says(said)
    assert User.objects.get().check_password(GOOD)


def test_a_password_of_a_thousand_characters_in_any_letters_is_taken_whole(ann: Visitor) -> None:
    one, long = signed_up(ann), "ÄÖ漢字 🃏 " * 100
    change(one, new=long)
    assert User.objects.get().check_password(long)
    assert not User.objects.get().check_password(long[:-1])
    most = one.open("password").soup.select_one("input[name=new_password1]")
    assert most
    assert int(str(most["maxlength"])) >= len(long)


# --- what cannot be undone


@pytest.fixture
def folder(tmp_path: Any, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def merge(browser: Browser) -> None:
    kept, gone = (Player.objects.get(name=name) for name in ("Ann", "Anna"))
    browser.go(f"{reverse('merge_player', args=[kept.public_id])}?other={gone.public_id}")


def test_players_are_merged_by_whoever_knows_the_code(ann: Visitor, folder: None) -> None:
    new_game(ann, "Ann Bob")
    new_game(ann, "Anna Bob")
    keeper = Browser(ann)
    code = recovery.make_code(actor=keeper.member)
    merge(keeper)
    keeper.says("The crew’s recovery code")
    keeper.tap("Merge Anna into Ann", proof="AAAA")
    assert keeper.shown.status == 422
    keeper.says("Type the crew’s recovery code. Nothing was changed.")
    assert Player.objects.filter(name="Anna").exists()
    keeper.tap("Merge Anna into Ann", proof=code)
    assert not Player.objects.filter(name="Anna").exists()


def test_another_keeper_is_removed_by_whoever_knows_the_password(ann: Visitor) -> None:
    keeper = signed_up(ann)
    other = join_own_crew(joined(keeper.visitor, Role.KEEPER))
    keeper.open("phone", other.pk)
    keeper.tap("Remove phone 2", proof="wrong")
    keeper.says("Type the password of ann. Nothing was changed.")
    assert Membership.objects.get(pk=other.pk).shut_out_at is None
    keeper.send(reverse("phone_out", args=[other.pk]), {})
    assert Membership.objects.get(pk=other.pk).shut_out_at is None
    keeper.open("phone", other.pk)
    keeper.tap("Remove phone 2", proof=GOOD)
    assert Membership.objects.get(pk=other.pk).shut_out_at is not None


def test_another_keeper_becomes_a_watcher_by_whoever_knows_the_password(ann: Visitor) -> None:
    keeper = signed_up(ann)
    other = join_own_crew(joined(keeper.visitor, Role.KEEPER))
    keeper.open("phone", other.pk)
    keeper.tap("Save", role=Role.WATCHER, label="Bob’s phone", proof="wrong")
    keeper.says("Type the password of ann. Nothing was changed.")
    assert "Bob’s phone" in str(keeper.shown.soup), "what was typed stays"
    for role in (Role.WATCHER, Role.SCORER):
        keeper.send(reverse("phone", args=[other.pk]), {"role": role})
        keeper.send(reverse("phone", args=[keeper.member.pk]), {"role": role})
    assert set(Membership.objects.values_list("role", "label")) == {(Role.KEEPER, "")}
    keeper.open("phone", other.pk)
    keeper.tap("Save", label="Bob’s phone")
    other.refresh_from_db()
    assert (other.role, other.label) == (Role.KEEPER, "Bob’s phone"), "a name needs no proof"
    keeper.open("phone", other.pk)
    keeper.tap("Save", role=Role.WATCHER, proof=GOOD)
    other.refresh_from_db()
    assert other.role == Role.WATCHER


def test_a_code_that_an_account_could_replace_is_replaced_by_its_password(ann: Visitor) -> None:
    keeper = signed_up(ann)
    recovery.make_code(actor=keeper.member)
    before = keeper.member.crew.recovery_digest
    keeper.open("recovery_code")
    keeper.tap("Make a new code", proof="wrong")
    assert keeper.member.crew.recovery_digest == before
    keeper.tap("Make a new code", proof=GOOD)
    assert keeper.member.crew.recovery_digest != before


def test_who_lost_the_code_and_has_no_account_makes_another(ann: Visitor) -> None:
    keeper = Browser(ann)
    recovery.make_code(actor=keeper.member)
    before = keeper.member.crew.recovery_digest
    keeper.open("recovery_code")
    keeper.tap("Make a new code")
    assert keeper.member.crew.recovery_digest != before


def test_a_proof_cannot_be_guessed_without_end(ann: Visitor) -> None:
    keeper = signed_up(ann)
    other = join_own_crew(joined(keeper.visitor, Role.KEEPER))
    url = reverse("phone_out", args=[other.pk])
    for _ in range(25):
        keeper.send(url, {"proof": "wrong"})
    keeper.send(url, {"proof": GOOD})
    keeper.says("Too many tries")
    assert Membership.objects.get(pk=other.pk).shut_out_at is None


def test_a_crew_is_deleted_by_whoever_knows_the_code_and_restored_after_another_crew(
    ann: Visitor, dan: Visitor
) -> None:
    keeper, crew = Browser(ann), join_own_crew(ann).crew
    code = recovery.make_code(actor=keeper.member)
    keeper.open("crew_delete")
    keeper.tap("Delete the crew", sure="1", proof="wrong")
    keeper.says("Type the crew’s recovery code. Nothing was changed.")
    assert keeper.member.crew == crew
    keeper.tap("Delete the crew", sure="1", proof=code)
    assert keeper.visitor.membership is None
    # It joins another crew, and gets a new token by that.
    keeper.go(link_of(Browser(dan)))
    keeper.tap("Join")
    assert keeper.visitor.token != ann.token
    keeper.open("crew_leave")
    keeper.tap("Leave")
    keeper.open("deleted_crews")
    keeper.tap("Restore")
    assert keeper.member.crew == crew
