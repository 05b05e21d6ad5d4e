"""An account, for those who like one: the crew follows its person to a new phone."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django.fixtures import Settings

from referee.crew.limits import ACCOUNTS, SIGN_INS
from referee.crew.people.signed_in import HINT
from scoring.crew import accounts, phones
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Membership, Role, SignIn
from tests.crew.browser import Browser, link_of
from tests.table.page import new_game

pytestmark = pytest.mark.slow

GOOD = "correct horse 7"


def sign_up(browser: Browser, name: str = "ann", **more: str) -> None:
    browser.open("sign_up")
    browser.tap("Create an account", username=name, password1=GOOD, password2=GOOD, **more)


def sign_in(browser: Browser, name: str = "ann", password: str = GOOD) -> None:
    browser.open("sign_in")
    browser.tap("Sign in", username=name, password=password)


def test_the_crew_follows_to_a_new_phone(ann: Visitor) -> None:
    game = new_game(ann)
    old, new = Browser(ann), Browser()
    sign_up(old)
    old.says("Your crews", "on this phone")
    sign_in(new)
    new.says("Your crews", "on this phone")
    assert new.go(f"/t/{game.public_id}/").status == 200
    assert (new.member.role, new.member.crew) == (Role.KEEPER, old.member.crew)
    assert new.member != old.member
    new.open("crew")
    new.says("account ann")


def test_who_has_a_crew_finds_the_way_back_to_it_from_the_door(ann: Visitor) -> None:
    def back(browser: Browser) -> list[object]:
        browser.open("sign_in")
        return [link["href"] for link in browser.shown.soup.select(".head .back, .tabbar [aria-current]")]

    assert back(Browser(ann)) == [reverse("crew")] * 2
    assert back(Browser()) == []


def test_a_crew_stays_out_of_the_account_where_the_box_is_not_ticked(ann: Visitor) -> None:
    browser = Browser(ann)
    sign_up(browser, keep="")
    assert accounts.crews_of(User.objects.get()) == []
    browser.tap("Keep this phone’s crew with the account")
    assert [place.crew for place in accounts.crews_of(User.objects.get())] == [browser.member.crew]


def test_an_account_without_a_crew_says_what_to_do_next(db: None) -> None:
    browser = Browser()
    sign_up(browser)
    browser.says("This account has no crew yet. Start a game")


@pytest.mark.parametrize(
    ("password", "again", "said"),
    [
        ("elevensigns", "elevensigns", "at least 12 characters"),
        ("Password1234!", "Password1234!", "too common"),
        ("passwordpassword", "passwordpassword", "too common"),
        ("p4ssw0rd2024", "p4ssw0rd2024", "too common"),
        ("1234567891011", "1234567891011", "too common"),
        ("annabella-ann", "annabella-ann", "too similar"),
        (GOOD, GOOD + "8", "match"),
    ],
)
def test_a_password_that_is_none_is_refused_in_words(db: None, password: str, again: str, said: str) -> None:
    browser = Browser()
    browser.open("sign_up")
    browser.tap("Create an account", username="annabella", password1=password, password2=again)
    assert browser.shown.status == 422
    browser.says(said)
    (wrong,) = browser.shown.soup.select("[aria-invalid]")
    assert wrong["name"] == ("password1" if password == again else "password2")
    assert not any(node["value"] for node in browser.shown.soup.select("input[type=password]"))
    assert not User.objects.exists()


def test_what_is_wrong_with_a_password_is_one_sentence(db: None) -> None:
    browser = Browser()
    assert browser.open("sign_up").one("#about_password1") == HINT
    # Too short, too common, and too like the name.
    browser.tap("Create an account", username="abc", password1="abc", password2="abc")
    said = [part.text for part in browser.shown.soup.select("form :is(.wrong, .hint)")]
    assert said == ["A password has at least 12 characters: take three words."]


@pytest.mark.parametrize("name", ["ann", "ANN"])
def test_a_name_is_taken_once_whatever_its_case(db: None, name: str) -> None:
    sign_up(Browser())
    late = Browser()
    sign_up(late, name)
    assert late.shown.status == 422
    late.says("This name is taken")
    assert User.objects.count() == 1


def test_a_wrong_password_and_an_unknown_name_are_told_alike(db: None) -> None:
    sign_up(Browser())
    said = set()
    for name in ("ann", "nobody"):
        browser = Browser()
        sign_in(browser, name, "wrong")
        assert browser.shown.status == 422
        said.add(browser.shown.one(".wrong"))
        assert browser.shown.one("title") == "Error: Sign in"
    assert len(said) == 1


def test_who_tries_too_often_has_to_wait_on_our_page_and_on_the_owners(db: None) -> None:
    User.objects.create_superuser("ann", password=GOOD)
    browser = Browser()
    for _ in range(SIGN_INS.most):
        sign_in(browser, password="wrong")
        assert browser.shown.status == 422
    sign_in(browser)
    assert browser.shown.status == 429
    browser.says("Wait 15 minutes")
    elsewhere = Client()
    elsewhere.post(reverse("admin:login"), {"username": "ann", "password": GOOD})
    assert elsewhere.get(reverse("admin:index")).status_code == 302, "the right password came too late"


def test_an_address_that_tries_many_names_has_to_wait_and_another_has_not(db: None) -> None:
    sign_up(Browser())
    browser = Browser()
    for n in range(SIGN_INS.most):
        browser.send(reverse("sign_in"), {"username": f"name{n}", "password": "wrong"})
    sign_in(browser)
    assert browser.shown.status == 429
    sign_in(at("192.0.2.7"))


def at(address: str) -> Browser:
    """A browser that asks from there."""
    browser = Browser()
    browser.client.defaults["REMOTE_ADDR"] = address
    return browser


@pytest.mark.parametrize("door", ["sign_in", "admin:login"])
def test_nobody_is_kept_out_by_what_others_try_with_their_name(
    db: None, settings: Settings, door: str
) -> None:
    settings.ADMIN = True
    sign_up(Browser())
    for n in range(3 * SIGN_INS.most):
        at(f"198.51.100.{n % 3}").send(reverse(door), {"username": "ann", "password": "wrong"})
    late = at("192.0.2.7")
    sign_in(late)
    late.says("Signed in on this phone")


def test_a_neighbour_behind_the_same_address_keeps_nobody_out_on_their_own_phone(ann: Visitor) -> None:
    own, neighbour = Browser(ann), Browser()
    sign_up(own)
    own.tap("Sign out")
    for _ in range(SIGN_INS.most + 1):
        sign_in(neighbour, password="wrong")
    assert neighbour.shown.status == 429
    sign_in(own)
    own.says("Signed in on this phone")


def test_right_passwords_count_too_so_that_an_account_of_ones_own_buys_no_more_tries(db: None) -> None:
    sign_up(Browser(), "eve")
    for n in range(SIGN_INS.most):
        browser = Browser()
        sign_in(browser, *(("eve",) if n % 2 else ("ann", "wrong")))
    late = Browser()
    sign_in(late, "eve")
    assert late.shown.status == 429


def test_the_addresses_of_one_household_are_one_place(db: None) -> None:
    for n in range(SIGN_INS.most):
        sign_in(at(f"2001:db8:1:2::{n}"), f"name{n}", "wrong")
    told = []
    for address in ("2001:db8:1:2:ffff::1", "2001:db8:1:3::1"):
        browser = at(address)
        sign_in(browser, "x", "wrong")
        told.append(browser.shown.status)
    assert told == [429, 422]


def tries(*heard: tuple[str, str]) -> list[int]:
    """The answers to wrong sign-ins from these addresses with these X-Forwarded-For."""
    form = {"username": "x", "password": "y"}
    return [
        Client(REMOTE_ADDR=peer)
        .post(reverse("sign_in"), form, headers={"x-forwarded-for": told, "x-forwarded-proto": "https"})
        .status_code
        for peer, told in heard
    ]


def test_behind_a_proxy_the_address_is_what_the_proxy_heard(db: None, settings: Settings) -> None:
    settings.PROXIES = [ip_network("127.0.0.1"), ip_network("10.0.0.0/8")]
    tries(*[("127.0.0.1", f"198.51.100.{n}, 192.0.2.1, 10.0.0.7") for n in range(SIGN_INS.most)])
    same, other = ("127.0.0.1", "192.0.2.1"), ("127.0.0.1", "192.0.2.2")
    assert tries(same, other) == [429, 422]


def test_nobody_but_a_proxy_says_for_whom_they_ask(db: None, settings: Settings) -> None:
    settings.PROXIES = [ip_network("127.0.0.1")]
    tries(*[("198.51.100.1", f"192.0.2.{n}") for n in range(SIGN_INS.most)])
    assert tries(("198.51.100.1", "192.0.2.99")) == [429]
    assert tries(("127.0.0.1", "192.0.2.1")) == [422], "whom they named pays nothing"


def test_accounts_are_made_so_many_from_one_place(db: None) -> None:
    for n in range(ACCOUNTS.most):
        sign_up(Browser(), f"name{n}")
    late = Browser()
    sign_up(late, "late")
    assert late.shown.status == 429
    assert User.objects.count() == ACCOUNTS.most


def test_signed_out_the_phone_stays_in_its_crew_and_the_account_is_shut(ann: Visitor) -> None:
    browser = Browser(ann)
    sign_up(browser)
    browser.tap("Sign out")
    browser.says("Sign in")
    assert browser.member.role == Role.KEEPER
    browser.open("account")
    browser.says("You can play without an account")


def test_a_phone_with_a_crew_of_its_own_chooses(ann: Visitor, dan: Visitor) -> None:
    new_game(dan)
    sign_up(Browser(ann))
    other = Browser(dan)
    own = other.member.crew
    other.open("sign_in")
    other.tap("Sign in", username="ann", password=GOOD, keep="")
    assert other.member.crew == own
    other.says("This phone leaves its crew, where it is a keeper", "This phone is its only keeper")
    enter = reverse("account_enter", args=[join_own_crew(ann).crew_id])
    other.send(enter, {})
    assert other.shown.status == 422
    other.tap("Use it here: the crew without a name", alone="1")
    assert other.member.crew == join_own_crew(ann).crew


def test_both_crews_are_kept_where_both_are_in_the_account(ann: Visitor, dan: Visitor) -> None:
    new_game(dan)
    sign_up(Browser(ann))
    other = Browser(dan)
    own = other.member
    sign_in(other)
    other.tap("Use it here")
    other.open("account")
    other.tap("Use it here")
    assert other.member == own, "the place waited"
    assert Membership.objects.filter(crew=own.crew).count() == 1


def test_a_crew_that_the_account_does_not_keep_is_not_there(ann: Visitor, dan: Visitor) -> None:
    browser = Browser(dan)
    sign_up(browser, "dan")
    browser.send(reverse("account_enter", args=[join_own_crew(ann).crew_id]), {})
    assert browser.shown.status == 404


def test_signing_in_on_anothers_phone_takes_nothing_of_him(ann: Visitor) -> None:
    phone = Browser(ann)
    sign_up(phone, "ann")
    phone.tap("Sign out")
    sign_up(phone, "eve")
    assert phone.member.user == User.objects.get(username="ann")
    phone.send(reverse("account_keep"), {})
    assert accounts.crews_of(User.objects.get(username="eve")) == []


def test_who_was_shut_out_is_not_let_in_by_the_account(ann: Visitor) -> None:
    keeper, bob = Browser(ann), Browser()
    bob.go(link_of(keeper))
    bob.tap("Join")
    sign_up(bob, "bob")
    phones.shut_out(actor=keeper.member, phone=bob.member)
    new = Browser()
    sign_in(new, "bob")
    new.says("This account has no crew yet")
    assert new.visitor.membership is None


def test_a_stolen_phone_that_was_shut_out_does_not_come_back_by_its_session(ann: Visitor) -> None:
    keeper, bob, second = Browser(ann), Browser(), Browser()
    bob.go(link_of(keeper))
    bob.tap("Join")
    sign_up(bob, "bob")
    sign_in(second, "bob")
    crew = bob.member.crew_id
    phones.shut_out(actor=keeper.member, phone=bob.member)
    del bob.client.cookies["crew"]
    bob.send(reverse("account_enter", args=[crew]), {})
    bob.says("Sign in")
    bob.open("account")
    bob.says("You can play without an account")
    assert second.member.shut_out_at is None


def test_the_deletion_asks_for_the_password_and_leaves_crew_and_phone(ann: Visitor) -> None:
    new_game(ann)
    browser = Browser(ann)
    sign_up(browser)
    browser.tap("Delete the account")
    browser.tap("Delete the account", password="wrong")
    assert browser.shown.status == 422
    browser.says("This is not the password")
    browser.tap("Delete the account", password=GOOD)
    assert not User.objects.exists()
    assert browser.member.user is None
    assert browser.member.role == Role.KEEPER


def test_a_place_that_only_the_account_held_is_shut_with_it(ann: Visitor, bob: Visitor) -> None:
    browser = Browser(bob)
    sign_up(browser, "bob")
    place = browser.member.pk
    browser.open("crew_leave")
    browser.says("The account keeps that crew")
    browser.tap("Leave")
    assert Membership.objects.get(pk=place).shut_out_at is None
    browser.open("account_delete")
    browser.tap("Delete the account", password=GOOD)
    assert Membership.objects.get(pk=place).shut_out_at is not None


def test_an_owner_is_not_deleted_here(db: None) -> None:
    User.objects.create_superuser("ann", password=GOOD)
    browser = Browser()
    sign_in(browser)
    browser.open("account_delete")
    browser.says("This account belongs to an owner of the server")
    browser.send(reverse("account_delete"), {"password": GOOD})
    assert browser.shown.status == 422
    assert User.objects.exists()


def test_nobody_is_signed_in_who_did_not_ask_for_it(ann: Visitor) -> None:
    browser = Browser(ann)
    new_game(ann)
    for url in ("/", "/crew/", "/games/", "/account/in/"):
        browser.go(url)
    assert "sessionid" not in browser.client.cookies
    assert not SignIn.objects.exists()


@pytest.mark.parametrize("https", [False, True])
def test_the_cookies_are_the_servers_alone_and_secure_where_the_connection_is(db: None, https: bool) -> None:
    with override_settings(SESSION_COOKIE_SECURE=https, CSRF_COOKIE_SECURE=https):
        client = Client(enforce_csrf_checks=False)
        form = {"username": "ann", "password1": GOOD, "password2": GOOD}
        client.get(reverse("sign_up"), secure=https)
        answer = client.post(reverse("sign_up"), form, secure=https)
        assert answer.status_code == 303
        for name in ("sessionid", "csrftoken"):
            cookie = answer.cookies[name]
            assert cookie["httponly"], name
            assert cookie["samesite"] == "Lax", name
            assert bool(cookie["secure"]) == https, name
