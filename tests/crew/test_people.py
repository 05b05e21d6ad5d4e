"""The crew's page: who is in it, what each may do, and who has to go."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.crew import phones
from scoring.crew.phones import NO_PHONE
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, Membership, Role
from scoring.players.roster import add_player
from tests.conftest import joined
from tests.crew.browser import Browser
from tests.table.page import Phone, new_game, words


def cards(browser: Browser) -> list[str]:
    """The phones in the list, as they are read."""
    return [words(card) for card in browser.shown.soup.select("[aria-labelledby=phones] > .rows a")]


@pytest.mark.django_db
def test_a_phone_without_a_crew_is_told_how_to_come_to_one() -> None:
    dan = Browser()
    dan.open("crew")
    dan.says("No crew yet", "Start a game", "invited", "recovery code", "account")
    assert not Crew.objects.exists()


def test_the_crew_lists_its_phones_with_role_since_and_last_use(ann: Visitor, bob: Visitor) -> None:
    phone = Phone(bob, new_game(ann))
    phone.tap("Ann deals")
    Membership.objects.filter(role=Role.SCORER).update(label="Bob's phone")
    browser = Browser(ann)
    browser.open("crew")
    assert [card.partition("today")[0] for card in cards(browser)] == [
        "Bob's phone Scorer, last used ",
        "Phone 1 this phone Keeper, last used ",
    ]
    browser.tap("Bob's phone")
    browser.says(f"Since {timezone.localdate():%-d %b %Y}")


@pytest.mark.parametrize(("people", "faces", "more"), [(12, 12, []), (15, 11, ["+4 more"])])
def test_twelve_places_show_who_plays_or_how_many_more(
    ann: Visitor, people: int, faces: int, more: list[str]
) -> None:
    for number in range(people):
        add_player(actor=join_own_crew(ann), name=f"P{number:02}")
    shown = Browser(ann).go("/crew/").soup
    assert len(shown.select(".people .face")) == faces
    assert [words(each) for each in shown.select(".people .more")] == more


def test_a_tap_is_noted_once_in_five_minutes(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    first = join_own_crew(ann).tapped_at
    phone.tap("Ann deals")
    noted = Membership.objects.get().tapped_at
    assert noted is not None
    phone.tap("blue sun")
    assert Membership.objects.get().tapped_at == noted
    long_ago = noted - phones.NOTED_EVERY * 2
    Membership.objects.update(tapped_at=long_ago)
    phone.tap("blue moon")
    again = Membership.objects.get().tapped_at
    assert again is not None
    assert again > long_ago
    assert first is None


def test_the_keeper_names_the_crew_and_a_name_that_cannot_be_changes_nothing(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.open("crew")
    browser.tap("Save", name="  Friday   table ")
    browser.says("Friday table")
    for name, said in (("x" * 41, "at most 40"), ("a\u202eb", "invisible")):
        browser.send(reverse("crew_name"), {"name": name})
        assert browser.shown.status == 422
        browser.says(said)
    assert Crew.objects.get().name == "Friday table"


def test_a_phone_is_named_by_itself_and_by_the_keeper_and_by_nobody_else(
    ann: Visitor, bob: Visitor, cat: Visitor
) -> None:
    own = Browser(bob)
    own.open("crew")
    own.tap("Name this phone")
    own.tap("Save", label="Bob's phone")
    own.says("Bob's phone this phone", "Bob's phone The name of this phone")
    keeper = Browser(ann)
    keeper.open("phone", own.member.pk)
    keeper.tap("Save", label="Bob's old phone", role="scorer")
    assert own.member.label == "Bob's old phone"
    other = Browser(cat)
    other.send(reverse("phone", args=[own.member.pk]), {"label": "mine"})
    assert other.shown.status == 403
    other.send(reverse("phone", args=[other.member.pk]), {"label": "Bob's old phone"})
    assert other.member.label == "Bob's old phone 2", "two phones are told apart"
    other.open("phone", own.member.pk)
    assert not other.shown.soup.select("main form")
    assert own.member.label == "Bob's old phone"


def test_a_role_that_changes_is_another_one_with_the_next_tap(ann: Visitor, bob: Visitor) -> None:
    phone = Phone(bob, new_game(ann))
    phone.tap("Ann deals")
    keeper = Browser(ann)
    keeper.open("phone", Browser(bob).member.pk)
    keeper.tap("Save", role="watcher")
    assert phone.client.post(f"/t/{phone.game.public_id}/undo/", {"key": "1-xxxxxxxx"}).status_code == 403


@pytest.mark.parametrize("role", ["king", ""])
def test_a_role_that_is_none_changes_nothing(ann: Visitor, bob: Visitor, role: str) -> None:
    browser = Browser(ann)
    browser.send(reverse("phone", args=[Browser(bob).member.pk]), {"role": role, "label": "Bob"})
    assert browser.shown.status == 400
    assert (Browser(bob).member.role, Browser(bob).member.label) == ("scorer", "")


def test_a_name_that_cannot_be_changes_no_role_and_a_role_that_cannot_be_no_name(
    ann: Visitor, bob: Visitor
) -> None:
    keeper, own = Browser(ann), Browser(bob)
    keeper.send(reverse("phone", args=[own.member.pk]), {"role": "keeper", "label": "x" * 41})
    assert keeper.shown.status == 422
    assert (own.member.role, own.member.label) == ("scorer", "")
    keeper.send(reverse("phone", args=[keeper.member.pk]), {"role": "scorer", "label": "Ann's"})
    assert keeper.shown.status == 422
    assert (keeper.member.role, keeper.member.label) == ("keeper", "")


def test_somebody_has_to_keep_the_crew(ann: Visitor, bob: Visitor) -> None:
    browser = Browser(ann)
    browser.open("phone", browser.member.pk)
    browser.tap("Save", role="watcher")
    assert browser.shown.status == 422
    browser.says("Make another phone a keeper first")
    browser.send(reverse("phone_out", args=[browser.member.pk]), {})
    assert browser.shown.status == 422
    assert browser.member.role == "keeper"
    browser.open("phone", Browser(bob).member.pk)
    browser.tap("Save", role="keeper")
    browser.open("phone", browser.member.pk)
    browser.tap("Save", role="watcher")
    assert (browser.member.role, Browser(bob).member.role) == ("watcher", "keeper")


def test_a_phone_is_removed_at_once(ann: Visitor, bob: Visitor) -> None:
    game = new_game(ann)
    outcast, member = Browser(bob), Browser(bob).member
    assert outcast.go(f"/t/{game.public_id}/").status == 200
    keeper = Browser(ann)
    keeper.open("phone", member.pk)
    keeper.tap("Remove phone 2")
    keeper.says("Removed phones (1)")
    assert outcast.go(f"/t/{game.public_id}/").status == 404
    outcast.open("crew")
    outcast.says("No crew yet")
    keeper.open("phone", member.pk)
    keeper.says("This phone was removed on today")
    assert not keeper.shown.soup.select("main form")


def test_a_phone_that_goes_is_told_to_the_live_streams_once_that_is_saved(
    ann: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    gone: list[int] = []
    monkeypatch.setattr("referee.crew.apps.HUB.disconnect", gone.append)
    member = Browser(bob).member
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        Browser(ann).send(reverse("phone_out", args=[member.pk]), {})
        assert gone == []
    assert gone == [member.pk]
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        Browser(ann).send(reverse("phone_out", args=[member.pk]), {})
    assert gone == [member.pk], "it is out already"


def test_two_keepers_who_shut_each_other_out_leave_one(ann: Visitor) -> None:
    eve = joined(ann, Role.KEEPER)
    one, other = join_own_crew(ann), join_own_crew(eve)
    phones.shut_out(actor=one, phone=other)
    with pytest.raises(PermissionDenied):
        phones.shut_out(actor=other, phone=one)
    assert Membership.objects.get(shut_out_at=None) == one


def test_another_crews_phone_is_not_there(ann: Visitor, dan: Visitor) -> None:
    browser = Browser(dan)
    stranger = Browser(ann).member.pk
    assert browser.open("phone", stranger).status == 404
    browser.send(reverse("phone_out", args=[stranger]), {})
    assert browser.shown.status == 404
    assert Browser(ann).member.shut_out_at is None


def test_leaving_says_what_is_lost_and_the_last_keeper_has_to_say_that_they_know(
    ann: Visitor, bob: Visitor
) -> None:
    new_game(ann)
    keeper, scorer = Browser(ann), Browser(bob)
    scorer.open("crew_leave")
    scorer.says("Its games stay with the others")
    scorer.tap("Leave this crew")
    assert scorer.visitor.membership is None
    keeper.open("crew_leave")
    keeper.says("This phone is its only keeper", "make a code first")
    keeper.send(reverse("crew_leave"), {})
    assert keeper.shown.status == 422
    assert keeper.member.role == Role.KEEPER
    keeper.open("crew_leave")
    keeper.tap("Leave this crew", alone="1")
    assert keeper.visitor.membership is None
    assert not Membership.objects.filter(shut_out_at=None).exists()


def test_a_phone_that_left_starts_a_crew_of_its_own_with_its_next_game(ann: Visitor, bob: Visitor) -> None:
    browser = Browser(bob)
    browser.send(reverse("crew_leave"), {})
    assert join_own_crew(browser.visitor).crew != join_own_crew(ann).crew


def test_the_crews_page_asks_as_much_of_many_phones_as_of_few_and_turns_over(ann: Visitor) -> None:
    def asked() -> int:
        browser = Browser(ann)
        with CaptureQueriesContext(connection) as captured:
            browser.open("crew")
        return len(captured)

    joined(ann, Role.WATCHER)
    few = asked()
    for _ in range(phones.PAGE + 10):
        joined(ann, Role.WATCHER)
    assert asked() == few <= 6
    browser = Browser(ann)
    browser.open("crew")
    first = cards(browser)
    browser.tap("Older phones")
    second = cards(browser)
    assert (len(first), len(second)) == (phones.PAGE, 12)
    assert second[-1].startswith("Phone 1 this phone")
    names = [card.partition(" Watcher")[0] for card in first + second[:-1]]
    assert names == [f"Phone {number}" for number in range(62, 1, -1)]
    assert browser.go(f"{reverse('crew')}?before=x").status == 400


def test_no_digest_of_a_token_begins_as_that_of_a_place_without_a_phone() -> None:
    assert not set(NO_PHONE) <= set("0123456789abcdef")
