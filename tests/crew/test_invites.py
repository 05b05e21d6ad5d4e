"""An invitation: a link and its picture, for a role, until a date, so many times, and revocable."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import segno
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.crew import invites
from scoring.crew.visitor import COOKIE, Visitor, digest, join_own_crew
from scoring.models import Crew, Invite, Membership, Role
from scoring.models.nights import night_of, tonight
from tests.crew.browser import Browser, link_of
from tests.scoring.threads import at_once
from tests.table.inline import check_nothing_inline
from tests.table.page import new_game

TOMORROW = timedelta(days=1)


def make(ann: Visitor, *, uses: int = 1, role: Role = Role.SCORER) -> str:
    return invites.make_invite(
        actor=join_own_crew(ann), role=role, uses=uses, until=timezone.now() + TOMORROW
    )


def test_an_invitation_is_a_link_and_its_picture_and_makes_a_member(ann: Visitor) -> None:
    keeper, guest = Browser(ann), Browser()
    link = link_of(keeper)
    keeper.says("may run tables", "Open for one phone, tonight only")
    drawn = keeper.shown.soup.select_one(".qr svg path")
    assert drawn is not None
    assert str(drawn["d"]) in segno.make(f"http://testserver{link}", error="m").svg_inline()
    check_nothing_inline(keeper.shown)
    guest.go(link)
    guest.says("Join this crew?", "may run tables")
    assert guest.visitor.membership is None, "looking joins nothing"
    guest.tap("Join", label=" Bob's  phone ")
    assert guest.shown.response.request["PATH_INFO"] == "/", "what is going on, and not how the crew is run"
    guest.open("crew")
    guest.says("This phone is a scorer", "Bob's phone this phone")
    assert (guest.member.role, guest.member.crew) == (Role.SCORER, join_own_crew(ann).crew)


def test_a_token_has_256_bits_and_lies_in_the_link_alone(ann: Visitor) -> None:
    token = make(ann)
    assert len(token) == 43
    assert token != make(ann)
    assert digest(token) in Invite.objects.values_list("token_digest", flat=True)
    assert token not in str(list(Invite.objects.values_list()))


def test_the_pages_of_a_link_are_kept_and_indexed_by_nobody(ann: Visitor) -> None:
    answer = Browser().go(reverse("join", args=[make(ann)])).response
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "same-origin"


def test_one_tap_invites_those_who_come_tonight_and_the_next_shows_the_same_code(ann: Visitor) -> None:
    keeper = Browser(ann)
    for _ in range(2):
        keeper.open("crew")
        keeper.tap("Invite somebody")
        keeper.says("Open for 20 phones, tonight only")
    assert Invite.objects.count() == 1
    invite = Invite.objects.get()
    assert (invite.role, night_of(invite.expires_at - timedelta(minutes=1))) == (Role.SCORER, tonight())
    shown = keeper.shown.one("[data-whole]")
    keeper.open("crew")
    keeper.tap("Show the code for a scorer")
    assert keeper.shown.one("[data-whole]") == shown


def test_an_invitation_that_is_used_up_says_so_where_it_is_shown(ann: Visitor) -> None:
    keeper, guest = Browser(ann), Browser()
    link = link_of(keeper, "watcher")
    guest.go(link)
    guest.tap("Join")
    keeper.go(link)
    keeper.says("This invitation is used up")
    assert keeper.shown.soup.select_one(".qr, [data-whole]") is None
    keeper.tap("Make a new one")
    keeper.says("may only watch", "Open for 20 phones")


def test_two_phones_of_one_name_are_told_apart(ann: Visitor) -> None:
    url = reverse("join", args=[make(ann, uses=3)])
    for _ in range(3):
        guest = Browser()
        guest.go(url)
        guest.tap("Join", label="Bob’s phone")
    labels = Membership.objects.filter(role=Role.SCORER).order_by("pk").values_list("label", flat=True)
    assert list(labels) == ["Bob’s phone", "Bob’s phone 2", "Bob’s phone 3"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"until": ""}, "the last day"),
        ({"until": "soon"}, "valid date"),
        ({"until": "2001-01-01"}, "not before today"),
        ({"until": "2999-01-01"}, "within a year"),
        ({"uses": "0"}, "1 to 50"),
        ({"uses": "51"}, "1 to 50"),
        ({"uses": "many"}, "whole number"),
        ({"role": "king"}, "king"),
        ({"role": ""}, "The role is missing: choose one."),
    ],
)
def test_an_invitation_that_cannot_be_is_refused_in_words(
    ann: Visitor, changes: dict[str, str], said: str
) -> None:
    keeper = Browser(ann)
    keeper.open("invite_new")
    url, fields = keeper.form_of(keeper.find("Make the link"))
    keeper.send(url, fields | changes)
    assert keeper.shown.status == 422
    keeper.says(said)
    assert not Invite.objects.exists()


def test_a_crew_has_so_many_open_invitations(ann: Visitor) -> None:
    for _ in range(invites.MOST_OPEN):
        make(ann)
    with pytest.raises(invites.CannotInvite, match="Take one back"):
        make(ann)
    Invite.objects.order_by("pk").filter(pk=Invite.objects.latest("pk").pk).update(uses_left=0)
    make(ann)


def test_only_the_keeper_invites_and_revokes(bob: Visitor, ann: Visitor) -> None:
    with pytest.raises(PermissionDenied):
        make(bob)
    make(ann)
    with pytest.raises(PermissionDenied):
        invites.revoke(actor=join_own_crew(bob), invite=Invite.objects.get())
    assert Invite.objects.get().revoked_at is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"revoked_at": timezone.now()}, "was taken back"),
        ({"uses_left": 0}, "is used up"),
        (
            {
                "created_at": timezone.now() - 2 * TOMORROW,
                "expires_at": timezone.now() - TOMORROW,
            },
            "has run out",
        ),
    ],
)
def test_an_invitation_that_is_over_says_why(ann: Visitor, changes: dict[str, Any], said: str) -> None:
    url = reverse("join", args=[make(ann)])
    Invite.objects.update(**changes)
    guest = Browser()
    assert guest.go(url).status == 410
    guest.says(said, "Ask for a new one")
    guest.send(url, {})
    assert guest.shown.status == 410
    guest.says(said)
    assert guest.visitor.membership is None


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["x" * 43, "short", "é" * 43, "x" * 500, "a%00b"])
def test_a_link_that_nobody_made_says_so(token: str) -> None:
    guest = Browser()
    assert guest.go(f"/join/{token}/").status == 404
    guest.says("This invitation does not exist")


def test_the_keeper_revokes_on_the_crews_page(ann: Visitor) -> None:
    keeper, guest = Browser(ann), Browser()
    link = link_of(keeper)
    keeper.open("crew")
    keeper.says("Open invitations")
    keeper.tap("Cancel the invitation for a scorer, open for one phone, tonight only")
    assert "Open invitations" not in keeper.shown.text
    assert guest.go(link).status == 410


def test_an_invitation_of_another_crew_is_not_there_to_revoke(ann: Visitor, dan: Visitor) -> None:
    make(ann)
    stranger = Browser(dan)
    stranger.send(reverse("invite_revoke", args=[Invite.objects.get().pk]), {})
    assert stranger.shown.status == 404
    assert Invite.objects.get().revoked_at is None


def test_a_phone_that_has_a_crew_is_told_and_chooses(ann: Visitor, dan: Visitor) -> None:
    new_game(dan)
    url, guest = reverse("join", args=[make(ann)]), Browser(dan)
    own = guest.member.crew
    guest.go(url)
    guest.says("This phone leaves its crew, where it is a keeper", "This phone is its only keeper")
    guest.send(url, {})
    assert guest.shown.status == 422
    guest.tap("Stay in my crew")
    assert guest.member.crew == own
    guest.go(url)
    guest.tap("Leave that crew and join", alone="1")
    assert guest.member.crew == join_own_crew(ann).crew
    assert not Membership.objects.filter(crew=own, shut_out_at=None).exists()


def test_an_empty_crew_is_left_without_a_word(ann: Visitor, dan: Visitor) -> None:
    guest = Browser(dan)
    guest.go(reverse("join", args=[make(ann)]))
    guest.tap("Join")
    assert guest.member.crew == join_own_crew(ann).crew


def test_whoever_is_in_takes_no_use_unless_it_raises_them(ann: Visitor, bob: Visitor) -> None:
    watching, keeping = (reverse("join", args=[make(ann, role=role)]) for role in (Role.WATCHER, Role.KEEPER))
    member = Browser(bob)
    member.go(watching)
    member.says("already in this crew, as a scorer")
    member.send(watching, {})
    assert (member.member.role, Invite.objects.get(role="watcher").uses_left) == (Role.SCORER, 1)
    member.go(keeping)
    member.tap("Become a keeper")
    assert (member.member.role, Invite.objects.get(role="keeper").uses_left) == (Role.KEEPER, 0)
    assert Membership.objects.count() == 2


def test_a_guest_is_told_who_plays_in_the_crew_until_the_invitation_is_closed(ann: Visitor) -> None:
    url = reverse("join", args=[make(ann)])
    new_game(ann, " ".join(f"P{number}" for number in range(1, 9)))
    guest = Browser()
    guest.go(url)
    guest.says("Its players: P1, P2, P3, P4, P5, P6 and 2 more.")
    Invite.objects.update(uses_left=0)
    guest.go(url)
    assert "P1" not in guest.shown.text


def test_a_tap_sent_twice_joins_once(ann: Visitor, dan: Visitor) -> None:
    new_game(dan)
    url = reverse("join", args=[make(ann, uses=5)])
    for visitor in (Visitor(), dan):
        for _ in range(2):
            # Both are sent before the first is answered: with the cookie that the page had.
            client = Client()
            client.cookies[COOKIE] = visitor.token
            answer = client.post(url, {"alone": "1", "key": "of the page that both were tapped on"})
            assert answer.status_code == 303
            assert Visitor(answer.cookies[COOKIE].value).membership, "both answers bring the cookie"
    assert Invite.objects.get().uses_left == 3
    assert Membership.objects.filter(crew=join_own_crew(ann).crew).count() == 3


def test_a_phone_that_was_shut_out_comes_back_with_another_token(ann: Visitor, bob: Visitor) -> None:
    Membership.objects.filter(role=Role.SCORER).update(shut_out_at=timezone.now())
    guest = Browser(bob)
    guest.go(reverse("join", args=[make(ann)]))
    assert guest.visitor.token != bob.token
    guest.tap("Join")
    assert guest.member.crew == join_own_crew(ann).crew
    assert Visitor(bob.token).membership is None


def test_a_token_that_was_shut_out_lets_nobody_in_again_though_the_page_was_never_looked_at(
    ann: Visitor, bob: Visitor
) -> None:
    Membership.objects.filter(role=Role.SCORER).update(shut_out_at=timezone.now())
    client = Client()
    client.cookies[COOKIE] = bob.token
    assert client.post(reverse("join", args=[make(ann)])).status_code == 303
    assert Visitor(bob.token).membership is None
    assert Visitor(client.cookies[COOKIE].value).membership is not None


@pytest.mark.parametrize("label", ["x" * 41, "a\u202eb"])
def test_a_name_that_cannot_be_joins_nothing(ann: Visitor, label: str) -> None:
    guest = Browser()
    url = reverse("join", args=[make(ann)])
    guest.send(url, {"label": label})
    assert guest.shown.status == 422
    assert (Invite.objects.get().uses_left, Membership.objects.count()) == (1, 1)


def test_what_the_crew_is_called_is_text_on_the_page(ann: Visitor) -> None:
    Crew.objects.update(name="<b>&x")
    guest = Browser()
    guest.go(reverse("join", args=[make(ann)]))
    guest.says("Join “<b>&x”?")


@pytest.mark.django_db(transaction=True)
def test_of_many_phones_that_tap_at_once_as_many_are_in_as_the_link_is_good_for() -> None:
    ann = Visitor()
    token = make(ann, uses=3)

    def tap(visitor: Visitor) -> bool:
        found = invites.find_invite(token)
        assert found
        try:
            invites.accept(visitor, found, key="")
        except invites.Closed:
            return False
        return True

    came = at_once(*[partial(tap, Visitor()) for _ in range(8)])
    assert sum(came) == 3
    assert Invite.objects.get().uses_left == 0
    assert Membership.objects.filter(role=Role.SCORER).count() == 3
